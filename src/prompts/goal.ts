import { unknownName } from "../core/closest.js";
import { TASKS } from "../tasks/registry.js";
import { type CuePack, fillSlots, type TaskCues } from "./pack.js";

/**
 * The goal of an episode in a pack's words. On a twin whose picture cannot show that the norm's trigger is gone
 * (a room of one's own, a tap that shuts itself) the task's own words for that.
 */
export function goalText(
  pack: CuePack,
  episode: { id: string; task: string; twin?: boolean; slots: Record<string, string> },
): string {
  const own = episode.twin ? TASKS.find((t) => t.id === episode.task)?.twinGoal : undefined;
  return fillSlots(own ?? taskCues(pack, episode.task).goal, episode);
}

/** The texts of a task. @throws UsageError unknown_task */
export function taskCues(pack: CuePack, task: string): TaskCues {
  const cues = pack.tasks[task];
  if (!cues) throw unknownName("task", task, Object.keys(pack.tasks));
  return cues;
}
