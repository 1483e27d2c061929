import type { Wall, WallStyle } from "../../world/types.js";
import { type PartBuilder, toRender } from "../builder.js";
import { mat } from "../colour.js";
import { box, plane } from "../geometry/index.js";
import { fromAxes, type Matrix } from "../matrix.js";
import { outdoorView } from "../textures/walls.js";
import type { Material } from "../types.js";
import { drawFence, drawGlassWall, drawHedge } from "./light-walls.js";
import { wallMaterial } from "./materials.js";
import { type Hole, holesOf, revealFaces, stretches, wallFaces, wallLength } from "./wall-shape.js";

/** Where the horizon stands in a window's view: eye height, metres. */
const HORIZON = 1.5;

/** Width of the boards around a doorway and of a window's bars, metres. */
const CASING = 0.07;
const BAR = 0.05;
const SKIRTING = 0.1;

/** Frame of a wall: x along it, y up, z across; the origin is its start on the ground. */
export function wallMatrix(wall: Wall): Matrix {
  const [ax, , az] = toRender(wall.from[0], wall.from[1]);
  const [bx, , bz] = toRender(wall.to[0], wall.to[1]);
  const length = Math.hypot(bx - ax, bz - az) || 1;
  const dx = (bx - ax) / length;
  const dz = (bz - az) / length;
  return fromAxes([dx, 0, dz], [0, 1, 0], [-dz, 0, dx], [ax, 0, az]);
}

/** Boards around a doorway on both faces of the wall. */
function casing(b: PartBuilder, hole: Hole, thickness: number, m: Material): void {
  const { x0, x1, y1 } = hole;
  for (const s of [1, -1]) {
    const z = s * (thickness / 2 + 0.007);
    b.at(box(CASING, y1, 0.016), m, [x0 - CASING / 2, y1 / 2, z]);
    b.at(box(CASING, y1, 0.016), m, [x1 + CASING / 2, y1 / 2, z]);
    b.at(box(x1 - x0 + 2 * CASING, CASING, 0.016), m, [(x0 + x1) / 2, y1 + CASING / 2, z]);
  }
}

/** Bars, panes and sill of a window. */
function windowFrame(
  b: PartBuilder,
  hole: Hole,
  thickness: number,
  m: Material,
  pane: Material,
): void {
  const { x0, x1, y0, y1 } = hole;
  const [cx, cy, w, h] = [(x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0];
  b.at(box(w, h, 0.012), pane, [cx, cy, 0]);
  const deep = 0.06;
  for (const x of [x0 + BAR / 2, x1 - BAR / 2, cx]) b.at(box(BAR, h, deep), m, [x, cy, 0]);
  for (const y of [y0 + BAR / 2, y1 - BAR / 2]) b.at(box(w, BAR, deep), m, [cx, y, 0]);
  if (h > 0.9) b.at(box(w, BAR * 0.7, deep * 0.9), m, [cx, y0 + h * 0.62, 0]);
  for (const s of [1, -1]) {
    b.at(box(w + 0.12, 0.03, 0.09), m, [cx, y0 - 0.012, s * (thickness / 2 + 0.02)]);
  }
}

/** What is seen through a window's panes: daylight from inside, a dark sheen from outside. */
function paneMaterial(indoor: boolean, middle: number): Material {
  if (!indoor) return mat("#27343d", { specular: 0.6, shininess: 90, reflect: 0.6 });
  return mat("#ffffff", { texture: outdoorView(HORIZON - middle), emission: 0.55, noShadow: true });
}

/**
 * Skirting boards on both faces, from door to door: only their fronts, since the upper edges would be lines
 * thinner than a pixel.
 */
function skirting(
  b: PartBuilder,
  length: number,
  thickness: number,
  holes: readonly Hole[],
  m: Material,
): void {
  const doors = holes.filter((h) => h.y0 < 0.1);
  const out = thickness / 2 + 0.004;
  b.onLayer(1);
  for (const { x0, x1 } of stretches(length, doors, CASING)) {
    const board = plane(x1 - x0, SKIRTING);
    b.at(board, m, [(x0 + x1) / 2, SKIRTING / 2, out], [Math.PI / 2, 0, 0]);
    b.at(board, m, [(x0 + x1) / 2, SKIRTING / 2, -out], [-Math.PI / 2, 0, 0]);
  }
  b.onLayer(undefined);
}

const WITH_SKIRTING: ReadonlySet<WallStyle> = new Set([
  "plaster",
  "wallpaper",
  "brick",
  "concrete",
]);

function drawSolid(b: PartBuilder, wall: Wall, indoor: boolean): void {
  const length = wallLength(wall);
  const height = wall.height / 100;
  const thickness = wall.thickness / 100;
  const holes = holesOf(wall);
  const face = wallMaterial(wall.style, wall.colour, indoor);
  const trim = mat("#f1ede3", { specular: 0.1, shininess: 20, noShadow: indoor });
  b.add(wallFaces(length, height, thickness, holes), face);
  const framed = holes.filter((h) => h.kind !== "gap");
  const bare = holes.filter((h) => h.kind === "gap");
  if (framed.length > 0) b.add(revealFaces(height, thickness, framed), trim);
  if (bare.length > 0) b.add(revealFaces(height, thickness, bare), face);
  for (const hole of framed) {
    if (hole.kind === "doorway") casing(b, hole, thickness, trim);
    else windowFrame(b, hole, thickness, trim, paneMaterial(indoor, (hole.y0 + hole.y1) / 2));
  }
  if (indoor && WITH_SKIRTING.has(wall.style)) skirting(b, length, thickness, holes, trim);
}

/** A wall, fence or hedge with its openings. */
export function drawWall(b: PartBuilder, wall: Wall, indoor: boolean): void {
  if (wallLength(wall) < 0.01) return;
  b.pushMatrix(wallMatrix(wall));
  if (wall.style === "fence") drawFence(b, wall);
  else if (wall.style === "hedge") drawHedge(b, wall);
  else if (wall.style === "glass") drawGlassWall(b, wall);
  else drawSolid(b, wall, indoor);
  b.pop();
}
