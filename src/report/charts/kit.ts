import type { EChartsCoreOption } from "echarts/core";

/** Two widths of every chart: the page shows the one that fits (css: .wide, .narrow). */
export const WIDE = 860;
export const NARROW = 360;

/**
 * Colours are written as these marks and replaced by style-sheet variables, so that one drawing serves light, dark
 * and print.
 */
export const INK = {
  text: "#0a0001",
  faint: "#0a0002",
  line: "#0a0003",
  grid: "#0a0004",
  paper: "#0a0005",
} as const;
export const SERIES = [
  "#0b0001",
  "#0b0002",
  "#0b0003",
  "#0b0004",
  "#0b0005",
  "#0b0006",
  "#0b0007",
  "#0b0008",
] as const;
const VARIABLES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(INK).map(([name, mark]) => [mark, `var(--${name})`])),
  ...Object.fromEntries(SERIES.map((mark, i) => [mark, `var(--s${i + 1})`])),
};

/** Marks that are told apart without colour. */
export const SHAPES = ["circle", "rect", "triangle", "diamond", "roundRect", "arrow"] as const;

export const FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif";

/** Height of a line of a row's label. */
export const LINE = 14;

/** Lines that a label takes where so many pixels are left for it, at 12 px. */
export function linesOf(label: string, width: number): number {
  const room = Math.floor(width / 6.4);
  let lines = 1;
  let used = 0;
  for (const word of label.split(/(?<=[ /-])/)) {
    if (used > 0 && used + word.trimEnd().length > room) {
      lines++;
      used = 0;
    }
    used += word.length;
    lines += Math.max(0, Math.ceil(word.trimEnd().length / room) - 1);
  }
  return lines;
}

type Core = typeof import("echarts/core");
let loading: Promise<Core> | undefined;

/** The charting library with the parts that are used, loaded when the first chart is drawn. */
async function library(): Promise<Core> {
  loading ??= (async () => {
    const [core, charts, components, renderers] = await Promise.all([
      import("echarts/core"),
      import("echarts/charts"),
      import("echarts/components"),
      import("echarts/renderers"),
    ]);
    core.use([
      charts.BarChart,
      charts.CustomChart,
      charts.ScatterChart,
      components.GridComponent,
      components.TitleComponent,
      components.AriaComponent,
      renderers.SVGRenderer,
    ]);
    return core;
  })();
  return loading;
}

/** Draws an option as SVG, with a title and a description for those who cannot see it. */
export async function drawSvg(
  option: EChartsCoreOption,
  size: { width: number; height: number },
  words: { id: string; title: string; description: string },
): Promise<string> {
  const { init } = await library();
  const chart = init(null, null, { renderer: "svg", ssr: true, ...size });
  try {
    chart.setOption({
      animation: false,
      textStyle: { fontFamily: FONT, color: INK.text },
      ...option,
    });
    return finish(chart.renderToSVGString(), size, words);
  } finally {
    chart.dispose();
  }
}

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Marks of colours as variables of the style sheet. */
export const styled = (svg: string): string =>
  svg.replace(/#0[ab]000\d/g, (mark) => VARIABLES[mark] ?? mark);

function finish(
  svg: string,
  { width, height }: { width: number; height: number },
  words: { id: string; title: string; description: string },
): string {
  const body = styled(svg)
    .slice(svg.indexOf(">") + 1)
    // the whole drawing is one picture with words of its own
    .replace(/<rect[^>]*fill="none"[^>]*><\/rect>/, "")
    // looks under a pointer, numbered through the process: nothing here is pointed at
    .replace(/<style[^>]*>[\s\S]*?<\/style>/g, "")
    .replace(/ (?:class="zr\d+-cls-\d+"|pointer-events="\w+")/g, "")
    // ids count up within a process; a page holds many drawings
    .replace(/\bzr\d+-/g, `${words.id}-`);
  const svgText = `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${words.id}-t ${words.id}-d" xmlns="http://www.w3.org/2000/svg"><title id="${words.id}-t">${escapeText(words.title)}</title><desc id="${words.id}-d">${escapeText(words.description)}</desc>${body}`;
  // names come from run folders: no control character, none that turns the direction of writing
  return svgText.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (c) => (c === "\n" ? c : "\ufffd"));
}
