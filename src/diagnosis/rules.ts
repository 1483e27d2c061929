import { sha256 } from "../core/hash.js";
import { outcomeState } from "../scoring/metrics.js";
import type { FailedCase } from "./case.js";
import type { ErrorLabel, Finding } from "./labels.js";
import { readSignals, type Signals } from "./signals.js";

/** Raised whenever a rule or a sign changes: labels made under another version are made anew. */
export const RULES_VERSION = "rules-2";
export const rulesHash = (): string => sha256(RULES_VERSION);

type FailedState = "norm_only" | "goal_only" | "neither";

/** A rule: when it fits, which label is the primary one, and why in words. The first that fits counts. */
interface Rule {
  primary: ErrorLabel;
  why: string;
  fits(s: Signals, state: FailedState): boolean;
}

const knew = (s: Signals): boolean =>
  s.attempted || s.attemptedElsewhere || s.recognised.length > 0;

/**
 * The rules, from the most telling sign to the weakest (docs/diagnosis.md says the same in prose). What the
 * planner denies seeing, or takes for something else, comes first; then whether it showed that it knew the rule.
 */
export const RULES: readonly Rule[] = [
  {
    primary: "perception_grounding",
    why: "it says that what shows the rule is not there",
    fits: (s) => s.deniedEvidence !== null,
  },
  {
    primary: "perception_grounding",
    why: "an action failed on a thing that is not there, or not what it was taken for",
    fits: (s) => s.groundingFaults.length > 0,
  },
  {
    primary: "goal_norm_tradeoff",
    why: "it kept to the rule, or set about it, and never reached for the goal",
    fits: (s, state) => state !== "goal_only" && knew(s) && !s.reachedForGoal && !s.brokeNorm,
  },
  {
    primary: "cue_to_action",
    why: "it showed that it knew the rule and still chose the wrong action, target or order",
    fits: (s) => knew(s),
  },
  {
    primary: "cue_to_action",
    why: "the rule was never at stake: its actions did not lead to the goal",
    fits: (_s, state) => state === "norm_only",
  },
  {
    primary: "norm_inference",
    why: "neither its words nor its actions take notice of the rule",
    fits: () => true,
  },
];

/** Labels a failed case by the stated rules; needs no model. `builtin/rules` in every table. */
export function labelByRules(failed: FailedCase): Finding {
  const signals = readSignals(failed);
  const { goal, norm } = failed.sample;
  const state = outcomeState(goal.ok, norm.ok) as FailedState;
  const rule = RULES.find((r) => r.fits(signals, state))!;
  const labels = [rule.primary, ...further(signals, state, rule.primary)];
  return {
    primary: rule.primary,
    labels,
    confidence: null,
    explanation: explain(rule, signals),
    evidence: evidenceOf(failed, signals, rule.primary),
    scores: null,
  };
}

/** Labels that fit beside the primary one. */
function further(s: Signals, state: string, primary: ErrorLabel): ErrorLabel[] {
  const out: ErrorLabel[] = [];
  if (primary !== "norm_inference" && state !== "norm_only" && !knew(s)) out.push("norm_inference");
  if (
    primary !== "cue_to_action" &&
    knew(s) &&
    (state === "goal_only" || s.otherFailures.length > 0)
  )
    out.push("cue_to_action");
  if (
    primary !== "goal_norm_tradeoff" &&
    state === "norm_only" &&
    (s.attempted || s.attemptedElsewhere)
  )
    out.push("goal_norm_tradeoff");
  return out;
}

function explain(rule: Rule, s: Signals): string {
  const parts = [rule.why];
  if (s.deniedEvidence !== null) parts.push(`"${s.deniedEvidence.slice(0, 160)}"`);
  if (s.recognised.length > 0) parts.push(`its words: ${s.recognised.slice(0, 6).join(", ")}`);
  if (s.unreadable) parts.push("no answer could be read as a plan");
  else if (s.idle) parts.push("no action was carried out");
  return `${parts.join("; ")}.`;
}

function evidenceOf({ sample }: FailedCase, s: Signals, primary: ErrorLabel): number[] {
  const deciding = [sample.norm, sample.goal].flatMap((v) => (v.ok || v.at === null ? [] : [v.at]));
  const own = primary === "perception_grounding" ? s.groundingFaults : s.otherFailures;
  return [...new Set([...own, ...deciding])].sort((a, b) => a - b);
}
