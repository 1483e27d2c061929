import { COLS, cellAt, ROWS } from "../grid/cells.js";
import { geometryOf } from "../grid/layouts.js";
import { DOORS, type Layout } from "../grid/types.js";
import { shade } from "./colour.js";
import { drawSolids, mapProjection } from "./projection.js";
import { furnish, hung } from "./room.js";
import { extentOf, heightOf, type Model } from "./solids.js";
import { disc, group, lettering, line, num, path, rect, shifted } from "./svg.js";
import { themeOf } from "./themes/index.js";
import type { Theme } from "./themes/theme.js";

/** The room of a layout from above, without people: SVG with the map's far left corner at 0, 0. */

/** Share of a far-wall cell that shows the wall's top; the rest is its face. */
const WALL_TOP = 0.25;
export const WALL_FACE = 1 - WALL_TOP;

export interface PlanOptions {
  /** pixels a cell */
  cell: number;
  zones: boolean;
}

export function drawRoom(layout: Layout, { cell, zones }: PlanOptions): string {
  const theme = themeOf(layout);
  const inCells = (svg: string): string => group(svg, { transform: `scale(${num(cell)})` });
  const flat =
    theme.floor +
    floorShadows() +
    (zones ? zoneMarks(layout, theme) : "") +
    poiMats(layout) +
    walls(layout, theme) +
    doors(layout, theme);
  const hangings = hung(layout, theme)
    .map((h) => onWall(h.col, h.draw))
    .join("");
  const standing = furnish(layout, theme).sort(
    (a, b) => a.row + a.d - b.row - b.d || a.col - b.col,
  );
  return inCells(flat + hangings) + standing.map((m) => drawModel(m, cell)).join("");
}

/** One piece with the shadow it casts, within its own cells. */
export function drawModel(model: Model, cell: number): string {
  const projection = mapProjection(model, cell);
  const feet = model.solids.map(extentOf).filter((e) => e.z0 < 0.1);
  if (feet.length === 0) return drawSolids(model.solids, projection);
  const x0 = Math.max(0.02, Math.min(...feet.map((e) => e.x0)) - 0.03);
  const x1 = Math.min(model.w - 0.02, Math.max(...feet.map((e) => e.x1)) + 0.05);
  const y0 = Math.min(...feet.map((e) => e.y0));
  const y1 = Math.min(model.d - 0.01, Math.max(...feet.map((e) => e.y1)) + 0.05);
  const [left, far] = projection.point(x0, y0, 0);
  const [right, near] = projection.point(x1, y1, 0);
  const soft = heightOf(model.solids) > 0.2 ? 0.22 : 0.1;
  return (
    rect(left, far, right - left, near - far, "#000000", { rx: cell * 0.08, opacity: soft }) +
    drawSolids(model.solids, projection)
  );
}

/** SVG with y up, hung on the face of the far wall. */
const onWall = (col: number, draw: string): string =>
  group(draw, { transform: `matrix(1 0 0 -1 ${num(col)} 1)` });

/** The far wall throws a soft shadow on the floor, the left one too. */
const floorShadows = (): string =>
  [0.1, 0.2, 0.3].map((h) => rect(1, 1, COLS - 2, h, "#000000", { opacity: 0.1 })).join("") +
  rect(1, 1, 0.1, ROWS - 2, "#000000", { opacity: 0.1 });

function walls(layout: Layout, theme: Theme): string {
  const { top, face, pattern, skirting, rail } = theme.wall;
  const lip = shade(top, 1.18);
  const edge = shade(top, 0.6);
  let out = "";
  for (let row = 0; row < ROWS; row++)
    for (let col = 0; col < COLS; col++)
      if (
        (row === 0 || row === ROWS - 1 || col === 0 || col === COLS - 1) &&
        !isDoor(layout, row, col)
      )
        out += rect(col, row, 1.01, 1.01, top);
  out += rect(1, WALL_TOP, COLS - 2, WALL_FACE, face);
  if (pattern)
    for (let col = 1; col < COLS - 1; col++)
      out += group(pattern, { transform: `matrix(1 0 0 -1 ${col} 1)` });
  out += rect(1, 0.94, COLS - 2, 0.06, skirting) + rect(1, WALL_TOP, COLS - 2, 0.045, rail);
  out +=
    rect(0.9, WALL_TOP, 0.1, ROWS - 1.25, lip) + rect(COLS - 1, WALL_TOP, 0.1, ROWS - 1.25, lip);
  out += rect(0.9, ROWS - 1, COLS - 1.8, 0.1, lip);
  out += line(
    [1, WALL_TOP, 1, ROWS - 1, COLS - 1, ROWS - 1, COLS - 1, WALL_TOP, 1, WALL_TOP],
    edge,
    0.03,
  );
  return out;
}

const isDoor = (layout: Layout, row: number, col: number): boolean =>
  "ABC".includes(layout.map[row]?.[col] ?? "#");

/** Doorways with a mat that bears the door's letter. */
function doors(layout: Layout, theme: Theme): string {
  return geometryOf(layout)
    .doors.map((cell, i) => {
      const [row, col] = [Math.floor(cell / COLS), cell % COLS];
      const { frame, mat, ink } = theme.door;
      const upright = row === ROWS - 1;
      const posts = upright
        ? rect(0, 0, 0.1, 1, frame) + rect(0.9, 0, 0.1, 1, frame)
        : rect(0, 0, 1, 0.1, frame) + rect(0, 0.9, 1, 0.1, frame);
      const drawn =
        rect(0, 0, 1, 1, "#cfc7ba") +
        rect(0.14, 0.14, 0.72, 0.72, mat, {
          rx: 0.06,
          stroke: shade(mat, 0.6),
          "stroke-width": 0.03,
        }) +
        rect(0.2, 0.2, 0.6, 0.6, "none", { stroke: ink, "stroke-width": 0.02, opacity: 0.7 }) +
        posts +
        lettering(DOORS[i] as string, 0.5, 0.71, {
          height: 0.42,
          ink,
          anchor: "middle",
          weight: 0.2,
        });
      return shifted(col, row, drawn);
    })
    .join("");
}

/** A ring on the floor where a named place is reached. */
const poiMats = (layout: Layout): string =>
  layout.poi
    .map(({ at: [row, col] }) =>
      disc(col + 0.5, row + 0.6, 0.3, "#ffffff", {
        "fill-opacity": 0.22,
        stroke: "#ffffff",
        "stroke-opacity": 0.75,
        "stroke-width": 0.035,
        "stroke-dasharray": "0.1 0.08",
      }),
    )
    .join("");

/** Tinted floor with a taped border and the zone's letter in its first cell. */
export function zoneMarks(layout: Layout, theme: Theme): string {
  const geometry = geometryOf(layout);
  const zone = (mask: Uint8Array, tint: string, letter: string): string => {
    let fill = "";
    let border = "";
    let first = -1;
    const inside = (row: number, col: number): boolean => mask[cellAt(row, col)] === 1;
    for (let row = 0; row < ROWS; row++)
      for (let col = 0; col < COLS; col++) {
        if (!inside(row, col)) continue;
        if (first < 0) first = cellAt(row, col);
        fill += rect(col, row, 1, 1, tint, { opacity: 0.42 });
        const e = 0.06;
        if (!inside(row - 1, col)) border += `M${col + e} ${row + e}h${1 - 2 * e}`;
        if (!inside(row + 1, col)) border += `M${col + e} ${row + 1 - e}h${1 - 2 * e}`;
        if (!inside(row, col - 1)) border += `M${col + e} ${row + e}v${1 - 2 * e}`;
        if (!inside(row, col + 1)) border += `M${col + 1 - e} ${row + e}v${1 - 2 * e}`;
      }
    if (first < 0) return "";
    const tape = path(border, "none", {
      stroke: shade(tint, 1.45),
      "stroke-width": 0.07,
      "stroke-dasharray": letter === "Q" ? "0.2 0.13" : undefined,
    });
    const [row, col] = [Math.floor(first / COLS), first % COLS];
    return fill + tape + badge(col + 0.24, row + 0.24, tint, letter, theme.zones.ink);
  };
  return zone(geometry.inQ, theme.zones.q, "Q") + zone(geometry.inR, theme.zones.r, "R");
}

const badge = (x: number, y: number, tint: string, letter: string, ink: string): string =>
  disc(x, y, 0.17, tint) +
  lettering(letter, x, y + 0.09, { height: 0.18, ink, anchor: "middle", weight: 0.2 });
