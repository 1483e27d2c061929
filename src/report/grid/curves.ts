import { FONT, INK, NARROW, SERIES, styled, WIDE } from "../charts/kit.js";
import { escapeHtml } from "../html/template.js";

/** Lines over the turns of an interaction phase; drawn here, for they need no more than an axis. */
export interface CurveChart {
  /** of the vertical axis */
  title: string;
  domain: [number, number];
  turns: number;
  series: { name: string; points: { turn: number; value: number | null }[] }[];
}

const DASHES = ["", "7 4", "2 3", "10 3 2 3", "4 4", "1 4", "12 4", "6 2 2 2"];

export function curveLegend(chart: CurveChart): { name: string; mark: string }[] {
  return chart.series.map(({ name }, i) => ({
    name,
    mark: styled(
      `<svg class="mark" viewBox="0 0 28 16" width="28" height="16" aria-hidden="true"><path d="M1 8H27" fill="none" stroke="${colour(i)}" stroke-width="2.4" stroke-dasharray="${dash(i)}"/></svg>`,
    ),
  }));
}

const colour = (i: number): string => SERIES[i % SERIES.length] as string;
const dash = (i: number): string => DASHES[i % DASHES.length] as string;

/** Both widths as SVG. */
export function curveChart(
  chart: CurveChart,
  words: { id: string; title: string; description: string },
): { wide: string; narrow: string } {
  return {
    wide: draw(chart, WIDE, `${words.id}w`, words),
    narrow: draw(chart, NARROW, `${words.id}n`, words),
  };
}

function draw(
  { domain, turns, series, title }: CurveChart,
  width: number,
  id: string,
  words: { title: string; description: string },
): string {
  const height = width < 500 ? 230 : 300;
  const [left, right, top, bottom] = [46, 10, 24, 30];
  const [low, high] = domain;
  const x = (turn: number): number => left + ((width - left - right) * turn) / turns;
  const y = (value: number): number =>
    top + (height - top - bottom) * (1 - (value - low) / (high - low));
  const text = (at: [number, number], label: string, anchor: string): string =>
    `<text x="${at[0]}" y="${at[1]}" text-anchor="${anchor}" font-family="${escapeHtml(FONT)}" font-size="12" fill="${INK.faint}">${escapeHtml(label)}</text>`;
  const grid = [0, 1, 2, 3, 4]
    .map((k) => {
      const value = low + ((high - low) * k) / 4;
      const at = y(value).toFixed(1);
      return `<path d="M${left} ${at}H${width - right}" stroke="${INK.grid}"/>${text([left - 6, y(value) + 4], label(value, high - low), "end")}`;
    })
    .join("");
  const ticks = [0, 1, 2, 3, 4]
    .map((k) => text([x((turns * k) / 4), height - 10], String((turns * k) / 4), "middle"))
    .join("");
  const lines = series
    .map(
      ({ points }, i) =>
        `<path d="${path(points, x, y)}" fill="none" stroke="${colour(i)}" stroke-width="2.2" stroke-linejoin="round" stroke-dasharray="${dash(i)}"/>`,
    )
    .join("");
  const body = `${grid}${ticks}${text([left, 13], title, "start")}${lines}`;
  return styled(
    `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${id}-t ${id}-d" xmlns="http://www.w3.org/2000/svg"><title id="${id}-t">${escapeHtml(words.title)}</title><desc id="${id}-d">${escapeHtml(words.description)}</desc>${body}</svg>`,
  );
}

const label = (value: number, range: number): string =>
  value.toFixed(range <= 2 ? 2 : range < 8 ? 1 : 0);

/** A line that is broken where there is no value. */
function path(
  points: CurveChart["series"][number]["points"],
  x: (turn: number) => number,
  y: (value: number) => number,
): string {
  let pen = "M";
  let out = "";
  for (const { turn, value } of points) {
    if (value === null) {
      pen = "M";
      continue;
    }
    out += `${pen}${x(turn).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = "L";
  }
  return out;
}
