import { tQuantile, tTwoSided } from "./distributions.js";

/** A mean with its standard error; what is undefined is null, never 0. */
export interface Estimate {
  n: number;
  mean: number | null;
  se: number | null;
  ci95: [number, number] | null;
  /** degrees of freedom of the interval's t */
  df: number | null;
}

/** A mean whose observations come in clusters that share their luck. */
export interface ClusteredEstimate extends Estimate {
  clusters: number;
  /** two-sided, against a mean of 0 */
  p: number | null;
  /** variance by clusters over variance as if independent */
  designEffect: number | null;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, v) => sum + v, 0) / values.length;

/** Sample variance with n − 1; null below two values. */
export function variance(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const m = mean(values);
  return values.reduce((sum, v) => sum + (v - m) ** 2, 0) / (values.length - 1);
}

function interval(m: number, se: number, df: number): [number, number] {
  const half = tQuantile(0.975, df) * se;
  return [m - half, m + half];
}

/** Mean and standard error √(Var/n) of independent values (Miller 2024, equation 1). */
export function meanEstimate(values: readonly number[]): Estimate {
  const n = values.length;
  if (n === 0) return { n, mean: null, se: null, ci95: null, df: null };
  const m = mean(values);
  const v = variance(values);
  if (v === null) return { n, mean: m, se: null, ci95: null, df: null };
  const se = Math.sqrt(v / n);
  return { n, mean: m, se, ci95: interval(m, se, n - 1), df: n - 1 };
}

/** Standard error of a proportion, √(p(1 − p)/n); null without trials. */
export function proportionSe(k: number, n: number): number | null {
  return n === 0 ? null : Math.sqrt(((k / n) * (1 - k / n)) / n);
}

/**
 * Mean with a standard error by clusters: √(C/(C−1)·Σ(Σ(s−s̄))²)/n and t on C − 1 degrees of freedom, the form
 * with the finite-cluster correction. With every value a cluster of its own it is `meanEstimate`.
 * @param clusters one name a value, in the same order
 */
export function clusteredMean(
  values: readonly number[],
  clusters: readonly string[],
): ClusteredEstimate {
  if (clusters.length !== values.length)
    throw new RangeError(
      `clusteredMean: ${values.length} values but ${clusters.length} cluster names`,
    );
  const plain = meanEstimate(values);
  const sums = clusterSums(values, clusters, plain.mean ?? 0);
  const c = sums.length;
  if (c < 2 || plain.mean === null)
    return { ...plain, se: null, ci95: null, df: null, clusters: c, p: null, designEffect: null };
  const squares = sums.reduce((sum, s) => sum + s * s, 0);
  const se = Math.sqrt((c / (c - 1)) * squares) / values.length;
  const naive = plain.se ?? 0;
  return {
    n: values.length,
    mean: plain.mean,
    se,
    ci95: interval(plain.mean, se, c - 1),
    df: c - 1,
    clusters: c,
    p: se === 0 ? null : tTwoSided(plain.mean / se, c - 1),
    designEffect: naive === 0 ? null : (se / naive) ** 2,
  };
}

/** Sum of (value − centre) in every cluster, clusters in order of first appearance. */
export function clusterSums(
  values: readonly number[],
  clusters: readonly string[],
  centre = 0,
): number[] {
  const sums = new Map<string, number>();
  for (const [i, v] of values.entries())
    sums.set(clusters[i]!, (sums.get(clusters[i]!) ?? 0) + v - centre);
  return [...sums.values()];
}

/** Difference of two measurements on the same units: mean of a − b, its error and t test. */
export function pairedDifference(
  a: readonly number[],
  b: readonly number[],
): Estimate & { p: number | null } {
  if (a.length !== b.length)
    throw new RangeError(`pairedDifference: ${a.length} values against ${b.length}`);
  const d = a.map((v, i) => v - b[i]!);
  const estimate = meanEstimate(d);
  const { mean: m, se, df } = estimate;
  const p = m === null || !se || df === null ? null : tTwoSided(m / se, df);
  return { ...estimate, p };
}

/** Rows of one unit (an episode played several times) averaged: repeats are no extra n. */
export function averageRepeats(
  units: readonly string[],
  values: readonly number[],
): { units: string[]; values: number[]; repeats: number; within: number | null } {
  const groups = new Map<string, number[]>();
  for (const [i, unit] of units.entries()) {
    const group = groups.get(unit);
    if (group) group.push(values[i]!);
    else groups.set(unit, [values[i]!]);
  }
  const spreads = [...groups.values()].flatMap((g) => variance(g) ?? []);
  return {
    units: [...groups.keys()],
    values: [...groups.values()].map(mean),
    repeats: Math.max(0, ...[...groups.values()].map((g) => g.length)),
    /** mean variance between the repeats of a unit; null without repeats */
    within: spreads.length === 0 ? null : mean(spreads),
  };
}
