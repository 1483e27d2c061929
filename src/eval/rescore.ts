import { parsePlan } from "../actions/index.js";
import { canonicalJson } from "../core/hash.js";
import { episodeFromSpec } from "../scenes/spec.js";
import { judge } from "../tasks/judge.js";
import { taskById } from "../tasks/registry.js";
import { createWorld } from "../world/index.js";
import type { Episode, Trace } from "../world/types.js";
import type { Sample } from "./sample.js";
import type { RunStore } from "./store.js";
import { type EvalSummary, summarise } from "./summary.js";

export interface Rescored {
  summary: EvalSummary;
  /** where the log and the recomputation disagree, in words */
  differences: string[];
  /** episodes of the run without a finished sample */
  missing: number;
}

/**
 * Every verdict and score again from the log: answers are read again, traces judged again, and, with
 * `execute`, plans carried out again. No model, no picture.
 */
export function rescore(store: RunStore, options: { execute: boolean }): Rescored {
  const samples = store.samples();
  const differences: string[] = [];
  const fresh: Sample[] = [];
  let missing = 0;
  for (const spec of store.specs()) {
    const sample = samples.get(spec.id);
    if (!sample) {
      missing++;
      continue;
    }
    const episode = episodeFromSpec(spec);
    const again = judgeSample(sample, episode);
    for (const key of ["goal", "norm", "taskSuccess", "overcomplied"] as const)
      if (canonicalJson(again[key] ?? null) !== canonicalJson(sample[key] ?? null))
        differences.push(
          `${spec.id}: ${key} was ${JSON.stringify(sample[key])}, is ${JSON.stringify(again[key])}`,
        );
    differences.push(...rereadAnswers(sample));
    if (options.execute) differences.push(...reexecute(sample, episode));
    fresh.push(again);
  }
  return {
    summary: { schemaVersion: 1, runs: [summarise(store.info, fresh)] },
    differences,
    missing,
  };
}

/** A sample with its verdicts taken anew from its trace. */
export function judgeSample(sample: Sample, episode: Episode): Sample {
  const task = taskById(sample.task);
  const trace = sample.trace as unknown as Trace;
  const { goal, norm, taskSuccess } = judge(task, episode, trace);
  return {
    ...sample,
    goal,
    norm,
    taskSuccess,
    ...(episode.twin ? { overcomplied: task.overcomplied(episode, trace) } : {}),
  };
}

function rereadAnswers(sample: Sample): string[] {
  return sample.turns.flatMap((turn) => {
    if (turn.raw === null || turn.outcome === "truncated") return [];
    const parsed = parsePlan(turn.raw);
    const same =
      parsed.ok && turn.plan !== null
        ? canonicalJson(parsed.actions) === canonicalJson(turn.plan)
        : !parsed.ok && turn.parseError?.code === parsed.error.code;
    return same ? [] : [`${sample.id} turn ${turn.turn}: its answer now reads differently`];
  });
}

function reexecute(sample: Sample, episode: Episode): string[] {
  const world = createWorld(episode);
  for (const turn of sample.turns) {
    world.observe(turn.visible);
    if (turn.plan) world.runPlan(turn.plan);
  }
  return canonicalJson(world.trace) === canonicalJson(sample.trace)
    ? []
    : [`${sample.id}: carrying its plans out again gives another trace`];
}
