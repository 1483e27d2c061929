import { CAP_HEIGHT, layOutLine } from "../render/textures/font.js";

/** Pieces of SVG text. Numbers are rounded, so that equal pictures are equal bytes on every machine. */

/** Three decimals, no minus zero. */
export function num(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return String(rounded === 0 ? 0 : rounded);
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that may stand in an element or an attribute; what XML cannot hold is dropped. */
export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these characters
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
      .replace(/[&<>"']/g, (c) => ENTITIES[c] as string)
  );
}

export type Attributes = Record<string, string | number | undefined>;

export function element(name: string, attributes: Attributes, inner = ""): string {
  let out = `<${name}`;
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined)
      out += ` ${key}="${typeof value === "number" ? num(value) : escapeXml(value)}"`;
  return inner === "" ? `${out}/>` : `${out}>${inner}</${name}>`;
}

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
): string => element("rect", { x, y, width, height, fill, ...more });

export const disc = (
  cx: number,
  cy: number,
  r: number,
  fill: string,
  more: Attributes = {},
): string => element("circle", { cx, cy, r, fill, ...more });

export const oval = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more: Attributes = {},
): string => element("ellipse", { cx, cy, rx, ry, fill, ...more });

export const path = (d: string, fill: string, more: Attributes = {}): string =>
  element("path", { d, fill, ...more });

/** A closed shape through x0,y0,x1,y1,… */
export function poly(points: readonly number[], fill: string, more: Attributes = {}): string {
  return path(`${polyline(points)}Z`, fill, more);
}

/** An open line through x0,y0,x1,y1,… */
export function line(
  points: readonly number[],
  stroke: string,
  width: number,
  more: Attributes = {},
): string {
  return path(polyline(points), "none", {
    stroke,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...more,
  });
}

function polyline(points: readonly number[]): string {
  let d = "";
  for (let i = 0; i + 1 < points.length; i += 2)
    d += `${i === 0 ? "M" : "L"}${num(points[i] as number)} ${num(points[i + 1] as number)}`;
  return d;
}

export const group = (inner: string, attributes: Attributes = {}): string =>
  element("g", attributes, inner || " ");

/** Moves what is inside. */
export const shifted = (dx: number, dy: number, inner: string): string =>
  group(inner, { transform: `translate(${num(dx)} ${num(dy)})` });

/** What lies outside the rectangle is not drawn. */
export const clipped = (
  inner: string,
  x: number,
  y: number,
  width: number,
  height: number,
): string =>
  element(
    "svg",
    { x, y, width, height, viewBox: [x, y, width, height].map(num).join(" "), overflow: "hidden" },
    inner,
  );

/** A whole document, `width` × `height` pixels; `view` is its viewBox when that differs. */
export function svgDocument(width: number, height: number, inner: string, view?: string): string {
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: view ?? `0 0 ${num(width)} ${num(height)}`,
    },
    inner,
  );
}

export interface Lettering {
  /** height of a capital */
  height: number;
  ink: string;
  /** of the strokes, as a share of the height; default 0.15 */
  weight?: number;
  anchor?: "start" | "middle" | "end";
  /** true where y grows upwards (faces of solids); default false */
  up?: boolean;
}

/** Marks the sign font lacks, on its grid: width, then polylines. */
const EXTRA: Record<string, readonly [number, ...number[][]]> = {
  "(": [3, [3, 13, 1, 10, 0, 6, 1, 2, 3, -1]],
  ")": [3, [0, 13, 2, 10, 3, 6, 2, 2, 0, -1]],
  "=": [6, [0, 8, 6, 8], [0, 4, 6, 4]],
  _: [7, [0, -1, 7, -1]],
  "%": [9, [0, 0, 9, 12], [1, 10, 2, 11, 3, 10, 2, 9, 1, 10], [6, 2, 7, 3, 8, 2, 7, 1, 6, 2]],
  "#": [8, [2, 0, 3, 12], [5, 0, 6, 12], [0, 4, 8, 4], [0, 8, 8, 8]],
  "*": [6, [3, 10, 3, 4], [0, 8.5, 6, 5.5], [6, 8.5, 0, 5.5]],
  ">": [6, [0, 10, 6, 6, 0, 2]],
  "<": [6, [6, 10, 0, 6, 6, 2]],
};
const GAP = 3.2;

/** One line of capitals as strokes in font units; characters without a shape leave a gap. */
function strokesOf(text: string): { lines: number[][]; width: number } {
  const lines: number[][] = [];
  let pen = 0;
  let plain = "";
  const flush = (): void => {
    if (plain === "") return;
    const { segments, width } = layOutLine(plain);
    for (const [a, b, c, d] of segments as [number, number, number, number][])
      lines.push([pen + a, b, pen + c, d]);
    pen += width + GAP;
    plain = "";
  };
  for (const char of text) {
    const extra = EXTRA[char];
    if (!extra) {
      plain += char;
      continue;
    }
    flush();
    const [width, ...strokes] = extra;
    for (const s of strokes) lines.push(s.map((v, i) => (i % 2 === 0 ? v + pen : v)));
    pen += width + GAP;
  }
  flush();
  return { lines, width: Math.max(0, pen - GAP) };
}

/** Width of a line of text at this height of its capitals. */
export function textWidth(text: string, height: number): number {
  return (strokesOf(text).width * height) / CAP_HEIGHT;
}

/** A line of text as stroked paths, its feet on y; needs no font on the machine that draws it. */
export function lettering(text: string, x: number, y: number, style: Lettering): string {
  const scale = style.height / CAP_HEIGHT;
  const { lines, width } = strokesOf(text);
  const shift = { start: 0, middle: 0.5, end: 1 }[style.anchor ?? "start"];
  const left = x - width * scale * shift;
  const sign = style.up ? 1 : -1;
  const d = lines
    .map((s) => polyline(s.map((v, i) => (i % 2 === 0 ? left + v * scale : y + sign * v * scale))))
    .join("");
  if (d === "") return "";
  return path(d, "none", {
    stroke: style.ink,
    "stroke-width": style.height * (style.weight ?? 0.15),
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
}
