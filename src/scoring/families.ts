import { chiSquareUpper } from "./distributions.js";

/** Cochran's Q: do k conditions differ on the same units? */
export interface CochranQ {
  q: number;
  df: number;
  p: number;
  n: number;
}

/**
 * Cochran's test on a table of 0 and 1, one row a unit, one column a condition. Null when no row is split: then
 * there is nothing to test.
 */
export function cochranQ(rows: readonly (readonly number[])[]): CochranQ | null {
  const k = rows[0]?.length ?? 0;
  if (k < 2) return null;
  const columns = new Array<number>(k).fill(0);
  let total = 0;
  let squares = 0;
  for (const row of rows) {
    let sum = 0;
    for (const [j, v] of row.entries()) {
      columns[j]! += v;
      sum += v;
    }
    total += sum;
    squares += sum * sum;
  }
  const denominator = k * total - squares;
  if (denominator === 0) return null;
  const q =
    ((k - 1) * (k * columns.reduce((sum, g) => sum + g * g, 0) - total * total)) / denominator;
  return { q, df: k - 1, p: chiSquareUpper(q, k - 1), n: rows.length };
}

/** Holm's step-down correction, in the order given; null stays null and does not count. */
export function holm(ps: readonly (number | null)[]): (number | null)[] {
  const order = ps.flatMap((p, i) => (p === null ? [] : [{ p, i }])).sort((x, y) => x.p - y.p);
  const out: (number | null)[] = ps.map(() => null);
  let running = 0;
  for (const [rank, { p, i }] of order.entries()) {
    running = Math.max(running, Math.min(1, p * (order.length - rank)));
    out[i] = running;
  }
  return out;
}
