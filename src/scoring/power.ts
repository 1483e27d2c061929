import { normalQuantile } from "./sensitivity.js";

const factor = (alpha: number, power: number): number =>
  normalQuantile(1 - alpha / 2) + normalQuantile(power);

/**
 * Smallest difference of two paired yes-or-no rates that n pairs find with the given power: (z + z)·√(ψ/n).
 * A fraction; null without pairs.
 * @param discordance ψ, the share of pairs whose sides differ
 */
export function minimumDetectable(
  n: number,
  discordance: number,
  { alpha = 0.05, power = 0.8 }: { alpha?: number; power?: number } = {},
): number | null {
  return n === 0 ? null : factor(alpha, power) * Math.sqrt(discordance / n);
}

/** The same from the standard deviation of paired differences, for scores that are no yes or no. */
export function minimumDetectableMean(
  n: number,
  sd: number,
  options: { alpha?: number; power?: number } = {},
): number | null {
  return minimumDetectable(n, sd * sd, options);
}

/**
 * Pairs needed to find a difference: (z + z)²·(ω² + σ_A²/K_A + σ_B²/K_B)/δ² (Miller 2024).
 * @param between ω², variance between units of the difference of their expected scores
 * @param within [σ_A²/K_A, σ_B²/K_B], variance of each side's mean over its repeats
 */
export function pairsNeeded(
  difference: number,
  between: number,
  within: [number, number] = [0, 0],
  { alpha = 0.05, power = 0.8 }: { alpha?: number; power?: number } = {},
): number | null {
  if (difference === 0) return null;
  return Math.ceil(
    (factor(alpha, power) ** 2 * (between + within[0] + within[1])) / difference ** 2,
  );
}
