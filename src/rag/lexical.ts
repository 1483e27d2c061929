import MiniSearch from "minisearch";
import type { Candidate, Reranker } from "./reranker.js";

/** Words that say nothing of a norm. */
const STOP = new Set(
  "a an and are as at be been by for from has have in is it its of on or that the this to was were will with you your not no s there them they their when setting behavior norm person other".split(
    " ",
  ),
);

/** Lower-cased words, plural and verb endings cut off roughly, so that "queues" meets "queue". */
export function terms(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.filter((w) => w.length > 1 && !STOP.has(w)).map(stem);
}

function stem(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 5 && word.endsWith("ing")) return undouble(word.slice(0, -3));
  if (word.length > 4 && word.endsWith("ed")) return undouble(word.slice(0, -2));
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  const one = word.length > 3 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
  return one.length > 3 && one.endsWith("e") ? one.slice(0, -1) : one;
}

const undouble = (word: string): string =>
  /([^aeiouls])\1$/.test(word) ? word.slice(0, -1) : word.endsWith("e") ? word.slice(0, -1) : word;

/** BM25 scores over a list of texts, by minisearch. */
export class Bm25 {
  private readonly index: MiniSearch<{ id: number; text: string }>;

  constructor(texts: readonly string[]) {
    this.index = new MiniSearch({
      fields: ["text"],
      tokenize: terms,
      processTerm: (term) => term,
      searchOptions: { bm25: { k: 1.2, b: 0.75, d: 0.5 } },
    });
    this.index.addAll(texts.map((text, id) => ({ id, text })));
  }

  /** Score by text; texts that share no word with the query are left out. */
  scores(query: string): Map<number, number> {
    return new Map(
      this.index.search([...new Set(terms(query))].join(" ")).map((r) => [r.id as number, r.score]),
    );
  }
}

/** the constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009) */
const FUSION = 60;

/**
 * The bundled second stage, where no cross-encoder can be had: BM25 over the candidates, its rank fused with the
 * first stage's by the sum of reciprocal ranks. Candidates without a common word keep their first-stage part.
 */
export const lexicalReranker: Reranker = {
  name: "lexical",
  revision: "bm25-rrf-1",
  slow: false,
  async score(query, candidates) {
    const bm25 = new Bm25(candidates.map((c) => c.text)).scores(query);
    const order = [...bm25].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const rank = new Map(order.map(([id], i) => [id, i + 1]));
    return candidates.map((c, i) => {
      const place = rank.get(i);
      return 1 / (FUSION + c.rank) + (place === undefined ? 0 : 1 / (FUSION + place));
    });
  },
  close: async () => {},
};

/** No second stage: the first one's order stays. */
export const noReranker: Reranker = {
  name: "none",
  revision: "1",
  slow: false,
  score: async (_query: string, candidates: readonly Candidate[]) => candidates.map((c) => c.score),
  close: async () => {},
};
