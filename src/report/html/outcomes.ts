import { outcomeChart, STATES } from "../charts/figures.js";
import { stackedLegend } from "../charts/legend.js";
import { stackedChart } from "../charts/stacked.js";
import { REFERENCE_NAME, referenceRate } from "../data/reference.js";
import type { Cell } from "../data/types.js";
import { cueTitle, leftOut, NONE, percent, STATE_NAMES, span } from "../format.js";
import { OF_PAPER, type SectionContext } from "./context.js";
import { chartFigure } from "./figure.js";
import { grouped, table } from "./table.js";
import { type Html, html } from "./template.js";

/** The four outcome states. */
export async function outcomes(c: SectionContext): Promise<Html> {
  const { set, numbers, reference } = c;
  const { label, id } = numbers.figure();
  const cells = [...set.cells, ...set.pooled];
  const rows = cells.map((x) => ({
    label: set.series.length === 1 ? cueTitle(x.cue) : `${cueTitle(x.cue)}, ${x.series}`,
    outcomes: x.outcomes,
  }));
  for (const [model, cue] of reference ? PAPER_OUTCOMES : []) {
    const of = (outcome: string): number =>
      referenceRate(reference!.find({ metric: "outcome_count", model, cue, outcome }))?.k ?? 0;
    rows.push({
      label: `${REFERENCE_NAME}: ${cueTitle(cue)}, ${model === "all3" ? "three models" : model}`,
      outcomes: {
        both: of("both"),
        norm_only: of("norm_only"),
        goal_only: of("goal_only"),
        neither: of("neither"),
      },
    });
  }
  const chart = outcomeChart(rows);
  const svg = await stackedChart(chart, {
    id: c.prefix + id,
    title: "Outcome states",
    description: rows
      .map(
        (r) => `${r.label}: ${STATES.map((s) => `${STATE_NAMES[s]} ${r.outcomes[s]}`).join(", ")}`,
      )
      .join(". "),
  });
  return html`${chartFigure(
    html`<b>${label}</b> How scored episodes ended, shares in per cent; their number stands at the right.${reference && html` ${OF_PAPER} Its counts are derived from printed rates.`}`,
    svg,
    stackedLegend(chart.parts),
    {
      head: ["row", ...STATES.map((s) => STATE_NAMES[s]), "n"],
      rows: chart.rows.map((r) => [
        r.label,
        ...r.values.map((v) => `${v} (${r.n === 0 ? NONE : ((100 * v) / r.n).toFixed(1)} %)`),
        String(r.n),
      ]),
    },
  )}`;
}

const PAPER_OUTCOMES: [string, string][] = [
  ["all3", "none"],
  ...["none", "category", "specific", "evidence", "rag", "generated"].map(
    (cue): [string, string] => ["Gemini 3 Pro", cue],
  ),
];

/** What was left out of the rates, and what it could have changed. */
export function unscored({ set, numbers }: SectionContext): Html {
  const bounds = (b: [number, number] | null): string => (b === null ? NONE : span(b));
  return table<Cell>(
    html`<b>${numbers.table()}</b> What is not in the rates. Unreadable: scored episodes with at least one answer that is no plan, per cent. Bounds: Task Success over all expected episodes if every one left out had failed, or succeeded.`,
    [
      { head: "Cue", align: "left", cell: (r) => cueTitle(r.cue) },
      { head: "scored", cell: (r) => `${r.scored}/${r.expected}` },
      { head: "unreadable", cell: (r) => (r.scored === 0 ? NONE : percent(r.invalid / r.scored)) },
      {
        head: "refused",
        cell: (r) => (r.played === 0 ? NONE : percent((r.unscored.refused ?? 0) / r.played)),
      },
      { head: "left out", align: "left", cell: (r) => leftOut(r) || "nothing" },
      { head: "bounds of Task Success", cell: (r) => bounds(r.bounds.task_success) },
    ],
    grouped(set.cells, (r) => r.series),
  );
}
