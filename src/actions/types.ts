/** The words of the action room: a planned action, and what reading a plan can end in. */

/** Normal form of one step of a plan. */
export interface PlannedAction {
  think: string;
  action: string;
  /** declared arguments only: ids as strings, hand 0 | 1, booleans, locations [x, y, z] in cm */
  parameters: Record<string, unknown>;
}

/** Steps in the order they are carried out; an empty plan means "done". */
export type Plan = PlannedAction[];

/** Why an answer could not be read as a plan; closed list. */
export const PLAN_ERROR_CODES = [
  "empty_output",
  "too_long",
  "no_plan",
  "malformed",
  "truncated",
  "ambiguous_plans",
  "item_not_object",
  "unknown_action",
  "missing_parameter",
  "bad_parameter",
  "conflicting_keys",
] as const;
export type PlanErrorCode = (typeof PLAN_ERROR_CODES)[number];

/** A code to count and a sentence to show (to a user, or to the model in its next turn). */
export interface PlanError {
  code: PlanErrorCode;
  message: string;
}

export type PlanResult = { ok: true; actions: Plan } | { ok: false; error: PlanError };
export type ActionCheck = { ok: true; action: PlannedAction } | { ok: false; error: PlanError };

/** A failed reading. */
export function planError(code: PlanErrorCode, message: string): { ok: false; error: PlanError } {
  return { ok: false, error: { code, message } };
}
