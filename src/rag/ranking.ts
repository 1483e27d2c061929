import type { Neighbour } from "./vector-index.js";

/** The inner product that all backends rank by: double precision, columns in order. */
export function exactDot(
  a: Float32Array,
  aStart: number,
  b: Float32Array,
  bStart: number,
  dims: number,
): number {
  let sum = 0;
  for (let i = 0; i < dims; i++) sum += a[aStart + i]! * b[bStart + i]!;
  return sum;
}

/** Score downwards, then row upwards. */
export const byRank = (a: Neighbour, b: Neighbour): number => b.score - a.score || a.row - b.row;

/**
 * How far a float32 inner product of any summation order may be from the exact one: n·u·Σ|aᵢbᵢ|, and
 * Σ|aᵢbᵢ| ≤ |a|·|b| (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1; doubled, because the
 * bound holds to first order only). Below 2⁻¹²⁶ float32 loses digits: each product is then off by up to 2⁻¹⁵⁰ more.
 */
export function roundingBound(dims: number, normA: number, normB: number): number {
  return 2 * (dims + 1) * 2 ** -24 * normA * normB + dims * 2 ** -149;
}

export function norm(v: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < v.length; i++) sum += v[i]! * v[i]!;
  return Math.sqrt(sum);
}

/** Longest row of a row-major matrix. */
export function largestNorm(vectors: Float32Array, rows: number, stride: number): number {
  let most = 0;
  for (let r = 0, at = 0; r < rows; r++, at += stride) {
    let sum = 0;
    for (let i = at; i < at + stride; i++) sum += vectors[i]! * vectors[i]!;
    if (sum > most) most = sum;
  }
  return Math.sqrt(most);
}

/**
 * The k-th largest of `scores[0..n)`, by a heap of k: one pass, and most values are turned away by one
 * comparison. `-Infinity` when k > n.
 */
export function kthLargest(scores: Float32Array | Float64Array, n: number, k: number): number {
  if (k > n) return Number.NEGATIVE_INFINITY;
  if (k === 0) return Number.POSITIVE_INFINITY;
  const heap = scores.slice(0, k).sort();
  for (let i = k; i < n; i++) {
    const value = scores[i]!;
    if (value > heap[0]!) sink(heap, value);
  }
  return heap[0]!;
}

/** Replaces the least of a min-heap. */
function sink(heap: Float32Array | Float64Array, value: number): void {
  const size = heap.length;
  let at = 0;
  for (let child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= value) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = value;
}
