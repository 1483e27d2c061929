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
/** One more column and row than the period, so that a cell's far corners need no wrapping. */
const ROW = SIZE + 1;
const table = new Float32Array(ROW * ROW);
for (let j = 0; j < ROW; j++) {
  for (let i = 0; i < ROW; i++) table[j * ROW + i] = hash2(i & MASK, j & MASK);
}

/** Short on purpose: textures call it for every pixel and the compiler inlines what is short. */
export function noise2(x: number, y: number): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const k = (yi & MASK) * ROW + (xi & MASK);
  const fx = x - xi;
  const fy = y - yi;
  const u = fx * fx * (3 - 2 * fx);
  const a = table[k]!;
  const top = a + (table[k + 1]! - a) * u;
  const c = table[k + ROW]!;
  return top + (c + (table[k + ROW + 1]! - c) * u - top) * (fy * fy * (3 - 2 * fy));
}

/** Layers of noise3 lie far apart in the table, so that they look unrelated. */
const LAYER = 89;

export function noise3(x: number, y: number, z: number): number {
  const zi = Math.floor(z);
  const fz = z - zi;
  const shift = zi * LAYER;
  const near = noise2(x + shift, y + shift * 3);
  const far = noise2(x + shift + LAYER, y + (shift + LAYER) * 3);
  return near + (far - near) * (fz * fz * (3 - 2 * fz));
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
