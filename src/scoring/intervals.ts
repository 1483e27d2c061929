/** The 97.5 % point of the normal distribution, as printed in every report. */
export const Z95 = 1.959964;

/** A proportion with its Wilson interval; rate and ends are fractions, null when nothing was counted. */
export interface Proportion {
  k: number;
  n: number;
  rate: number | null;
  ci95: [number, number] | null;
}

/**
 * Wilson's score interval (Wilson 1927): stays inside [0, 1] and keeps its coverage at 0 and 100 %, where the
 * textbook interval collapses.
 * @param k successes, 0 ≤ k ≤ n
 * @param n trials; 0 gives null
 */
export function wilson(k: number, n: number, z = Z95): [number, number] | null {
  if (n === 0) return null;
  const p = k / n;
  const z2 = z * z;
  const centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z / (1 + z2 / n)) * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  return [k === 0 ? 0 : Math.max(0, centre - half), k === n ? 1 : Math.min(1, centre + half)];
}

/** @returns `{k, n, rate, ci95}` */
export function proportion(k: number, n: number): Proportion {
  return { k, n, rate: n === 0 ? null : k / n, ci95: wilson(k, n) };
}
