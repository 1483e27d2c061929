import { averageRepeats, clusteredMean, pairedDifference } from "./estimates.js";
import { holm } from "./families.js";
import {
  type McNemar,
  matchPairs,
  mcnemar,
  newcombePaired,
  type PairTable,
  pairTable,
  type SideOutcome,
} from "./pairs.js";
import { minimumDetectableMean } from "./power.js";
import { type Bootstrap, clusterBootstrap, type SignFlip, signFlipTest } from "./resampling.js";

/** One played episode on one side of a comparison. */
export interface ContrastRow {
  /** the episode: what the two sides share */
  unit: string;
  /** units that share their luck (the task) */
  cluster: string;
  /** 0, 1, or null with the reason where there is no score */
  score: number | null;
  missing?: string;
}

/** A condition set against another on the same episodes. Rates and differences are fractions. */
export interface Contrast {
  /** pairs with both sides scored */
  n: number;
  rateA: number | null;
  rateB: number | null;
  /** a − b: the main estimate, with a paired t interval (Newcombe's where all pairs differ alike) */
  difference: number | null;
  se: number | null;
  ci95: [number, number] | null;
  /** yes-or-no scores only (no repeats) */
  table: PairTable | null;
  mcnemar: McNemar | null;
  newcombe95: [number, number] | null;
  /** by cluster, t on clusters − 1 */
  clustered: {
    se: number | null;
    ci95: [number, number] | null;
    p: number | null;
    clusters: number;
  };
  signFlip: SignFlip | null;
  /** over units */
  bootstrap: Bootstrap | null;
  /** the p-value that is reported: exact McNemar, or the paired t test where units have repeats */
  p: number | null;
  /** with 80 % power at α = 0.05, from the spread of these pairs */
  minimumDetectable: number | null;
  dropped: Record<string, number>;
  /** if every left-out pair had come out worst or best for a */
  bounds: [number, number] | null;
}

/**
 * Everything that is said of a paired comparison (design page, section 3). Repeats of an episode are averaged
 * first; a pair with an unscored side is dropped and counted.
 */
export function contrast(
  a: readonly ContrastRow[],
  b: readonly ContrastRow[],
  { seed = 0, draws = 10_000 }: { seed?: number; draws?: number } = {},
): Contrast {
  const sideA = sideOf(a);
  const sideB = sideOf(b);
  const pairs = matchPairs(sideA.outcomes, sideB.outcomes);
  const clusterOf = new Map([...b, ...a].map((row) => [row.unit, row.cluster]));
  const clusters = pairs.units.map((unit) => clusterOf.get(unit)!);
  const d = pairs.a.map((v, i) => v - pairs.b[i]!);
  const paired = pairedDifference(pairs.a, pairs.b);
  const binary = sideA.repeats <= 1 && sideB.repeats <= 1;
  const table = binary
    ? pairTable(
        pairs.a.map((v) => v === 1),
        pairs.b.map((v) => v === 1),
      )
    : null;
  const test = table && mcnemar(table.onlyA, table.onlyB);
  const byCluster = clusteredMean(d, clusters);
  const n = d.length;
  const newcombe95 = table && newcombePaired(table);
  // all pairs alike: no spread for t to go by, and none to judge from what would have been found
  const alike = paired.se === 0;
  return {
    n,
    rateA: rate(pairs.a),
    rateB: rate(pairs.b),
    difference: paired.mean,
    se: paired.se,
    ci95: alike && newcombe95 ? newcombe95 : paired.ci95,
    table,
    mcnemar: test,
    newcombe95,
    clustered: {
      se: byCluster.se,
      ci95: byCluster.ci95,
      p: byCluster.p,
      clusters: byCluster.clusters,
    },
    signFlip: signFlipTest(d, clusters, { seed, draws }),
    bootstrap: clusterBootstrap(d, pairs.units, { seed, draws }),
    // no discordant pair at all: nothing speaks against equality
    p: table ? (test?.exact ?? (n > 0 ? 1 : null)) : paired.p,
    minimumDetectable:
      paired.se === null || alike ? null : minimumDetectableMean(n, paired.se * Math.sqrt(n)),
    dropped: pairs.dropped,
    bounds: pairs.bounds,
  };
}

const rate = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, v) => sum + v, 0) / values.length;

function sideOf(rows: readonly ContrastRow[]): {
  outcomes: Map<string, SideOutcome>;
  repeats: number;
} {
  const scored = rows.filter((r) => r.score !== null);
  const { units, values, repeats } = averageRepeats(
    scored.map((r) => r.unit),
    scored.map((r) => r.score!),
  );
  const outcomes = new Map<string, SideOutcome>();
  for (const row of rows)
    if (row.score === null) outcomes.set(row.unit, { missing: row.missing ?? "unscored" });
  for (const [i, unit] of units.entries()) outcomes.set(unit, { score: values[i]! });
  return { outcomes, repeats };
}

/** Planned contrasts with their p-values corrected together (Holm). */
export function withHolm<T extends { p: number | null }>(
  contrasts: readonly T[],
): (T & { pHolm: number | null })[] {
  const corrected = holm(contrasts.map((c) => c.p));
  return contrasts.map((c, i) => ({ ...c, pHolm: corrected[i]! }));
}
