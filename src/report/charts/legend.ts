import { INK, SERIES, styled } from "./kit.js";
import { type PointChart, shape } from "./points.js";
import { COLOURS } from "./stacked.js";

/** Keys to the charts as small drawings of their own, so that a browser can wrap the names. */
export interface LegendEntry {
  name: string;
  /** SVG of the mark */
  mark: string;
}

const OUTLINES: Record<string, string> = {
  circle: '<circle cx="8" cy="8" r="5"/>',
  rect: '<rect x="3" y="3" width="10" height="10"/>',
  triangle: '<path d="M8 2.5L13.5 13h-11z"/>',
  diamond: '<path d="M8 2l6 6-6 6-6-6z"/>',
  roundRect: '<rect x="3" y="3" width="10" height="10" rx="3.5"/>',
  arrow: '<path d="M8 2.5L13 13.5 8 10.5 3 13.5z"/>',
};

const icon = (body: string, width = 16): string =>
  `<svg class="mark" viewBox="0 0 ${width} 16" width="${width}" height="16" aria-hidden="true">${styled(body)}</svg>`;

export function pointLegend(chart: PointChart): LegendEntry[] {
  return chart.series.map((s, i) => {
    const color = SERIES[i % SERIES.length]!;
    const paint = s.hollow
      ? `fill="${INK.paper}" stroke="${color}" stroke-width="1.7"`
      : `fill="${color}"`;
    return { name: s.name, mark: icon(`<g ${paint}>${OUTLINES[shape(i)]}</g>`) };
  });
}

const TEXTURES = [
  "",
  '<path d="M2 18L18 2M8 20L24 4M-4 14L12 -2" stroke-width="2"/>',
  '<g stroke-width="0"><circle cx="5" cy="5" r="1.6"/><circle cx="13" cy="5" r="1.6"/><circle cx="21" cy="5" r="1.6"/><circle cx="9" cy="11" r="1.6"/><circle cx="17" cy="11" r="1.6"/></g>',
  '<path d="M5 0v16M12 0v16M19 0v16" stroke-width="1.4"/>',
];

export function stackedLegend(parts: readonly string[]): LegendEntry[] {
  return parts.map((name, i) => ({
    name,
    mark: icon(
      `<rect y="1" width="24" height="14" fill="${COLOURS[i % COLOURS.length]}"/><g fill="${INK.paper}" stroke="${INK.paper}">${TEXTURES[i % TEXTURES.length]}</g>`,
      24,
    ),
  }));
}
