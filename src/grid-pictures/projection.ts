import { outlineOf, shade } from "./colour.js";
import { type Box, type Drum, extentOf, heightOf, type Model, type Solid } from "./solids.js";
import { disc, group, num, oval, path, poly } from "./svg.js";

/** Bodies to SVG, in one of two views. */

export interface Projection {
  /** a point of a piece to the picture, pixels */
  point(x: number, y: number, z: number): [number, number];
  /** half axes of a level circle of radius 1 */
  circle: readonly [number, number];
  /** pixels of a length upright or sideways, for balls */
  scale: number;
  /** right sides are seen too */
  sideways: boolean;
  outline: number;
}

/** Most of a cell that height may take on the map. */
const MAX_RISE = 0.55;
/** Share of its true height that is folded into view. */
const FOLD = 0.5;

/**
 * The map: straight from above with the near sides folded into view. A piece is drawn strictly inside its own
 * cells: what its height takes, its depth gives up.
 */
export function mapProjection(model: Model, cell: number): Projection {
  const height = heightOf(model.solids);
  const rise = Math.min(MAX_RISE * model.d, height * FOLD);
  const depth = (model.d - rise) / model.d;
  const foot = (model.row + model.d) * cell;
  return {
    point: (x, y, z) => [
      (model.col + x) * cell,
      foot - ((model.d - y) * depth + (z * rise) / height) * cell,
    ],
    circle: [cell, cell * depth],
    scale: cell * Math.min(1, rise / height + 0.35),
    sideways: false,
    outline: cell / 56,
  };
}

/** Isometric: `half` is half a cell's diamond across, `lift` the pixels of a cell's height. */
export function isoProjection(
  row: number,
  col: number,
  origin: readonly [number, number],
  half: number,
  lift: number,
): Projection {
  return {
    point: (x, y, z) => [
      origin[0] + (col + x - row - y) * half,
      origin[1] + ((col + x + row + y) * half) / 2 - z * lift,
    ],
    circle: [half * Math.SQRT2, (half * Math.SQRT2) / 2],
    scale: half * 1.2,
    sideways: true,
    outline: half / 40,
  };
}

/** All bodies of a piece, the far ones first. */
export function drawSolids(solids: readonly Solid[], p: Projection): string {
  return depthOrder(solids, p.sideways)
    .map((solid) =>
      solid.kind === "box"
        ? drawBox(solid, p)
        : solid.kind === "drum"
          ? drawDrum(solid, p)
          : drawBall(solid, p),
    )
    .join("");
}

/**
 * The order in which bodies must be painted. One may hide another when it reaches nearer, higher and (in the
 * isometric view) further right; where each might hide the other, the order given stands.
 */
export function depthOrder<T extends Solid>(solids: readonly T[], sideways: boolean): T[] {
  const extents = solids.map(extentOf);
  const slack = 1e-6;
  const mayHide = (a: number, b: number): boolean => {
    const [p, q] = [extents[a], extents[b]];
    if (!p || !q) return false;
    const across = sideways ? p.x1 > q.x0 + slack : p.x1 > q.x0 + slack && q.x1 > p.x0 + slack;
    return across && p.y1 > q.y0 + slack && p.z1 > q.z0 + slack;
  };
  const first = (a: number, b: number): boolean => mayHide(b, a) && (!mayHide(a, b) || a < b);
  const left = solids.map((_, i) => i);
  const order: T[] = [];
  while (left.length > 0) {
    const free = left.findIndex((i) => left.every((j) => j === i || !first(j, i)));
    const [next] = left.splice(Math.max(0, free), 1);
    order.push(solids[next as number] as T);
  }
  return order;
}

function drawBox(box: Box, p: Projection): string {
  const { x, y, z, w, d, h, colour } = box;
  const edge = {
    stroke: outlineOf(colour),
    "stroke-width": p.outline,
    "stroke-linejoin": "round",
  };
  const at = (dx: number, dy: number, dz: number): [number, number] =>
    p.point(x + dx * w, y + dy * d, z + dz * h);
  const face = (corners: [number, number][], fill: string): string =>
    poly(corners.flat(), fill, edge);
  let out = "";
  if (h > 0) out += face([at(0, 1, 1), at(1, 1, 1), at(1, 1, 0), at(0, 1, 0)], shade(colour, 0.84));
  if (p.sideways && h > 0)
    out += face([at(1, 1, 1), at(1, 0, 1), at(1, 0, 0), at(1, 1, 0)], shade(colour, 0.7));
  out += face([at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)], shade(colour, 1.06));
  if (box.front && h > 0)
    out += onFace(box.front, at(0, 1, 0), p.point(x + 1, y + d, z), p.point(x, y + d, z + 1));
  if (box.side && h > 0 && p.sideways)
    out += onFace(
      box.side,
      at(1, 1, 0),
      p.point(x + w, y + d - 1, z),
      p.point(x + w, y + d, z + 1),
    );
  if (box.top)
    out += onFace(box.top, at(0, 0, 1), p.point(x + 1, y, z + h), p.point(x, y + 1, z + h));
  return out;
}

/** SVG in the coordinates of a face: the pictures of its origin and of one unit along each axis. */
export function onFace(
  marks: string,
  origin: readonly [number, number],
  unitX: readonly [number, number],
  unitY: readonly [number, number],
): string {
  const numbers = [
    unitX[0] - origin[0],
    unitX[1] - origin[1],
    unitY[0] - origin[0],
    unitY[1] - origin[1],
    origin[0],
    origin[1],
  ];
  return group(marks, { transform: `matrix(${numbers.map(num).join(" ")})` });
}

function drawDrum(drum: Drum, p: Projection): string {
  const { x, y, z, r, h, colour } = drum;
  const [rx, ry] = [p.circle[0] * r, p.circle[1] * r];
  const [cx, low] = p.point(x, y, z);
  const [, high] = p.point(x, y, z + h);
  const edge = { stroke: outlineOf(colour), "stroke-width": p.outline };
  const arc = `A${num(rx)} ${num(ry)} 0 0 0 ${num(cx + rx)} ${num(low)}`;
  const body =
    h > 0
      ? path(
          `M${num(cx - rx)} ${num(high)}L${num(cx - rx)} ${num(low)}${arc}L${num(cx + rx)} ${num(high)}Z`,
          shade(colour, 0.82),
          edge,
        )
      : "";
  const lid = oval(cx, high, rx, ry, shade(colour, 1.06), edge);
  return (
    body + lid + (drum.top ? onFace(drum.top, [cx, high], [cx + rx, high], [cx, high + ry]) : "")
  );
}

function drawBall(
  ball: { x: number; y: number; z: number; r: number; colour: string },
  p: Projection,
): string {
  const [cx, cy] = p.point(ball.x, ball.y, ball.z);
  const r = ball.r * p.scale;
  return (
    disc(cx, cy, r, ball.colour, {
      stroke: outlineOf(ball.colour),
      "stroke-width": p.outline,
    }) + disc(cx - r * 0.3, cy - r * 0.32, r * 0.34, shade(ball.colour, 1.35))
  );
}
