import { group, num } from "./svg.js";
import type { Facing } from "./types.js";

/**
 * Furniture as a few plain bodies, so that one description serves the map and the isometric view. Units are
 * cells: x to the right, y towards the viewer (down the map), z up; a piece of w × d cells stands in
 * [0, w] × [0, d].
 */

export interface Marks {
  /** SVG on the upper side: x from its left edge, y from its far edge */
  top?: string;
  /** SVG on the side towards the viewer: x from its left edge, y up from its foot */
  front?: string;
  /** as `front`, for the far side: shown when the body is turned about */
  back?: string;
  /** SVG on the right side, seen in the isometric view only: x from the near edge, y up */
  side?: string;
}

export interface Box extends Marks {
  kind: "box";
  x: number;
  y: number;
  z: number;
  w: number;
  d: number;
  h: number;
  colour: string;
}

/** An upright cylinder about (x, y). */
export interface Drum {
  kind: "drum";
  x: number;
  y: number;
  z: number;
  r: number;
  h: number;
  colour: string;
  /** SVG on the upper side, from its middle, radius 1 */
  top?: string;
}

export interface Ball {
  kind: "ball";
  x: number;
  y: number;
  /** of the middle */
  z: number;
  r: number;
  colour: string;
}

export type Solid = Box | Drum | Ball;

/** A piece of furniture in its place. */
export interface Model {
  row: number;
  col: number;
  /** cells it covers */
  w: number;
  d: number;
  solids: Solid[];
  /** SVG on the floor under it: x right, y down, in cells */
  floor?: string;
}

export const box = (
  x: number,
  y: number,
  z: number,
  w: number,
  d: number,
  h: number,
  colour: string,
  marks: Marks = {},
): Box => ({ kind: "box", x, y, z, w, d, h, colour, ...marks });

export const drum = (
  x: number,
  y: number,
  z: number,
  r: number,
  h: number,
  colour: string,
  top?: string,
): Drum => ({ kind: "drum", x, y, z, r, h, colour, ...(top ? { top } : {}) });

export const ball = (x: number, y: number, z: number, r: number, colour: string): Ball => ({
  kind: "ball",
  x,
  y,
  z,
  r,
  colour,
});

/** Space a body takes. */
export interface Extent {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  z0: number;
  z1: number;
}

export function extentOf(solid: Solid): Extent {
  if (solid.kind === "box") {
    const { x, y, z, w, d, h } = solid;
    return { x0: x, x1: x + w, y0: y, y1: y + d, z0: z, z1: z + h };
  }
  const { x, y, z, r } = solid;
  const [z0, z1] = solid.kind === "drum" ? [z, z + solid.h] : [z - r, z + r];
  return { x0: x - r, x1: x + r, y0: y - r, y1: y + r, z0, z1 };
}

/** Greatest height of the bodies. */
export const heightOf = (solids: readonly Solid[]): number =>
  Math.max(0.05, ...solids.map((s) => extentOf(s).z1));

/**
 * Bodies described as facing down (towards the viewer) within one cell, turned to face elsewhere.
 * Marks are lost, but those of the back come to the front.
 */
export function turned(solids: readonly Solid[], facing: Facing): Solid[] {
  return solids.map((solid) => {
    if (facing === "down") return solid;
    if (solid.kind !== "box") {
      const [x, y] = turnPoint(solid.x, solid.y, facing);
      return { ...solid, x, y };
    }
    const [ax, ay] = turnPoint(solid.x, solid.y, facing);
    const [bx, by] = turnPoint(solid.x + solid.w, solid.y + solid.d, facing);
    const { top: _top, front: _front, side: _side, back, ...plain } = solid;
    return {
      ...plain,
      ...(facing === "up" && back ? { front: back } : {}),
      x: Math.min(ax, bx),
      y: Math.min(ay, by),
      w: Math.abs(bx - ax),
      d: Math.abs(by - ay),
    };
  });
}

function turnPoint(x: number, y: number, facing: Facing): [number, number] {
  if (facing === "up") return [1 - x, 1 - y];
  if (facing === "left") return [1 - y, x];
  return [y, 1 - x];
}

/** Bodies moved as one. */
export function moved(solids: readonly Solid[], dx: number, dy: number, dz = 0): Solid[] {
  return solids.map((s) => ({ ...s, x: s.x + dx, y: s.y + dy, z: s.z + dz }));
}

/** Bodies of one cell made smaller about their far left corner, then moved. */
export function scaled(
  solids: readonly Solid[],
  sx: number,
  sy: number,
  sz: number,
  dx: number,
  dy: number,
): Solid[] {
  return solids.map((s) => {
    const at = { x: s.x * sx + dx, y: s.y * sy + dy, z: s.z * sz };
    if (s.kind === "ball") return { ...s, ...at, r: s.r * Math.min(sx, sz) };
    if (s.kind === "drum") return { ...s, ...at, r: s.r * Math.min(sx, sy), h: s.h * sz };
    return {
      ...s,
      ...at,
      w: s.w * sx,
      d: s.d * sy,
      h: s.h * sz,
      ...(s.front ? { front: group(s.front, { transform: `scale(${num(sx)} ${num(sz)})` }) } : {}),
      ...(s.top ? { top: group(s.top, { transform: `scale(${num(sx)} ${num(sy)})` }) } : {}),
      ...(s.side ? { side: group(s.side, { transform: `scale(${num(sy)} ${num(sz)})` }) } : {}),
    };
  });
}
