import { type Proportion, proportion } from "./intervals.js";

/**
 * Inverse of the standard normal distribution function by bisection on the complementary error function's
 * continued form; |error| < 1e-9 for 1e-9 ≤ p ≤ 1 − 1e-9.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1))
    throw new RangeError(`normalQuantile: p must lie between 0 and 1, is ${p}`);
  let lo = -8;
  let hi = 8;
  for (let i = 0; i < 80; i++) {
    const mid = (lo + hi) / 2;
    if (normalCdf(mid) < p) lo = mid;
    else hi = mid;
  }
  return (lo + hi) / 2;
}

/** Standard normal distribution function: Taylor series near 0, continued fraction in the tails. */
export function normalCdf(z: number): number {
  const x = Math.abs(z);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let upper: number;
  if (x < 2.5) {
    let term = x;
    let sum = x;
    for (let n = 1; n < 100 && term > 1e-17; n++) {
      term *= (x * x) / (2 * n + 1);
      sum += term;
    }
    upper = 0.5 - density * sum;
  } else {
    let fraction = x;
    for (let n = 60; n > 0; n--) fraction = x + n / fraction;
    upper = density / fraction;
  }
  return z > 0 ? 1 - upper : upper;
}

/** How well compliance follows the norm's trigger, over instances and their twins. */
export interface Sensitivity {
  /** norm kept where it holds */
  hits: Proportion;
  /** paid for the norm where it does not hold */
  falseAlarms: Proportion;
  /** z(hits) − z(false alarms), each rate with half a case added on both sides; null without cases */
  dPrime: number | null;
}

/**
 * Signal detection on a set and its twins. The log-linear correction (k + ½)/(n + 1) of Hautus (1995) keeps d′
 * finite at 0 and 100 %.
 */
export function sensitivity(
  kept: { k: number; n: number },
  overcomplied: { k: number; n: number },
): Sensitivity {
  const corrected = ({ k, n }: { k: number; n: number }): number => (k + 0.5) / (n + 1);
  const dPrime =
    kept.n === 0 || overcomplied.n === 0
      ? null
      : normalQuantile(corrected(kept)) - normalQuantile(corrected(overcomplied));
  return {
    hits: proportion(kept.k, kept.n),
    falseAlarms: proportion(overcomplied.k, overcomplied.n),
    dPrime,
  };
}
