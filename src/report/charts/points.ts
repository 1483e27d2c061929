import type { CustomSeriesRenderItemAPI } from "echarts";
import { drawSvg, FONT, INK, LINE, linesOf, NARROW, SERIES, SHAPES, WIDE } from "./kit.js";

export interface Point {
  value: number;
  lo: number | null;
  hi: number | null;
}

/** Marks with intervals in rows, one panel a measure: the form of most figures here. Values in per cent. */
export interface PointChart {
  panels: { title: string; domain: [number, number] }[];
  rows: string[];
  series: {
    name: string;
    /** drawn hollow: figures that are not ours */
    hollow?: boolean;
    /** points[panel][row] */
    points: (Point | null)[][];
  }[];
  unit: string;
  /** draw a line at 0 */
  zero?: boolean;
}

/** Both widths of a point chart as SVG. */
export async function pointChart(
  chart: PointChart,
  words: { id: string; title: string; description: string },
): Promise<{ wide: string; narrow: string }> {
  const draw = (width: number, suffix: string): Promise<string> => {
    const layout = layoutOf(chart, width);
    return drawSvg(
      optionOf(chart, layout),
      { width, height: layout.height },
      { ...words, id: words.id + suffix },
    );
  };
  return { wide: await draw(WIDE, "w"), narrow: await draw(NARROW, "n") };
}

interface Layout {
  width: number;
  height: number;
  step: number;
  grids: { left: number; top: number; width: number; height: number; labels: boolean }[];
  narrow: boolean;
}

function layoutOf(chart: PointChart, width: number): Layout {
  const narrow = width < 500;
  const step = chart.series.length > 4 ? 8 : 10;
  const labels = narrow ? 112 : 150;
  const lines = Math.max(1, ...chart.rows.map((label) => linesOf(label, labels - 12)));
  const rowHeight = Math.max(24, lines * LINE + 4, chart.series.length * step + 10);
  const body = rowHeight * chart.rows.length;
  const n = chart.panels.length;
  if (narrow) {
    const block = body + 58;
    return {
      width,
      narrow,
      step,
      height: n * block + 4,
      grids: chart.panels.map((_, i) => ({
        left: labels,
        top: i * block + 24,
        width: width - labels - 18,
        height: body,
        labels: true,
      })),
    };
  }
  const gap = 34;
  const panel = (width - labels - 18 - gap * (n - 1)) / n;
  return {
    width,
    narrow,
    step,
    height: body + 60,
    grids: chart.panels.map((_, i) => ({
      left: labels + i * (panel + gap),
      top: 26,
      width: panel,
      height: body,
      labels: i === 0,
    })),
  };
}

function optionOf(chart: PointChart, layout: Layout) {
  const color = (i: number): string => SERIES[i % SERIES.length]!;
  return {
    title: chart.panels.map((p, i) => ({
      text: p.title,
      left: layout.grids[i]!.left,
      top: layout.grids[i]!.top - 24,
      padding: 0,
      textStyle: { fontSize: 13, fontWeight: 600, color: INK.text, fontFamily: FONT },
    })),
    grid: layout.grids.map(({ left, top, width, height }) => ({
      left,
      top,
      width,
      height,
      containLabel: false,
    })),
    xAxis: chart.panels.map((p, i) => ({
      gridIndex: i,
      type: "value",
      min: p.domain[0],
      max: p.domain[1],
      interval: tick(p.domain, layout.grids[i]!.width),
      axisLabel: {
        color: INK.faint,
        fontSize: 11,
        fontFamily: FONT,
        formatter: (v: number) => (v < 0 ? `−${-v}` : String(v)),
      },
      splitLine: { lineStyle: { color: INK.grid, width: 1 } },
      axisLine: { show: false },
      axisTick: { show: false },
      name: chart.unit,
      nameLocation: "middle",
      nameGap: 20,
      nameTextStyle: { color: INK.faint, fontSize: 11, fontFamily: FONT },
    })),
    yAxis: chart.panels.map((_, i) => ({
      gridIndex: i,
      type: "category",
      inverse: true,
      data: chart.rows,
      axisLine: {
        onZero: chart.zero === true,
        lineStyle: { color: chart.zero ? INK.faint : INK.line },
      },
      axisTick: { show: false },
      splitLine: { show: true, lineStyle: { color: INK.grid, width: 1 } },
      axisLabel: {
        show: layout.grids[i]!.labels,
        color: INK.text,
        fontSize: 12,
        fontFamily: FONT,
        width: layout.grids[0]!.left - 12,
        overflow: "break",
        lineHeight: LINE,
        interval: 0,
      },
    })),
    series: chart.panels.flatMap((_, panel) =>
      chart.series.flatMap((s, i) => {
        const offset = (i - (chart.series.length - 1) / 2) * layout.step;
        return seriesOf(s, panel, offset, shape(i), color(i));
      }),
    ),
  };
}

export const shape = (i: number): string => SHAPES[i % SHAPES.length]!;

function tick([lo, hi]: [number, number], width: number): number {
  // a scale around 0 is marked at both ends, halfway, and at 0
  if (lo === -hi) return width < 240 ? hi : hi / 2;
  const wanted = Math.max(2, Math.floor(width / 52));
  return [5, 10, 20, 25, 50, 100].find((step) => (hi - lo) / step <= wanted) ?? 100;
}

function seriesOf(
  s: PointChart["series"][number],
  panel: number,
  offset: number,
  symbol: string,
  color: string,
) {
  const data = s.points[panel]!.flatMap((p, row) => (p ? [[p.value, row, p.lo, p.hi]] : []));
  const axes = { xAxisIndex: panel, yAxisIndex: panel };
  return [
    {
      type: "custom",
      name: s.name,
      ...axes,
      data: data.filter((d) => d[2] !== null),
      silent: true,
      z: 2,
      renderItem: (_: unknown, api: CustomSeriesRenderItemAPI) => {
        const [x1, y] = api.coord([api.value(2), api.value(1)]) as [number, number];
        const [x2] = api.coord([api.value(3), api.value(1)]) as [number, number];
        const line = (a: number, b: number, c: number, d: number) => ({
          type: "line" as const,
          shape: { x1: a, y1: b, x2: c, y2: d },
          style: {
            stroke: color,
            lineWidth: 1.5,
            ...(s.hollow ? { lineDash: [3, 3] } : {}),
          },
        });
        const at = y + offset;
        return {
          type: "group" as const,
          children: [
            line(x1, at, x2, at),
            line(x1, at - 3, x1, at + 3),
            line(x2, at - 3, x2, at + 3),
          ],
        };
      },
    },
    {
      type: "scatter",
      name: s.name,
      ...axes,
      data,
      symbol,
      symbolSize: 9,
      symbolOffset: [0, offset],
      silent: true,
      z: 3,
      itemStyle: s.hollow
        ? { color: INK.paper, borderColor: color, borderWidth: 1.6, opacity: 1 }
        : { color, borderColor: INK.paper, borderWidth: 0.8, opacity: 1 },
    },
  ];
}
