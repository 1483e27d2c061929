import { CELLS, NEIGHBOUR } from "../cells.js";
import { newContext } from "../judge.js";
import { normOf } from "../norms/index.js";
import { REPAIRED } from "../rules.js";
import type { Cell, Geometry } from "../types.js";
import type { Findings, LayoutReport } from "./types.js";

/** Turns that the longest test episode may take. */
export const BUDGET = 100;

type Longest = NonNullable<LayoutReport["facts"]>["longest"];

/** The longest way from a door to a goal and on to a door, for those who keep the rule of the ring. */
export function checkBudget(found: Findings, geometry: Geometry): Longest {
  const free = longestTask(geometry, null);
  const clockwise = longestTask(geometry, "clockwise-circulation");
  const counterclockwise = longestTask(geometry, "counterclockwise-circulation");
  const longest = { free, clockwise, counterclockwise, halfSpeed: free * 2 };
  for (const [name, steps] of Object.entries(longest))
    if (steps > BUDGET)
      found.error(
        "budget",
        steps === Number.POSITIVE_INFINITY
          ? `${name}: some goal cannot be reached from a door and left again`
          : `${name}: the longest task takes ${steps} steps, ${BUDGET} are allowed`,
      );
  return longest;
}

function longestTask(geometry: Geometry, normId: string | null): number {
  const goals = [...geometry.destinations, ...geometry.chairs, ...geometry.zoneR];
  const toDoor = geometry.doors.map((d) => stepsTo(geometry, d, normId));
  let longest = 0;
  for (const goal of goals) {
    const toGoal = stepsTo(geometry, goal, normId);
    const there = Math.max(...geometry.doors.map((d) => toGoal[d] as number));
    const back = Math.max(...toDoor.map((field) => field[goal] as number));
    longest = Math.max(longest, there + back);
  }
  return longest;
}

/** Steps to a goal from each cell without a step that the norm forbids; infinite where there is no way. */
function stepsTo(geometry: Geometry, goal: Cell, normId: string | null): Float64Array {
  const norm = normId === null ? null : normOf(normId);
  const context = newContext(geometry, REPAIRED, []);
  const steps = new Float64Array(CELLS).fill(Number.POSITIVE_INFINITY);
  const queue = [goal];
  steps[goal] = 0;
  for (let k = 0; k < queue.length; k++) {
    const to = queue[k] as Cell;
    if (to !== goal && !geometry.floor[to]) continue;
    for (let d = 0; d < 4; d++) {
      const from = NEIGHBOUR[to * 4 + d] as number;
      if (from < 0 || !geometry.walkable[from] || steps[from] !== Number.POSITIVE_INFINITY)
        continue;
      context.x = from;
      context.y = to;
      if (norm?.bad(context)) continue;
      steps[from] = (steps[to] as number) + 1;
      queue.push(from);
    }
  }
  return steps;
}
