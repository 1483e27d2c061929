import { averageRepeats, clusteredMean, meanEstimate } from "../../scoring/estimates.js";
import { wilson } from "../../scoring/intervals.js";
import { type OutcomeStates, outcomeState } from "../../scoring/metrics.js";
import type { Cell, Metric, Rate, Rates, ReportRow } from "./types.js";

export const METRIC_OF: Readonly<Record<Metric, (row: ReportRow) => boolean>> = {
  goal_achieved: (r) => r.goal,
  norm_compliance: (r) => r.norm,
  task_success: (r) => r.success,
};

/** A share over rows: Wilson where every episode counts once, else by t over the episodes' own means. */
export function rateOf(rows: readonly ReportRow[], test: (row: ReportRow) => boolean): Rate {
  const n = rows.length;
  const k = rows.filter(test).length;
  const share = n === 0 ? null : k / n;
  if (new Set(rows.map((r) => r.id)).size === n)
    return { k, n, rate: share, ci95: wilson(k, n), method: "wilson" };
  const { values } = averageRepeats(
    rows.map((r) => r.id),
    rows.map((r) => (test(r) ? 1 : 0)),
  );
  const { ci95: byT, mean } = meanEstimate(values);
  // every episode alike: no spread for t to go by, while Wilson's still says how few they are
  const ci95 = byT && byT[0] === byT[1] ? wilson(byT[0] * values.length, values.length) : byT;
  // the interval belongs to the mean over episodes; it is moved to the share that is printed
  const shift = share !== null && mean !== null ? share - mean : 0;
  const clamp = (x: number): number => Math.min(1, Math.max(0, x + shift));
  return {
    k,
    n,
    rate: share,
    ci95: ci95 && [clamp(ci95[0]), clamp(ci95[1])],
    method: "episodes",
  };
}

export function ratesOf(rows: readonly ReportRow[]): Rates {
  return {
    goal_achieved: rateOf(rows, METRIC_OF.goal_achieved),
    norm_compliance: rateOf(rows, METRIC_OF.norm_compliance),
    norm_compliance_engaged: rateOf(
      rows.filter((r) => r.engaged),
      METRIC_OF.norm_compliance,
    ),
    task_success: rateOf(rows, METRIC_OF.task_success),
  };
}

/**
 * All figures of one planner under one cue.
 * @param expected samples of a complete run
 * @param tasks in the order of the tables
 */
export function cellOf(
  head: { series: string; cue: string; runs: string[]; expected: number },
  rows: readonly ReportRow[],
  tasks: readonly string[],
): Cell {
  const scored = rows.filter((r) => r.scored);
  const unscored: Cell["unscored"] = {};
  for (const row of rows) if (!row.scored) unscored[row.outcome] = (unscored[row.outcome] ?? 0) + 1;
  const outcomes: OutcomeStates = { both: 0, norm_only: 0, goal_only: 0, neither: 0 };
  for (const row of scored) outcomes[outcomeState(row.goal, row.norm)]++;
  const rates = ratesOf(scored);
  const total = Math.max(head.expected, rows.length);
  const bound = ({ k }: Rate): [number, number] | null =>
    total === 0 ? null : [k / total, (k + total - scored.length) / total];
  const { se, ci95, clusters, designEffect } = clusteredMean(
    scored.map((r) => (r.success ? 1 : 0)),
    scored.map((r) => r.task),
  );
  return {
    ...head,
    played: rows.length,
    scored: scored.length,
    invalid: scored.filter((r) => r.invalid).length,
    unscored,
    rates,
    // equal in every task: no spread to judge by
    byTaskError: { se, ci95: se ? ci95 : null, clusters, designEffect },
    bounds: {
      goal_achieved: bound(rates.goal_achieved),
      norm_compliance: bound(rates.norm_compliance),
      task_success: bound(rates.task_success),
    },
    outcomes,
    tasks: Object.fromEntries(
      tasks
        .filter((task) => rows.some((r) => r.task === task))
        .map((task) => [task, ratesOf(scored.filter((r) => r.task === task))]),
    ),
  };
}
