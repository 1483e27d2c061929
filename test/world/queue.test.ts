import { expect, test } from "vitest";
import { distance } from "../../src/world/geometry.js";
import { act, events, outcome, run, types, worldOf } from "./fixtures.js";
import { lineParts } from "./scenes.js";

test("walking to the last in line joins it, and the line moves up with the agent in it", () => {
  const world = worldOf(lineParts());
  run(world, ["move_to_object", { object_id: "3" }]);
  expect(world.agent.location).toEqual([10, 0, 0]);
  run(world, ["rest"], ["rest"], ["rest"]);
  expect(events(world, "served").map((e) => [e.person, e.t, e.action])).toEqual([
    ["1", 15, null],
    ["2", 40, null],
    ["3", 65, null],
  ]);
  expect(world.agent.location).toEqual([310, 0, 0]);
  expect(events(world, "moved").map((e) => [e.action, e.polyline.at(-1)])).toEqual([
    [0, [10, 0]],
    [null, [110, 0]],
    [null, [210, 0]],
    [null, [310, 0]],
  ]);
  expect(world.execute(act("move_and_take_object", { object_id: "5" }))).toEqual({
    result: "success",
  });
  expect(events(world, "took")).toMatchObject([{ object: "5", hand: 0 }]);
  expect(events(world, "bumped")).toEqual([]);
});

test("whoever walks to the last in line while it moves follows it", () => {
  const parts = lineParts();
  const world = worldOf({ ...parts, at: [-900, 900] });
  run(world, ["move_to_object", { object_id: "3" }]);
  expect(world.time).toBeGreaterThan(10);
  run(world, ["rest"]);
  expect(world.agent.location).toEqual([110, 0, 0]);
});

test("those who are served walk to their exits and the others move up in their order", () => {
  const world = worldOf(lineParts());
  run(world, ["rest"]);
  expect(types(world)).toEqual([
    "served",
    "activityChanged",
    "personMoved",
    "personMoved",
    "personMoved",
    "waited",
  ]);
  expect(world.trace.at(-1)).toMatchObject({ seconds: 15, wokenBy: "served", action: 0 });
  expect(world.entity("1")?.location).toEqual([310, 500, 0]);
  expect(world.entity("2")?.location).toEqual([310, 0, 0]);
  expect(world.entity("3")?.location).toEqual([210, 0, 0]);
  expect(world.entity("1")?.person?.activity).toEqual({ type: "idle" });
});

test("after everyone was served a rest lasts half a minute and nothing wakes it", () => {
  const world = worldOf(lineParts());
  run(world, ["rest"], ["rest"], ["rest"], ["rest"]);
  expect(events(world, "waited").map((e) => [e.seconds, e.wokenBy])).toEqual([
    [15, "served"],
    [25, "served"],
    [25, "served"],
    [30, null],
  ]);
});

test("leaving the line ends the moving up", () => {
  const world = worldOf(lineParts());
  run(
    world,
    ["move_to_object", { object_id: "3" }],
    ["move_to_object", { object_id: "9" }],
    ["rest"],
  );
  expect(events(world, "moved").every((e) => e.action !== null)).toBe(true);
});

test("walking to anybody but the last ends near them and joins no line", () => {
  const world = worldOf(lineParts());
  run(world, ["move_to_object", { object_id: "2" }], ["rest"]);
  expect(events(world, "moved")).toHaveLength(1);
  const apart = distance(world.agent.location, [210, 0]);
  expect(apart).toBeGreaterThanOrEqual(60);
  expect(apart).toBeLessThanOrEqual(100);
});

test("people in a line let nobody go first", () => {
  for (const content of ["May I go first, please?", "Excuse me, may I get through?"]) {
    const world = worldOf(lineParts());
    expect(outcome(world, "speak_to", { target_id: "1", content })).toBe("success");
    expect(types(world)).toEqual(["spoke", "heard"]);
    expect(events(world, "heard")[0]?.content).toMatch(/waiting our turn/);
    expect(events(world, "spoke")[0]?.activity).toBe("queueing");
  }
});
