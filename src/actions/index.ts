/** The action API: what a planner may do, and how its answers are read. */
export {
  ACTION_NAMES,
  ACTIONS,
  type ActionDefinition,
  API,
  type ArgumentDefinition,
  type ArgumentType,
  actionDefinition,
  failureCodesOf,
} from "./definition.js";
export { actionsJsonSchema, type JsonSchema, providerPlanSchema } from "./json-schema.js";
export { LONGEST_ANSWER, parsePlan, validateAction, validatePlan } from "./parse/plan.js";
export { ACTION_SCHEMAS, plannedActionSchema, planSchema } from "./schemas.js";
export { actionsMarkdown, apiText } from "./text.js";
export {
  type ActionCheck,
  PLAN_ERROR_CODES,
  type Plan,
  type PlanError,
  type PlanErrorCode,
  type PlannedAction,
  type PlanResult,
} from "./types.js";
