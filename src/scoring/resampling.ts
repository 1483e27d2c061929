import { Rng } from "../core/rng.js";
import { binomialPmf } from "./distributions.js";
import { clusterSums } from "./estimates.js";
import { normalCdf, normalQuantile } from "./sensitivity.js";

/** Above this many clusters the sign-flip test draws at random instead of going through all 2^C. */
const ENUMERABLE = 16;

export interface SignFlip {
  p: number;
  clusters: number;
  /** all sign patterns were gone through */
  exact: boolean;
  draws: number;
}

/**
 * Sign-flip test by cluster: is the mean of paired differences 0? Signs flip for whole clusters, so nothing is
 * assumed of what happens within one. Null without a cluster.
 * @param seed of the random patterns, with more than 16 clusters
 */
export function signFlipTest(
  differences: readonly number[],
  clusters: readonly string[],
  { seed = 0, draws = 10_000 }: { seed?: number; draws?: number } = {},
): SignFlip | null {
  const sums = clusterSums(differences, clusters);
  const c = sums.length;
  if (c === 0) return null;
  const observed = Math.abs(sums.reduce((a, b) => a + b, 0));
  // equal sums differ in their last bits
  const limit = observed - 1e-12 * (1 + observed);
  if (c <= ENUMERABLE) {
    const all = 2 ** c;
    let hits = 0;
    for (let mask = 0; mask < all; mask++) {
      let sum = 0;
      for (let j = 0; j < c; j++) sum += mask & (1 << j) ? -sums[j]! : sums[j]!;
      if (Math.abs(sum) >= limit) hits++;
    }
    return { p: hits / all, clusters: c, exact: true, draws: all };
  }
  const rng = Rng.from("sign-flip", seed);
  let hits = 0;
  for (let k = 0; k < draws; k++) {
    let sum = 0;
    for (const s of sums) sum += rng.float() < 0.5 ? -s : s;
    if (Math.abs(sum) >= limit) hits++;
  }
  // the observed pattern is one of those possible: p is never 0
  return { p: (hits + 1) / (draws + 1), clusters: c, exact: false, draws };
}

export interface Bootstrap {
  estimate: number;
  percentile: [number, number];
  /** bias-corrected and accelerated (Efron 1987); null where it is undefined */
  bca: [number, number] | null;
  clusters: number;
  draws: number;
  seed: number;
}

/**
 * Bootstrap of a mean over whole clusters: what belongs together travels together. Null with fewer than two
 * clusters.
 */
export function clusterBootstrap(
  values: readonly number[],
  clusters: readonly string[],
  { seed = 0, draws = 10_000 }: { seed?: number; draws?: number } = {},
): Bootstrap | null {
  const sums = clusterSums(values, clusters);
  const sizes = clusterSums(
    values.map(() => 1),
    clusters,
  );
  const c = sums.length;
  if (c < 2) return null;
  const rng = Rng.from("cluster-bootstrap", seed);
  const drawn = resampledMeans(sums, sizes, rng, draws);
  drawn.sort();
  const total = sums.reduce((a, b) => a + b, 0);
  const jackknife = sums.map((s, j) => (total - s) / (values.length - sizes[j]!));
  const estimate = total / values.length;
  return { estimate, ...bootstrapIntervals(drawn, estimate, jackknife), clusters: c, draws, seed };
}

/** Above this many kinds of cluster they are drawn one by one. */
const FEW_KINDS = 8;

/** Means of resampled clusters. Clusters of equal sum and size are one kind, whose count is drawn at once. */
function resampledMeans(
  sums: readonly number[],
  sizes: readonly number[],
  rng: Rng,
  draws: number,
): Float64Array {
  const c = sums.length;
  const kinds = new Map<string, { sum: number; size: number; count: number }>();
  for (const [j, sum] of sums.entries()) {
    const key = `${sum} ${sizes[j]}`;
    const kind = kinds.get(key) ?? { sum, size: sizes[j]!, count: 0 };
    kind.count++;
    kinds.set(key, kind);
  }
  const drawn = new Float64Array(draws);
  if (kinds.size > FEW_KINDS) {
    for (let k = 0; k < draws; k++) {
      let sum = 0;
      let size = 0;
      for (let j = 0; j < c; j++) {
        const pick = Math.floor(rng.float() * c);
        sum += sums[pick]!;
        size += sizes[pick]!;
      }
      drawn[k] = sum / size;
    }
    return drawn;
  }
  const list = [...kinds.values()];
  const drawCounts = multinomial(
    list.map((kind) => kind.count),
    rng,
  );
  for (let k = 0; k < draws; k++) {
    const counts = drawCounts();
    let sum = 0;
    let size = 0;
    for (const [i, kind] of list.entries()) {
      sum += counts[i]! * kind.sum;
      size += counts[i]! * kind.size;
    }
    drawn[k] = sum / size;
  }
  return drawn;
}

/**
 * Draws how often each kind comes when as many are drawn as there are, with replacement: binomials one after
 * another, each by its distribution function.
 */
function multinomial(counts: readonly number[], rng: Rng): () => number[] {
  const total = counts.reduce((a, b) => a + b, 0);
  const tables = counts.map(() => new Map<number, Float64Array>());
  return () => {
    let left = total;
    let rest = total;
    return counts.map((count, i) => {
      if (i === counts.length - 1) return left;
      let table = tables[i]!.get(left);
      if (!table) {
        table = cumulative(left, count / rest);
        tables[i]!.set(left, table);
      }
      const got = firstAbove(table, rng.float());
      left -= got;
      rest -= count;
      return got;
    });
  };
}

function cumulative(n: number, p: number): Float64Array {
  const out = new Float64Array(n + 1);
  let sum = 0;
  for (let k = 0; k <= n; k++) {
    sum += binomialPmf(k, n, p);
    out[k] = sum;
  }
  return out;
}

/** Smallest index whose value lies above u, the last one if none does. */
function firstAbove(table: Float64Array, u: number): number {
  let lo = 0;
  let hi = table.length - 1;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (table[mid]! > u) hi = mid;
    else lo = mid + 1;
  }
  return lo;
}

/**
 * 95 % intervals from sorted bootstrap estimates.
 * @param jackknife the estimate with each cluster left out
 */
export function bootstrapIntervals(
  sorted: ArrayLike<number>,
  estimate: number,
  jackknife: readonly number[],
): { percentile: [number, number]; bca: [number, number] | null } {
  const percentile: [number, number] = [quantile(sorted, 0.025), quantile(sorted, 0.975)];
  let below = 0;
  let at = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (sorted[i]! < estimate) below++;
    else if (sorted[i] === estimate) at++;
  }
  const share = (below + at / 2) / sorted.length;
  const centre = jackknife.reduce((a, b) => a + b, 0) / jackknife.length;
  let cubes = 0;
  let squares = 0;
  for (const j of jackknife) {
    cubes += (centre - j) ** 3;
    squares += (centre - j) ** 2;
  }
  if (share <= 0 || share >= 1 || squares === 0) return { percentile, bca: null };
  const z0 = normalQuantile(share);
  const a = cubes / (6 * squares ** 1.5);
  const end = (p: number): number => {
    const z = z0 + normalQuantile(p);
    return quantile(sorted, normalCdf(z0 + z / (1 - a * z)));
  };
  return { percentile, bca: [end(0.025), end(0.975)] };
}

/** Quantile of a sorted list, linear between neighbours. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const at = (sorted.length - 1) * Math.min(1, Math.max(0, p));
  const low = Math.floor(at);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (at - low);
}
