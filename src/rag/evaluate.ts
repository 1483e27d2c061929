import { Rng } from "../core/rng.js";
import { Bm25 } from "./lexical.js";
import {
  type Judge,
  judgeByPatterns,
  judgeByRows,
  type LabelledQuery,
  type QuerySet,
} from "./queries.js";
import { queryText } from "./query-text.js";
import { groupedMean, type Mean, type QueryScores, scoreList } from "./ranking-metrics.js";
import { type NormRecord, normText } from "./record.js";
import type { Retriever } from "./retriever.js";

/** A way to find norms. */
export interface System {
  name: string;
  /** the k best norms, best first; several lists where chance plays a part */
  top(query: string, k: number): Promise<NormRecord[][]>;
}

/** lists drawn a query by the random system, so that its mean is steady */
const RANDOM_LISTS = 50;

export function randomSystem(records: readonly NormRecord[]): System {
  return {
    name: "random",
    async top(query, k) {
      const rng = Rng.from("rag-eval random", query);
      return Array.from({ length: RANDOM_LISTS }, () => {
        const rows = new Set<number>();
        while (rows.size < Math.min(k, records.length)) rows.add(rng.int(0, records.length - 1));
        return [...rows].map((row) => records[row]!);
      });
    },
  };
}

/** BM25 alone, over the same texts that are embedded. */
export function bm25System(records: readonly NormRecord[]): System {
  const bm25 = new Bm25(records.map(normText));
  return {
    name: "BM25",
    async top(query, k) {
      const order = [...bm25.scores(query)].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
      return [order.slice(0, k).map(([row]) => records[row]!)];
    },
  };
}

export function retrieverSystem(retriever: Retriever): System {
  const second = retriever.reranker.name;
  return {
    name: `${retriever.embedder.info.model}${second === "none" ? "" : ` + ${second}`}`,
    async top(query, k) {
      const { hits } = await retriever.retrieve(query);
      return [hits.slice(0, k).map((h) => h.record)];
    },
  };
}

export interface SystemResult {
  system: string;
  ndcg: Mean;
  precision: Mean;
  mrr: Mean;
  /** share of queries with a norm of grade 2 in the list */
  coverage: Mean;
  /** norms a query whose setting and behaviour stood further up already */
  duplicates: Mean;
  /** norms a query that advise the contrary */
  polarityErrors: Mean;
  /** nDCG less that of BM25, query by query */
  overBm25: Mean | null;
  byTask: Record<string, { queries: number; coverage: number; ndcg: number }>;
}

export interface RagEvaluation {
  schemaVersion: 1;
  k: number;
  queries: number;
  /** queries that were left out because nobody graded this bank for them */
  leftOut: string[];
  /** by hand, row by row; or by patterns, which are rougher */
  grading: "rows" | "patterns";
  /** norms of grade 2 and 1 in the bank, by task */
  inBank: Record<string, { grade2: number; grade1: number; contrary: number }>;
  systems: SystemResult[];
}

interface Prepared {
  query: LabelledQuery;
  text: string;
  judge: Judge;
  grades: number[];
}

/**
 * Runs every system over the labelled queries.
 * @param records every norm of the bank
 */
export async function evaluateSystems(
  set: QuerySet,
  records: readonly NormRecord[],
  systems: readonly System[],
  { k = 5, onQuery }: { k?: number; onQuery?: (system: string) => void } = {},
): Promise<RagEvaluation> {
  const grading = gradedByHand(set, records) ? "rows" : "patterns";
  const { prepared, leftOut, inBank } = prepare(set, records, grading);
  const scores = new Map<string, QueryScores[]>();
  for (const system of systems) {
    const list: QueryScores[] = [];
    for (const p of prepared) {
      list.push(meanScores(await system.top(p.text, k), p, k));
      onQuery?.(system.name);
    }
    scores.set(system.name, list);
  }
  const bm25 = scores.get("BM25") ?? null;
  return {
    schemaVersion: 1,
    k,
    queries: prepared.length,
    leftOut,
    grading,
    inBank,
    systems: systems.map((s) => result(s.name, scores.get(s.name)!, bm25, prepared)),
  };
}

/** Is this the bank whose rows were graded? */
function gradedByHand(set: QuerySet, records: readonly NormRecord[]): boolean {
  const judges = Object.keys(set.judgments).map((name) => judgeByRows(set, name));
  return records.some((r) => judges.some((judge) => judge(r).grade > 0));
}

function prepare(set: QuerySet, records: readonly NormRecord[], grading: "rows" | "patterns") {
  const prepared: Prepared[] = [];
  const leftOut: string[] = [];
  const inBank: RagEvaluation["inBank"] = {};
  const judged = new Map<string, { judge: Judge; grades: number[] } | null>();
  for (const query of set.queries) {
    const { judgments } = query;
    if (!judged.has(judgments)) {
      const judge =
        grading === "rows" ? judgeByRows(set, judgments) : judgeByPatterns(set, judgments);
      const all = judge ? records.map(judge) : [];
      judged.set(
        judgments,
        judge ? { judge, grades: all.map((j) => j.grade).filter((g) => g > 0) } : null,
      );
      inBank[judgments] = {
        grade2: all.filter((j) => j.grade === 2).length,
        grade1: all.filter((j) => j.grade === 1).length,
        contrary: all.filter((j) => j.contrary).length,
      };
    }
    const known = judged.get(judgments) ?? null;
    if (known === null) leftOut.push(query.id);
    else prepared.push({ query, text: queryText(query), ...known });
  }
  return { prepared, leftOut, inBank };
}

/** The mean over the lists of a query. */
function meanScores(lists: NormRecord[][], { judge, grades }: Prepared, k: number): QueryScores {
  const all = lists.map((list) =>
    scoreList(
      list.map((r) => ({ ...judge(r), about: `${r.setting}\u0000${r.behavior}` })),
      grades,
      k,
    ),
  );
  const mean = (pick: (s: QueryScores) => number): number =>
    all.reduce((sum, s) => sum + pick(s), 0) / all.length;
  return {
    ndcg: mean((s) => s.ndcg),
    precision: mean((s) => s.precision),
    reciprocalRank: mean((s) => s.reciprocalRank),
    covered: mean((s) => s.covered),
    duplicates: mean((s) => s.duplicates),
    polarityErrors: mean((s) => s.polarityErrors),
  };
}

function result(
  system: string,
  scores: readonly QueryScores[],
  bm25: readonly QueryScores[] | null,
  prepared: readonly Prepared[],
): SystemResult {
  const of = (pick: (s: QueryScores, i: number) => number): Mean =>
    groupedMean(scores.map((s, i) => ({ group: prepared[i]!.query.judgments, value: pick(s, i) })));
  const byTask: SystemResult["byTask"] = {};
  for (const task of new Set(prepared.map((p) => p.query.task))) {
    const own = scores.filter((_, i) => prepared[i]!.query.task === task);
    const mean = (pick: (s: QueryScores) => number): number =>
      own.reduce((sum, s) => sum + pick(s), 0) / own.length;
    byTask[task] = {
      queries: own.length,
      coverage: mean((s) => s.covered),
      ndcg: mean((s) => s.ndcg),
    };
  }
  return {
    system,
    ndcg: of((s) => s.ndcg),
    precision: of((s) => s.precision),
    mrr: of((s) => s.reciprocalRank),
    coverage: of((s) => s.covered),
    duplicates: of((s) => s.duplicates),
    polarityErrors: of((s) => s.polarityErrors),
    overBm25: bm25 && system !== "BM25" ? of((s, i) => s.ndcg - bm25[i]!.ndcg) : null,
    byTask,
  };
}
