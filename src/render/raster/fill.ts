import type { Projected } from "./project.js";

/** What a raster pass writes: the nearest triangle and its inverse depth at every sample. */
export interface Target {
  width: number;
  height: number;
  /** number of the triangle (or of its part's id) */
  owner: Int32Array;
  /** inverse depth (or height above the ground of the light, for shadows); larger is nearer */
  near: Float32Array;
}

function clear(target: Target, nobody: number): void {
  target.owner.fill(nobody, 0, target.width * target.height);
  target.near.fill(0, 0, target.width * target.height);
}

/**
 * One triangle: corners (x, y, value) at `tri[o…o+8]`, coordinates times `scale`; samples lie at centres.
 * A sample belongs to the triangle that covers it with the largest value.
 */
export function fillTriangle(
  tri: Float64Array,
  o: number,
  scale: number,
  owner: number,
  target: Target,
): void {
  const x0 = tri[o]! * scale;
  const y0 = tri[o + 1]! * scale;
  const v0 = tri[o + 2]!;
  let x1 = tri[o + 3]! * scale;
  let y1 = tri[o + 4]! * scale;
  let v1 = tri[o + 5]!;
  let x2 = tri[o + 6]! * scale;
  let y2 = tri[o + 7]! * scale;
  let v2 = tri[o + 8]!;
  let area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
  if (area === 0) return;
  if (area > 0) {
    let swap = x1;
    x1 = x2;
    x2 = swap;
    swap = y1;
    y1 = y2;
    y2 = swap;
    swap = v1;
    v1 = v2;
    v2 = swap;
    area = -area;
  }
  const { width, height } = target;
  const owners = target.owner;
  const nearest = target.near;
  const top = Math.max(0, Math.ceil(Math.min(y0, y1, y2) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(Math.max(y0, y1, y2) - 0.5));
  const left = Math.max(0, Math.ceil(Math.min(x0, x1, x2) - 0.5));
  const right = Math.min(width - 1, Math.floor(Math.max(x0, x1, x2) - 0.5));
  if (top > bottom || left > right) return;
  const dvdx = ((v1 - v0) * (y2 - y0) - (v2 - v0) * (y1 - y0)) / area;
  const dvdy = ((v2 - v0) * (x1 - x0) - (v1 - v0) * (x2 - x0)) / area;
  const d01 = y1 - y0;
  const d12 = y2 - y1;
  const d20 = y0 - y2;
  const s01 = d01 === 0 ? 0 : (x1 - x0) / d01;
  const s12 = d12 === 0 ? 0 : (x2 - x1) / d12;
  const s20 = d20 === 0 ? 0 : (x0 - x2) / d20;
  for (let y = top; y <= bottom; y++) {
    const py = y + 0.5;
    let from = left - 1;
    let to = right + 1;
    // edges going down bound the span on the left, edges going up on the right
    if (d01 !== 0) {
      const x = x0 + s01 * (py - y0);
      if (d01 > 0) {
        if (x > from) from = x;
      } else if (x < to) to = x;
    }
    if (d12 !== 0) {
      const x = x1 + s12 * (py - y1);
      if (d12 > 0) {
        if (x > from) from = x;
      } else if (x < to) to = x;
    }
    if (d20 !== 0) {
      const x = x2 + s20 * (py - y2);
      if (d20 > 0) {
        if (x > from) from = x;
      } else if (x < to) to = x;
    }
    let first = Math.ceil(from - 0.5);
    let last = Math.ceil(to - 0.5) - 1;
    if (first < left) first = left;
    if (last > right) last = right;
    if (first > last) continue;
    let value = v0 + dvdx * (first + 0.5 - x0) + dvdy * (py - y0);
    let at = y * width + first;
    for (let x = first; x <= last; x++) {
      if (value > nearest[at]!) {
        nearest[at] = value;
        owners[at] = owner;
      }
      value += dvdx;
      at++;
    }
  }
}

/** Draws all projected triangles; `scale` 2 gives 2 × 2 samples per pixel. Owners are source triangles. */
export function fill(p: Projected, scale: number, target: Target): void {
  clear(target, -1);
  for (let k = 0; k < p.count; k++) fillTriangle(p.screen, k * 9, scale, p.origin[k]!, target);
}

/** Draws all projected triangles at one sample per pixel; owners are the parts' ids, 0 where nothing is. */
export function fillIds(p: Projected, target: Target): void {
  clear(target, 0);
  const ids = Int32Array.from(p.parts, (part) => part.id);
  for (let k = 0; k < p.count; k++) {
    const id = ids[p.source[p.origin[k]! * 4]!]!;
    fillTriangle(p.screen, k * 9, 1, id, target);
  }
}
