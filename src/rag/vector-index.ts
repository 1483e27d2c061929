import { UsageError } from "../core/errors.js";

/** One row of an index and its inner product with the query. */
export interface Neighbour {
  /** 0-based row */
  row: number;
  score: number;
}

/**
 * An exact inner-product index over float32 rows. Every backend gives the same answer: the score is the inner
 * product summed in double precision over the columns in order, neighbours are sorted by score downwards and,
 * where scores are equal, by row upwards.
 */
export interface VectorIndex {
  readonly backend: BackendName;
  /** columns */
  readonly dims: number;
  /** rows */
  readonly size: number;
  /**
   * The k best rows; all of them when k is larger.
   * @param query `dims` numbers
   * @throws UsageError bad_query (another number of columns, or no finite numbers)
   */
  search(query: Float32Array, k: number): Neighbour[];
  /** Writes the index in FAISS's `IxFI` format, whole or not at all. */
  write(path: string): void;
  close(): void;
}

export const BACKENDS = ["flat", "faiss"] as const;
export type BackendName = (typeof BACKENDS)[number];

/** Builds and opens indexes of one kind. */
export interface IndexBackend {
  readonly name: BackendName;
  /** null when it can be used here; else why not, in words */
  missing(): Promise<string | null>;
  /** @param vectors row-major, a multiple of `dims` long; a backend may keep it */
  fromVectors(vectors: Float32Array, dims: number): Promise<VectorIndex>;
  /** @throws NormactError bad_index (not the format, or cut off) */
  open(path: string): Promise<VectorIndex>;
}

/** @throws UsageError bad_query */
export function checkQuery(query: Float32Array, dims: number, k: number): void {
  if (query.length !== dims)
    throw new UsageError(
      "bad_query",
      `the query has ${query.length} numbers, the index ${dims} columns: they come from different models`,
    );
  if (!query.every(Number.isFinite))
    throw new UsageError("bad_query", "the query holds a value that is no finite number");
  if (!Number.isInteger(k) || k < 0)
    throw new UsageError("bad_query", `k must be a whole number from 0 on, not ${k}`);
}
