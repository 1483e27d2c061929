import { geometryOf } from "../../grid/layouts.js";
import { rulesOf } from "../../grid/rules.js";
import { type PromptChoice, systemPrompt } from "../prompts/system.js";
import type { EpisodeRecord } from "../records.js";
import type { GridStore } from "../store.js";
import type { Stage } from "../types.js";
import { beliefPrompt, type JudgePrompt, rulesPrompt } from "./prompts.js";

/** One belief under one norm, for a judge. */
export interface Task {
  type: "belief" | "rules";
  norm: string;
  belief: string;
  prompt: JudgePrompt;
}

export const keyOf = (t: { type: string; norm: string; belief: string }): string =>
  `${t.type}\n${t.norm}\n${t.belief}`;

/** What is to be judged: each distinct belief with its norm, in order; final beliefs once more by their rules. */
export function tasksOf(store: GridStore, rules: boolean): Task[] {
  const records = [...store.episodes().values()].filter((r) => r.phase === "interaction");
  const { answers } = store.log();
  const tasks = new Map<string, Task>();
  const add = (task: Task): void => {
    tasks.set(keyOf(task), tasks.get(keyOf(task)) ?? task);
  };
  for (const record of records) {
    const { norm } = record;
    for (const { belief } of answers.get(record.id)?.values() ?? [])
      if (belief)
        add({ type: "belief", norm, belief: belief.text, prompt: beliefPrompt(norm, belief.text) });
    if (!rules || !record.belief) continue;
    const { text } = record.belief;
    add({
      type: "rules",
      norm,
      belief: text,
      prompt: rulesPrompt(norm, text, toldIn(store, record)),
    });
  }
  return [...tasks.values()];
}

/** The system prompt of the newcomer's first person, as its settings had it. */
function toldIn(store: GridStore, { scenario }: EpisodeRecord): string {
  const { observation = "both", textSanctions = "self" } = store.info.settings
    .own as Partial<PromptChoice>;
  const stage: Stage = {
    episode: scenario.id,
    phase: "interaction",
    layout: scenario.layout,
    geometry: geometryOf(scenario.layout),
    rules: rulesOf(scenario.rules),
    seed: scenario.seed,
    horizon: scenario.horizon,
  };
  const goals = scenario.slots[0]?.first
    .goals as EpisodeRecord["scenario"]["slots"][number]["first"]["goals"];
  return systemPrompt(stage, goals, { observation, textSanctions });
}
