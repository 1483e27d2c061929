import { COLS, colOf, ROWS, rowOf } from "../grid/cells.js";
import { geometryOf, layoutOf } from "../grid/layouts.js";
import { DOORS, type Layout } from "../grid/types.js";
import { shade } from "./colour.js";
import { drawFigure, drawSanction, FIGURE, figureOf } from "./person.js";
import { symbolOf } from "./pieces.js";
import { doorMat, zoneMarks } from "./plan.js";
import { depthOrder, drawSolids, isoProjection, onFace, type Projection } from "./projection.js";
import { footprint, furnish, type Hung, hung } from "./room.js";
import { type Box, box, heightOf, type Model, type Solid } from "./solids.js";
import { clipped, group, num, rect, shifted, svgDocument } from "./svg.js";
import { themeOf } from "./themes/index.js";
import type { Theme } from "./themes/theme.js";
import type { PersonView } from "./types.js";

/** The isometric view: the far and the left wall stand, the near ones are cut down to see in. */

export interface IsoOptions {
  /** pixels of half a cell's diamond across; default 32 */
  half?: number;
  zones?: boolean;
  people?: readonly PersonView[];
}

/** Height of the standing walls and of the cut ones, in cells of height. */
const WALL = 1.6;
const SILL = 0.16;
/** Thickness of a wall, at its room's edge. */
const THICK = 0.22;
/** The far wall is thicker: alcoves for the counter and for what stands in it begin here. */
const ALCOVE = 0.4;
const NICHE = 0.18;
const MARGIN = 18;
const BACKDROP = "#23222b";

/** A layout seen from its near right corner, as an SVG document. @throws UsageError for an unknown layout */
export function isoSvg(layoutId: string, options: IsoOptions = {}): string {
  const half = options.half ?? 32;
  if (!Number.isInteger(half) || half < 8 || half > 96)
    throw new RangeError(`half a cell of ${half} pixels: a whole number from 8 to 96 is needed`);
  const layout = layoutOf(layoutId);
  const theme = themeOf(layout);
  const origin = [ROWS * half + MARGIN, Math.round(WALL * half) + MARGIN] as const;
  const at = (row: number, col: number): Projection => isoProjection(row, col, origin, half, half);
  const furniture = furnish(layout, theme);
  const pieces = [...furniture.map((m) => withWallBehind(m, theme)), ...shell(layout, theme)];
  const standing = pieces.map((model) => ({
    ...box(model.col, model.row, 0, model.w, model.d, heightOf(model.solids), "#000000"),
    svg: drawSolids(model.solids, at(model.row, model.col)),
  }));
  const people = (options.people ?? []).map((person) => standingPerson(person, at, half));
  const ground = at(0, 0);
  const floor = onFace(
    floorSvg(layout, theme, furniture, options.zones ?? true),
    ground.point(0, 0, 0),
    ground.point(1, 0, 0),
    ground.point(0, 1, 0),
  );
  const bodies = depthOrder([...standing, ...people], true)
    .map((b) => b.svg)
    .join("");
  const width = (COLS + ROWS) * half + 2 * MARGIN;
  const height = origin[1] + ((COLS + ROWS) * half) / 2 + MARGIN;
  return svgDocument(width, height, rect(0, 0, width, height, BACKDROP) + floor + bodies);
}

/** Everything level: plate, floor, shade along the walls, zones, doormats, shadows; in cells of the map. */
function floorSvg(
  layout: Layout,
  theme: Theme,
  furniture: readonly Model[],
  zones: boolean,
): string {
  const plate = shade(theme.wall.top, 0.8);
  const inside = clipped(theme.floor, 1, 1, COLS - 2, ROWS - 2);
  const dusk = [0.12, 0.28]
    .map(
      (depth) =>
        rect(1, 1, COLS - 2, depth, "#000000", { opacity: 0.1 }) +
        rect(1, 1, depth, ROWS - 2, "#000000", { opacity: 0.07 }),
    )
    .join("");
  const mats = geometryOf(layout).doors.map((cell, i) =>
    shifted(colOf(cell), rowOf(cell), doorMat(theme, DOORS[i] as string)),
  );
  const under = furniture
    .filter((m) => m.row === ROWS - 1 || m.col === COLS - 1 || m.col === 0)
    .map((m) => rect(m.col, m.row, m.w, m.d, plate));
  const shadows = furniture
    .filter((m) => m.row > 0)
    .map((m) => {
      const foot = footprint(m);
      return foot
        ? rect(m.col + foot.x, m.row + foot.y, foot.w + 0.06, foot.d + 0.04, "#000000", {
            rx: 0.08,
            opacity: foot.soft,
          })
        : "";
    });
  const edge = rect(1 - THICK, ALCOVE, COLS - 2 + 2 * THICK, ROWS - 1 - ALCOVE + THICK, plate);
  return [
    edge,
    ...under,
    inside,
    dusk,
    zones ? zoneMarks(layout, theme) : "",
    ...mats,
    ...shadows,
  ].join("");
}

/** Furniture in a standing wall: the wall steps back behind it. */
function withWallBehind(model: Model, theme: Theme): Model {
  const back: Solid[] = [];
  if (model.row === 0) back.push(farWall(theme, model.w, ALCOVE - NICHE, NICHE, ""));
  else if (model.col === 0) back.push(leftWall(theme, model.d, 0));
  return { ...model, solids: [...back, ...model.solids] };
}

/** `w` cells of the far wall from y on, `d` thick, with what hangs on it. */
const farWall = (theme: Theme, w: number, y: number, d: number, hangings: string): Box =>
  box(0, y, 0, w, d, WALL, theme.wall.face, {
    front: face(theme, w) + hangings,
    top: rect(0, 0, w, d, theme.wall.top),
  });

/** `d` cells of the left wall from x on. */
const leftWall = (theme: Theme, d: number, x: number): Box =>
  box(x, 0, 0, THICK, d, WALL, theme.wall.face, {
    side: face(theme, d),
    top: rect(0, 0, THICK, d, theme.wall.top),
  });

/** Pattern, skirting and rail of `w` cells of wall, y up. */
function face({ wall }: Theme, w: number): string {
  let out = "";
  if (wall.pattern)
    for (let x = 0; x < w; x++)
      out += group(wall.pattern, { transform: `matrix(1 0 0 ${num(WALL / 0.75)} ${x} 0)` });
  return out + rect(0, 0, w, 0.1, wall.skirting) + rect(0, WALL - 0.08, w, 0.08, wall.rail);
}

/** Walls without furniture; doors leave gaps, the one in the standing wall has a frame. */
function shell(layout: Layout, theme: Theme): Model[] {
  const hangings = hung(layout, theme);
  const { face: colour, top } = theme.wall;
  const models: Model[] = [];
  const put = (row: number, col: number, w: number, d: number, solids: Solid[]): void => {
    models.push({ row, col, w, d, solids });
  };
  const far = runs(COLS - 1, (col) => symbolOf(layout, 0, col) === "#");
  for (const [col, w] of far)
    put(0, col, w, 1, [farWall(theme, w, ALCOVE, 1 - ALCOVE, hangingsOf(hangings, col, w))]);
  for (const [row, d] of runs(ROWS - 1, (row) => symbolOf(layout, row, 0) === "#"))
    put(row, 0, 1, d, [leftWall(theme, d, 1 - THICK)]);
  for (let row = 1; row < ROWS - 1; row++)
    if (symbolOf(layout, row, 0) === "A") put(row, 0, 1, 1, doorFrame(theme));
  for (const [row, d] of runs(ROWS - 1, (row) => symbolOf(layout, row, COLS - 1) === "#"))
    put(row, COLS - 1, 1, d, [box(0, 0, 0, THICK, d, SILL, top)]);
  for (const [col, w] of runs(COLS - 1, (col) => symbolOf(layout, ROWS - 1, col) === "#"))
    put(ROWS - 1, col, w, 1, [box(0, 0, 0, w, THICK, SILL, top)]);
  put(0, 0, 1, 1, [
    box(1 - THICK, ALCOVE, 0, THICK, 1 - ALCOVE, WALL, colour, {
      top: rect(0, 0, THICK, 1 - ALCOVE, top),
    }),
  ]);
  put(ROWS - 1, COLS - 1, 1, 1, [box(0, 0, 0, THICK, THICK, SILL, top)]);
  return models;
}

/** Stretches from 1 up to before `end` on which `is` holds, as start and length. */
function runs(end: number, is: (i: number) => boolean): [number, number][] {
  const found: [number, number][] = [];
  for (let i = 1; i < end; i++) {
    if (!is(i)) continue;
    const last = found.at(-1);
    if (last && last[0] + last[1] === i) last[1]++;
    else found.push([i, 1]);
  }
  return found;
}

function doorFrame(theme: Theme): Solid[] {
  const { frame } = theme.door;
  const high = 1.25;
  return [
    box(1 - THICK, 0, 0, THICK, 0.1, high, frame),
    box(1 - THICK, 0.9, 0, THICK, 0.1, high, frame),
    box(1 - THICK, 0, high, THICK, 1, WALL - high, theme.wall.face),
  ];
}

/** What hangs on a stretch of the far wall, higher up than on the map. */
const hangingsOf = (hangings: readonly Hung[], col: number, w: number): string =>
  hangings
    .filter((h) => h.col >= col && h.col < col + w)
    .map((h) => group(h.draw, { transform: `matrix(1 0 0 1.35 ${num(h.col - col)} 0.42)` }))
    .join("");

/** A person as an upright card on the middle of the cell. */
function standingPerson(
  person: PersonView,
  at: (row: number, col: number) => Projection,
  half: number,
): Box & { svg: string } {
  const [row, col] = person.at;
  const [x, y] = at(row, col).point(0.5, 0.5, 0);
  const scale = (half * 1.7) / FIGURE;
  const card = drawFigure(figureOf(person)) + (person.sanctioned ? drawSanction() : "");
  const place = [scale, 0, 0, scale, x - 24 * scale, y - 42 * scale].map(num).join(" ");
  return {
    ...box(col + 0.3, row + 0.3, 0, 0.4, 0.4, 1.2, "#000000"),
    svg: group(card, { transform: `matrix(${place})` }),
  };
}
