/**
 * Plane geometry on the ground, centimetres and degrees. Polygons are lists of corners, either way
 * round, not closed by a repeated corner. World polygons are rounded to 0.01 cm, so that whatever is
 * derived from them does not hang on the last bit of a sine.
 */
import type { Entity, Vec2, Vec3 } from "./types.js";

/** Rounded to 0.1 (cm or degrees), never -0. */
export const round1 = (v: number): number => Math.round(v * 10) / 10 + 0;
/** Rounded to 0.01 (seconds, cm), never -0. */
export const round2 = (v: number): number => Math.round(v * 100) / 100 + 0;
/** A point rounded to 0.1 cm. */
export const roundPoint = (p: Vec2): Vec2 => [round1(p[0]), round1(p[1])];

/** The ground part of a location. */
export const ground = (p: Vec3 | Vec2): Vec2 => [p[0], p[1]];

/** Straight distance of two points. */
export function distance(a: Vec2 | Vec3, b: Vec2 | Vec3): number {
  const dx = a[0] - b[0];
  const dy = a[1] - b[1];
  return Math.sqrt(dx * dx + dy * dy);
}

/** An angle brought into (-180, 180]. */
export function normaliseYaw(yaw: number): number {
  const turned = yaw % 360;
  if (turned > 180) return round1(turned - 360);
  return round1(turned <= -180 ? turned + 360 : turned);
}

/** Yaw in which one looks from `from` to `to`, rounded to 0.1; `otherwise` when they coincide. */
export function bearing(from: Vec2 | Vec3, to: Vec2 | Vec3, otherwise = 0): number {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  if (dx === 0 && dy === 0) return otherwise;
  return normaliseYaw((Math.atan2(dy, dx) * 180) / Math.PI);
}

/** Unit vector of a yaw; exact for quarter turns. */
export function direction(yaw: number): Vec2 {
  const quarter = (((yaw % 360) + 360) % 360) / 90;
  if (quarter === 0) return [1, 0];
  if (quarter === 1) return [0, 1];
  if (quarter === 2) return [-1, 0];
  if (quarter === 3) return [0, -1];
  const radians = (yaw * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

/** A vector turned by `yaw` (local to world axes). */
export function rotate(p: Vec2, yaw: number): Vec2 {
  const [c, s] = direction(yaw);
  return [p[0] * c - p[1] * s, p[0] * s + p[1] * c];
}

/** A point of a local frame in world coordinates. */
export function toWorld(frame: { location: Vec3; yaw: number }, local: Vec2): Vec2 {
  const [x, y] = rotate(local, frame.yaw);
  return [frame.location[0] + x, frame.location[1] + y];
}

/** A world point in a local frame. */
export function toLocal(frame: { location: Vec3; yaw: number }, point: Vec2 | Vec3): Vec2 {
  const [c, s] = direction(frame.yaw);
  const dx = point[0] - frame.location[0];
  const dy = point[1] - frame.location[1];
  return [dx * c + dy * s, dy * c - dx * s];
}

/** An entity's footprint in world coordinates, rounded to 0.01 cm. */
export function footprint(entity: Pick<Entity, "location" | "yaw" | "footprint">): Vec2[] {
  return entity.footprint.map((corner) => {
    const [x, y] = toWorld(entity, corner);
    return [round2(x), round2(y)];
  });
}

/** A box standing anywhere, in world coordinates, rounded to 0.01 cm. */
export function boxAt(centre: Vec2, yaw: number, depth: number, width: number): Vec2[] {
  const corners: Vec2[] = [
    [depth / 2, width / 2],
    [-depth / 2, width / 2],
    [-depth / 2, -width / 2],
    [depth / 2, -width / 2],
  ];
  return corners.map((corner) => {
    const [x, y] = rotate(corner, yaw);
    return [round2(centre[0] + x), round2(centre[1] + y)];
  });
}

/** [minX, minY, maxX, maxY] of some points. */
export function boundsOf(points: readonly Vec2[]): [number, number, number, number] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return [minX, minY, maxX, maxY];
}

/** Calls `visit` with each side of a polygon. */
function eachEdge(polygon: readonly Vec2[], visit: (a: Vec2, b: Vec2) => void): void {
  let previous = polygon[polygon.length - 1];
  for (const corner of polygon) {
    if (previous) visit(previous, corner);
    previous = corner;
  }
}

/** Point of a segment nearest to `p`. */
export function nearestOnSegment(p: Vec2, a: Vec2, b: Vec2): Vec2 {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const squared = dx * dx + dy * dy;
  if (squared === 0) return a;
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / squared));
  return [a[0] + t * dx, a[1] + t * dy];
}

/** Distance of a point from a segment. */
export const segmentDistance = (p: Vec2, a: Vec2, b: Vec2): number =>
  distance(p, nearestOnSegment(p, a, b));

/** Does the polygon hold the point? Its rim counts as inside. */
export function contains(polygon: readonly Vec2[], p: Vec2 | Vec3): boolean {
  const [x, y] = p;
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[i] as Vec2;
    const b = polygon[j] as Vec2;
    const turn = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
    if (turn === 0 && between(a[0], b[0], x) && between(a[1], b[1], y)) return true;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) {
      inside = !inside;
    }
  }
  return inside;
}

const between = (a: number, b: number, v: number): boolean =>
  v >= Math.min(a, b) && v <= Math.max(a, b);

/** Point of a polygon's rim nearest to `p`. */
export function nearestOnRim(polygon: readonly Vec2[], p: Vec2): Vec2 {
  let best: Vec2 = polygon[0] ?? p;
  let least = Infinity;
  eachEdge(polygon, (a, b) => {
    const candidate = nearestOnSegment(p, a, b);
    const d = distance(p, candidate);
    if (d < least) {
      least = d;
      best = candidate;
    }
  });
  return best;
}

/** Distance of a point from a polygon's rim, from inside or outside. */
export const rimDistance = (polygon: readonly Vec2[], p: Vec2 | Vec3): number =>
  distance(nearestOnRim(polygon, ground(p)), p);

/** Distance of a point from a polygon; 0 inside. */
export const polygonDistance = (polygon: readonly Vec2[], p: Vec2 | Vec3): number =>
  contains(polygon, p) ? 0 : rimDistance(polygon, p);

/** Distance of a point from an entity's footprint; 0 on it. */
export const footprintDistance = (
  entity: Pick<Entity, "location" | "yaw" | "footprint">,
  point: Vec2 | Vec3,
): number => polygonDistance(footprint(entity), point);

const side = (a: Vec2, b: Vec2, p: Vec2): number =>
  (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);

/** Do two segments share a point? Touching counts. */
export function segmentsMeet(a: Vec2, b: Vec2, c: Vec2, d: Vec2): boolean {
  const [s1, s2, s3, s4] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (s1 * s2 < 0 && s3 * s4 < 0) return true;
  const touches = (s: number, p: Vec2, q: Vec2, r: Vec2): boolean =>
    s === 0 && between(p[0], q[0], r[0]) && between(p[1], q[1], r[1]);
  return (
    touches(s1, a, b, c) || touches(s2, a, b, d) || touches(s3, c, d, a) || touches(s4, c, d, b)
  );
}

/** Does a segment touch or cross a polygon, or lie in it? */
export function segmentMeetsPolygon(a: Vec2, b: Vec2, polygon: readonly Vec2[]): boolean {
  if (contains(polygon, a) || contains(polygon, b)) return true;
  let met = false;
  eachEdge(polygon, (c, d) => {
    met ||= segmentsMeet(a, b, c, d);
  });
  return met;
}

/** Distance of a segment from a polygon; 0 when they meet. */
export function segmentPolygonDistance(a: Vec2, b: Vec2, polygon: readonly Vec2[]): number {
  if (segmentMeetsPolygon(a, b, polygon)) return 0;
  let least = Math.min(rimDistance(polygon, a), rimDistance(polygon, b));
  for (const corner of polygon) least = Math.min(least, segmentDistance(corner, a, b));
  return least;
}

/** Do two convex polygons overlap by more than `slack` cm on every axis? (Separating axes.) */
export function convexOverlap(p: readonly Vec2[], q: readonly Vec2[], slack = 0): boolean {
  let apart = false;
  const test = (a: Vec2, b: Vec2): void => {
    const length = distance(a, b);
    if (length === 0) return;
    const axis: Vec2 = [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
    const [pMin, pMax] = project(p, axis);
    const [qMin, qMax] = project(q, axis);
    apart ||= Math.min(pMax, qMax) - Math.max(pMin, qMin) <= slack;
  };
  eachEdge(p, test);
  eachEdge(q, test);
  return !apart;
}

function project(polygon: readonly Vec2[], axis: Vec2): [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const corner of polygon) {
    const v = corner[0] * axis[0] + corner[1] * axis[1];
    min = Math.min(min, v);
    max = Math.max(max, v);
  }
  return [min, max];
}
