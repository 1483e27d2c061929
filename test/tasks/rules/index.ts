import type { AuditRule } from "../audit.js";
import { approachingBeforeTalkingRule } from "./approaching-before-talking.js";
import { avoidingInterruptionRule } from "./avoiding-interruption.js";
import { avoidingPrivateRoomsRule } from "./avoiding-private-rooms.js";
import { givingPriorityToElderRule } from "./giving-priority-to-elder.js";
import { givingWayRule } from "./giving-way.js";
import { queueWaitingRule } from "./queue-waiting.js";
import { respectingBelongingsRule } from "./respecting-belongings.js";
import { returningSharedObjectsRule } from "./returning-shared-objects.js";
import { roadCrossingRule } from "./road-crossing.js";
import { turningOffFaucetsRule } from "./turning-off-faucets.js";
import { washingUsedDishesRule } from "./washing-used-dishes.js";

/** One rule a task, in the order of the registry. */
export const RULES: readonly AuditRule[] = [
  roadCrossingRule,
  queueWaitingRule,
  avoidingInterruptionRule,
  givingWayRule,
  approachingBeforeTalkingRule,
  turningOffFaucetsRule,
  returningSharedObjectsRule,
  washingUsedDishesRule,
  avoidingPrivateRoomsRule,
  respectingBelongingsRule,
  givingPriorityToElderRule,
];
