import { normOf } from "../../grid/norms/index.js";
import { FAMILIES, type Family } from "../../grid/types.js";
import {
  RULE_LABELS,
  RULE_TOPICS,
  type RuleLabel,
  type RuleTopic,
  type RuleVerdict,
} from "../judge/store.js";

/** Rules in final beliefs (the paper's D.2). */
export interface RuleFigures {
  judge: string;
  beliefs: number;
  /** beliefs that the judge could not split */
  failed: number;
  rules: number;
  /** beliefs with 0, 1, 2, 3 and 4 or more rules */
  perBelief: [number, number, number, number, number];
  labels: Record<RuleLabel, number>;
  topics: Record<RuleTopic, number>;
  topicsByFamily: Record<Family, Record<RuleTopic, number>>;
}

const zeros = <K extends string>(keys: readonly K[]): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;

/** Counts of the judge that has split most beliefs; null when none has. */
export function ruleFigures(verdicts: readonly RuleVerdict[]): RuleFigures | null {
  const judges = new Map<string, RuleVerdict[]>();
  for (const v of verdicts) judges.set(v.judge, [...(judges.get(v.judge) ?? []), v]);
  const [judge, own] = [...judges].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
  if (judge === undefined || !own) return null;
  const figures: RuleFigures = {
    judge,
    beliefs: 0,
    failed: 0,
    rules: 0,
    perBelief: [0, 0, 0, 0, 0],
    labels: zeros(RULE_LABELS),
    topics: zeros(RULE_TOPICS),
    topicsByFamily: Object.fromEntries(
      FAMILIES.map((f) => [f, zeros(RULE_TOPICS)]),
    ) as RuleFigures["topicsByFamily"],
  };
  for (const { rules, norm } of own) {
    if (rules === null) {
      figures.failed++;
      continue;
    }
    figures.beliefs++;
    figures.rules += rules.length;
    figures.perBelief[Math.min(4, rules.length) as 0 | 1 | 2 | 3 | 4]++;
    for (const { label, topic } of rules) {
      figures.labels[label]++;
      if (label !== "spurious") continue;
      figures.topics[topic ?? "other"]++;
      figures.topicsByFamily[normOf(norm).family][topic ?? "other"]++;
    }
  }
  return figures;
}
