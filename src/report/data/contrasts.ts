import { type ContrastRow, contrast, withHolm } from "../../scoring/contrast.js";
import { cochranQ } from "../../scoring/families.js";
import { METRIC_OF } from "./measure.js";
import type { CueOmnibus, Metric, PlannedContrast, ReportRow } from "./types.js";
import { METRICS } from "./types.js";

/** Rows of the planners and cues of one data set, by planner and cue. */
export type RowTable = ReadonlyMap<string, ReadonlyMap<string, readonly ReportRow[]>>;

export interface ContrastOptions {
  seed: number;
  draws: number;
}

function side(rows: readonly ReportRow[], metric: Metric): ContrastRow[] {
  const test = METRIC_OF[metric];
  return rows.map((r) => ({
    unit: r.id,
    cluster: r.task,
    score: r.scored ? Number(test(r)) : null,
    ...(r.scored ? {} : { missing: r.outcome }),
  }));
}

/**
 * The planned contrasts: every cue against the first one of the list (no cue, where it was run), a planner and
 * metric a family of its own; and every two planners under the same cue, a cue and metric a family. Holm within
 * each family.
 */
export function plannedContrasts(
  table: RowTable,
  cues: readonly string[],
  options: ContrastOptions,
): PlannedContrast[] {
  const out: PlannedContrast[] = [];
  const base = cues[0];
  for (const metric of METRICS) {
    for (const [series, byCue] of table) {
      const baseline = base === undefined ? undefined : byCue.get(base);
      if (!baseline) continue;
      out.push(
        ...family(
          `${series}: cues against ${base}`,
          cues.slice(1).flatMap((cue) => {
            const rows = byCue.get(cue);
            return rows ? [{ metric, series, a: cue, b: base!, rows: [rows, baseline] }] : [];
          }),
          options,
        ),
      );
    }
    for (const cue of cues) {
      const there = [...table].filter(([, byCue]) => byCue.has(cue));
      const pairs = there.flatMap(([a, x], i) =>
        there.slice(i + 1).map(([b, y]) => ({
          metric,
          series: `cue ${cue}`,
          a,
          b,
          rows: [x.get(cue)!, y.get(cue)!] as (readonly ReportRow[])[],
        })),
      );
      out.push(...family(`cue ${cue}: planners`, pairs, options));
    }
  }
  return out;
}

function family(
  name: string,
  members: {
    metric: Metric;
    series: string;
    a: string;
    b: string;
    rows: (readonly ReportRow[])[];
  }[],
  options: ContrastOptions,
): PlannedContrast[] {
  return withHolm(
    members.map(({ rows, ...head }) => ({
      family: `${name}, ${head.metric}`,
      ...head,
      inFamily: members.length,
      ...contrast(side(rows[0]!, head.metric), side(rows[1]!, head.metric), options),
    })),
  );
}

/**
 * Cochran's Q over all cues of a planner, on the episodes that were scored under every one of them; and the same
 * of whether an episode was scored at all, since refusals that depend on the cue bend every contrast.
 */
export function omnibusTests(table: RowTable): CueOmnibus[] {
  const out: CueOmnibus[] = [];
  for (const [series, byCue] of table) {
    const cues = [...byCue.keys()];
    if (cues.length < 2) continue;
    for (const metric of [...METRICS, "unscored"] as const)
      out.push({ series, metric, cues, test: cochranQ(completeRows([...byCue.values()], metric)) });
  }
  return out;
}

/** One row an episode and repeat that every condition has; repeats are left to the paired t tests. */
function completeRows(
  conditions: readonly (readonly ReportRow[])[],
  metric: Metric | "unscored",
): number[][] {
  const maps = conditions.map(
    (rows) =>
      new Map(
        rows
          .filter((r) => r.epoch === 0 && (metric === "unscored" || r.scored))
          .map((r) => [r.id, metric === "unscored" ? !r.scored : METRIC_OF[metric](r)]),
      ),
  );
  return [...(maps[0]?.keys() ?? [])]
    .filter((id) => maps.every((m) => m.has(id)))
    .map((id) => maps.map((m) => Number(m.get(id))));
}
