import type { NormRecord } from "./record.js";

/** A norm that the first stage found. */
export interface Candidate {
  /** row of the index */
  row: number;
  /** row of the bank */
  recordRow: number;
  record: NormRecord;
  /** what was embedded */
  text: string;
  /** inner product with the query */
  score: number;
  /** place in the first stage, from 1 */
  rank: number;
}

export interface Reranker {
  /** `none`, `lexical`, `Xenova/bge-reranker-base`, the model that a server runs… */
  readonly name: string;
  /** what else shapes its scores: part of the cache's key */
  readonly revision: string;
  /** too slow to be done twice: results are kept on the disk */
  readonly slow: boolean;
  /** One number a candidate, higher is better. */
  score(query: string, candidates: readonly Candidate[]): Promise<number[]>;
  close(): Promise<void>;
}
