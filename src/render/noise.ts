/**
 * Repeatable noise for procedural textures: integer hashes and value noise, results in [0, 1).
 *
 *   hash2(i, j)          hash of two integers
 *   hash3(i, j, k)       hash of three integers
 *   noise2(x, y)         smooth value noise, period 256
 *   noise3(x, y, z)      smooth value noise, period 256
 *   fbm2(x, y, octaves)  summed octaves of noise2, mean 0.5
 */

export function hash3(i: number, j: number, k: number): number {
  let h = Math.imul(i | 0, 374761393) + Math.imul(j | 0, 668265263) + Math.imul(k | 0, 1274126177);
  h = Math.imul(h ^ (h >>> 13), 1103515245);
  h = Math.imul(h ^ (h >>> 15), 668265263);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

export function hash2(i: number, j: number): number {
  return hash3(i, j, 0);
}

const SIZE = 256;
const MASK = SIZE - 1;
const table = new Float32Array(SIZE * SIZE);
for (let j = 0; j < SIZE; j++) for (let i = 0; i < SIZE; i++) table[j * SIZE + i] = hash2(i, j);

/** Where layer k of noise3 starts in the table: far apart, so that layers look unrelated. */
function layer(k: number): number {
  return (k * 89) & MASK;
}

function sample(xi: number, yi: number, u: number, v: number): number {
  const x0 = xi & MASK;
  const x1 = (xi + 1) & MASK;
  const y0 = (yi & MASK) * SIZE;
  const y1 = ((yi + 1) & MASK) * SIZE;
  const a = table[y0 + x0]!;
  const b = table[y0 + x1]!;
  const c = table[y1 + x0]!;
  const d = table[y1 + x1]!;
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

export function noise2(x: number, y: number): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const fx = x - xi;
  const fy = y - yi;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const x0 = xi & MASK;
  const x1 = (xi + 1) & MASK;
  const y0 = (yi & MASK) * SIZE;
  const y1 = ((yi + 1) & MASK) * SIZE;
  const a = table[y0 + x0]!;
  const c = table[y1 + x0]!;
  const top = a + (table[y0 + x1]! - a) * u;
  const bottom = c + (table[y1 + x1]! - c) * u;
  return top + (bottom - top) * v;
}

export function noise3(x: number, y: number, z: number): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const zi = Math.floor(z);
  const fx = x - xi;
  const fy = y - yi;
  const fz = z - zi;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const w = fz * fz * (3 - 2 * fz);
  const k0 = layer(zi);
  const k1 = layer(zi + 1);
  const a = sample(xi + k0, yi + k0 * 3, u, v);
  const b = sample(xi + k1, yi + k1 * 3, u, v);
  return a + (b - a) * w;
}

export function fbm2(x: number, y: number, octaves = 3): number {
  let sum = 0;
  let weight = 0.5;
  let total = 0;
  for (let o = 0; o < octaves; o++) {
    sum += weight * noise2(x, y);
    total += weight;
    x = x * 2.03 + 17.1;
    y = y * 2.03 + 9.7;
    weight *= 0.5;
  }
  return sum / total;
}
