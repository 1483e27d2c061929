import { z } from "zod";
import { UsageSchema } from "../models/usage-schema.js";
import { CALL_OUTCOMES } from "../scoring/metrics.js";

/**
 * What a run keeps of one episode: enough to parse, execute, score and label again without a model.
 * One line of `samples.jsonl`. Pictures stand beside it by hash.
 */

const PlannedActionSchema = z.object({
  think: z.string(),
  action: z.string(),
  parameters: z.record(z.string(), z.unknown()),
});

const ActionResultSchema = z.union([
  z.object({ result: z.literal("success") }),
  z.object({ result: z.literal("failed"), code: z.string(), error: z.string() }),
]);

const FailedAttemptSchema = z.object({
  code: z.string(),
  status: z.number().nullable(),
  waitedMs: z.number(),
});

/** What became of one call to a model, beside its answer. */
const CallSchema = z.object({
  /** of the attempt that ended the call; of a cached answer, of the call that brought it */
  latencyMs: z.number(),
  /** between attempts, and for a place among the calls in flight */
  waitedMs: z.number(),
  /** taken from the answer cache, where somebody else had put it: nothing was sent, nothing was paid */
  cached: z.boolean(),
  /** true: kept from an earlier process of this run, which asked and paid; counted like any call */
  earlier: z.boolean().optional(),
  failedAttempts: z.array(FailedAttemptSchema),
  /** US dollars; 0 of a cached answer, null when it is not known */
  cost: z.number().nullable(),
  /** how the answer's shape was asked for; null: by the prompt alone */
  structured: z.string().nullable(),
  /** what went out, and in words what was asked for and sent otherwise */
  sent: z.record(z.string(), z.unknown()).nullable(),
  /** the provider's own counts */
  providerUsage: z.unknown(),
  requestId: z.string().nullable(),
});
export type Call = z.infer<typeof CallSchema>;

/** An answer that could not be read and was asked for once more (`--reask`). */
const ReaskedSchema = z.object({
  raw: z.string(),
  rawLength: z.int().optional(),
  parseError: z.object({ code: z.string(), message: z.string() }),
  usage: UsageSchema.nullable(),
  call: CallSchema.optional(),
});

export const TurnRecordSchema = z.object({
  turn: z.int(),
  promptHash: z.string(),
  /** ids listed in this turn's observation */
  visible: z.array(z.string()),
  /** SHA-256 of the picture that was sent, null where the planner needs none */
  image: z.string().nullable(),
  /** how the call ended */
  outcome: z.enum(CALL_OUTCOMES),
  /** the answer word for word; null where there was none */
  raw: z.string().nullable(),
  /** characters of an answer that was too long to be kept whole; `raw` is its beginning */
  rawLength: z.int().optional(),
  plan: z.array(PlannedActionSchema).nullable(),
  parseError: z.object({ code: z.string(), message: z.string() }).nullable(),
  results: z.array(ActionResultSchema),
  usage: UsageSchema.nullable(),
  model: z.string().nullable(),
  error: z.string().nullable(),
  /** the cue's text as it stood in the prompt; null in a condition without one */
  cue: z.string().nullable().optional(),
  /** hints at the head of the prompt */
  hints: z.array(z.string()).optional(),
  /** how the cue came about, as its condition tells it */
  cueLog: z.record(z.string(), z.unknown()).nullable().optional(),
  /** absent where no model was called */
  call: CallSchema.optional(),
  /** the first answer; `raw` and `usage` are those of the second */
  reasked: ReaskedSchema.optional(),
});
export type TurnRecord = z.infer<typeof TurnRecordSchema>;

const VerdictSchema = z.object({
  ok: z.boolean(),
  reason: z.object({ code: z.string(), sentence: z.string() }),
  at: z.number().nullable(),
});

export const SampleSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.string(),
  /** which repetition of the episode this is; absent = 0 */
  epoch: z.int().optional(),
  task: z.string(),
  variant: z.string(),
  twin: z.boolean(),
  /** hash of the episode that was run */
  episode: z.string(),
  outcome: z.enum(CALL_OUTCOMES),
  /** at least one answer could not be read as a plan */
  invalid: z.boolean(),
  actionsExecuted: z.int(),
  turns: z.array(TurnRecordSchema),
  trace: z.array(z.looseObject({ i: z.int(), t: z.number(), type: z.string() })),
  goal: VerdictSchema,
  norm: VerdictSchema.extend({ engaged: z.boolean() }),
  taskSuccess: z.boolean(),
  /** twins only: paid for a norm that does not hold there */
  overcomplied: VerdictSchema.omit({ ok: true }).extend({ overcomplied: z.boolean() }).optional(),
  /** milliseconds, by stage; not part of any result */
  timings: z.record(z.string(), z.number()),
});
export type Sample = z.infer<typeof SampleSchema>;

/** Names a sample in a run: the episode's id, with `#k` behind it from the second epoch on. */
export function sampleKey(id: string, epoch = 0): string {
  return epoch === 0 ? id : `${id}#${epoch}`;
}

/** Ended without an answer for reasons that may pass: `--retry-errors` plays these again. */
export function wentWrong(sample: { outcome: Sample["outcome"] }): boolean {
  return ["provider_error", "limit", "cancelled"].includes(sample.outcome);
}
