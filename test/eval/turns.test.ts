import { expect, it } from "vitest";
import { episodeOver } from "../../src/eval/turns.js";
import type { Plan } from "../../src/world/types.js";

const rest = { think: "", action: "rest", parameters: {} };
const plan = (n: number): Plan => Array.from({ length: n }, () => rest);

it.each([
  ["[] means done", plan(0), true, false, 0, true],
  ["an unreadable answer costs a turn only", null, false, true, 0, false],
  ["the third turn is the last", plan(1), true, false, 2, true],
  ["two actions carried out and the goal holds", plan(2), true, true, 0, true],
  ["two actions carried out, the goal does not hold", plan(2), true, false, 0, false],
  ["two actions, the second failed", plan(2), false, true, 0, false],
  ["a cautious planner goes on even if the goal holds", plan(1), true, true, 1, false],
] as const)("%s", (_what, answer, completed, goal, turn, over) => {
  expect(episodeOver(answer as Plan | null, completed, () => goal, turn)).toBe(over);
});
