import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { JsonlWriter, readJsonl } from "../../core/jsonl.js";
import type { BeliefScore } from "../metrics/beliefs.js";

/** What judges said, a line each in a run's `judged.jsonl`; failures are kept as outcomes. */

export const RULE_LABELS = [
  "correct",
  "partially_correct",
  "task_generic",
  "spurious",
  "incorrect",
] as const;
export type RuleLabel = (typeof RULE_LABELS)[number];

export const RULE_TOPICS = [
  "queueing",
  "doors_or_exits",
  "seating",
  "timing",
  "zones_or_regions",
  "class_or_group",
  "movement_direction",
  "lane_or_path",
  "yielding_or_collision",
  "other",
] as const;
export type RuleTopic = (typeof RULE_TOPICS)[number];

const base = {
  judge: z.string(),
  /** of the judge's prompt */
  prompt: z.int(),
  norm: z.string(),
  belief: z.string(),
  /** `ok`, `unreadable` after all tries, or how the call ended */
  outcome: z.string(),
  tries: z.int(),
  /** of all tries: US dollars (null when not known) and tokens; nothing for answers from the cache */
  cost: z.number().nullable().optional(),
  tokens: z.int().optional(),
};

export const beliefVerdictSchema = z.object({
  type: z.literal("belief"),
  ...base,
  /** 1 to 7; null unless `ok` */
  score: z.int().min(1).max(7).nullable(),
  rationale: z.string(),
});
export type BeliefVerdict = z.infer<typeof beliefVerdictSchema>;

export const ruleVerdictSchema = z.object({
  type: z.literal("rules"),
  ...base,
  /** null unless `ok`; empty for a belief without rules */
  rules: z
    .array(
      z.object({
        rule: z.string(),
        label: z.enum(RULE_LABELS),
        /** of spurious rules */
        topic: z.enum(RULE_TOPICS).nullable(),
        reason: z.string(),
      }),
    )
    .nullable(),
});
export type RuleVerdict = z.infer<typeof ruleVerdictSchema>;

/** Is it a line of `judged.jsonl`? */
export const isVerdict = (row: unknown): boolean =>
  beliefVerdictSchema.safeParse(row).success || ruleVerdictSchema.safeParse(row).success;

export const verdictFile = (folder: string): string => join(folder, "judged.jsonl");

/** Everything judges have said of a run so far. */
export function readVerdicts(folder: string): { beliefs: BeliefVerdict[]; rules: RuleVerdict[] } {
  const beliefs: BeliefVerdict[] = [];
  const rules: RuleVerdict[] = [];
  if (!existsSync(verdictFile(folder))) return { beliefs, rules };
  for (const row of readJsonl(verdictFile(folder)).rows) {
    const belief = beliefVerdictSchema.safeParse(row);
    if (belief.success) beliefs.push(belief.data);
    const rule = ruleVerdictSchema.safeParse(row);
    if (rule.success) rules.push(rule.data);
  }
  return { beliefs, rules };
}

export const verdictWriter = (folder: string): JsonlWriter => new JsonlWriter(verdictFile(folder));

/** A judge's scores as a measure of beliefs. */
export interface JudgedBeliefs {
  judge: string;
  /** distinct beliefs with a score, and those that the judge could not score */
  beliefs: number;
  failed: number;
  score: BeliefScore;
}

/** The scores of the judge that has said most of a run; null when none has. */
export function judgedBeliefs(folder: string): JudgedBeliefs | null {
  const { beliefs } = readVerdicts(folder);
  const count = new Map<string, number>();
  for (const { judge } of beliefs) count.set(judge, (count.get(judge) ?? 0) + 1);
  const [judge] = [...count].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (judge === undefined) return null;
  const own = beliefs.filter((b) => b.judge === judge);
  const scores = new Map(own.map((b) => [`${b.norm}\n${b.belief}`, b.score]));
  const scored = [...scores.values()].filter((s) => s !== null).length;
  return {
    judge,
    beliefs: scored,
    failed: scores.size - scored,
    score: ({ text }, norm) => {
      const score = scores.get(`${norm}\n${text}`);
      return score == null ? null : (score - 1) / 6;
    },
  };
}
