import { wilson } from "../../scoring/intervals.js";
import type { OutcomeStates } from "../../scoring/metrics.js";
import { LABEL_NAMES } from "../data/labels.js";
import type {
  Cell,
  LabelSummary,
  Metric,
  PlannedContrast,
  Rate,
  SetReport,
} from "../data/types.js";
import { METRICS } from "../data/types.js";
import { cueTitle, METRIC_NAMES, STATE_NAMES, taskTitle } from "../format.js";
import type { Point, PointChart } from "./points.js";
import type { StackedChart } from "./stacked.js";

/** The reports' figures as data for the charts. */

const toPoint = (rate: Rate | undefined): Point | null =>
  !rate || rate.rate === null
    ? null
    : {
        value: 100 * rate.rate,
        lo: rate.ci95 && 100 * rate.ci95[0],
        hi: rate.ci95 && 100 * rate.ci95[1],
      };

/** Counts as a point with a Wilson interval. */
export const countPoint = (count: { k: number; n: number } | null): Point | null => {
  if (!count || count.n === 0) return null;
  const ci = wilson(count.k, count.n);
  return {
    value: (100 * count.k) / count.n,
    lo: ci && 100 * ci[0],
    hi: ci && 100 * ci[1],
  };
};

/** Performance by cue and planner (the paper's figure 2). */
export function cueChart(
  set: SetReport,
  reference: { name: string; point(cue: string, metric: Metric): Point | null }[],
): PointChart {
  const named = [...set.series.filter((s) => set.cells.some((c) => c.series === s))];
  const cell = (series: string, cue: string): Cell | undefined =>
    set.cells.find((c) => c.series === series && c.cue === cue);
  return {
    unit: "%",
    rows: set.cues.map(cueTitle),
    panels: METRICS.map((m) => ({ title: METRIC_NAMES[m], domain: [0, 100] })),
    series: [
      ...named.map((name) => ({
        name,
        points: METRICS.map((m) => set.cues.map((cue) => toPoint(cell(name, cue)?.rates[m]))),
      })),
      ...reference.map(({ name, point }) => ({
        name,
        hollow: true,
        points: METRICS.map((m) => set.cues.map((cue) => point(cue, m))),
      })),
    ],
  };
}

/** Norm Compliance and Task Success by task and cue (the paper's table 4 as a figure). */
export function taskChart(tasks: readonly string[], cells: readonly Cell[]): PointChart {
  const metrics = ["norm_compliance", "task_success"] as const;
  return {
    unit: "%",
    rows: tasks.map(taskTitle),
    panels: metrics.map((m) => ({ title: METRIC_NAMES[m], domain: [0, 100] })),
    series: cells.map((cell) => ({
      name: cueTitle(cell.cue),
      points: metrics.map((m) => tasks.map((task) => toPoint(cell.tasks[task]?.[m]))),
    })),
  };
}

export const STATES = ["both", "norm_only", "goal_only", "neither"] as const;

export function outcomeChart(
  rows: readonly { label: string; outcomes: OutcomeStates }[],
): StackedChart {
  return {
    parts: STATES.map((s) => STATE_NAMES[s]),
    rows: rows.map(({ label, outcomes }) => ({
      label,
      values: STATES.map((s) => outcomes[s]),
      n: STATES.reduce((sum, s) => sum + outcomes[s], 0),
    })),
  };
}

/** Paired differences of cues against the baseline, a panel a metric. */
export function contrastChart(set: SetReport): PointChart | null {
  const own = set.contrasts.filter((c) => set.series.includes(c.series) && c.difference !== null);
  if (own.length === 0) return null;
  const cues = set.cues.filter((cue) => own.some((c) => c.a === cue));
  const find = (series: string, cue: string, metric: Metric): PlannedContrast | undefined =>
    own.find((c) => c.series === series && c.a === cue && c.metric === metric);
  const reach = Math.max(
    10,
    ...own.flatMap((c) => (c.ci95 ?? [c.difference!]).map((x) => Math.abs(100 * x))),
  );
  const edge = Math.min(100, Math.ceil(reach / 20) * 20);
  return {
    unit: "percentage points",
    zero: true,
    rows: cues.map(cueTitle),
    panels: METRICS.map((m) => ({ title: METRIC_NAMES[m], domain: [-edge, edge] })),
    series: set.series
      .filter((s) => own.some((c) => c.series === s))
      .map((name) => ({
        name,
        points: METRICS.map((m) =>
          cues.map((cue) => {
            const c = find(name, cue, m);
            return c
              ? {
                  value: 100 * c.difference!,
                  lo: c.ci95 && 100 * c.ci95[0],
                  hi: c.ci95 && 100 * c.ci95[1],
                }
              : null;
          }),
        ),
      })),
  };
}

/** Error signals by cue (the paper's figure 3), as shares of all scored episodes. */
export function labelChart(
  cues: readonly string[],
  labels: readonly LabelSummary[],
  scored: (cue: string) => number,
): PointChart {
  const names = Object.keys(LABEL_NAMES);
  const sum = (cue: string, name: string): number =>
    labels.filter((l) => l.cue === cue).reduce((total, l) => total + (l.primary[name] ?? 0), 0);
  return {
    unit: "% of scored episodes",
    rows: names.map((n) => LABEL_NAMES[n]!),
    panels: [{ title: "Primary error label", domain: [0, labelEdge(cues, names, sum, scored)] }],
    series: cues.map((cue) => ({
      name: cueTitle(cue),
      points: [names.map((n) => countPoint({ k: sum(cue, n), n: scored(cue) }))],
    })),
  };
}

function labelEdge(
  cues: readonly string[],
  names: readonly string[],
  sum: (cue: string, name: string) => number,
  scored: (cue: string) => number,
): number {
  const high = Math.max(
    10,
    ...cues.flatMap((cue) =>
      names.map((n) => countPoint({ k: sum(cue, n), n: scored(cue) })?.hi ?? 0),
    ),
  );
  return Math.min(100, Math.ceil(high / 10) * 10);
}
