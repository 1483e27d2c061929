import { pointLegend } from "../charts/legend.js";
import { type PointChart, pointChart } from "../charts/points.js";
import type { Reference } from "../data/reference.js";
import type { SetReport } from "../data/types.js";
import { NONE } from "../format.js";
import { chartFigure, type Numbering } from "./figure.js";
import { type Html, html, type Part } from "./template.js";

/** What a section is made from. */
export interface SectionContext {
  set: SetReport;
  numbers: Numbering;
  reference: Reference | null;
  /** in front of ids, so that several sets share a page */
  prefix: string;
}

export const OF_PAPER =
  "The hollow marks and everything named “NormAct paper, other scenes” are figures that the paper prints, made on its authors’ scenes: a yardstick, no measurement of ours.";

/** A point chart with number, caption, key and its values as a table. */
export async function pointFigure(
  { numbers, prefix }: SectionContext,
  chart: PointChart,
  caption: Part,
  words: { title: string; description: string },
): Promise<Html> {
  const { label, id } = numbers.figure();
  const svg = await pointChart(chart, { id: prefix + id, ...words });
  return chartFigure(html`<b>${label}</b> ${caption}`, svg, pointLegend(chart), asTable(chart));
}

/** Point chart values as rows for the table that stands behind a figure. */
function asTable(chart: PointChart): { head: string[]; rows: string[][] } {
  const cell = (p: { value: number; lo: number | null; hi: number | null } | null): string =>
    p === null
      ? NONE
      : p.lo === null || p.hi === null
        ? p.value.toFixed(1)
        : `${p.value.toFixed(1)} (${p.lo.toFixed(1)} to ${p.hi.toFixed(1)})`;
  // a panel and row a line, a series a column: it stays narrow enough for a phone and a printed page
  return {
    head: ["measure, row", ...chart.series.map((s) => s.name)],
    rows: chart.panels.flatMap((panel, p) =>
      chart.rows.map((row, i) => [
        `${panel.title}, ${row}`,
        ...chart.series.map((s) => cell(s.points[p]![i]!)),
      ]),
    ),
  };
}
