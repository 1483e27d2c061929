import { z } from "zod";
import { geometryOf } from "../../grid/layouts.js";
import { rulesOf } from "../../grid/rules.js";
import type { ModelClient, ModelResponse } from "../../models/types.js";
import { objectsIn } from "../prompts/answer.js";
import { type PromptChoice, systemPrompt } from "../prompts/system.js";
import type { EpisodeRecord } from "../records.js";
import { inParallel } from "../run.js";
import type { GridStore } from "../store.js";
import type { Stage } from "../types.js";
import { beliefPrompt, JUDGE_PROMPT_VERSION, type JudgePrompt, rulesPrompt } from "./prompts.js";
import {
  type BeliefVerdict,
  RULE_LABELS,
  RULE_TOPICS,
  type RuleVerdict,
  readVerdicts,
  verdictWriter,
} from "./store.js";

export interface JudgeOptions {
  client: ModelClient;
  rules: boolean;
  limit?: number | undefined;
  concurrency: number;
  stop: AbortSignal;
  onVerdict(done: number, total: number): void;
}

export interface JudgeResult {
  judge: string;
  /** distinct beliefs, those judged now, those of an earlier process, and those without a verdict after all tries */
  beliefs: number;
  asked: number;
  known: number;
  failed: number;
  /** still to be judged: the run was stopped, or the provider failed */
  missing: number;
  error: string | null;
}

/** Tries for an answer that can be read. */
const TRIES = 3;
const MAX_TOKENS = 2000;

const scoreSchema = z.object({
  score: z.coerce.number().pipe(z.int().min(1).max(7)),
  rationale: z.string().default(""),
});
const rulesSchema = z.object({
  rules: z.array(
    z.object({
      rule: z.string(),
      reason: z.string().default(""),
      label: z.enum(RULE_LABELS),
      topic: z.enum(RULE_TOPICS).nullable().default(null),
    }),
  ),
});

interface Task {
  type: "belief" | "rules";
  norm: string;
  belief: string;
  prompt: JudgePrompt;
}

const keyOf = (t: { type: string; norm: string; belief: string }): string =>
  `${t.type}\n${t.norm}\n${t.belief}`;

/**
 * Has a judge read every distinct belief of a run, each once. What was judged before by the same judge and prompt
 * is kept; an answer that cannot be read is asked for again twice and then stands as a failure.
 */
export async function judgeRun(store: GridStore, options: JudgeOptions): Promise<JudgeResult> {
  const { client } = options;
  const before = readVerdicts(store.folder);
  const own = [...before.beliefs, ...before.rules].filter(
    (v) => v.judge === client.name && v.prompt === JUDGE_PROMPT_VERSION,
  );
  const known = new Set(own.map(keyOf));
  const all = tasksOf(store, options.rules).slice(0, options.limit);
  const open = all.filter((task) => !known.has(keyOf(task)));
  const writer = verdictWriter(store.folder);
  let [done, failed] = [0, own.filter((v) => v.outcome !== "ok").length];
  let error: string | null = null;
  try {
    await inParallel(open, options.concurrency, async (task) => {
      if (options.stop.aborted || error !== null) return;
      const verdict = await ask(client, task);
      if ("stopped" in verdict) {
        error ??= verdict.stopped;
        return;
      }
      writer.append(verdict);
      done++;
      if (verdict.outcome !== "ok") failed++;
      options.onVerdict(done, open.length);
    });
  } finally {
    writer.close();
  }
  const missing = open.length - done;
  const counts = { beliefs: all.length, asked: done, known: all.length - open.length };
  return { judge: client.name, ...counts, failed, missing, error };
}

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

async function ask(
  client: ModelClient,
  task: Task,
): Promise<BeliefVerdict | RuleVerdict | { stopped: string }> {
  const { type, norm, belief, prompt } = task;
  const base = { judge: client.name, prompt: JUDGE_PROMPT_VERSION, norm, belief };
  let outcome = "unreadable";
  for (let tries = 1; tries <= TRIES; tries++) {
    const response = await client.generate({
      system: prompt.system,
      parts: [{ type: "text", text: prompt.text }],
      maxTokens: MAX_TOKENS,
      jsonSchema: prompt.schema,
      epoch: tries - 1,
    });
    const stopped = stoppedBy(response);
    if (stopped !== null) return { stopped };
    if (type === "belief") {
      const read = firstOf(response.text, scoreSchema);
      if (read) return { type, ...base, outcome: "ok", tries, ...read };
    } else {
      const read = firstOf(response.text, rulesSchema);
      if (read) return { type, ...base, outcome: "ok", tries, ...read };
    }
    outcome = response.outcome === "ok" ? "unreadable" : response.outcome;
    if (outcome === "refused" || outcome === "filtered") return failure(type, base, outcome, tries);
  }
  return failure(type, base, outcome, TRIES);
}

function failure(
  type: Task["type"],
  base: Pick<BeliefVerdict, "judge" | "prompt" | "norm" | "belief">,
  outcome: string,
  tries: number,
): BeliefVerdict | RuleVerdict {
  return type === "belief"
    ? { type, ...base, outcome, tries, score: null, rationale: "" }
    : { type, ...base, outcome, tries, rules: null };
}

/** Why judging cannot go on; null when the model has answered, whatever it said. */
function stoppedBy({ outcome, error }: ModelResponse): string | null {
  if (outcome === "provider_error" || outcome === "limit" || outcome === "cancelled")
    return error?.message ?? outcome;
  return null;
}

function firstOf<T>(text: string, schema: z.ZodType<T>): T | null {
  for (const candidate of objectsIn(text)) {
    try {
      const read = schema.safeParse(JSON.parse(candidate));
      if (read.success) return read.data;
    } catch {
      // not this one
    }
  }
  return null;
}
