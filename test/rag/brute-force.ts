import type { Neighbour } from "../../src/rag/vector-index.js";

/** The reference: every row's inner product in double precision, sorted by score, then row. */
export function bruteForce(
  vectors: Float32Array,
  dims: number,
  query: Float32Array,
  k: number,
): Neighbour[] {
  const all: Neighbour[] = [];
  for (let row = 0; row < vectors.length / dims; row++) {
    let score = 0;
    for (let i = 0; i < dims; i++) score += vectors[row * dims + i]! * query[i]!;
    all.push({ row, score });
  }
  return all.sort((a, b) => b.score - a.score || a.row - b.row).slice(0, k);
}
