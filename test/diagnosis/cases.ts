import { readFileSync } from "node:fs";
import { parsePlan } from "../../src/actions/index.js";
import { type FailedCase, failedCase } from "../../src/diagnosis/case.js";
import type { ErrorLabel } from "../../src/diagnosis/labels.js";
import type { Sample, TurnRecord } from "../../src/eval/sample.js";
import { taskCues } from "../../src/prompts/goal.js";
import { defaultCuePack } from "../../src/prompts/index.js";
import { fillSlots } from "../../src/prompts/pack.js";
import { readDataset } from "../../src/scenes/dataset.js";
import { episodeFromSpec, episodeHash } from "../../src/scenes/spec.js";
import { judge } from "../../src/tasks/judge.js";
import { taskById } from "../../src/tasks/registry.js";
import { createWorld } from "../../src/world/index.js";

/** One line of test/fixtures/failures*.jsonl: answers that failed, and what a person says went wrong. */
export interface HandLabelled {
  id: string;
  cue: string;
  turns: { visible: string[]; raw: string }[];
  primary: ErrorLabel;
  labels: ErrorLabel[];
  note: string;
}

export function handLabelled(file = "failures.jsonl"): HandLabelled[] {
  const text = readFileSync(new URL(`../fixtures/${file}`, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as HandLabelled);
}

const specs = new Map(readDataset().specs.map((s) => [s.id, s]));

/** Carries the answers out, as a run would, and gives the case as the labellers get it. */
export function play(given: HandLabelled): FailedCase {
  const spec = specs.get(given.id);
  if (!spec) throw new Error(`no episode ${given.id}`);
  const episode = episodeFromSpec(spec);
  const world = createWorld(episode);
  const turns = given.turns.map(({ visible, raw }, turn): TurnRecord => {
    world.observe(visible);
    const parsed = parsePlan(raw);
    const plan = parsed.ok ? parsed.actions : null;
    const results = plan ? world.runPlan(plan).results : [];
    return {
      turn,
      promptHash: "",
      visible,
      image: null,
      outcome: plan ? "ok" : "invalid_output",
      raw,
      plan,
      parseError: parsed.ok ? null : parsed.error,
      results,
      usage: null,
      model: null,
      error: null,
    };
  });
  const { goal, norm, taskSuccess } = judge(taskById(spec.task), episode, world.trace);
  const sample: Sample = {
    schemaVersion: 1,
    id: episode.id,
    task: episode.task,
    variant: episode.variant,
    twin: false,
    episode: episodeHash(episode),
    outcome: "ok",
    invalid: false,
    actionsExecuted: world.actionsExecuted,
    turns,
    trace: world.trace as unknown as Sample["trace"],
    goal,
    norm,
    taskSuccess,
    timings: {},
  };
  const pack = defaultCuePack();
  const cues = taskCues(pack, spec.task);
  const norms = fillSlots(cues.specific, episode);
  const key = given.cue as "category" | "specific" | "evidence" | "none";
  const cueText = key === "none" ? null : fillSlots(cues[key], episode);
  return failedCase(sample, episode, given.cue, cueText, norms, pack);
}
