import { unknownName } from "../core/closest.js";
import { approachingBeforeTalking } from "./approaching-before-talking.js";
import { avoidingInterruption } from "./avoiding-interruption.js";
import { avoidingPrivateRooms } from "./avoiding-private-rooms.js";
import { givingPriorityToElder } from "./giving-priority-to-elder.js";
import { givingWay } from "./giving-way.js";
import { queueWaiting } from "./queue-waiting.js";
import { respectingBelongings } from "./respecting-belongings.js";
import { returningSharedObjects } from "./returning-shared-objects.js";
import { roadCrossing } from "./road-crossing.js";
import { turningOffFaucets } from "./turning-off-faucets.js";
import type { TaskDefinition } from "./types.js";
import { washingUsedDishes } from "./washing-used-dishes.js";

/** Every task, in the order of the paper's tables. A new task is one file and one line here. */
export const TASKS: readonly TaskDefinition[] = [
  roadCrossing,
  queueWaiting,
  avoidingInterruption,
  givingWay,
  approachingBeforeTalking,
  turningOffFaucets,
  returningSharedObjects,
  washingUsedDishes,
  avoidingPrivateRooms,
  respectingBelongings,
  givingPriorityToElder,
];

/** The task of an id. @throws UsageError `unknown_task` with the closest names when there is none */
export function taskById(id: string): TaskDefinition {
  const task = TASKS.find((t) => t.id === id);
  if (!task) {
    throw unknownName(
      "task",
      id,
      TASKS.map((t) => t.id),
    );
  }
  return task;
}
