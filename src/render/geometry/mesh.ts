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

/** Faces of every welded position: triangles that share a point share its key. */
function facesAtPoints(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
): {
  point: Int32Array;
  faces: number[][];
} {
  const keys = new Map<string, number>();
  const n = positions.length / 3;
  const point = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const key = [0, 1, 2].map((k) => Math.round(positions[i * 3 + k]! * 1e5)).join();
    let at = keys.get(key);
    if (at === undefined) {
      at = keys.size;
      keys.set(key, at);
    }
    point[i] = at;
  }
  const faces: number[][] = Array.from({ length: keys.size }, () => []);
  for (let t = 0; t < indices.length; t++) faces[point[indices[t]!]!]!.push((t / 3) | 0);
  return { point, faces };
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

/**
 * A geometry with normals worked out from its triangles. Faces that meet at less than `crease` degrees are
 * shaded as one smooth surface, others keep a sharp edge. Triangles without area are dropped.
 */
export function fromTriangles(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  crease = 40,
): Geometry {
  const all = faceNormals(positions, indices);
  const kept: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    if (Math.hypot(all[t]!, all[t + 1]!, all[t + 2]!) > 1e-12) {
      kept.push(indices[t]!, indices[t + 1]!, indices[t + 2]!);
    }
  }
  const n = faceNormals(positions, kept);
  const { point, faces } = facesAtPoints(positions, kept);
  const limit = Math.cos((crease * Math.PI) / 180);
  const outP: number[] = [];
  const outN: number[] = [];
  const outI = new Uint32Array(kept.length);
  const seen = new Map<string, number>();
  for (let k = 0; k < kept.length; k++) {
    const f = k - (k % 3);
    const len = Math.hypot(n[f]!, n[f + 1]!, n[f + 2]!);
    let x = 0;
    let y = 0;
    let z = 0;
    for (const other of faces[point[kept[k]!]!]!) {
      const o = other * 3;
      const olen = Math.hypot(n[o]!, n[o + 1]!, n[o + 2]!);
      const dot = n[f]! * n[o]! + n[f + 1]! * n[o + 1]! + n[f + 2]! * n[o + 2]!;
      if (dot < limit * len * olen) continue;
      x += n[o]!;
      y += n[o + 1]!;
      z += n[o + 2]!;
    }
    const l = Math.hypot(x, y, z) || 1;
    const v = kept[k]! * 3;
    const entry = [positions[v]!, positions[v + 1]!, positions[v + 2]!, x / l, y / l, z / l];
    const key = entry.map((e) => Math.round(e * 1e5)).join();
    let at = seen.get(key);
    if (at === undefined) {
      at = outP.length / 3;
      seen.set(key, at);
      outP.push(entry[0]!, entry[1]!, entry[2]!);
      outN.push(entry[3]!, entry[4]!, entry[5]!);
    }
    outI[k] = at;
  }
  return { positions: new Float32Array(outP), normals: new Float32Array(outN), indices: outI };
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
