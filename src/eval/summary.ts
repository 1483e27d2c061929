import type { Proportion } from "../scoring/intervals.js";
import { type Scores, scoreEpisodes } from "../scoring/metrics.js";
import { TASKS } from "../tasks/registry.js";
import { addTallies, briefOf, type CallTally, NO_CALLS, type SampleBrief } from "./brief.js";
import {
  byEpisode,
  countSamples,
  rateOverEpisodes,
  type SampleCounts,
  scoreEpochs,
} from "./epochs.js";
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

/** What stands at the end of every summary: what its calls came to, and what belongs to special runs. */
interface RunTail extends CallTally {
  /** calls that made the run's cues, beside the planner's above; of runs whose cues a model made */
  cueCalls?: CallTally;
  /** both together: US dollars, null when no call of either could be priced; beside `cueCalls` */
  totalCost?: number | null;
  /** answers that were asked for once more; of runs with `--reask` */
  reasked?: number;
  /** repetitions of each episode and counts over all samples; of runs with several epochs */
  epochs?: number;
  samples?: SampleCounts;
}

/** What is scored on twins, where the norm does not hold: the goal, and whether the absent norm was paid for. */
export interface TwinMetrics {
  goal_achieved: Proportion;
  overcomplied: Proportion;
}

/** One run's scores as `--json` prints them (docs/formats.md). */
export type EpisodeRunSummary = RunHead & { twins: false } & Scores & RunTail;
export type TwinRunSummary = RunHead & { twins: true } & Pick<
    Scores,
    "n" | "scored" | "invalid" | "unscored"
  > & { metrics: TwinMetrics; byTask: Record<string, TwinMetrics> } & RunTail;
export type RunSummary = EpisodeRunSummary | TwinRunSummary;

export interface EvalSummary {
  schemaVersion: 1;
  runs: RunSummary[];
}

/**
 * Scores of a run from its samples, in data-set order, the epochs of an episode together. Pure: same log, same
 * bytes.
 */
export function summarise(info: RunInfo, samples: readonly (Sample | SampleBrief)[]): RunSummary {
  const { model, label, cue, dataset, objectList, epochs = 1, reask } = info.settings;
  const head: RunHead = { runId: info.runId, model, label, cue, dataset, objectList };
  const briefs = samples.map((s) => ("tally" in s ? s : briefOf(s)));
  const tasks = TASKS.map((t) => t.id);
  const scores = epochs > 1 ? scoreEpochs(briefs, tasks) : scoreEpisodes(briefs, tasks);
  const tail: RunTail = {
    ...callsOf(briefs),
    ...(reask ? { reasked: briefs.reduce((sum, b) => sum + b.reasked, 0) } : {}),
    ...(epochs > 1 ? { epochs, samples: countSamples(briefs) } : {}),
  };
  if (!dataset.twins) return { ...head, twins: false, ...scores, ...tail };
  const { n, scored, invalid, unscored } = scores;
  const byTask: Record<string, TwinMetrics> = {};
  for (const task of Object.keys(scores.byTask))
    byTask[task] = twinMetrics(briefs.filter((s) => s.task === task));
  return {
    ...head,
    twins: true,
    n,
    scored,
    invalid,
    unscored,
    metrics: twinMetrics(briefs),
    byTask,
    ...tail,
  };
}

function callsOf(briefs: readonly SampleBrief[]): RunTail {
  const planner = briefs.reduce((sum, b) => addTallies(sum, b.tally), NO_CALLS);
  if (briefs.every((b) => b.cueTally === null)) return planner;
  const cueCalls = briefs.reduce((sum, b) => addTallies(sum, b.cueTally ?? NO_CALLS), NO_CALLS);
  return { ...planner, cueCalls, totalCost: addTallies(planner, cueCalls).cost };
}

function twinMetrics(samples: readonly SampleBrief[]): TwinMetrics {
  const episodes = byEpisode(samples);
  return {
    goal_achieved: rateOverEpisodes(episodes, (s) => s.goal),
    overcomplied: rateOverEpisodes(episodes, (s) => s.overcomplied),
  };
}
