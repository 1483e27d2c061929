import { Rng } from "../core/rng.js";
import type { Judged } from "./queries.js";

/** What is measured of one query's top list. */
export interface QueryScores {
  ndcg: number;
  precision: number;
  /** one over the place of the first norm of grade 1 or 2 in the list; 0 without one */
  reciprocalRank: number;
  /** 1 when a norm of grade 2 is in the list, else 0 */
  covered: number;
  /** norms whose setting and behaviour stood further up already */
  duplicates: number;
  /** norms that advise the contrary */
  polarityErrors: number;
}

const gain = (grade: number): number => 2 ** grade - 1;
const discount = (place: number): number => 1 / Math.log2(place + 1);

/**
 * Scores of a ranked list at depth k: nDCG with gains 2^grade − 1 (Burges et al. 2005), precision (grade 1 or 2
 * counts), reciprocal rank.
 * @param list grade of each norm, best first, with what it is about
 * @param grades the grades of every norm of the bank that has one above 0
 */
export function scoreList(
  list: readonly (Judged & { about: string })[],
  grades: readonly number[],
  k: number,
): QueryScores {
  const top = list.slice(0, k);
  const dcg = top.reduce((sum, { grade }, i) => sum + gain(grade) * discount(i + 1), 0);
  const ideal = [...grades]
    .sort((a, b) => b - a)
    .slice(0, k)
    .reduce((sum, grade, i) => sum + gain(grade) * discount(i + 1), 0);
  const first = top.findIndex((j) => j.grade > 0);
  return {
    ndcg: ideal === 0 ? 0 : dcg / ideal,
    precision: top.filter((j) => j.grade > 0).length / k,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    covered: top.some((j) => j.grade === 2) ? 1 : 0,
    duplicates: top.length - new Set(top.map((j) => j.about)).size,
    polarityErrors: top.filter((j) => j.contrary).length,
  };
}

/** A mean with its 95 % interval; null when nothing was measured. */
export interface Mean {
  n: number;
  mean: number | null;
  ci95: [number, number] | null;
}

const DRAWS = 2000;

/**
 * The mean of values that come in groups (queries that share their judgments are alike), and its interval by a
 * bootstrap that draws whole groups.
 */
export function groupedMean(values: readonly { group: string; value: number }[]): Mean {
  if (values.length === 0) return { n: 0, mean: null, ci95: null };
  const groups = new Map<string, { sum: number; n: number }>();
  for (const { group, value } of values) {
    const g = groups.get(group) ?? { sum: 0, n: 0 };
    groups.set(group, { sum: g.sum + value, n: g.n + 1 });
  }
  const list = [...groups.values()];
  const mean = list.reduce((s, g) => s + g.sum, 0) / values.length;
  const rng = Rng.from("rag-eval bootstrap", list.length, values.length);
  const means: number[] = [];
  for (let d = 0; d < DRAWS; d++) {
    let sum = 0;
    let n = 0;
    for (let i = 0; i < list.length; i++) {
      const g = list[rng.int(0, list.length - 1)]!;
      sum += g.sum;
      n += g.n;
    }
    means.push(sum / n);
  }
  means.sort((a, b) => a - b);
  return {
    n: values.length,
    mean,
    ci95: [means[Math.floor(0.025 * DRAWS)]!, means[Math.ceil(0.975 * DRAWS) - 1]!],
  };
}
