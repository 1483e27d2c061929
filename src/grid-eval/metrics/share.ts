import { tQuantile } from "../../scoring/distributions.js";
import { clusteredMean } from "../../scoring/estimates.js";
import { wilson } from "../../scoring/intervals.js";

/** A mean of values from 0 to 1 over episodes, with an interval by norm. */
export interface Share {
  /** null when nothing was counted */
  mean: number | null;
  /** null with fewer than two norms */
  ci95: [number, number] | null;
  episodes: number;
  norms: number;
}

/**
 * Mean with a Wilson interval whose n is the number of independent episodes that would have the same standard
 * error by clusters, and t on norms − 1 in place of the normal: it stays inside [0, 1] and does not collapse when
 * all norms agree, where the number of norms is what counts.
 */
export function shareByNorm(values: readonly number[], norms: readonly string[]): Share {
  const { mean, se, clusters } = clusteredMean(values, norms);
  const base = { mean, episodes: values.length, norms: clusters };
  if (mean === null || se === null) return { ...base, ci95: null };
  const effective = se === 0 ? clusters : Math.min(values.length, (mean * (1 - mean)) / se ** 2);
  const n = Math.max(1, effective);
  return { ...base, ci95: wilson(mean * n, n, tQuantile(0.975, clusters - 1)) };
}
