import { limb, loft, memo, merge } from "../geometry/index.js";
import { compose, fromAxes, type Matrix, type Point } from "../matrix.js";
import type { Geometry } from "../types.js";
import type { HandShape } from "./pose.js";
import { cross, scale, sub, unit } from "./vec.js";

/** Curl of each finger joint and spread of the fingers, radians. */
const SHAPES: Record<HandShape, { curl: number[]; spread: number; thumb: number }> = {
  relaxed: { curl: [0.28, 0.34, 0.38, 0.44], spread: 0.03, thumb: 0.4 },
  open: { curl: [0.02, 0, 0, 0.04], spread: 0.15, thumb: 0.85 },
  grip: { curl: [1.35, 1.4, 1.4, 1.4], spread: 0, thumb: 0.5 },
  point: { curl: [0, 1.5, 1.5, 1.5], spread: 0, thumb: 0.3 },
};

const FINGERS = [
  { x: 0.03, length: 0.068, radius: 0.0098 },
  { x: 0.0105, length: 0.076, radius: 0.0102 },
  { x: -0.009, length: 0.071, radius: 0.0098 },
  { x: -0.0275, length: 0.056, radius: 0.0088 },
] as const;

/**
 * A hand with its wrist at the origin, fingers along −y, palm towards −z. Thumb on +x: a right hand
 * (`side` 0); the left hand (1) is its mirror image.
 */
export function handGeometry(shape: HandShape, side: 0 | 1, fine: boolean): Geometry {
  return memo(`hand:${shape}:${side}:${fine}`, () => {
    const sign = side === 0 ? 1 : -1;
    const around = fine ? 8 : 6;
    const s = SHAPES[shape];
    const list: (Geometry | readonly [Geometry, Matrix])[] = [
      loft(
        [
          { y: -0.1, rx: 0.036, rz: 0.011 },
          { y: -0.085, rx: 0.041, rz: 0.015 },
          { y: -0.05, rx: 0.041, rz: 0.018 },
          { y: -0.02, rx: 0.033, rz: 0.02 },
          { y: 0.012, rx: 0.027, rz: 0.022 },
        ],
        fine ? 14 : 9,
      ),
    ];
    FINGERS.forEach((f, i) => {
      const bend = s.curl[i]!;
      const fan = sign * s.spread * (1.5 - i);
      const half = f.length / 2;
      const first = compose([sign * f.x, -0.093, 0], [-bend, 0, fan], [1, 1, 1]);
      list.push([limb(half, f.radius, f.radius * 0.95, 0, around), first]);
      const knuckle: Point = [
        sign * f.x + Math.sin(fan) * half * Math.cos(bend),
        -0.093 - Math.cos(bend) * half * Math.cos(fan),
        -Math.sin(bend) * half,
      ];
      const second = compose(knuckle, [-bend * 2, 0, fan], [1, 1, 1]);
      list.push([limb(half, f.radius * 0.95, f.radius * 0.78, 0, around), second]);
    });
    const thumb = compose([sign * 0.03, -0.028, -0.006], [-0.35, 0, sign * s.thumb], [1, 1, 1]);
    list.push([limb(0.062, 0.0135, 0.0098, 0.1, around), thumb]);
    return merge(list);
  });
}

/** Frame with −y along `fingers` and −z along `palm` (made perpendicular), at `wrist`. */
export function handMatrix(wrist: Point, fingers: Point, palm: Point): Matrix {
  const y = scale(unit(fingers), -1);
  const raw = scale(palm, -1);
  const along = raw[0] * y[0] + raw[1] * y[1] + raw[2] * y[2];
  const z = unit(sub(raw, scale(y, along)));
  return fromAxes(cross(y, z), y, z, wrist);
}

/** Frame with −y from `a` to `b`, its front (−z) as near to `front` as can be; for limbs. */
export function boneMatrix(a: Point, b: Point, front: Point): Matrix {
  return handMatrix(a, sub(b, a), front);
}
