import { type Proportion, proportion } from "../scoring/intervals.js";
import { isScored, type Scores, scoreEpisodes } from "../scoring/metrics.js";
import { TASKS } from "../tasks/registry.js";
import type { Sample } from "./sample.js";
import type { RunInfo } from "./store.js";

interface RunHead {
  runId: string;
  model: string;
  /** what kind of planner it is */
  label: string;
  cue: string;
  dataset: { version: string; hash: string; twins: boolean };
  objectList: string;
}

/** What is scored on twins, where the norm does not hold: the goal, and whether the absent norm was paid for. */
export interface TwinMetrics {
  goal_achieved: Proportion;
  overcomplied: Proportion;
}

/** One run's scores as `--json` prints them (docs/formats.md). */
export type EpisodeRunSummary = RunHead & { twins: false } & Scores;
export type TwinRunSummary = RunHead & { twins: true } & Pick<
    Scores,
    "n" | "scored" | "invalid" | "unscored"
  > & { metrics: TwinMetrics; byTask: Record<string, TwinMetrics> };
export type RunSummary = EpisodeRunSummary | TwinRunSummary;

export interface EvalSummary {
  schemaVersion: 1;
  runs: RunSummary[];
}

/** Scores of a run from its samples, in data-set order. Pure: same log, same bytes. */
export function summarise(info: RunInfo, samples: readonly Sample[]): RunSummary {
  const { model, label, cue, dataset, objectList } = info.settings;
  const head: RunHead = { runId: info.runId, model, label, cue, dataset, objectList };
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
  if (!dataset.twins) return { ...head, twins: false, ...scores };
  const { n, scored, invalid, unscored } = scores;
  const counted = samples.filter((s) => isScored(s.outcome));
  const byTask: Record<string, TwinMetrics> = {};
  for (const task of Object.keys(scores.byTask))
    byTask[task] = twinMetrics(counted.filter((s) => s.task === task));
  return {
    ...head,
    twins: true,
    n,
    scored,
    invalid,
    unscored,
    metrics: twinMetrics(counted),
    byTask,
  };
}

function twinMetrics(samples: readonly Sample[]): TwinMetrics {
  return {
    goal_achieved: proportion(samples.filter((s) => s.goal.ok).length, samples.length),
    overcomplied: proportion(
      samples.filter((s) => s.overcomplied?.overcomplied).length,
      samples.length,
    ),
  };
}
