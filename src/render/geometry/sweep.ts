import type { Point } from "../matrix.js";
import type { Geometry } from "../types.js";
import { fromTriangles, key, memo, smoothSurface } from "./mesh.js";
import { gridTriangles } from "./round.js";

/** One level of a loft: an ellipse at height y, centred on (x, z). */
export interface Ring {
  y: number;
  rx: number;
  rz: number;
  x?: number;
  z?: number;
  /** 1 = ellipse (default); towards 0.5 = boxier */
  square?: number;
}

function superellipse(v: number, square: number): number {
  return square === 1 ? v : Math.sign(v) * Math.abs(v) ** square;
}

/** Skin over elliptic rings from the bottom up, both ends closed. */
export function loft(rings: readonly Ring[], segments = 20, crease = 55): Geometry {
  const flat = rings.flatMap((r) => [r.y, r.rx, r.rz, r.x ?? 0, r.z ?? 0, r.square ?? 1]);
  return memo(key("loft", segments, crease, ...flat), () => {
    const p: number[] = [];
    const row = (r: Ring, k: number) => {
      for (let i = 0; i < segments; i++) {
        const a = (i / segments) * Math.PI * 2;
        const s = superellipse(Math.sin(a), r.square ?? 1);
        const c = superellipse(Math.cos(a), r.square ?? 1);
        p.push((r.x ?? 0) + s * r.rx * k, r.y, (r.z ?? 0) + c * r.rz * k);
      }
    };
    row(rings[0]!, 0);
    for (const r of rings) row(r, 1);
    row(rings.at(-1)!, 0);
    return fromTriangles(p, gridTriangles(rings.length + 2, segments, true), crease);
  });
}

/** Radii of a limb from its lower to its upper end, with round ends: [y, radius]. */
function limbProfile(length: number, top: number, bottom: number, bulge: number) {
  const rings: [y: number, radius: number][] = [[-length - bottom, 0]];
  const cap = 3;
  for (let i = 1; i <= cap; i++) {
    const a = (i / cap) * (Math.PI / 2);
    rings.push([-length - bottom * Math.cos(a), bottom * Math.sin(a)]);
  }
  const steps = 7;
  for (let i = 1; i < steps; i++) {
    const t = 1 - i / steps;
    const swell = bulge * top * Math.sin(Math.min(1, t * 1.2) * Math.PI);
    rings.push([-length * t, top + (bottom - top) * t + swell]);
  }
  for (let i = cap; i >= 1; i--) {
    const a = (i / cap) * (Math.PI / 2);
    rings.push([top * Math.cos(a), top * Math.sin(a)]);
  }
  rings.push([top, 0]);
  return rings;
}

/** Rounded limb hanging from the origin down to y = −length; `bulge` swells its upper part (0.1 = 10 %). */
export function limb(
  length: number,
  top: number,
  bottom: number,
  bulge = 0,
  segments = 14,
): Geometry {
  return memo(key("limb", length, top, bottom, bulge, segments), () => {
    const rings = limbProfile(length, top, bottom, bulge);
    const p: number[] = [];
    for (const [y, r] of rings) {
      for (let i = 0; i < segments; i++) {
        const a = (i / segments) * Math.PI * 2;
        p.push(Math.sin(a) * r, y, Math.cos(a) * r);
      }
    }
    return smoothSurface(p, gridTriangles(rings.length, segments, true));
  });
}

/** Point at `t` (0..1) on a smooth curve through `points` (Catmull-Rom). */
export function curvePoint(points: readonly Point[], t: number): Point {
  const last = points.length - 1;
  const f = Math.min(last - 1e-9, Math.max(0, t * last));
  const i = Math.floor(f);
  const u = f - i;
  const at = (k: number) => points[Math.max(0, Math.min(last, k))]!;
  const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
  return [0, 1, 2].map((k) => {
    const [p, q, r, s] = [a[k]!, b[k]!, c[k]!, d[k]!];
    const slope = r - p;
    const bend = 2 * p - 5 * q + 4 * r - s;
    const twist = 3 * (q - r) + s - p;
    return q + 0.5 * u * (slope + u * (bend + u * twist));
  }) as unknown as Point;
}

function unit(v: Point): Point {
  const l = Math.hypot(...v) || 1;
  return [v[0] / l, v[1] / l, v[2] / l];
}

function crossOf(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Frames along a curve, carried on from one point to the next so that the tube does not twist. */
function carriedFrames(path: readonly Point[]): { u: Point; v: Point }[] {
  const dirs = path.map((_, i) => {
    const a = path[Math.max(0, i - 1)]!;
    const b = path[Math.min(path.length - 1, i + 1)]!;
    return unit([b[0] - a[0], b[1] - a[1], b[2] - a[2]]);
  });
  const first = dirs[0]!;
  let u: Point = unit(crossOf(first, Math.abs(first[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  return dirs.map((d) => {
    const along = u[0] * d[0] + u[1] * d[1] + u[2] * d[2];
    u = unit([u[0] - d[0] * along, u[1] - d[1] * along, u[2] - d[2] * along]);
    return { u, v: crossOf(d, u) };
  });
}

/**
 * Tube along a smooth curve through `points`. `radius` is one number or one per point (blended between);
 * ends are closed.
 */
export function tube(
  points: readonly Point[],
  radius: number | readonly number[],
  steps = 24,
  sides = 10,
): Geometry {
  const radii = typeof radius === "number" ? [radius] : radius;
  return memo(key("tube", steps, sides, radii.length, ...radii, ...points.flat()), () => {
    const path: Point[] = [];
    for (let j = 0; j <= steps; j++) path.push(curvePoint(points, j / steps));
    const frames = carriedFrames(path);
    const radiusAt = (t: number) => {
      const f = t * (radii.length - 1);
      const i = Math.min(radii.length - 1, Math.floor(f));
      const a = radii[i]!;
      return a + ((radii[i + 1] ?? a) - a) * (f - i);
    };
    const p: number[] = [];
    const row = (j: number, r: number) => {
      const c = path[j]!;
      const { u, v } = frames[j]!;
      for (let i = 0; i < sides; i++) {
        const a = (i / sides) * Math.PI * 2;
        const [x, y] = [Math.cos(a) * r, Math.sin(a) * r];
        for (let k = 0; k < 3; k++) p.push(c[k]! + u[k]! * x + v[k]! * y);
      }
    };
    row(0, 0);
    for (let j = 0; j <= steps; j++) row(j, radiusAt(j / steps));
    row(steps, 0);
    return fromTriangles(p, gridTriangles(steps + 3, sides, true), 55);
  });
}
