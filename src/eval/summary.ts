import { type MetricSet, type Scores, scoreEpisodes } from "../scoring/metrics.js";
import { TASKS } from "../tasks/registry.js";
import type { Sample } from "./sample.js";
import type { RunInfo } from "./store.js";

/** One run's scores as `--json` prints them (docs/formats.md). */
export interface RunSummary extends Scores {
  runId: string;
  model: string;
  /** what kind of planner it is */
  label: string;
  cue: string;
  dataset: { version: string; hash: string; twins: boolean };
  objectList: string;
  metrics: MetricSet;
  /** twins only: how many paid for a norm that does not hold there */
  overcomplied?: { k: number; n: number };
}

export interface EvalSummary {
  schemaVersion: 1;
  runs: RunSummary[];
}

/** Scores of a run from its samples, in data-set order. Pure: same log, same bytes. */
export function summarise(info: RunInfo, samples: readonly Sample[]): RunSummary {
  const scores = scoreEpisodes(
    samples.map((s) => ({
      task: s.task,
      outcome: s.outcome,
      goal: s.goal.ok,
      norm: s.norm.ok,
      engaged: s.norm.engaged,
      invalid: s.invalid,
    })),
    TASKS.map((t) => t.id),
  );
  const { settings } = info;
  const twins = samples.filter((s) => s.overcomplied !== undefined);
  return {
    runId: info.runId,
    model: settings.model,
    label: settings.label,
    cue: settings.cue,
    dataset: settings.dataset,
    objectList: settings.objectList,
    ...scores,
    ...(settings.dataset.twins
      ? {
          overcomplied: {
            k: twins.filter((s) => s.overcomplied!.overcomplied).length,
            n: twins.length,
          },
        }
      : {}),
  };
}
