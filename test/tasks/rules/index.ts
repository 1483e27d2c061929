import type { AuditRule } from "../audit.js";
import { avoidingInterruptionRule } from "./avoiding-interruption.js";
import { givingPriorityToElderRule } from "./giving-priority-to-elder.js";
import { givingWayRule } from "./giving-way.js";
import { queueWaitingRule } from "./queue-waiting.js";
import { roadCrossingRule } from "./road-crossing.js";

/** One rule a task, in the order of the registry. */
export const RULES: readonly AuditRule[] = [
  roadCrossingRule,
  queueWaitingRule,
  avoidingInterruptionRule,
  givingWayRule,
  givingPriorityToElderRule,
];
