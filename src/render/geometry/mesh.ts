import { apply, invert, type Matrix } from "../matrix.js";
import type { Geometry } from "../types.js";

/**
 * What all primitives share: the cache, normals from triangles, merging.
 * Front faces run counter-clockwise seen from outside.
 */

const CACHE_SIZE = 6000;
const cache = new Map<string, Geometry>();

/** The geometry of this key, made once. The oldest is forgotten when there are too many. */
export function memo(key: string, make: () => Geometry): Geometry {
  const known = cache.get(key);
  if (known) return known;
  const made = make();
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string);
  cache.set(key, made);
  return made;
}

/** Sphere around a geometry, in its own coordinates. */
export interface Bounds {
  x: number;
  y: number;
  z: number;
  radius: number;
}

const boundsOf = new WeakMap<Geometry, Bounds>();

export function bounds(g: Geometry): Bounds {
  const known = boundsOf.get(g);
  if (known) return known;
  const lo = [Infinity, Infinity, Infinity];
  const hi = [-Infinity, -Infinity, -Infinity];
  const p = g.positions;
  for (let i = 0; i < p.length; i++) {
    const k = i % 3;
    if (p[i]! < lo[k]!) lo[k] = p[i]!;
    if (p[i]! > hi[k]!) hi[k] = p[i]!;
  }
  const c = lo.map((v, k) => (v + hi[k]!) / 2) as [number, number, number];
  let r2 = 0;
  for (let i = 0; i < p.length; i += 3) {
    const d = (p[i]! - c[0]) ** 2 + (p[i + 1]! - c[1]) ** 2 + (p[i + 2]! - c[2]) ** 2;
    if (d > r2) r2 = d;
  }
  const made = { x: c[0], y: c[1], z: c[2], radius: Math.sqrt(r2) };
  boundsOf.set(g, made);
  return made;
}

/** Nearness at which two points count as one, and two normals as the same. */
const GRID = 1e5;

/** Numbers of distinct positions: points that share a place share a number. */
function weld(p: ArrayLike<number>): { point: Int32Array; count: number } {
  const n = p.length / 3;
  const size = 2 ** Math.ceil(Math.log2(n * 2 + 8));
  const slots = new Int32Array(size).fill(-1);
  const point = new Int32Array(n);
  const first: number[] = [];
  const at = (i: number, k: number) => Math.round(p[i * 3 + k]! * GRID);
  for (let i = 0; i < n; i++) {
    const x = at(i, 0);
    const y = at(i, 1);
    const z = at(i, 2);
    let slot =
      (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (size - 1);
    for (;;) {
      const found = slots[slot]!;
      if (found < 0) {
        slots[slot] = first.length;
        point[i] = first.length;
        first.push(i);
        break;
      }
      const other = first[found]!;
      if (at(other, 0) === x && at(other, 1) === y && at(other, 2) === z) {
        point[i] = found;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return { point, count: first.length };
}

/** For every point the corners (positions in `indices`) that touch it: corners[start[k] … start[k + 1]]. */
function cornersAtPoints(point: Int32Array, count: number, indices: ArrayLike<number>) {
  const start = new Int32Array(count + 1);
  for (let t = 0; t < indices.length; t++) start[point[indices[t]!]! + 1]!++;
  for (let k = 0; k < count; k++) start[k + 1]! += start[k]!;
  const next = start.slice();
  const corners = new Int32Array(indices.length);
  for (let t = 0; t < indices.length; t++) corners[next[point[indices[t]!]!]!++] = t;
  return { start, corners };
}

/** Normals of all triangles, three numbers each, as long as twice the triangle's area. */
function faceNormals(p: ArrayLike<number>, indices: ArrayLike<number>): Float64Array {
  const out = new Float64Array(indices.length);
  for (let t = 0; t < indices.length; t += 3) {
    const a = indices[t]! * 3;
    const b = indices[t + 1]! * 3;
    const c = indices[t + 2]! * 3;
    const ux = p[b]! - p[a]!;
    const uy = p[b + 1]! - p[a + 1]!;
    const uz = p[b + 2]! - p[a + 2]!;
    const vx = p[c]! - p[a]!;
    const vy = p[c + 1]! - p[a + 1]!;
    const vz = p[c + 2]! - p[a + 2]!;
    out[t] = uy * vz - uz * vy;
    out[t + 1] = uz * vx - ux * vz;
    out[t + 2] = ux * vy - uy * vx;
  }
  return out;
}

function withArea(p: ArrayLike<number>, indices: ArrayLike<number>): number[] {
  const n = faceNormals(p, indices);
  const kept: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    if (Math.hypot(n[t]!, n[t + 1]!, n[t + 2]!) > 1e-12) {
      kept.push(indices[t]!, indices[t + 1]!, indices[t + 2]!);
    }
  }
  return kept;
}

/**
 * A geometry with normals worked out from its triangles. Faces that meet at less than `crease` degrees are
 * shaded as one smooth surface, others keep a sharp edge. Triangles without area are dropped.
 */
export function fromTriangles(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  crease = 40,
): Geometry {
  const kept = withArea(positions, indices);
  const n = faceNormals(positions, kept);
  const size = new Float64Array(kept.length / 3);
  for (let f = 0; f < size.length; f++) {
    size[f] = Math.hypot(n[f * 3]!, n[f * 3 + 1]!, n[f * 3 + 2]!);
  }
  const { point, count } = weld(positions);
  const { start, corners } = cornersAtPoints(point, count, kept);
  const limit = Math.cos((crease * Math.PI) / 180);
  const outP: number[] = [];
  const outN: number[] = [];
  const outI = new Uint32Array(kept.length);
  for (let k = 0; k < count; k++) {
    const firstVertex = outP.length / 3;
    for (let c = start[k]!; c < start[k + 1]!; c++) {
      const corner = corners[c]!;
      const f = corner - (corner % 3);
      let x = 0;
      let y = 0;
      let z = 0;
      for (let d = start[k]!; d < start[k + 1]!; d++) {
        const o = corners[d]! - (corners[d]! % 3);
        const dot = n[f]! * n[o]! + n[f + 1]! * n[o + 1]! + n[f + 2]! * n[o + 2]!;
        if (dot < limit * size[f / 3]! * size[o / 3]!) continue;
        x += n[o]!;
        y += n[o + 1]!;
        z += n[o + 2]!;
      }
      const l = Math.hypot(x, y, z) || 1;
      let vertex = firstVertex;
      while (vertex * 3 < outN.length) {
        const v = vertex * 3;
        const off = Math.abs(outN[v]! - x / l) + Math.abs(outN[v + 1]! - y / l);
        if (off + Math.abs(outN[v + 2]! - z / l) < 3 / GRID) break;
        vertex++;
      }
      if (vertex * 3 === outN.length) {
        const from = kept[corner]! * 3;
        outP.push(positions[from]!, positions[from + 1]!, positions[from + 2]!);
        outN.push(x / l, y / l, z / l);
      }
      outI[corner] = vertex;
    }
  }
  return { positions: new Float32Array(outP), normals: new Float32Array(outN), indices: outI };
}

/**
 * A geometry smooth all over whose triangles share their corners by index: quicker than `fromTriangles`, for
 * round bodies.
 */
export function smoothSurface(positions: ArrayLike<number>, all: ArrayLike<number>): Geometry {
  const indices = withArea(positions, all);
  const faces = faceNormals(positions, indices);
  const normals = new Float32Array(positions.length);
  for (let t = 0; t < indices.length; t++) {
    const v = indices[t]! * 3;
    const f = t - (t % 3);
    normals[v] = normals[v]! + faces[f]!;
    normals[v + 1] = normals[v + 1]! + faces[f + 1]!;
    normals[v + 2] = normals[v + 2]! + faces[f + 2]!;
  }
  for (let v = 0; v < normals.length; v += 3) {
    const l = Math.hypot(normals[v]!, normals[v + 1]!, normals[v + 2]!);
    if (l < 1e-12) normals[v + 1] = 1;
    else for (let k = v; k < v + 3; k++) normals[k] = normals[k]! / l;
  }
  return {
    positions: Float32Array.from(positions),
    normals,
    indices: Uint32Array.from(indices),
  };
}

/** A copy moved by `m` (no mirroring). */
export function transformed(g: Geometry, m: Matrix): Geometry {
  const inv = invert(m);
  const positions = new Float32Array(g.positions.length);
  const normals = new Float32Array(g.normals.length);
  for (let i = 0; i < positions.length; i += 3) {
    positions.set(apply(m, [g.positions[i]!, g.positions[i + 1]!, g.positions[i + 2]!]), i);
    const a = g.normals[i]!;
    const b = g.normals[i + 1]!;
    const c = g.normals[i + 2]!;
    const x = inv[0]! * a + inv[1]! * b + inv[2]! * c;
    const y = inv[4]! * a + inv[5]! * b + inv[6]! * c;
    const z = inv[8]! * a + inv[9]! * b + inv[10]! * c;
    const l = Math.hypot(x, y, z) || 1;
    normals.set([x / l, y / l, z / l], i);
  }
  return { positions, normals, indices: g.indices };
}

/** Several geometries as one (one part instead of many: faster). */
export function merge(list: readonly (Geometry | readonly [Geometry, Matrix])[]): Geometry {
  const all = list.map((e) => ("positions" in e ? e : transformed(e[0], e[1])));
  const size = all.reduce((n, g) => n + g.positions.length, 0);
  const positions = new Float32Array(size);
  const normals = new Float32Array(size);
  const indices = new Uint32Array(all.reduce((n, g) => n + g.indices.length, 0));
  let v = 0;
  let t = 0;
  for (const g of all) {
    positions.set(g.positions, v);
    normals.set(g.normals, v);
    for (let k = 0; k < g.indices.length; k++) indices[t + k] = g.indices[k]! + v / 3;
    v += g.positions.length;
    t += g.indices.length;
  }
  return { positions, normals, indices };
}

/** Short key of numbers for `memo`. */
export function key(name: string, ...parts: (number | string | boolean | undefined)[]): string {
  return `${name}:${parts.map((p) => (typeof p === "number" ? Math.round(p * 1e5) : p)).join()}`;
}
