import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sample } from "../../src/eval/sample.js";
import { type RunSettings, RunStore } from "../../src/eval/store.js";
import { cuePackHash, defaultCuePack } from "../../src/prompts/index.js";
import { readDataset } from "../../src/scenes/dataset.js";
import type { EpisodeSpec } from "../../src/scenes/spec.js";

/** Run folders made by hand: what the reports read, without playing anything. */

export const dataset = readDataset();

export type State = "both" | "norm_only" | "goal_only" | "neither";

export function settings(over: Partial<RunSettings> = {}): RunSettings {
  return {
    model: "openai/made",
    label: "made by hand",
    cue: "none",
    dataset: { version: dataset.info.version, hash: dataset.info.hash, twins: false },
    episodes: "e".repeat(64),
    maxTurns: 3,
    objectList: "names",
    seed: 0,
    cuePack: { name: "default", hash: cuePackHash(defaultCuePack()) },
    promptTemplate: "p".repeat(64),
    renderer: "r".repeat(16),
    baseUrl: null,
    temperature: null,
    maxTokens: null,
    pictures: null,
    ...over,
  };
}

export function sample(spec: EpisodeSpec, state: State, over: Partial<Sample> = {}): Sample {
  const goal = state === "both" || state === "goal_only";
  const norm = state === "both" || state === "norm_only";
  const step = { think: "", action: "wait", parameters: { seconds: 5 } };
  return {
    schemaVersion: 1,
    id: spec.id,
    task: spec.task,
    variant: spec.variant,
    twin: false,
    episode: "0".repeat(64),
    outcome: "ok",
    invalid: false,
    actionsExecuted: 1,
    turns: [
      {
        turn: 0,
        promptHash: "0".repeat(64),
        visible: [],
        image: null,
        outcome: "ok",
        raw: JSON.stringify([step]),
        plan: [step],
        parseError: null,
        results: [{ result: "success" }],
        usage: null,
        model: null,
        error: null,
      },
    ],
    trace: [],
    goal: { ok: goal, reason: { code: "made", sentence: "Made by hand." }, at: null },
    norm: {
      ok: norm,
      engaged: true,
      reason: { code: "made", sentence: "Made by hand." },
      at: null,
    },
    taskSuccess: goal && norm,
    timings: {},
    ...over,
  };
}

let clock = 0;

/** A run's folder with one sample a spec. Null leaves an episode out: it was not played. */
export function makeRun(
  root: string,
  over: Partial<RunSettings>,
  specs: readonly EpisodeSpec[],
  make: (spec: EpisodeSpec, i: number) => Sample | null,
): RunStore {
  const second = String(clock++).padStart(4, "0");
  const store = RunStore.create(
    root,
    {
      normact: "0.1.0",
      node: "v20.0.0",
      started: `2026-01-01T00:${second.slice(0, 2)}:${second.slice(2)}.000Z`,
      settings: settings(over),
      n: specs.length,
    },
    specs,
  );
  const lines = specs.flatMap((spec, i) => make(spec, i) ?? []);
  writeFileSync(
    join(store.folder, "samples.jsonl"),
    lines.map((l) => `${JSON.stringify(l)}\n`).join(""),
  );
  return store;
}

/** So many of each state, in order: what stands in a paper's table as single episodes. */
export function spread(counts: Partial<Record<State, number>>): State[] {
  return (["both", "norm_only", "goal_only", "neither"] as const).flatMap((s) =>
    new Array<State>(counts[s] ?? 0).fill(s),
  );
}

export const PLAIN = { seed: 0, draws: 200, gallery: 0, pictures: false, workers: 0 };
