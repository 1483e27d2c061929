import { z } from "zod";
import { NormactError } from "../../core/errors.js";
import type { JsonlWriter } from "../../core/jsonl.js";
import { WAITING } from "../../models/batch/ends.js";
import type { BatchedClient } from "../../models/batch/runtime.js";
import type { BatchWaves } from "../../models/batch/waves.js";
import type { ModelClient, ModelResponse } from "../../models/types.js";
import { objectsIn } from "../prompts/answer.js";
import { inParallel } from "../run.js";
import type { GridStore } from "../store.js";
import { JUDGE_PROMPT_VERSION } from "./prompts.js";
import {
  type BeliefVerdict,
  RULE_LABELS,
  RULE_TOPICS,
  type RuleVerdict,
  readVerdicts,
  verdictWriter,
} from "./store.js";
import { keyOf, type Task, tasksOf } from "./tasks.js";

export interface JudgeOptions {
  client: ModelClient;
  rules: boolean;
  limit?: number | undefined;
  /** answers come by the provider's batches, all that is open at a time */
  batches?: Pick<BatchedClient, "open"> | undefined;
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
  /** a limit on cost or tokens was reached */
  limitReached: boolean;
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

/**
 * Has a judge read every distinct belief of a run, each once. What was judged before by the same judge and prompt
 * is kept; an answer that cannot be read is asked for again twice and then stands as a failure.
 */
export async function judgeRun(store: GridStore, options: JudgeOptions): Promise<JudgeResult> {
  const { client } = options;
  const own = verdictsOf(store, client.name);
  const known = new Set(own.map(keyOf));
  const all = tasksOf(store, options.rules).slice(0, options.limit);
  const open = all.filter((task) => !known.has(keyOf(task)));
  const session = new Session(store, options, open);
  await session.run();
  const { done, error, limitReached } = session;
  const counts = { beliefs: all.length, asked: done, known: all.length - open.length };
  const failed = session.failed + own.filter((v) => v.outcome !== "ok").length;
  const missing = open.length - done;
  return { judge: client.name, ...counts, failed, missing, error, limitReached };
}

/** What a judge with the present prompts has said of a run so far. */
function verdictsOf(store: GridStore, judge: string): (BeliefVerdict | RuleVerdict)[] {
  const { beliefs, rules } = readVerdicts(store.folder);
  return [...beliefs, ...rules].filter(
    (v) => v.judge === judge && v.prompt === JUDGE_PROMPT_VERSION,
  );
}

/** What a judge's verdicts on a run have taken so far. */
export function judgeSpent(store: GridStore, judge: string): { cost: number; tokens: number } {
  const spent = { cost: 0, tokens: 0 };
  for (const { cost, tokens } of verdictsOf(store, judge)) {
    spent.cost += cost ?? 0;
    spent.tokens += tokens ?? 0;
  }
  return spent;
}

/** Puts tasks to a judge, with single calls or in waves of batches. */
class Session {
  done = 0;
  failed = 0;
  error: string | null = null;
  limitReached = false;

  constructor(
    private readonly store: GridStore,
    private readonly options: JudgeOptions,
    private readonly tasks: readonly Task[],
  ) {}

  async run(): Promise<void> {
    const { batches, stop } = this.options;
    const writer = verdictWriter(this.store.folder);
    const judged = new Set<Task>();
    let waves: BatchWaves | null = null;
    try {
      waves = (await batches?.open(this.store.folder)) ?? null;
      for (;;) {
        await this.pass(writer, judged, waves !== null);
        if (!waves || waves.waiting === 0 || stop.aborted || !(await waves.run(stop))) return;
      }
    } catch (error) {
      // what can be gone on with: the provider has failed, or a limit is reached
      if (!(error instanceof NormactError) || error.exitCode !== 3) throw error;
      this.note(error.message, error.code === "limit_reached");
    } finally {
      waves?.close();
      writer.close();
    }
  }

  /** Every task that has no verdict yet, once. A failure ends single calls; a batch has brought the others' answers. */
  private async pass(writer: JsonlWriter, judged: Set<Task>, batched: boolean): Promise<void> {
    const { client, concurrency, stop, onVerdict } = this.options;
    await inParallel(this.tasks, concurrency, async (task) => {
      if (judged.has(task) || stop.aborted || (this.error !== null && !batched)) return;
      const verdict = await ask(client, task);
      if ("waits" in verdict) return;
      if ("stopped" in verdict) return this.note(verdict.stopped, verdict.limit);
      writer.append(verdict);
      judged.add(task);
      this.done++;
      if (verdict.outcome !== "ok") this.failed++;
      onVerdict(this.done, this.tasks.length);
    });
  }

  private note(error: string, limit: boolean): void {
    this.error ??= error;
    this.limitReached ||= limit;
  }
}

/** No verdict: the answer is on its way by a batch, or judging cannot go on. */
type Unasked = { waits: true } | { stopped: string; limit: boolean };

async function ask(
  client: ModelClient,
  task: Task,
): Promise<BeliefVerdict | RuleVerdict | Unasked> {
  const { type, norm, belief, prompt } = task;
  const base = { judge: client.name, prompt: JUDGE_PROMPT_VERSION, norm, belief };
  const spent = { cost: 0 as number | null, tokens: 0 };
  let outcome = "unreadable";
  for (let tries = 1; tries <= TRIES; tries++) {
    const response = await client.generate({
      system: prompt.system,
      parts: [{ type: "text", text: prompt.text }],
      maxTokens: MAX_TOKENS,
      jsonSchema: prompt.schema,
      epoch: tries - 1,
    });
    const unasked = unaskedBy(response);
    if (unasked) return unasked;
    count(spent, response);
    if (type === "belief") {
      const read = firstOf(response.text, scoreSchema);
      if (read) return { type, ...base, outcome: "ok", tries, ...spent, ...read };
    } else {
      const read = firstOf(response.text, rulesSchema);
      if (read) return { type, ...base, outcome: "ok", tries, ...spent, ...read };
    }
    outcome = response.outcome === "ok" ? "unreadable" : response.outcome;
    if (outcome === "refused" || outcome === "filtered")
      return failure(type, { ...base, ...spent }, outcome, tries);
  }
  return failure(type, { ...base, ...spent }, outcome, TRIES);
}

function failure(
  type: Task["type"],
  base: Pick<BeliefVerdict, "judge" | "prompt" | "norm" | "belief" | "cost" | "tokens">,
  outcome: string,
  tries: number,
): BeliefVerdict | RuleVerdict {
  return type === "belief"
    ? { type, ...base, outcome, tries, score: null, rationale: "" }
    : { type, ...base, outcome, tries, rules: null };
}

/** Adds what an answer took; those from the cache took nothing. */
function count(
  spent: { cost: number | null; tokens: number },
  { cost = null, usage, cached }: ModelResponse,
): void {
  if (cached) return;
  spent.cost = cost === null || spent.cost === null ? null : spent.cost + cost;
  spent.tokens += (usage.input ?? 0) + (usage.output ?? 0);
}

/** Why there is no answer; null when the model has answered, whatever it said. */
function unaskedBy({ outcome, error }: ModelResponse): Unasked | null {
  if (error?.code === WAITING.code) return { waits: true };
  if (outcome === "provider_error" || outcome === "limit" || outcome === "cancelled")
    return { stopped: error?.message ?? outcome, limit: outcome === "limit" };
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
