import type { PartBuilder } from "../builder.js";
import { mat, rgb } from "../colour.js";
import { cylinder, roundedBox, tube } from "../geometry/index.js";
import type { Point } from "../matrix.js";
import { brushed, cardboard, plush, weave, woodGrain } from "../textures/stuff.js";
import type { Geometry, Material, Rgb } from "../types.js";
import type { Look } from "./look.js";

/**
 * What a builder of one kind of thing is given. All lengths in metres. The model frame of this room: x to the
 * right of somebody who faces the thing's front, y up from its underside, z towards that person; the origin
 * is the middle of the footprint.
 */
export interface Prop {
  kind: string;
  /** along x */
  width: number;
  /** along z */
  depth: number;
  /** along y */
  height: number;
  state: string | null;
  look: Look;
  /** x of its seats */
  seats: readonly number[];
  /** what else the picture of this kind depends on (see `surroundings.ts`) */
  around: Around;
}

export interface Around {
  /** colour of the painted ground under it */
  ground?: string;
  /** thickness of the wall it stands in */
  wall?: number;
  /** where taps stand on it: x, z */
  taps?: readonly (readonly [number, number])[];
  /** stands by itself (a mop in its rack does not) */
  loose?: boolean;
}

export type PropBuilder = (b: PartBuilder, p: Prop) => void;

// ---------------------------------------------------------------- materials

/** Paint with a soft shine. */
export const paint = (hex: string): Material => mat(hex, { specular: 0.16, shininess: 24 });
export const matt = (hex: string): Material => mat(hex);
export const gloss = (hex: string): Material =>
  mat(hex, { specular: 0.5, shininess: 50, reflect: 0.06 });
export const lacquer = (hex: string): Material =>
  mat(hex, { specular: 0.65, shininess: 60, reflect: 0.16 });
export const ceramic = (hex: string): Material =>
  mat(hex, { specular: 0.45, shininess: 60, reflect: 0.05 });
export const metal = (hex: string): Material =>
  mat(hex, { specular: 0.5, shininess: 36, reflect: 0.14 });
export const chrome = (): Material =>
  mat("#8e979f", { specular: 0.9, shininess: 60, reflect: 0.55 });
export const steel = (): Material =>
  mat("#aab0b5", { specular: 0.35, shininess: 20, reflect: 0.16, texture: brushed, fine: true });
export const glass = (hex = "#26333d"): Material =>
  mat(hex, { specular: 0.6, shininess: 90, reflect: 0.5 });
export const wood = (hex: string, axis: 0 | 1 | 2 = 0): Material =>
  mat(hex, { texture: woodGrain(axis), fine: true, specular: 0.08, shininess: 20 });
export const fabric = (hex: string): Material => mat(hex, { texture: weave });
export const fur = (hex: string): Material => mat(hex, { texture: plush, fine: true });
export const carton = (hex: string): Material => mat(hex, { texture: cardboard });
export const lit = (hex: string, emission = 0.8): Material => mat(hex, { emission });
export const dark = (): Material => mat("#1c1e20", { specular: 0.2, shininess: 20 });

// ---------------------------------------------------------------- shapes

/** Rounded box with one step per corner: soft edges at 108 triangles. */
export const soft = (w: number, h: number, d: number, r: number): Geometry =>
  roundedBox(w, h, d, r, 1);

/** Straight round bar between two points. */
export const bar = (from: Point, to: Point, radius: number, sides = 8): Geometry =>
  tube([from, to], radius, 1, sides);

/** A rod along y standing on y = 0. */
export function rod(
  b: PartBuilder,
  m: Material,
  at: Point,
  height: number,
  radius: number,
  foot = radius,
): void {
  b.at(cylinder(radius, foot, height, 12), m, [at[0], at[1] + height / 2, at[2]]);
}

/** The four corners (±x, ±z), for legs. */
export function corners(x: number, z: number): [number, number][] {
  return [
    [-x, -z],
    [x, -z],
    [x, z],
    [-x, z],
  ];
}

/** `n` positions spread evenly over `length`, centred on 0. */
export function spread(n: number, length: number): number[] {
  return Array.from({ length: n }, (_, i) => ((i + 0.5) / n - 0.5) * length);
}

export const linear = (hex: string): Rgb => rgb(hex);
