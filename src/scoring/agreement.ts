import { Rng } from "../core/rng.js";
import { Z95 } from "./intervals.js";
import { quantile } from "./resampling.js";

/** A label, or null where a rater gave none. */
export type Label = string | null;

/** Agreement of raters on named labels. */
export interface Agreement {
  /** items that at least two raters labelled */
  n: number;
  raters: number;
  /** share of agreeing pairs of labels */
  observed: number | null;
  kappa: { value: number; se: number; ci95: [number, number] } | null;
  alpha: { value: number; ci95: [number, number] | null } | null;
  ac1: { value: number; ci95: [number, number] | null } | null;
}

/** Counts of label pairs, rows the first rater's, columns the second's; labels in alphabetical order. */
export function confusion(
  a: readonly Label[],
  b: readonly Label[],
  labels: readonly string[] = labelsOf([a, b]),
): number[][] {
  const table = labels.map(() => labels.map(() => 0));
  for (const [i, x] of a.entries()) {
    const y = b[i];
    if (x === null || y === null || y === undefined) continue;
    const row = labels.indexOf(x);
    const column = labels.indexOf(y);
    if (row >= 0 && column >= 0) table[row]![column]!++;
  }
  return table;
}

function labelsOf(raters: readonly (readonly Label[])[]): string[] {
  return [...new Set(raters.flat())].filter((l): l is string => l !== null).sort();
}

/** Cohen's κ of two raters with the standard error of Fleiss, Cohen and Everitt (1969). Null where undefined. */
export function cohenKappa(
  a: readonly Label[],
  b: readonly Label[],
): { value: number; se: number; ci95: [number, number]; n: number; observed: number } | null {
  const table = confusion(a, b);
  const n = table.flat().reduce((x, y) => x + y, 0);
  if (n === 0) return null;
  const p = table.map((row) => row.map((v) => v / n));
  const rows = p.map((row) => row.reduce((x, y) => x + y, 0));
  const columns = p.map((_, j) => p.reduce((sum, row) => sum + row[j]!, 0));
  const observed = p.reduce((sum, row, i) => sum + row[i]!, 0);
  const expected = rows.reduce((sum, r, i) => sum + r * columns[i]!, 0);
  if (expected === 1) return null;
  const kappa = (observed - expected) / (1 - expected);
  let diagonal = 0;
  let rest = 0;
  for (const [i, row] of p.entries())
    for (const [j, v] of row.entries()) {
      if (i === j) diagonal += v * (1 - (rows[i]! + columns[j]!) * (1 - kappa)) ** 2;
      else rest += v * (columns[i]! + rows[j]!) ** 2;
    }
  const last = (kappa - expected * (1 - kappa)) ** 2;
  const se = Math.sqrt(
    Math.max(0, (diagonal + (1 - kappa) ** 2 * rest - last) / ((1 - expected) ** 2 * n)),
  );
  return { value: kappa, se, ci95: [kappa - Z95 * se, Math.min(1, kappa + Z95 * se)], n, observed };
}

/** Label counts of every item that two raters or more labelled: the units of α and AC1. */
function unitsOf(raters: readonly (readonly Label[])[]): Map<string, number>[] {
  const items = Math.max(0, ...raters.map((r) => r.length));
  const units: Map<string, number>[] = [];
  for (let i = 0; i < items; i++) {
    const counts = new Map<string, number>();
    for (const rater of raters) {
      const label = rater[i] ?? null;
      if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    units.push(counts);
  }
  return units;
}

const size = (unit: ReadonlyMap<string, number>): number =>
  [...unit.values()].reduce((a, b) => a + b, 0);

/** Krippendorff's α for nominal labels, any number of raters, with gaps. Null when every label is the same. */
export function krippendorffAlpha(raters: readonly (readonly Label[])[]): number | null {
  return alphaOf(unitsOf(raters).filter((u) => size(u) >= 2));
}

function alphaOf(units: readonly ReadonlyMap<string, number>[]): number | null {
  const totals = new Map<string, number>();
  let pairable = 0;
  let disagreement = 0;
  for (const unit of units) {
    const m = size(unit);
    pairable += m;
    for (const [label, k] of unit) {
      totals.set(label, (totals.get(label) ?? 0) + k);
      disagreement += (k * (m - k)) / (m - 1);
    }
  }
  let expected = 0;
  for (const k of totals.values()) expected += k * (pairable - k);
  if (expected === 0) return null;
  return 1 - ((pairable - 1) * disagreement) / expected;
}

/** Share of agreeing label pairs within items. Null without an item that two raters labelled. */
function observedOf(units: readonly ReadonlyMap<string, number>[]): number | null {
  if (units.length === 0) return null;
  let sum = 0;
  for (const unit of units) {
    const m = size(unit);
    for (const k of unit.values()) sum += (k * (k - 1)) / (m * (m - 1));
  }
  return sum / units.length;
}

/**
 * Gwet's AC1: agreement corrected for chance in a way that a rare label does not upset (Gwet 2008). Items that
 * one rater alone labelled count towards the labels' shares.
 */
export function gwetAc1(
  raters: readonly (readonly Label[])[],
  labels: readonly string[] = labelsOf(raters),
): number | null {
  return ac1Of(
    unitsOf(raters).filter((u) => u.size > 0),
    labels,
  );
}

function ac1Of(
  units: readonly ReadonlyMap<string, number>[],
  labels: readonly string[],
): number | null {
  const observed = observedOf(units.filter((u) => size(u) >= 2));
  if (observed === null || labels.length < 2) return null;
  let chance = 0;
  for (const label of labels) {
    const share = units.reduce((sum, u) => sum + (u.get(label) ?? 0) / size(u), 0) / units.length;
    chance += share * (1 - share);
  }
  chance /= labels.length - 1;
  return chance === 1 ? null : (observed - chance) / (1 - chance);
}

/**
 * κ (two raters only), α and AC1 with 95 % intervals; those of α and AC1 by a seeded bootstrap over items.
 * @param raters one list of labels a rater, items in the same order
 */
export function agreement(
  raters: readonly (readonly Label[])[],
  {
    seed = 0,
    draws = 2000,
    labels = labelsOf(raters),
  }: { seed?: number; draws?: number; labels?: readonly string[] } = {},
): Agreement {
  const units = unitsOf(raters).filter((u) => u.size > 0);
  const shared = units.filter((u) => size(u) >= 2);
  const rng = Rng.from("agreement", seed);
  const alphas: number[] = [];
  const ac1s: number[] = [];
  for (let k = 0; k < draws && shared.length > 1; k++) {
    const drawn = units.map(() => units[Math.floor(rng.float() * units.length)]!);
    const alpha = alphaOf(drawn.filter((u) => size(u) >= 2));
    const ac1 = ac1Of(drawn, labels);
    if (alpha !== null) alphas.push(alpha);
    if (ac1 !== null) ac1s.push(ac1);
  }
  const ends = (list: number[]): [number, number] | null => {
    if (list.length === 0) return null;
    list.sort((x, y) => x - y);
    return [quantile(list, 0.025), quantile(list, 0.975)];
  };
  const kappa = raters.length === 2 ? cohenKappa(raters[0]!, raters[1]!) : null;
  const alpha = alphaOf(shared);
  const ac1 = ac1Of(units, labels);
  return {
    n: shared.length,
    raters: raters.length,
    observed: observedOf(shared),
    kappa: kappa && { value: kappa.value, se: kappa.se, ci95: kappa.ci95 },
    alpha: alpha === null ? null : { value: alpha, ci95: ends(alphas) },
    ac1: ac1 === null ? null : { value: ac1, ci95: ends(ac1s) },
  };
}
