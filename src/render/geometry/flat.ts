import type { Geometry } from "../types.js";
import { fromTriangles, key, memo } from "./mesh.js";

/** Points of a flat outline; each function says which plane they lie in. */
export type Outline = readonly (readonly [number, number])[];

/** Twice the signed area: positive when counter-clockwise in a plane with x right and y up. */
export function signedArea(points: Outline): number {
  let sum = 0;
  for (let i = 0; i < points.length; i++) {
    const [x0, y0] = points[i]!;
    const [x1, y1] = points[(i + 1) % points.length]!;
    sum += x0 * y1 - x1 * y0;
  }
  return sum;
}

function cross(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  return (b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!);
}

function inside(
  p: readonly number[],
  a: readonly number[],
  b: readonly number[],
  c: readonly number[],
): boolean {
  return cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0;
}

/**
 * Triangles (indices into `points`, counter-clockwise) that fill a simple outline, concave or not, by cutting
 * off ears.
 */
export function triangulate(points: Outline): number[] {
  const ring = points.map((_, i) => i);
  if (signedArea(points) < 0) ring.reverse();
  const out: number[] = [];
  let guard = ring.length * ring.length + 8;
  for (let i = 0; ring.length > 3 && guard > 0; guard--) {
    const n = ring.length;
    const [ia, ib, ic] = [ring[i % n]!, ring[(i + 1) % n]!, ring[(i + 2) % n]!];
    const [a, b, c] = [points[ia]!, points[ib]!, points[ic]!];
    const ear =
      cross(a, b, c) > 0 &&
      ring.every((k) => k === ia || k === ib || k === ic || !inside(points[k]!, a, b, c));
    if (ear || cross(a, b, c) === 0) {
      if (ear) out.push(ia, ib, ic);
      ring.splice((i + 1) % n, 1);
      i = 0;
    } else i++;
  }
  out.push(ring[0]!, ring[1]!, ring[2]!);
  return out;
}

/** Rectangle on y = 0 facing up, centred: width along x, depth along z. */
export function plane(width: number, depth: number): Geometry {
  const [x, z] = [width / 2, depth / 2];
  return polygon([
    [-x, -z],
    [x, -z],
    [x, z],
    [-x, z],
  ]);
}

/** Flat outline of [x, z] points on y = 0, facing up. */
export function polygon(points: Outline): Geometry {
  return memo(key("poly", ...points.flat()), () => {
    const p = points.flatMap(([x, z]) => [x, 0, z]);
    return fromTriangles(p, triangulate(points).reverse(), 30);
  });
}

/** Sides, bottom and top of an outline swept from `low` to `high`; `at` places a point of it. */
function sweep(
  points: Outline,
  at: (a: number, b: number, high: boolean) => number[],
): { p: number[]; t: number[] } {
  const ring = signedArea(points) < 0 ? [...points].reverse() : points;
  const n = ring.length;
  const p: number[] = [];
  for (const [a, b] of ring) p.push(...at(a, b, false));
  for (const [a, b] of ring) p.push(...at(a, b, true));
  const t: number[] = [];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    t.push(i, j, n + j, i, n + j, n + i);
  }
  const lid = triangulate(ring);
  for (let k = 0; k < lid.length; k += 3) {
    t.push(lid[k]!, lid[k + 2]!, lid[k + 1]!);
    t.push(n + lid[k]!, n + lid[k + 1]!, n + lid[k + 2]!);
  }
  return { p, t };
}

/** Upright prism: outline of [x, z] points, from y = 0 to y = height. */
export function prism(points: Outline, height: number, crease = 35): Geometry {
  return memo(key("prism", height, crease, ...points.flat()), () => {
    const flipped = points.map(([x, z]) => [x, -z] as const);
    const { p, t } = sweep(flipped, (x, b, high) => [x, high ? height : 0, -b]);
    return fromTriangles(p, t, crease);
  });
}

/** Outline of [x, y] points (seen from +z), `depth` thick along z, centred on z = 0. */
export function profile(points: Outline, depth: number, crease = 35): Geometry {
  return memo(key("profile", depth, crease, ...points.flat()), () => {
    const { p, t } = sweep(points, (x, y, high) => [x, y, high ? depth / 2 : -depth / 2]);
    return fromTriangles(p, t, crease);
  });
}
