import { drawSvg, FONT, INK, LINE, linesOf, NARROW, SERIES, WIDE } from "./kit.js";

/** Rows that add up to 100 %, one pattern and colour a part. */
export interface StackedChart {
  rows: { label: string; values: number[]; n: number }[];
  parts: string[];
}

// patterns that stay apart in black and white
const DECALS = [
  { symbol: "none" },
  { symbol: "line", dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: -Math.PI / 4 },
  {
    symbol: "circle",
    dashArrayX: [
      [6, 6],
      [0, 6, 6, 0],
    ],
    dashArrayY: [6, 0],
    symbolSize: 0.6,
  },
  { symbol: "line", dashArrayX: [1, 0], dashArrayY: [1, 7], rotation: Math.PI / 2 },
];

/** Both widths of a stacked chart as SVG. */
export async function stackedChart(
  chart: StackedChart,
  words: { id: string; title: string; description: string },
): Promise<{ wide: string; narrow: string }> {
  const draw = (width: number, suffix: string): Promise<string> => {
    const narrow = width < 500;
    const left = narrow ? 138 : 230;
    const lines = Math.max(1, ...chart.rows.map((r) => linesOf(r.label, left - 22)));
    const height = chart.rows.length * Math.max(28, lines * LINE + 10) + 30;
    return drawSvg(
      optionOf(chart, { width, left, narrow }),
      { width, height },
      { ...words, id: words.id + suffix },
    );
  };
  return { wide: await draw(WIDE, "w"), narrow: await draw(NARROW, "n") };
}

export const COLOURS = [SERIES[2], SERIES[0], SERIES[1], SERIES[6]];

function optionOf(chart: StackedChart, layout: { width: number; left: number; narrow: boolean }) {
  const text = { color: INK.text, fontSize: 12, fontFamily: FONT };
  return {
    grid: { left: layout.left, right: 44, top: 4, bottom: 24 },
    xAxis: {
      type: "value",
      min: 0,
      max: 100,
      interval: layout.narrow ? 50 : 25,
      axisLabel: { color: INK.faint, fontSize: 11, fontFamily: FONT, formatter: "{value} %" },
      splitLine: { lineStyle: { color: INK.grid } },
    },
    yAxis: [
      {
        type: "category",
        inverse: true,
        data: chart.rows.map((r) => r.label),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: {
          ...text,
          width: layout.left - 22,
          overflow: "break",
          lineHeight: LINE,
          interval: 0,
        },
      },
      {
        type: "category",
        inverse: true,
        position: "right",
        data: chart.rows.map((r) => String(r.n)),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color: INK.faint, fontSize: 11, fontFamily: FONT, interval: 0 },
      },
    ],
    series: chart.parts.map((name, part) => ({
      type: "bar",
      name,
      stack: "all",
      barWidth: 18,
      silent: true,
      data: chart.rows.map((r) => (r.n === 0 ? 0 : (100 * r.values[part]!) / r.n)),
      itemStyle: {
        color: COLOURS[part % COLOURS.length],
        borderColor: INK.paper,
        borderWidth: 1,
        decal: { color: INK.paper, ...DECALS[part % DECALS.length] },
      },
    })),
  };
}
