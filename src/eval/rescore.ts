import { parsePlan } from "../actions/index.js";
import { canonicalJson } from "../core/hash.js";
import { episodeFromSpec } from "../scenes/spec.js";
import { judge } from "../tasks/judge.js";
import { taskById } from "../tasks/registry.js";
import { createWorld } from "../world/index.js";
import type { Episode, Trace } from "../world/types.js";
import { briefOf, type SampleBrief } from "./brief.js";
import type { Sample } from "./sample.js";
import type { RunStore } from "./store.js";
import { type EvalSummary, summarise } from "./summary.js";

export interface Rescored {
  summary: EvalSummary;
  /** where the log and the recomputation disagree, in words */
  differences: string[];
  /** samples that a complete run has and this one lacks */
  missing: number;
}

/**
 * Every verdict and score again from the log: answers are read again, traces judged again, and, with
 * `execute`, plans carried out again. No model, no picture.
 */
export function rescore(store: RunStore, options: { execute: boolean }): Rescored {
  const specs = new Map(store.specs().map((s) => [s.id, s]));
  const log = store.openLog();
  const differences: string[] = [];
  const fresh: SampleBrief[] = [];
  let missing = 0;
  for (const key of store.keys([...specs.values()])) {
    // one sample at a time: a long run does not fit into memory
    const sample = log.get(key);
    if (!sample) {
      missing++;
      continue;
    }
    const episode = episodeFromSpec(specs.get(sample.id)!);
    const again = judgeSample(sample, episode);
    for (const field of ["goal", "norm", "taskSuccess", "overcomplied"] as const)
      if (canonicalJson(again[field] ?? null) !== canonicalJson(sample[field] ?? null))
        differences.push(
          `${sample.id}: ${field} was ${JSON.stringify(sample[field])}, is ${JSON.stringify(again[field])}`,
        );
    differences.push(...rereadAnswers(sample));
    if (options.execute) differences.push(...reexecute(sample, episode));
    fresh.push(briefOf(again));
  }
  log.close();
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
