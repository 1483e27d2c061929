/** Paths on the ground: lengths, points along them, where they run inside or outside of areas. */
import { contains, distance, polygonDistance, segmentDistance } from "./geometry.js";
import type { Vec2 } from "./types.js";

/** Length of a path, cm. */
export function polylineLength(path: readonly Vec2[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++) sum += distance(path[i - 1] as Vec2, path[i] as Vec2);
  return sum;
}

/** Last point of a path. */
export const endOf = (path: readonly Vec2[]): Vec2 => path[path.length - 1] as Vec2;

/** The part of a path between two distances from its start, both ends included. */
export function slicePolyline(path: readonly Vec2[], from: number, to: number): Vec2[] {
  const out: Vec2[] = [pointAlong(path, from)];
  let done = 0;
  for (let i = 1; i < path.length; i++) {
    done += distance(path[i - 1] as Vec2, path[i] as Vec2);
    if (done > from && done < to) out.push(path[i] as Vec2);
  }
  out.push(pointAlong(path, to));
  return out;
}

/** The point `along` cm from the start; clamped to the path's ends. */
export function pointAlong(path: readonly Vec2[], along: number): Vec2 {
  let rest = along;
  if (rest <= 0) return path[0] as Vec2;
  for (let i = 1; i < path.length; i++) {
    const a = path[i - 1] as Vec2;
    const b = path[i] as Vec2;
    const length = distance(a, b);
    if (rest <= length && length > 0) {
      const t = rest / length;
      return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    }
    rest -= length;
  }
  return endOf(path);
}

/** Points along a path, at most `step` cm apart; its corners and ends are among them. */
export function walkPolyline(path: readonly Vec2[], step: number): Vec2[] {
  const out: Vec2[] = path[0] ? [path[0]] : [];
  for (let i = 1; i < path.length; i++) {
    const a = path[i - 1] as Vec2;
    const b = path[i] as Vec2;
    const parts = Math.max(1, Math.ceil(distance(a, b) / step));
    for (let k = 1; k <= parts; k++) {
      const t = k / parts;
      out.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
    }
  }
  return out;
}

/** Least distance of a path from a point. */
export function polylineDistance(path: readonly Vec2[], p: Vec2): number {
  let least = path[0] ? distance(path[0], p) : Infinity;
  for (let i = 1; i < path.length; i++) {
    least = Math.min(least, segmentDistance(p, path[i - 1] as Vec2, path[i] as Vec2));
  }
  return least;
}

/** How close together paths are probed by the tests below, cm. */
const PROBE = 2;

/** First point of a path that lies more than `tolerance` cm outside of all the polygons, or null. */
export function pathOutside(
  path: readonly Vec2[],
  polygons: readonly (readonly Vec2[])[],
  tolerance: number,
): Vec2 | null {
  const outside = (p: Vec2): boolean =>
    polygons.every((polygon) => polygonDistance(polygon, p) > tolerance);
  return walkPolyline(path, PROBE).find(outside) ?? null;
}

/**
 * First point of a path that lies inside one of `areas` and more than `tolerance` cm outside of all
 * the `exceptions`, or null. (A walk on the roadway beside the crosswalk.)
 */
export function pathTrespass(
  path: readonly Vec2[],
  areas: readonly (readonly Vec2[])[],
  exceptions: readonly (readonly Vec2[])[],
  tolerance: number,
): Vec2 | null {
  const trespasses = (p: Vec2): boolean =>
    areas.some((area) => contains(area, p)) &&
    exceptions.every((polygon) => polygonDistance(polygon, p) > tolerance);
  return walkPolyline(path, PROBE).find(trespasses) ?? null;
}

/** A stretch of a path inside a polygon, in cm from the path's start. */
export interface Stretch {
  from: number;
  to: number;
}

/** Shorter stretches are grazes, not visits, cm. */
const GRAZE = 0.05;

/** The stretches of a path that run inside a polygon, in order, touching ones merged. */
export function stretchesInside(path: readonly Vec2[], polygon: readonly Vec2[]): Stretch[] {
  const out: Stretch[] = [];
  let start = 0;
  for (let i = 1; i < path.length; i++) {
    const a = path[i - 1] as Vec2;
    const b = path[i] as Vec2;
    const length = distance(a, b);
    for (const [from, to] of segmentInside(a, b, polygon)) {
      const stretch = { from: start + from * length, to: start + to * length };
      const last = out[out.length - 1];
      if (last && stretch.from - last.to <= GRAZE) last.to = stretch.to;
      else if (length > 0) out.push(stretch);
    }
    start += length;
  }
  return out.filter((s) => s.to - s.from > GRAZE);
}

/** Parts [t0, t1] of a segment (0 = a, 1 = b) inside a polygon. */
function segmentInside(a: Vec2, b: Vec2, polygon: readonly Vec2[]): [number, number][] {
  const cuts = [0, 1];
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const c = polygon[j] as Vec2;
    const d = polygon[i] as Vec2;
    const ex = d[0] - c[0];
    const ey = d[1] - c[1];
    const cross = dx * ey - dy * ex;
    if (cross === 0) continue;
    const t = ((c[0] - a[0]) * ey - (c[1] - a[1]) * ex) / cross;
    const u = ((c[0] - a[0]) * dy - (c[1] - a[1]) * dx) / cross;
    if (t > 0 && t < 1 && u >= 0 && u <= 1) cuts.push(t);
  }
  cuts.sort((p, q) => p - q);
  const parts: [number, number][] = [];
  for (let k = 1; k < cuts.length; k++) {
    const from = cuts[k - 1] as number;
    const to = cuts[k] as number;
    const middle = (from + to) / 2;
    if (to > from && contains(polygon, [a[0] + dx * middle, a[1] + dy * middle]))
      parts.push([from, to]);
  }
  return parts;
}
