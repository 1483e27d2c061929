/**
 * The checkers' own audit. Operators change correct plans; a rule per task says, from what the changed plan's
 * steps mean, which verdict it must get. The rules keep no account of traces, paths or polygons: they are a
 * second opinion, not a copy of the checkers.
 */
import type { TaskDefinition } from "../../src/tasks/types.js";
import type { Episode, Plan, PlannedAction } from "../../src/world/types.js";
import { judged } from "./kit.js";

/** The verdict that a plan must get. */
export interface Meaning {
  goal: boolean;
  norm: boolean;
}

export interface AuditRule {
  task: TaskDefinition;
  /** What a plan comes to, step by step; null where the rule has no opinion (such plans are not counted). */
  expect(episode: Episode, plan: Plan): Meaning | null;
  /** Ids that the target of a step may be exchanged for. */
  targets(episode: Episode, step: PlannedAction): string[];
  /** Other words for what is said; the rule knows what each of them means. */
  words: readonly string[];
}

/** The parameter of a step that names a thing or a person. */
const TARGETS = ["object_id", "target_id", "component_id", "dirt_id", "container_id"] as const;
const targetKey = (step: PlannedAction): string | undefined =>
  TARGETS.find((key) => typeof step.parameters[key] === "string");

/** The id that a step is about, or "". */
export function targetOf(step: PlannedAction): string {
  const key = targetKey(step);
  return key ? (step.parameters[key] as string) : "";
}

/** What a step says, or "". */
export const wordsOf = (step: PlannedAction): string => String(step.parameters.content ?? "");

const withParameter = (step: PlannedAction, key: string, value: string): PlannedAction => ({
  ...step,
  parameters: { ...step.parameters, [key]: value },
});

const replaceAt = (plan: Plan, k: number, ...steps: PlannedAction[]): Plan => [
  ...plan.slice(0, k),
  ...steps,
  ...plan.slice(k + 1),
];

type Operator = (episode: Episode, plan: Plan, rule: AuditRule) => Plan[];

/** All ways to apply each operator to a plan; plans that come out unchanged are left out. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  drop: (_, plan) => plan.map((_step, k) => replaceAt(plan, k)),
  swap: (_, plan) =>
    plan.slice(1).map((step, k) => replaceAt(replaceAt(plan, k, step), k + 1, plan[k]!)),
  repeat: (_, plan) => plan.map((step, k) => replaceAt(plan, k, step, step)),
  retarget: (episode, plan, rule) =>
    plan.flatMap((step, k) => {
      const key = targetKey(step);
      if (!key) return [];
      const others = rule.targets(episode, step).filter((id) => id !== step.parameters[key]);
      return others.map((id) => replaceAt(plan, k, withParameter(step, key, id)));
    }),
  reword: (_, plan, rule) =>
    plan.flatMap((step, k) =>
      step.action === "speak_to"
        ? rule.words.map((words) => replaceAt(plan, k, withParameter(step, "content", words)))
        : [],
    ),
  reorder: (_, plan) =>
    plan.length < 3
      ? []
      : [[...plan].reverse(), [...plan.slice(1), plan[0]!], [plan.at(-1)!, ...plan.slice(0, -1)]],
};

export interface AuditRow {
  task: string;
  operator: string;
  /** changed plans that were run */
  mutants: number;
  both: number;
  goalOnly: number;
  normOnly: number;
  neither: number;
  /** where rule and checker differ: what was expected and what came */
  disagreements: string[];
}

/** Runs every operator over every norm-aware plan of some episodes. */
export function audit(rule: AuditRule, episodes: readonly Episode[]): AuditRow[] {
  return Object.entries(OPERATORS).map(([operator, apply]) => {
    const row: AuditRow = {
      task: rule.task.id,
      operator,
      mutants: 0,
      both: 0,
      goalOnly: 0,
      normOnly: 0,
      neither: 0,
      disagreements: [],
    };
    for (const episode of episodes) {
      for (const mutant of mutantsOf(episode, rule, apply)) score(row, rule, episode, mutant);
    }
    return row;
  });
}

/** Every different plan that an operator makes of the episode's correct plans. */
function mutantsOf(episode: Episode, rule: AuditRule, apply: Operator): Plan[] {
  const seen = new Map<string, Plan>();
  for (const { plan } of episode.plans.aware) {
    for (const mutant of apply(episode, plan, rule)) {
      const key = JSON.stringify(mutant);
      if (key !== JSON.stringify(plan)) seen.set(key, mutant);
    }
  }
  return [...seen.values()];
}

function score(row: AuditRow, rule: AuditRule, episode: Episode, mutant: Plan): void {
  const expected = rule.expect(episode, mutant);
  if (!expected) return;
  const { goal, norm } = judged(rule.task, episode, mutant);
  row.mutants++;
  if (goal.ok) row[norm.ok ? "both" : "goalOnly"]++;
  else row[norm.ok ? "normOnly" : "neither"]++;
  if (goal.ok !== expected.goal || norm.ok !== expected.norm) {
    const steps = mutant.map(
      (s) => `${s.action}(${targetOf(s)}${wordsOf(s) && `: ${wordsOf(s)}`})`,
    );
    row.disagreements.push(
      `${episode.id} ${row.operator}: ${steps.join(", ") || "[]"}: expected ${JSON.stringify(expected)}, got ${goal.reason.code} / ${norm.reason.code}`,
    );
  }
}

/** The table of the page: one row a task, one column an operator. */
export function auditTable(rows: readonly AuditRow[]): string {
  const operators = Object.keys(OPERATORS);
  const tasks = [...new Set(rows.map((r) => r.task))];
  const cell = (r: AuditRow | undefined): string =>
    !r || r.mutants === 0
      ? "–"
      : `${r.mutants} (${r.both}/${r.goalOnly}/${r.normOnly}/${r.neither})`;
  const lines = tasks.map((task) => {
    const cells = operators.map((o) => cell(rows.find((r) => r.task === task && r.operator === o)));
    return `| \`${task}\` | ${cells.join(" | ")} |`;
  });
  const total = operators.map((o) =>
    String(rows.filter((r) => r.operator === o).reduce((sum, r) => sum + r.mutants, 0)),
  );
  return [
    `| task | ${operators.join(" | ")} |`,
    `| --- |${" --- |".repeat(operators.length)}`,
    ...lines,
    `| **all** | ${total.join(" | ")} |`,
  ].join("\n");
}
