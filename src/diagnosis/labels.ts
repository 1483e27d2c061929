import { z } from "zod";
import { UsageSchema } from "../models/usage-schema.js";

/**
 * The four error labels of the paper (NormAct, section 5.2 and appendix F). They explain a failed episode and
 * do not depend on its outcome: an episode that kept the norm and missed the goal may still have misread the scene.
 */
export const ERROR_LABELS = [
  "norm_inference",
  "perception_grounding",
  "cue_to_action",
  "goal_norm_tradeoff",
] as const;
export type ErrorLabel = (typeof ERROR_LABELS)[number];

/** What each label says, in a few words for tables and sheets. */
export const LABEL_MEANING: Readonly<Record<ErrorLabel, string>> = {
  norm_inference: "acted as if no unwritten rule were there",
  perception_grounding: "missed or misread what the picture shows of the rule or the goal",
  cue_to_action: "knew the rule, but chose a wrong action, target or order",
  goal_norm_tradeoff: "kept to the rule, or tried to, and let the goal go",
};

/** How the labelling of one case ended; only `ok` carries a label. */
export const LABEL_OUTCOMES = [
  "ok",
  "invalid_output",
  "refused",
  "truncated",
  "filtered",
  "provider_error",
  "limit",
] as const;
export type LabelOutcome = (typeof LABEL_OUTCOMES)[number];

const share = z.number().min(0).max(1);

/** One line of `labels/labels-<judge>.jsonl` in a run's folder. */
export const LabelRecordSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.string(),
  epoch: z.int().nonnegative(),
  task: z.string(),
  cue: z.string(),
  /** the planner whose answer is labelled */
  model: z.string(),
  judge: z.string(),
  /** hash of the judge's prompt or of the rules: a label is taken over only under the same one */
  version: z.string(),
  /** hash of what was labelled: a new answer is labelled anew */
  caseHash: z.string(),
  outcome: z.enum(LABEL_OUTCOMES),
  primary: z.enum(ERROR_LABELS).nullable(),
  /** every label that fits, the primary one first */
  labels: z.array(z.enum(ERROR_LABELS)),
  confidence: share.nullable(),
  explanation: z.string().nullable(),
  /** `i` of trace events that show it */
  evidence: z.array(z.int().nonnegative()),
  /** how far each label fits; they add up to 1. null where the judge gives none */
  scores: z.record(z.enum(ERROR_LABELS), share).nullable(),
  /** answers that were asked for, the readable one included */
  attempts: z.int().nonnegative(),
  usage: UsageSchema.nullable(),
  error: z.string().nullable(),
});
export type LabelRecord = z.infer<typeof LabelRecordSchema>;

/** What a labeller finds in one case. */
export interface Finding {
  primary: ErrorLabel;
  labels: ErrorLabel[];
  confidence: number | null;
  explanation: string;
  evidence: number[];
  scores: Record<ErrorLabel, number> | null;
}
