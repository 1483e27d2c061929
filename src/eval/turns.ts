import type { Plan } from "../world/types.js";

/** At most this many answers an episode (paper, appendix B; design page, section 4). */
export const MAX_TURNS = 3;

/**
 * Is the episode over after this turn? It is when the plan is `[]` (done), when the last turn is over, or when
 * a plan of two or more actions was carried out in full and the goal holds at its end. A cautious planner that
 * goes step by step may go on.
 * @param plan what was answered, null when it could not be read
 * @param completed every action of it succeeded
 * @param turn 0-based
 */
export function episodeOver(
  plan: Plan | null,
  completed: boolean,
  goalHolds: () => boolean,
  turn: number,
  maxTurns = MAX_TURNS,
): boolean {
  if (plan !== null && plan.length === 0) return true;
  if (turn + 1 >= maxTurns) return true;
  return plan !== null && plan.length >= 2 && completed && goalHolds();
}
