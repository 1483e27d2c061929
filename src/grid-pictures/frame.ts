import { COLS, ROWS } from "../grid/cells.js";
import { layoutOf } from "../grid/layouts.js";
import type { Layout } from "../grid/types.js";
import {
  drawFigure,
  drawPush,
  drawSanction,
  FIGURE,
  figureKey,
  figureOf,
  GROUP_LOOKS,
  NEWCOMER_GOLD,
  SANCTION_RED,
} from "./person.js";
import { drawRoom } from "./plan.js";
import { group, lettering, num, rect, shifted, svgDocument, textWidth } from "./svg.js";
import type { FrameView, PersonView, PictureOptions } from "./types.js";

/** Whole pictures of a step: banner, rulers, room, people. All positions are whole pixels. */

export interface FrameLayout {
  cell: number;
  width: number;
  height: number;
  /** of the map's far left corner */
  left: number;
  top: number;
  banner: number;
  rulers: boolean;
  zones: boolean;
}

const BANNER = 44;
const RULER = 18;
const BACKDROP = "#23222b";
const PALE = "#f4f1ea";
const FAINT = "#a9a6b3";

/** Where things go for these options. @throws RangeError for a cell too small to draw in */
export function frameLayout(options: PictureOptions = {}): FrameLayout {
  const cell = options.cell ?? FIGURE;
  if (!Number.isInteger(cell) || cell < 16 || cell > 128)
    throw new RangeError(`a cell of ${cell} pixels: a whole number from 16 to 128 is needed`);
  const rulers = options.rulers ?? true;
  const margin = rulers ? RULER : 0;
  const width = COLS * cell + (rulers ? RULER + 6 : 0);
  const rows = isNarrow(width) ? BANNER + SECOND_ROW : BANNER;
  const banner = (options.banner ?? true) ? rows : 0;
  return {
    cell,
    rulers,
    banner,
    zones: options.zones ?? true,
    left: margin,
    top: banner + margin,
    width,
    height: banner + ROWS * cell + (rulers ? RULER + 6 : 0),
  };
}

/** One frame as an SVG document; `frameParts` gives the same in pieces for faster drawing. */
export function frameSvg(view: FrameView, options: PictureOptions = {}): string {
  const place = frameLayout(options);
  const parts = frameParts(view, place);
  const moving = parts.map((p) => shifted(p.x, p.y, p.draw())).join("");
  return svgDocument(
    place.width,
    place.height,
    backgroundSvg(layoutOf(view.layout), place) + moving,
  );
}

/** What stays the same from frame to frame of a layout, as the inside of a document. */
export function backgroundSvg(layout: Layout, place: FrameLayout): string {
  return (
    rect(0, 0, place.width, place.height, BACKDROP) +
    (place.rulers ? rulers(place) : "") +
    shifted(place.left, place.top, drawRoom(layout, { cell: place.cell, zones: place.zones }))
  );
}

/** Column numbers above the map, row numbers left of it. */
function rulers({ cell, left, top }: FrameLayout): string {
  let out = "";
  const style = { height: 8, ink: FAINT, anchor: "middle" } as const;
  for (let col = 0; col < COLS; col++)
    out += lettering(String(col), left + (col + 0.5) * cell, top - 5, style);
  for (let row = 0; row < ROWS; row++)
    out += lettering(String(row), left - 9, top + (row + 0.5) * cell + 4, style);
  return out;
}

/**
 * A part that may move or change: SVG of `width` × `height` pixels placed at x, y. Equal keys and sizes, equal
 * SVG: it need be drawn once only.
 */
export interface FramePart {
  key: string;
  x: number;
  y: number;
  width: number;
  height: number;
  draw(): string;
}

/** The changing parts of a frame, in the order in which they are painted. */
export function frameParts(view: FrameView, place: FrameLayout): FramePart[] {
  return [
    ...(place.banner > 0 ? bannerParts(view, place) : []),
    ...(view.targets ?? []).map((at) => cellPart("target", at, place, targetMark)),
    ...byDepth(view.people).map((p) => {
      const figure = figureOf(p);
      return cellPart(`figure ${figureKey(figure)}`, p.at, place, () => drawFigure(figure));
    }),
    ...view.people.filter((p) => p.pushed).map((p) => cellPart("push", p.at, place, drawPush)),
    ...view.people
      .filter((p) => p.sanctioned)
      .map((p) => cellPart("sanction", p.at, place, drawSanction)),
  ];
}

/** Those further down the map stand in front; who left is painted first. */
const byDepth = (people: readonly PersonView[]): PersonView[] =>
  [...people].sort(
    (a, b) =>
      Number(b.gone ?? false) - Number(a.gone ?? false) ||
      a.at[0] - b.at[0] ||
      a.at[1] - b.at[1] ||
      a.id - b.id,
  );

function cellPart(
  key: string,
  at: readonly [number, number],
  { cell, left, top }: FrameLayout,
  draw: () => string,
): FramePart {
  return {
    key,
    x: left + at[1] * cell,
    y: top + at[0] * cell,
    width: cell,
    height: cell,
    draw: () =>
      cell === FIGURE ? draw() : group(draw(), { transform: `scale(${num(cell / FIGURE)})` }),
  };
}

/** Gold corners about a cell that the goal names. */
export function targetMark(): string {
  const corner = "M3 13V3H13M35 3H45V13M45 35V45H35M13 45H3V35";
  const stroke = (colour: string, width: number): string =>
    `<path d="${corner}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
  return stroke("#4a3600", 5) + stroke(NEWCOMER_GOLD, 3);
}

function bannerParts(view: FrameView, place: FrameLayout): FramePart[] {
  const me = view.people.find((p) => p.newcomer && !p.gone);
  const step = `STEP ${view.turn}`;
  const narrow = isNarrow(place.width);
  const chip = narrow ? SMALL_CHIP : CHIP;
  const [left, top, width] = narrow
    ? [12, BANNER, place.width - 12]
    : [STEP, 0, place.width - STEP - (me ? chip : 0)];
  const parts = [
    part(`step ${step}`, 0, 0, STEP, BANNER, () =>
      lettering(step, 14, 29, { height: 13, ink: PALE }),
    ),
    part(
      `goal ${view.goal ?? ""}|${view.note ?? ""}`,
      left,
      top,
      width,
      narrow ? SECOND_ROW : BANNER,
      () => goalSvg(view, width, narrow ? -8 : 0),
    ),
  ];
  if (me) {
    const key = `chip ${me.group}${me.sanctioned ? "!" : ""}`;
    parts.push(part(key, place.width - chip, 0, chip, BANNER, () => chipSvg(me, chip)));
  }
  return parts;
}

const STEP = 132;
const CHIP = 168;
/** Without words: where the picture is narrow. */
const SMALL_CHIP = 60;
/** Height of the goal's own row in narrow pictures. */
const SECOND_ROW = 34;

/** Step, goal and newcomer do not fit into one row. */
const isNarrow = (width: number): boolean => width < 600;

const part = (
  key: string,
  x: number,
  y: number,
  width: number,
  height: number,
  draw: () => string,
): FramePart => ({ key, x, y, width, height, draw });

/** The goal in one line, or two where it is long and there is no note. */
function goalSvg(view: FrameView, width: number, shift: number): string {
  const room = width - 14;
  const put = (text: string, y: number, height: number, ink: string): string =>
    lettering(fitted(text, room, height), 2, y + shift, { height, ink });
  const goal = view.goal ?? "";
  const note = view.note ?? "";
  if (goal === "") return put(note, 28, 11, PALE);
  if (note !== "") return put(goal, 21, 11, PALE) + put(note, 37, 9, FAINT);
  if (textWidth(goal, 11) <= room) return put(goal, 28, 11, PALE);
  const [first, second] = halves(goal, room, 9);
  return put(first, 19, 9, PALE) + put(second, 36, 9, PALE);
}

/** As many words in the first line as it holds, the others in the second. */
function halves(text: string, width: number, height: number): [string, string] {
  const words = text.split(" ");
  let n = words.length;
  while (n > 1 && textWidth(words.slice(0, n).join(" "), height) > width) n--;
  return [words.slice(0, n).join(" "), words.slice(n).join(" ")];
}

/** Cut with two dots where it is too long for its place. */
function fitted(text: string, width: number, height: number): string {
  if (textWidth(text, height) <= width) return text;
  let end = text.length;
  while (end > 0 && textWidth(`${text.slice(0, end)}..`, height) > width) end--;
  return `${text.slice(0, end)}..`;
}

/** Who the newcomer is, and whether the last move was sanctioned. */
function chipSvg(me: PersonView, width: number): string {
  const { shirt, letter, ink } = GROUP_LOOKS[me.group];
  const fill = me.sanctioned ? SANCTION_RED : "#3a3845";
  const words = me.sanctioned ? "SANCTIONED" : "YOU";
  return (
    rect(8, 8, width - 16, 28, fill, { rx: 8, stroke: NEWCOMER_GOLD, "stroke-width": 2 }) +
    (width === CHIP ? lettering(words, 20, 27, { height: 11, ink: "#ffffff" }) : "") +
    rect(width - 40, 12, 20, 20, shirt, { rx: 4, stroke: "#ffffff", "stroke-width": 1 }) +
    lettering(letter, width - 30, 28, { height: 12, ink, anchor: "middle", weight: 0.2 })
  );
}
