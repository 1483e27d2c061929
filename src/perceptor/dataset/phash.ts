/**
 * A perceptual hash of 256 bits: the picture's brightness on 64×64 cells, its 16×16 lowest frequencies (DCT-II),
 * each above or below their median. Pictures that look alike differ in few bits, unrelated ones in about half.
 */
export const PHASH_METHOD = "dct-256 v1";
export const PHASH_BITS = 256;
const CELLS = 64;
const LOW = 16;

/** @param rgb rows of three bytes a pixel. @returns 64 hex digits */
export function perceptualHash(rgb: Uint8Array, width: number, height: number): string {
  const grey = cells(rgb, width, height);
  const low = lowFrequencies(grey);
  const sorted = Float64Array.from(low).sort();
  const median = ((sorted[(LOW * LOW) / 2 - 1] ?? 0) + (sorted[(LOW * LOW) / 2] ?? 0)) / 2;
  let hex = "";
  for (let i = 0; i < low.length; i += 4) {
    let digit = 0;
    for (let k = 0; k < 4; k++) digit = digit * 2 + ((low[i + k] ?? 0) > median ? 1 : 0);
    hex += digit.toString(16);
  }
  return hex;
}

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

const COSINES = Array.from({ length: LOW }, (_, k) =>
  Float64Array.from({ length: CELLS }, (_, n) =>
    Math.cos((Math.PI * (2 * n + 1) * (k + 1)) / (2 * CELLS)),
  ),
);

/** The frequencies 1…16 in both directions; the mean brightness (frequency 0) is left out. */
function lowFrequencies(grey: Float64Array): Float64Array {
  const rows = new Float64Array(LOW * CELLS);
  for (let y = 0; y < CELLS; y++)
    for (let k = 0; k < LOW; k++) {
      let sum = 0;
      for (let x = 0; x < CELLS; x++) sum += grey[y * CELLS + x]! * COSINES[k]![x]!;
      rows[k * CELLS + y] = sum;
    }
  const out = new Float64Array(LOW * LOW);
  for (let k = 0; k < LOW; k++)
    for (let j = 0; j < LOW; j++) {
      let sum = 0;
      for (let y = 0; y < CELLS; y++) sum += rows[k * CELLS + y]! * COSINES[j]![y]!;
      out[j * LOW + k] = sum;
    }
  return out;
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
