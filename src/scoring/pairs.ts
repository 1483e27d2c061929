import { binomialLower, binomialPmf, chiSquareUpper } from "./distributions.js";
import { wilson, Z95 } from "./intervals.js";

/** Two yes-or-no outcomes on the same units, counted. "a" is the condition, "b" what it is set against. */
export interface PairTable {
  /** right under both */
  both: number;
  /** right under a only */
  onlyA: number;
  /** right under b only */
  onlyB: number;
  neither: number;
}

export function pairTable(a: readonly boolean[], b: readonly boolean[]): PairTable {
  if (a.length !== b.length) throw new RangeError(`pairTable: ${a.length} against ${b.length}`);
  const table: PairTable = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  for (const [i, x] of a.entries()) {
    if (x) table[b[i] ? "both" : "onlyA"]++;
    else table[b[i] ? "onlyB" : "neither"]++;
  }
  return table;
}

/** McNemar's test in its three forms. */
export interface McNemar {
  /** 2·P[Bin(b + c, ½) ≤ min(b, c)], at most 1 */
  exact: number;
  /** the exact one less the probability of the observed split: less conservative */
  midP: number;
  /** (|b − c| − 1)²/(b + c) on one degree of freedom; null with fewer than 25 discordant pairs */
  asymptotic: { chi2: number; p: number } | null;
}

/**
 * McNemar's test on discordant pairs (b, c); null when there is none. Assumes that pairs are independent: beside
 * clusters use a sign-flip test by cluster too.
 */
export function mcnemar(b: number, c: number): McNemar | null {
  const n = b + c;
  if (n === 0) return null;
  const low = Math.min(b, c);
  const tail = binomialLower(low, n, 0.5);
  const chi2 = Math.max(0, Math.abs(b - c) - 1) ** 2 / n;
  return {
    exact: Math.min(1, 2 * tail),
    midP: Math.min(1, 2 * tail - binomialPmf(low, n, 0.5)),
    asymptotic: n < 25 ? null : { chi2, p: chiSquareUpper(chi2, 1) },
  };
}

/**
 * Interval for the difference of two paired proportions: Wilson's intervals squared and added, with the
 * continuity-corrected φ (Newcombe 1998, Statistics in Medicine 17:2635, method 10).
 */
export function newcombePaired(table: PairTable, z = Z95): [number, number] | null {
  const { both: e, onlyA: f, onlyB: g, neither: h } = table;
  const n = e + f + g + h;
  if (n === 0) return null;
  const p1 = (e + f) / n;
  const p2 = (e + g) / n;
  const [l1, u1] = wilson(e + f, n, z)!;
  const [l2, u2] = wilson(e + g, n, z)!;
  const phi = correctedPhi(e, f, g, h);
  const arm = (x: number, y: number): number =>
    Math.sqrt(Math.max(0, x * x - 2 * phi * x * y + y * y));
  const d = p1 - p2;
  return [d - arm(p1 - l1, u2 - p2), d + arm(p2 - l2, u1 - p1)];
}

function correctedPhi(e: number, f: number, g: number, h: number): number {
  const margins = (e + f) * (g + h) * (e + g) * (f + h);
  if (margins === 0) return 0;
  const cross = e * h - f * g;
  const corrected = cross > 0 ? Math.max(0, cross - (e + f + g + h) / 2) : cross;
  return corrected / Math.sqrt(margins);
}

/** Why pairs were left out of a comparison, and what they could have changed at most. */
export interface PairedOutcomes {
  /** units with both sides scored, in the order of side a */
  units: string[];
  a: number[];
  b: number[];
  /** reason → pairs left out */
  dropped: Record<string, number>;
  /** the difference if every left-out pair had come out worst or best for a; fractions */
  bounds: [number, number] | null;
}

/** One unit's outcome on one side: a score between 0 and 1, or why there is none. */
export type SideOutcome = { score: number } | { missing: string };

/**
 * Sets two sides beside each other. A pair with an unscored side is dropped and its reason counted; units that
 * one side alone has are counted as "not played".
 */
export function matchPairs(
  a: ReadonlyMap<string, SideOutcome>,
  b: ReadonlyMap<string, SideOutcome>,
): PairedOutcomes {
  const out: PairedOutcomes = { units: [], a: [], b: [], dropped: {}, bounds: null };
  let low = 0;
  let high = 0;
  const units = new Set([...a.keys(), ...b.keys()]);
  for (const unit of units) {
    const x = a.get(unit) ?? { missing: "not played" };
    const y = b.get(unit) ?? { missing: "not played" };
    const [xLow, xHigh] = "score" in x ? [x.score, x.score] : [0, 1];
    const [yLow, yHigh] = "score" in y ? [y.score, y.score] : [0, 1];
    low += xLow - yHigh;
    high += xHigh - yLow;
    if ("score" in x && "score" in y) {
      out.units.push(unit);
      out.a.push(x.score);
      out.b.push(y.score);
      continue;
    }
    const reason = [
      ...new Set([x, y].flatMap((side) => ("missing" in side ? side.missing : []))),
    ].join(" and ");
    out.dropped[reason] = (out.dropped[reason] ?? 0) + 1;
  }
  if (units.size > 0) out.bounds = [low / units.size, high / units.size];
  return out;
}
