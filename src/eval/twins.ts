import { NormactError } from "../core/errors.js";
import { isScored } from "../scoring/metrics.js";
import { type Sensitivity, sensitivity } from "../scoring/sensitivity.js";
import { TASKS } from "../tasks/registry.js";
import type { Sample } from "./sample.js";
import type { RunInfo } from "./store.js";

/** Instances and twins of one planner under one cue, side by side. */
export interface TwinSummary {
  schemaVersion: 1;
  model: string;
  cue: string;
  run: string;
  twinRun: string;
  /** pairs in which both sides were scored */
  pairs: number;
  overall: Sensitivity;
  byTask: Record<string, Sensitivity>;
}

interface Side {
  info: RunInfo;
  samples: ReadonlyMap<string, Sample>;
}

/**
 * Hits, false alarms and d′ by task, over the pairs of which both sides were scored.
 * @throws NormactError `not_a_pair` when the runs are not a set and its twins under equal settings
 */
export function compareTwins(run: Side, twin: Side): TwinSummary {
  const a = run.info.settings;
  const b = twin.info.settings;
  if (a.dataset.twins || !b.dataset.twins)
    throw new NormactError(
      "not_a_pair",
      "the first run must be of the episodes, the second of their twins (--twins)",
      2,
    );
  for (const key of ["model", "cue", "objectList", "maxTurns", "promptTemplate"] as const)
    if (a[key] !== b[key])
      throw new NormactError(
        "not_a_pair",
        `the two runs differ in ${key}: ${a[key]} and ${b[key]}`,
        2,
      );
  if (a.dataset.hash !== b.dataset.hash)
    throw new NormactError("not_a_pair", "the two runs were made on different data sets", 2);
  const pairs = [...run.samples.values()].flatMap((instance) => {
    const other = twin.samples.get(instance.id);
    return other && isScored(instance.outcome) && isScored(other.outcome)
      ? [{ instance, other }]
      : [];
  });
  const over = (chosen: typeof pairs): Sensitivity =>
    sensitivity(
      { k: chosen.filter((p) => p.instance.norm.ok).length, n: chosen.length },
      { k: chosen.filter((p) => p.other.overcomplied?.overcomplied).length, n: chosen.length },
    );
  const byTask: TwinSummary["byTask"] = {};
  for (const { id } of TASKS) {
    const own = pairs.filter((p) => p.instance.task === id);
    if (own.length > 0) byTask[id] = over(own);
  }
  return {
    schemaVersion: 1,
    model: a.model,
    cue: a.cue,
    run: run.info.runId,
    twinRun: twin.info.runId,
    pairs: pairs.length,
    overall: over(pairs),
    byTask,
  };
}
