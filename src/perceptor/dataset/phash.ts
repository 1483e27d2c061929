/**
 * A perceptual hash of 112 bits: the picture's brightness on 8×8 cells, and for each cell whether it is brighter
 * than its neighbour to the right and the one below. On the benchmark's own pictures this told views of one scene
 * (turned by 4°, stepped aside by 35 cm, the twin) from views of two scenes better than hashes over frequencies
 * did (docs/perceptor.md).
 */
export const PHASH_METHOD = "difference 8x8 v1";
export const PHASH_BITS = 112;
const CELLS = 8;

/** @param rgb rows of three bytes a pixel. @returns 32 hex digits; the last 16 bits are always 0 */
export function perceptualHash(rgb: Uint8Array, width: number, height: number): string {
  const grey = cells(rgb, width, height);
  const bits: number[] = [];
  for (let y = 0; y < CELLS; y++)
    for (let x = 0; x < CELLS - 1; x++) bits.push(brighter(grey, y * CELLS + x, y * CELLS + x + 1));
  for (let y = 0; y < CELLS - 1; y++)
    for (let x = 0; x < CELLS; x++) bits.push(brighter(grey, y * CELLS + x, (y + 1) * CELLS + x));
  let hex = "";
  for (let i = 0; i < 128; i += 4)
    hex += [0, 1, 2, 3].reduce((v, k) => v * 2 + (bits[i + k] ?? 0), 0).toString(16);
  return hex;
}

const brighter = (grey: Float64Array, a: number, b: number): number =>
  (grey[a] ?? 0) > (grey[b] ?? 0) ? 1 : 0;

/** Mean brightness of each cell (Rec. 709 weights on sRGB bytes). */
function cells(rgb: Uint8Array, width: number, height: number): Float64Array {
  const sums = new Float64Array(CELLS * CELLS);
  const counts = new Float64Array(CELLS * CELLS);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * CELLS) / height) * CELLS;
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor((x * CELLS) / width);
      const at = (y * width + x) * 3;
      sums[cell]! += 0.2126 * rgb[at]! + 0.7152 * rgb[at + 1]! + 0.0722 * rgb[at + 2]!;
      counts[cell]!++;
    }
  }
  return sums.map((sum, i) => (counts[i] ? sum / counts[i]! : 0));
}

/** The words of a hash, for quick comparing. */
export function hashWords(hex: string): Uint32Array {
  return Uint32Array.from({ length: hex.length / 8 }, (_, i) =>
    Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16),
  );
}

/** In how many bits two hashes differ. */
export function hashDistance(a: Uint32Array, b: Uint32Array): number {
  let bits = 0;
  for (let i = 0; i < a.length; i++) {
    let v = a[i]! ^ b[i]!;
    v -= (v >>> 1) & 0x55555555;
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
    bits += Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return bits;
}

export interface Nearest {
  id: string;
  distance: number;
}

/** The one of `others` that looks most like a picture; null when there is none. */
export function nearestHash(
  hash: string,
  others: readonly { id: string; words: Uint32Array }[],
): Nearest | null {
  const words = hashWords(hash);
  let best: Nearest | null = null;
  for (const other of others) {
    const distance = hashDistance(words, other.words);
    if (!best || distance < best.distance) best = { id: other.id, distance };
  }
  return best;
}
