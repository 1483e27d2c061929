import { COLS, cellAt, colOf, ROWS, rowOf } from "../grid/cells.js";
import { geometryOf } from "../grid/layouts.js";
import { DOORS, type Layout } from "../grid/types.js";
import { shade } from "./colour.js";
import { drawSolids, mapProjection } from "./projection.js";
import { footprint, furnish, hung } from "./room.js";
import type { Model } from "./solids.js";
import { clipped, disc, group, lettering, line, num, path, rect, shifted } from "./svg.js";
import { themeOf } from "./themes/index.js";
import type { Theme } from "./themes/theme.js";

/** The room of a layout from above, without people: SVG with the map's far left corner at 0, 0. */

/** Share of a far-wall cell that shows the wall's top; the rest is its face. */
const WALL_TOP = 0.25;
const WALL_FACE = 1 - WALL_TOP;

export interface PlanOptions {
  /** pixels a cell */
  cell: number;
  zones: boolean;
}

export function drawRoom(layout: Layout, { cell, zones }: PlanOptions): string {
  const theme = themeOf(layout);
  const inCells = (svg: string): string => group(svg, { transform: `scale(${num(cell)})` });
  const flat =
    clipped(theme.floor, 0, 0, COLS, ROWS) +
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
  const foot = footprint(model);
  if (!foot) return drawSolids(model.solids, projection);
  const [left, far] = projection.point(foot.x, foot.y, 0);
  const [right, near] = projection.point(foot.x + foot.w, foot.y + foot.d, 0);
  return (
    rect(left, far, right - left, near - far, "#000000", { rx: cell * 0.08, opacity: foot.soft }) +
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

/** Doorways: two posts and a mat that bears the door's letter. */
function doors(layout: Layout, theme: Theme): string {
  return geometryOf(layout)
    .doors.map((cell, i) => {
      const [row, col] = [rowOf(cell), colOf(cell)];
      const { frame } = theme.door;
      const posts =
        row === ROWS - 1
          ? rect(0, 0, 0.1, 1, frame) + rect(0.9, 0, 0.1, 1, frame)
          : rect(0, 0, 1, 0.1, frame) + rect(0, 0.9, 1, 0.1, frame);
      return shifted(col, row, doorMat(theme, DOORS[i] as string) + posts);
    })
    .join("");
}

/** The floor of a doorway, one cell. */
export function doorMat({ door: { mat, ink } }: Theme, letter: string): string {
  return (
    rect(0, 0, 1, 1, "#cfc7ba") +
    rect(0.14, 0.14, 0.72, 0.72, mat, { rx: 0.06, stroke: shade(mat, 0.6), "stroke-width": 0.03 }) +
    rect(0.2, 0.2, 0.6, 0.6, "none", { stroke: ink, "stroke-width": 0.02, opacity: 0.7 }) +
    lettering(letter, 0.5, 0.71, { height: 0.42, ink, anchor: "middle", weight: 0.2 })
  );
}

/** A ring on the floor where a named place is reached. */
const poiMats = (layout: Layout): string =>
  layout.poi
    .map(({ at: [row, col] }) => {
      const ring = { "stroke-dasharray": "0.11 0.079", "fill-opacity": 0.25 };
      const [x, y] = [col + 0.5, row + 0.5];
      return (
        disc(x, y, 0.3, "#ffffff", { stroke: "#3a3844", "stroke-width": 0.06, ...ring }) +
        disc(x, y, 0.3, "none", { stroke: "#ffffff", "stroke-width": 0.03, ...ring })
      );
    })
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
    const tape =
      path(border, "none", { stroke: shade(tint, 0.7), "stroke-width": 0.09 }) +
      path(border, "none", {
        stroke: "#ffffff",
        "stroke-width": 0.05,
        "stroke-dasharray": letter === "Q" ? "0.16 0.14" : undefined,
      });
    const [row, col] = [rowOf(first), colOf(first)];
    return fill + tape + badge(col + 0.24, row + 0.24, tint, letter, theme.zones.ink);
  };
  return zone(geometry.inQ, theme.zones.q, "Q") + zone(geometry.inR, theme.zones.r, "R");
}

const badge = (x: number, y: number, tint: string, letter: string, ink: string): string =>
  disc(x, y, 0.17, tint) +
  lettering(letter, x, y + 0.09, { height: 0.18, ink, anchor: "middle", weight: 0.2 });
