import { expect, it } from "vitest";
import { goalText } from "../../src/prompts/goal.js";
import { defaultCuePack } from "../../src/prompts/index.js";

it("tells on a twin what no picture can show, and the pack's goal elsewhere", () => {
  const episode = { id: "x", task: "turning_off_faucets", slots: {} };
  const pack = defaultCuePack();
  expect(goalText(pack, episode)).toBe(pack.tasks.turning_off_faucets!.goal);
  expect(goalText(pack, { ...episode, twin: true })).toContain("shut by themselves");
  const road = { id: "x", task: "road_crossing", slots: {}, twin: true };
  expect(goalText(pack, road)).toBe(pack.tasks.road_crossing!.goal);
});
