import type { Person } from "../../world/types.js";

/** Height of the modelled head, metres; other heads are this one scaled. */
export const HEAD_HEIGHT = 0.235;

/** Lengths and widths of one body, metres. */
export interface Measures {
  /** of the whole person against an adult of 1.72 m */
  k: number;
  hip: number;
  thigh: number;
  shin: number;
  ankle: number;
  /** from the hip joints to the root of the neck, along the back */
  spine: number;
  neck: number;
  /** against the modelled head */
  head: number;
  shoulderHalf: number;
  hipHalf: number;
  upperArm: number;
  foreArm: number;
  /** thickness factors */
  girth: number;
  limb: number;
}

/** Proportions by age and sex: children have large heads and short legs, women narrower shoulders. */
export function measure(p: Person): Measures {
  const h = p.height / 100;
  const k = h / 1.72;
  const child = p.ageGroup === "child";
  const female = p.sex === "female";
  const headHeight = child ? 0.212 + (h - 1.2) * 0.05 : 0.243 * Math.sqrt(k);
  const head = headHeight / HEAD_HEIGHT;
  const neck = (child ? 0.05 : female ? 0.078 : 0.07) * Math.max(0.8, k);
  const hip = h * (child ? 0.475 : female ? 0.525 : 0.515);
  const ankle = 0.078 * k;
  const leg = hip - ankle;
  const spine = h - hip - neck - head * 0.192;
  const shoulders = child ? 0.138 : female ? 0.142 : 0.168;
  return {
    k,
    hip,
    thigh: leg * 0.515,
    shin: leg * 0.49,
    ankle,
    spine,
    neck,
    head,
    shoulderHalf: shoulders * k * (0.7 + 0.3 * p.build),
    hipHalf: (female && !child ? 0.095 : 0.088) * k,
    upperArm: 0.285 * k,
    foreArm: 0.25 * k,
    girth: k * p.build * (child ? 0.97 : 1),
    limb: k * (0.4 + 0.6 * p.build) * (child ? 0.92 : female ? 0.87 : 1),
  };
}
