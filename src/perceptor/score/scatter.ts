/** One task: how good its cues were, and what came of them. */
export interface ScatterPoint {
  name: string;
  /** mean share of the checks that hold, 0…1 */
  quality: number;
  /** rate and its interval, 0…1 */
  success: number;
  interval: readonly [number, number];
  n: number;
}

const W = 760;
const H = 480;
const BOX = { left: 70, right: 250, top: 40, bottom: 60 };

/** Cue quality against Task Success, a dot a task, as SVG; bars are 95 % intervals. */
export function scatterSvg(points: readonly ScatterPoint[], title: string): string {
  const x = (v: number): number => round(BOX.left + v * (W - BOX.left - BOX.right));
  const y = (v: number): number => round(H - BOX.bottom - v * (H - BOX.top - BOX.bottom));
  const parts: string[] = [];
  for (const v of [0, 0.25, 0.5, 0.75, 1]) {
    parts.push(
      `<line x1="${x(0)}" y1="${y(v)}" x2="${x(1)}" y2="${y(v)}" stroke="#ddd"/>`,
      `<text x="${x(0) - 8}" y="${y(v) + 4}" text-anchor="end">${v * 100}%</text>`,
      `<text x="${x(v)}" y="${y(0) + 20}" text-anchor="middle">${v}</text>`,
    );
  }
  const labels = placeLabels(points.map((p) => y(p.success)));
  points.forEach((p, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const [lo, hi] = p.interval;
    const at = labels[i] ?? y(p.success);
    parts.push(
      `<line x1="${x(p.quality)}" y1="${y(lo)}" x2="${x(p.quality)}" y2="${y(hi)}" stroke="${colour}"/>`,
      `<circle cx="${x(p.quality)}" cy="${y(p.success)}" r="5" fill="${colour}"/>`,
      `<line x1="${x(p.quality) + 6}" y1="${y(p.success)}" x2="${x(1) + 12}" y2="${at}" stroke="${colour}" stroke-opacity="0.35"/>`,
      `<text x="${x(1) + 16}" y="${at + 4}">${escaped(p.name)} (${p.n})</text>`,
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">
<rect width="${W}" height="${H}" fill="#fff"/>
<text x="${BOX.left}" y="22" font-size="14" font-weight="600">${escaped(title)}</text>
${parts.join("\n")}
<text x="${x(0.5)}" y="${H - 14}" text-anchor="middle">cue quality: share of the four checks that hold (mean)</text>
<text transform="translate(18 ${y(0.5)}) rotate(-90)" text-anchor="middle">Task Success</text>
</svg>
`;
}

const COLOURS = [
  "#1b5e9b",
  "#b3441e",
  "#2f7d3b",
  "#7a3f98",
  "#a8821a",
  "#117a80",
  "#8c2f5b",
  "#555555",
];
const LINE = 16;

/** Labels beside their dots' heights, none over another. */
function placeLabels(heights: readonly number[]): number[] {
  const order = heights.map((h, i) => ({ h, i })).sort((a, b) => a.h - b.h || a.i - b.i);
  const out: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { h, i } of order) {
    last = Math.max(h, last + LINE);
    out[i] = last;
  }
  // what ran over the lower edge moves up again
  const over = Math.max(0, last - (H - BOX.bottom));
  return out.map((v) => round(v - over));
}

const round = (v: number): number => Math.round(v * 10) / 10;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
