import { QueryCache, RerankCache } from "./cache.js";
import { cutQuery, type Embedder } from "./embedder.js";
import { isPaperEncoder } from "./embedders.js";
import type { OpenIndex } from "./index-folder.js";
import { type NormRecord, normHint, normText } from "./record.js";
import type { Candidate, Reranker } from "./reranker.js";
import { isPaperReranker } from "./rerankers.js";

/** the paper takes 500 to 1000 candidates and shows five (appendix C) */
export const DEFAULT_CANDIDATES = 500;
export const DEFAULT_K = 5;

/** answers kept in memory */
const REMEMBERED = 2000;

/** One retrieved norm. */
export interface Hit {
  /** from 1 */
  rank: number;
  id: string;
  /** inner product of the first stage */
  score: number;
  /** place in the first stage, from 1 */
  firstRank: number;
  /** the second stage's number; null without one */
  rerankScore: number | null;
  record: NormRecord;
  text: string;
  hint: string;
}

export interface Retrieved {
  /** as it was searched for */
  query: string;
  /** the query was longer than encoders read, and its end was left out */
  cut: boolean;
  candidates: number;
  hits: Hit[];
}

export interface RetrieverSettings {
  k: number;
  candidates: number;
}

/** Two stages over an index: exact search, then a reranker; the k best different norms. */
export class Retriever {
  private readonly queries: QueryCache;
  private readonly reranked: RerankCache;
  /** several planners ask the same of the same view */
  private readonly asked = new Map<string, Promise<Retrieved>>();

  constructor(
    readonly index: OpenIndex,
    readonly embedder: Embedder,
    readonly reranker: Reranker,
    readonly settings: RetrieverSettings,
  ) {
    this.queries = new QueryCache(embedder.info);
    this.reranked = new RerankCache(index.meta.id, reranker);
  }

  /** Did the paper's encoder and its reranker do the work? Else tables call the condition `rag-lite`. */
  get isPaper(): boolean {
    return isPaperEncoder(this.embedder.info) && isPaperReranker(this.reranker);
  }

  /** The norms that a text retrieves. Equal texts are looked up once. */
  retrieve(text: string): Promise<Retrieved> {
    const known = this.asked.get(text);
    if (known) return known;
    const found = this.lookUp(text);
    this.asked.set(text, found);
    found.catch(() => this.asked.delete(text));
    const [oldest] = this.asked.keys();
    if (this.asked.size > REMEMBERED && oldest !== undefined) this.asked.delete(oldest);
    return found;
  }

  private async lookUp(text: string): Promise<Retrieved> {
    const { text: query, cut } = cutQuery(text);
    const candidates = await this.candidates(query);
    const scores = await this.scores(query, candidates);
    const hits = best(candidates, scores, this.settings.k, this.reranker.name !== "none");
    return { query, cut, candidates: candidates.length, hits };
  }

  /** The first stage. */
  async candidates(query: string): Promise<Candidate[]> {
    const { index } = this;
    const near = index.vectors.search(await this.vector(query), this.settings.candidates);
    return near.map(({ row, score }, i) => {
      const recordRow = index.recordOf(row);
      const record = index.records.get(recordRow);
      return { row, recordRow, record, text: normText(record), score, rank: i + 1 };
    });
  }

  private async vector(query: string): Promise<Float32Array> {
    const known = this.queries.get(query);
    if (known) return known;
    const vector = await this.embedder.query(query);
    this.queries.put(query, vector);
    return vector;
  }

  private async scores(query: string, candidates: Candidate[]): Promise<number[]> {
    if (!this.reranker.slow) return this.reranker.score(query, candidates);
    const rows = candidates.map((c) => c.row);
    const known = this.reranked.get(query, rows);
    if (known) return known;
    const scores = await this.reranker.score(query, candidates);
    this.reranked.put(query, rows, scores);
    return scores;
  }

  async close(): Promise<void> {
    this.index.close();
    await this.embedder.close();
    await this.reranker.close();
  }
}

/** The k best by the second stage's score, then by first rank; of norms that read the same, the best one. */
function best(candidates: Candidate[], scores: number[], k: number, reranked: boolean): Hit[] {
  const order = candidates.map((_, i) => i);
  order.sort((a, b) => scores[b]! - scores[a]! || candidates[a]!.rank - candidates[b]!.rank);
  const said = new Set<string>();
  const hits: Hit[] = [];
  for (const i of order) {
    if (hits.length === k) break;
    const { record, score, rank, text } = candidates[i]!;
    const hint = normHint(record);
    const key = hint.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
    if (said.has(key)) continue;
    said.add(key);
    hits.push({
      rank: hits.length + 1,
      id: record.id,
      score,
      firstRank: rank,
      rerankScore: reranked ? scores[i]! : null,
      record,
      text,
      hint,
    });
  }
  return hits;
}
