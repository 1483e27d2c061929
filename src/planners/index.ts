export type { Terminal } from "./human.js";
export { type GenerationSettings, modelPlanner } from "./model.js";
export {
  CALIBRATION,
  createPlanner,
  type PlannerOptions,
  parsePlannerName,
  plannerNames,
} from "./registry.js";
export type { RecordedReply, ReplayKey, ReplayReader } from "./replay.js";
export { localReply, type Planner, type PlannerInput, type PlannerReply } from "./types.js";
