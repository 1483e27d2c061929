import { canonicalJson, sha256 } from "../core/hash.js";
import type { Sample } from "../eval/sample.js";
import { type CuePack, goalText } from "../prompts/index.js";
import { isScored, outcomeState } from "../scoring/metrics.js";
import { taskById } from "../tasks/registry.js";
import type { TaskDefinition } from "../tasks/types.js";
import type { Episode } from "../world/types.js";

/** A failed episode with all that a labeller may look at. */
export interface FailedCase {
  sample: Sample;
  episode: Episode;
  task: TaskDefinition;
  /** cue condition and its text as the planner was told, null for none */
  cue: string;
  cueText: string | null;
  goal: string;
  /** the norm as the pack's specific cue says it */
  norm: string;
  pack: CuePack;
}

/** Failed and scored: the only episodes that are labelled. Twins have no norm to fail. */
export function isFailed(sample: Sample): boolean {
  return isScored(sample.outcome) && !sample.taskSuccess && !sample.twin;
}

export function failedCase(
  sample: Sample,
  episode: Episode,
  cue: string,
  cueText: string | null,
  norm: string,
  pack: CuePack,
): FailedCase {
  const task = taskById(sample.task);
  return { sample, episode, task, cue, cueText, goal: goalText(pack, episode), norm, pack };
}

/** Identity of what is labelled: episode, answers, trace and verdicts. */
export function caseHash({ sample, cue, cueText }: FailedCase): string {
  const { id, episode, turns, trace, goal, norm } = sample;
  const answers = turns.map((t) => [t.raw, t.plan, t.results, t.visible]);
  return sha256(canonicalJson({ id, episode, answers, trace, goal, norm, cue, cueText }));
}

/** Which of the four outcome states it ended in, in the words of the tables. */
export function outcomeWords({ sample }: FailedCase): string {
  const words = {
    both: "goal achieved and norm kept",
    norm_only: "norm kept, goal missed",
    goal_only: "goal achieved, norm broken",
    neither: "goal missed and norm not kept",
  };
  return words[outcomeState(sample.goal.ok, sample.norm.ok)];
}
