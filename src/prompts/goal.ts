import { unknownName } from "../core/closest.js";
import { type CuePack, fillSlots, type TaskCues } from "./pack.js";

/** The goal of an episode in a pack's words. */
export function goalText(
  pack: CuePack,
  episode: { id: string; task: string; slots: Record<string, string> },
): string {
  return fillSlots(taskCues(pack, episode.task).goal, episode);
}

/** The texts of a task. @throws UsageError unknown_task */
export function taskCues(pack: CuePack, task: string): TaskCues {
  const cues = pack.tasks[task];
  if (!cues) throw unknownName("task", task, Object.keys(pack.tasks));
  return cues;
}
