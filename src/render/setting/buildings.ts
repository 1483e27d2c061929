import type { Building } from "../../world/types.js";
import { entityMatrix, type PartBuilder } from "../builder.js";
import { mat, rgb, tint } from "../colour.js";
import { box, key, memo, merge, plane, profile } from "../geometry/index.js";
import { compose, type Matrix } from "../matrix.js";
import { signTexture } from "../textures/text.js";
import { bricks, curtainWall, plaster, stripes } from "../textures/walls.js";
import type { Geometry, Material } from "../types.js";

/** Houses of the street. Model frame: x along the front, y up, front towards +z, ground in the middle. */

const STOREY = 3;
const TO_FRONT = compose([0, 0, 0], [0, Math.PI, 0], [1, 1, 1]);

interface Facade {
  width: number;
  height: number;
  /** turn about the vertical and distance of the wall from the middle */
  turn: number;
  out: number;
  front: boolean;
}

function facades(width: number, depth: number, height: number): Facade[] {
  return [
    { width, height, turn: 0, out: depth / 2, front: true },
    { width: depth, height, turn: Math.PI / 2, out: width / 2, front: false },
    { width, height, turn: Math.PI, out: depth / 2, front: false },
    { width: depth, height, turn: -Math.PI / 2, out: width / 2, front: false },
  ];
}

const moved = (x: number, y: number, z: number): Matrix => compose([x, y, z], [0, 0, 0], [1, 1, 1]);

interface Grid {
  columns: number[];
  rows: number[];
  w: number;
  h: number;
}

/** Middles of a facade's windows, between heights `low` and `high`. */
function windowGrid(width: number, low: number, high: number): Grid {
  const n = Math.max(1, Math.floor((width - 0.6) / 2.1));
  const columns = Array.from({ length: n }, (_, i) => ((i + 0.5) / n - 0.5) * (width - 0.4));
  const rows: number[] = [];
  for (let y = low + 1.65; y + 0.95 < high; y += STOREY) rows.push(y);
  return { columns, rows, w: 1.05, h: 1.5 };
}

const gridKey = (name: string, g: Grid) =>
  key(name, g.w, g.h, g.columns.length, ...g.columns, ...g.rows);

function each(g: Grid, make: (x: number, y: number) => [Geometry, Matrix][]): Geometry {
  return merge(g.rows.flatMap((y) => g.columns.flatMap((x) => make(x, y))));
}

function panes(g: Grid): Geometry {
  return memo(gridKey("panes", g), () =>
    each(g, (x, y) => [[box(g.w, g.h, 0.04), moved(x, y, 0.012)]]),
  );
}

/** Frame, glazing bars, sill and lintel of every window of a grid. */
function frames(g: Grid): Geometry {
  return memo(gridKey("frames", g), () =>
    each(g, (x, y) => [
      [box(0.09, g.h + 0.1, 0.1), moved(x - g.w / 2, y, 0.02)],
      [box(0.09, g.h + 0.1, 0.1), moved(x + g.w / 2, y, 0.02)],
      [box(g.w, 0.09, 0.1), moved(x, y + g.h / 2, 0.02)],
      [box(0.05, g.h, 0.07), moved(x, y, 0.02)],
      [box(g.w, 0.05, 0.07), moved(x, y + g.h * 0.16, 0.02)],
      [box(g.w + 0.3, 0.09, 0.22), moved(x, y - g.h / 2 - 0.04, 0.06)],
    ]),
  );
}

const paneMaterial = (): Material =>
  mat("#2b3942", { specular: 0.5, shininess: 90, reflect: 0.55 });
const trimMaterial = (): Material => mat("#e9e4da");

/** Windows of a facade that nobody sees from near: two flat pieces each. */
function flatWindows(g: Grid): [Geometry, Geometry] {
  const wide = memo(gridKey("flat", g), () =>
    each(g, (x, y) => [[plane(g.w + 0.16, g.h + 0.16), upright(x, y, 0.03)]]),
  );
  const inner = memo(gridKey("flat panes", g), () =>
    each(g, (x, y) =>
      [-1, 1].flatMap((s): [Geometry, Matrix][] => [
        [plane(g.w / 2 - 0.05, g.h * 0.62), upright(x + (s * g.w) / 4, y - g.h * 0.17, 0.034)],
        [plane(g.w / 2 - 0.05, g.h * 0.3), upright(x + (s * g.w) / 4, y + g.h * 0.33, 0.034)],
      ]),
    ),
  );
  return [wide, inner];
}

const upright = (x: number, y: number, z: number): Matrix =>
  compose([x, y, z], [Math.PI / 2, 0, 0], [1, 1, 1]);

/** Puts a grid's windows on a facade: full ones on the front, flat ones elsewhere. */
function putWindows(b: PartBuilder, g: Grid, front = true): void {
  if (g.rows.length === 0 || g.columns.length === 0) return;
  if (!front) {
    const [wide, inner] = flatWindows(g);
    b.onLayer(1).add(wide, trimMaterial());
    b.onLayer(2).add(inner, paneMaterial()).onLayer(undefined);
    return;
  }
  b.add(panes(g), paneMaterial());
  b.add(frames(g), trimMaterial());
}

function houseDoor(b: PartBuilder, x: number, colour: string): void {
  const m = mat(colour, { specular: 0.2, shininess: 30 });
  b.at(box(1.3, 2.5, 0.12), trimMaterial(), [x, 1.25, 0.02]);
  b.at(box(1.0, 2.3, 0.12), m, [x, 1.15, 0.05]);
  for (const y of [0.62, 1.62]) b.at(box(0.7, 0.72, 0.03), mat(colour), [x, y, 0.115]);
  b.at(box(0.05, 0.16, 0.06), mat("#c9a94f", { specular: 0.6 }), [x + 0.38, 1.1, 0.13]);
  b.at(box(1.6, 0.14, 0.5), mat("#b8b2a6"), [x, 0.07, 0.2]);
}

/** Block of flats of brick or plaster. */
function drawBlock(b: PartBuilder, building: Building, w: number, d: number, h: number): void {
  const texture = building.style === "brick" ? bricks : plaster;
  const m = mat(building.colour, { texture, fine: true });
  for (const f of facades(w, d, h)) {
    b.push([0, 0, 0], [0, f.turn, 0]).push([0, 0, f.out]);
    b.at(box(f.width, h, 0.2), m, [0, h / 2, -0.1]);
    b.at(box(f.width + 0.04, 0.5, 0.08), mat("#a39c90"), [0, 0.25, 0.02]);
    b.at(box(f.width + 0.3, 0.3, 0.3), trimMaterial(), [0, h - 0.05, 0.05]);
    const grid = windowGrid(f.width, 0, h - 0.3);
    if (f.front) frontDoor(b, grid, f.width);
    putWindows(b, grid, f.front);
    b.pop().pop();
  }
  b.at(box(w - 0.1, 0.1, d - 0.1), mat("#8d8880"), [0, h - 0.06, 0]);
}

/** A door in place of the middle window of the lowest row. */
function frontDoor(b: PartBuilder, grid: Grid, width: number): void {
  if (grid.rows.length === 0) return;
  const x = grid.columns[Math.floor(grid.columns.length / 2)] ?? 0;
  houseDoor(b, x, ["#4a5d4e", "#6b3a34", "#3d4f66"][Math.floor(width) % 3]!);
  const low = { ...grid, rows: [grid.rows[0]!], columns: grid.columns.filter((c) => c !== x) };
  putWindows(b, low);
  grid.rows.shift();
}

/** Shop: glass front under a sign and an awning, flats above. */
function drawShop(b: PartBuilder, building: Building, w: number, d: number, h: number): void {
  const wall = mat(building.colour, { texture: plaster, fine: true });
  const accent = ["#2f5d50", "#7a2f2f", "#2f4a73", "#6b4a2b"][Math.floor(w * 7) % 4]!;
  const low = 3.5;
  for (const f of facades(w, d, h)) {
    b.push([0, 0, 0], [0, f.turn, 0]).push([0, 0, f.out]);
    b.at(box(f.width, h, 0.2), wall, [0, h / 2, -0.1]);
    b.at(box(f.width + 0.3, 0.3, 0.3), trimMaterial(), [0, h - 0.05, 0.05]);
    putWindows(b, windowGrid(f.width, f.front ? low : 0, h - 0.3), f.front);
    if (f.front) shopFront(b, building, f.width, low, accent);
    b.pop().pop();
  }
  b.at(box(w - 0.1, 0.1, d - 0.1), mat("#8d8880"), [0, h - 0.06, 0]);
}

function shopFront(
  b: PartBuilder,
  building: Building,
  w: number,
  low: number,
  accent: string,
): void {
  const paint = mat(accent, { specular: 0.2, shininess: 30 });
  const doorAt = w * 0.32;
  b.at(box(w, low, 0.06), paint, [0, low / 2, 0.02]);
  const from = -w / 2 + 0.4;
  const to = doorAt - 0.75;
  const bays = Math.max(1, Math.round((to - from) / 1.8));
  const bay = (to - from) / bays;
  const glow = mat("#5f6a66", { specular: 0.5, shininess: 90, reflect: 0.4, emission: 0.16 });
  for (let i = 0; i < bays; i++) {
    b.at(box(bay - 0.14, 1.75, 0.06), glow, [from + (i + 0.5) * bay, 1.55, 0.04]);
    goods(b, from + (i + 0.5) * bay, bay - 0.3, i);
  }
  b.at(box(1.0, 2.3, 0.06), glow, [doorAt, 1.2, 0.045]);
  for (const s of [1, -1]) b.at(box(0.1, 2.4, 0.1), trimMaterial(), [doorAt + s * 0.55, 1.2, 0.05]);
  b.at(box(0.05, 0.4, 0.08), mat("#c9a94f"), [doorAt + 0.36, 1.15, 0.1]);
  const awning = mat("#f3efe6", { texture: stripes(rgb(accent), 0.3), fine: true, twoSided: true });
  b.at(box(w - 0.5, 0.03, 1.15), awning, [0, 2.62, 0.6], [0.32, 0, 0]);
  b.at(box(w - 0.5, 0.2, 0.02), awning, [0, 2.36, 1.14]);
  shopSign(b, building.sign ?? "", w, low, accent);
}

/** Coloured shapes behind the glass: what the shop sells, seen as bright spots. */
function goods(b: PartBuilder, x: number, w: number, seed: number): void {
  const colours = ["#d8a24a", "#b5504a", "#6f8f5a", "#5a7f9a", "#d8cdb8"];
  for (let i = 0; i < 4; i++) {
    const h = 0.25 + 0.13 * ((i * 7 + seed * 3) % 4);
    const m = mat(colours[(i + seed * 2) % 5]!, { emission: 0.18 });
    b.at(box(w * 0.17, h, 0.03), m, [x + (i / 3 - 0.5) * w * 0.74, 0.72 + h / 2, 0.065]);
  }
}

function shopSign(b: PartBuilder, text: string, w: number, low: number, accent: string): void {
  const wide = Math.min(w - 0.6, 7);
  const face = { text, width: wide, height: 0.56, ink: rgb("#fff4dc") };
  const board = mat(accent, { texture: signTexture(face), fine: true });
  board.colour = tint(board.colour, 0.6);
  b.at(box(wide, 0.62, 0.1), board, [0, low - 0.38, 0.12]);
  b.at(box(w + 0.1, 0.12, 0.3), trimMaterial(), [0, low + 0.04, 0.08]);
}

/** One family's house: pitched roof, door, windows, chimney. */
function drawHouse(b: PartBuilder, building: Building, w: number, d: number, h: number): void {
  const wall = mat(building.colour, { texture: plaster, fine: true });
  const roof = mat("#8a4a3a", { texture: bricks, fine: true });
  const eaves = Math.max(2.6, h * 0.62);
  const half = d / 2;
  const gable = [
    [-half, 0],
    [half, 0],
    [half, eaves],
    [0, h],
    [-half, eaves],
  ] as const;
  b.at(profile(gable, w - 0.1), wall, [0, 0, 0], [0, Math.PI / 2, 0]);
  const slope = Math.atan2(h - eaves, half);
  const length = Math.hypot(h - eaves, half) + 0.5;
  for (const s of [1, -1]) {
    b.push([0, 0, 0], [0, s > 0 ? 0 : Math.PI, 0]);
    const out = (length / 2 - 0.02) * Math.cos(slope);
    b.at(
      box(w + 0.5, length, 0.14),
      roof,
      [0, h + 0.07 - (length / 2) * Math.sin(slope), out],
      [slope - Math.PI / 2, 0, 0],
    );
    b.pop();
  }
  b.at(box(0.6, 1.2, 0.6), mat("#9a5a48", { texture: bricks }), [w * 0.28, h + 0.1, -d * 0.12]);
  for (const f of facades(w, d, eaves)) {
    b.push([0, 0, 0], [0, f.turn, 0]).push([0, 0, f.out - (f.front ? 0 : 0.04)]);
    const grid = windowGrid(f.width, 0, eaves + 0.2);
    if (f.front) frontDoor(b, grid, f.width);
    putWindows(b, grid, f.front);
    b.pop().pop();
  }
}

/** Office tower of glass. */
function drawGlass(b: PartBuilder, building: Building, w: number, d: number, h: number): void {
  const m = mat(building.colour, {
    texture: curtainWall(1.5, 3.2),
    fine: true,
    specular: 0.5,
    shininess: 80,
    reflect: 0.45,
  });
  for (const f of facades(w, d, h)) {
    b.push([0, 0, 0], [0, f.turn, 0]).push([0, 0, f.out]);
    b.push([-f.width / 2, 0, 0])
      .at(box(f.width, h, 0.2), m, [f.width / 2, h / 2, -0.1])
      .pop();
    b.at(box(f.width, 0.4, 0.1), mat("#6d7378"), [0, 0.2, 0.03]);
    b.pop().pop();
  }
  b.at(box(w, 0.3, d), mat("#6d7378"), [0, h - 0.1, 0]);
}

export function drawBuilding(b: PartBuilder, building: Building): void {
  const [depth, width, height] = building.size.map((v) => v / 100) as [number, number, number];
  const place = {
    location: [building.centre[0], building.centre[1], 0] as const,
    yaw: building.yaw,
  };
  b.pushMatrix(entityMatrix(place)).pushMatrix(TO_FRONT);
  if (building.style === "shopfront") drawShop(b, building, width, depth, height);
  else if (building.style === "house") drawHouse(b, building, width, depth, height);
  else if (building.style === "glass") drawGlass(b, building, width, depth, height);
  else drawBlock(b, building, width, depth, height);
  b.pop().pop();
}
