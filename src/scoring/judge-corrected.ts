import { Z95 } from "./intervals.js";

/** A count out of so many. */
export interface Count {
  k: number;
  n: number;
}

export interface CorrectedRate {
  /** what the judge said */
  judged: number;
  sensitivity: number;
  specificity: number;
  /** the rate with the judge's errors taken out, within 0 and 1 */
  rate: number;
  ci95: [number, number];
}

/**
 * A judge's rate corrected by how often it is right (Rogan and Gladen 1978): (p + q0 − 1)/(q0 + q1 − 1). The
 * interval carries the error of the calibration set too (Lang and Reiczigel 2014, as Lee et al. 2025,
 * arXiv 2511.21140, use it). Null when a part has no case, or when the judge is no better than chance.
 * @param judged labelled yes, of all judged
 * @param right of the calibration cases that people call yes: those the judge calls yes (sensitivity)
 * @param rejected of those people call no: those the judge calls no (specificity)
 */
export function judgeCorrected(
  judged: Count,
  right: Count,
  rejected: Count,
  z = Z95,
): CorrectedRate | null {
  if (judged.n === 0 || right.n === 0 || rejected.n === 0) return null;
  const p = judged.k / judged.n;
  const sensitivity = right.k / right.n;
  const specificity = rejected.k / rejected.n;
  if (sensitivity + specificity <= 1) return null;
  const n = judged.n + z * z;
  const m1 = right.n + 2;
  const m0 = rejected.n + 2;
  const pp = (judged.k + (z * z) / 2) / n;
  const q1 = (right.k + 1) / m1;
  const q0 = (rejected.k + 1) / m0;
  const youden = q0 + q1 - 1;
  // smoothing can take a judge that is barely better than chance below it
  if (youden <= 0) return null;
  const theta = (pp + q0 - 1) / youden;
  const v1 = (q1 * (1 - q1)) / m1;
  const v0 = (q0 * (1 - q0)) / m0;
  const shift = 2 * z * z * (theta * v1 - (1 - theta) * v0);
  const se = Math.sqrt((pp * (1 - pp)) / n + (1 - theta) ** 2 * v0 + theta ** 2 * v1) / youden;
  return {
    judged: p,
    sensitivity,
    specificity,
    rate: clamp((p + specificity - 1) / (sensitivity + specificity - 1)),
    ci95: [clamp(theta + shift - z * se), clamp(theta + shift + z * se)],
  };
}

const clamp = (x: number): number => Math.min(1, Math.max(0, x));
