import { expect, test } from "vitest";
import type { EpisodeParts } from "./fixtures.js";
import { act, events, person, rectangle, region, run, thing, worldOf } from "./fixtures.js";

/** Three wait at a counter to the north; the bear lies on it. */
export function lineParts(): EpisodeParts {
  const waiting = { activity: { type: "queueing", place: "9" } } as const;
  return {
    at: [-400, 300],
    entities: [
      thing("9", "delivery_counter", [400, 0]),
      thing("5", "toy_bear", [390, 0], { location: [390, 0, 105] }),
      person("1", [310, 0], waiting),
      person("2", [210, 0], waiting),
      person("3", [110, 0], waiting),
    ],
    regions: [
      region("r1", "queue_lane", rectangle(-150, -50, 360, 50)),
      region("r2", "service_spot", rectangle(260, -60, 365, 60)),
    ],
    routines: [
      {
        type: "queue",
        place: "9",
        people: ["1", "2", "3"],
        lane: "r1",
        spot: "r2",
        slots: [
          [310, 0],
          [210, 0],
          [110, 0],
          [10, 0],
          [-90, 0],
        ],
        servedAt: [15, 40, 65],
        exits: [
          [310, 500],
          [210, 500],
          [110, 500],
        ],
      },
    ],
  };
}

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
