import { describe, expect, test } from "vitest";
import { kerbEnds } from "../../src/world/crossing.js";
import { distance, footprintDistance } from "../../src/world/geometry.js";
import { pathTrespass } from "../../src/world/polyline.js";
import type { Vec2 } from "../../src/world/types.js";
import {
  act,
  events,
  outcome,
  person,
  rectangle,
  region,
  run,
  thing,
  types,
  wall,
  worldOf,
} from "./fixtures.js";
import { gapParts, homeParts, roadParts } from "./scenes.js";

describe("walking", () => {
  test("stops within 80 of a thing's footprint, facing it, at 120 cm a second", () => {
    const world = worldOf({ entities: [thing("1", "sofa", [600, 0])] });
    expect(outcome(world, "move_to_object", { object_id: "1" })).toBe("success");
    const sofa = world.entity("1");
    expect(sofa && footprintDistance(sofa, world.agent.location)).toBeLessThanOrEqual(80);
    expect(world.agent.yaw).toBe(0);
    const [moved] = events(world, "moved");
    const end = moved?.polyline.at(-1) as Vec2;
    expect(moved).toMatchObject({
      i: 0,
      turn: 0,
      action: 0,
      t: Math.round((end[0] / 120) * 100) / 100,
    });
  });

  test("stops between 60 and 100 from a person, and does not bump into them", () => {
    const world = worldOf({ entities: [person("1", [0, 500])] });
    run(world, ["move_to_object", { object_id: "1" }]);
    const apart = distance(world.agent.location, [0, 500]);
    expect(apart).toBeGreaterThanOrEqual(60);
    expect(apart).toBeLessThanOrEqual(100);
    expect(types(world)).toEqual(["moved"]);
    expect(world.agent.yaw).toBe(90);
  });

  test("steps back from a person who stands too near to talk to", () => {
    const world = worldOf({ entities: [person("1", [0, 25])] });
    run(world, ["move_to_object", { object_id: "1" }]);
    const apart = distance(world.agent.location, [0, 25]);
    expect(apart).toBeGreaterThanOrEqual(60);
    expect(apart).toBeLessThanOrEqual(100);
    expect(events(world, "bumped")).toEqual([]);
  });

  test("whoever strolls stops for the agent that comes up to them", () => {
    const world = worldOf({
      entities: [person("1", [0, 500], { posture: "walking", activity: { type: "walking" } })],
      routines: [
        {
          type: "stroll",
          person: "1",
          route: [
            [0, 500],
            [300, 500],
          ],
          speed: 100,
        },
      ],
    });
    run(world, ["turn_in_degree", { degree: 5 }], ["move_to_object", { object_id: "1" }]);
    const at = world.entity("1")?.location as [number, number, number];
    expect(at).toEqual([100, 500, 0]);
    const apart = distance(world.agent.location, at);
    expect(apart).toBeGreaterThanOrEqual(60);
    expect(apart).toBeLessThanOrEqual(100);
  });

  test("being there already is a success that leaves an event", () => {
    const world = worldOf({ entities: [thing("1", "ball", [50, 0]), person("2", [-80, 0])] });
    expect(outcome(world, "move_to_object", { object_id: "1" })).toBe("success");
    expect(outcome(world, "move_to_object", { object_id: "2" })).toBe("success");
    expect(world.trace.map((e) => e.type === "moved" && e.polyline)).toEqual([
      [
        [0, 0],
        [0, 0],
      ],
      [
        [0, 0],
        [0, 0],
      ],
    ]);
    expect(world.agent.yaw).toBe(180);
  });

  test("what walls close off is unreachable, and nothing is taken through a wall", () => {
    const box = [
      wall([300, -200], [300, 200]),
      wall([300, 200], [700, 200]),
      wall([700, 200], [700, -200]),
      wall([700, -200], [300, -200]),
    ];
    const world = worldOf({ setting: { walls: box }, entities: [thing("1", "ball", [330, 0])] });
    expect(outcome(world, "move_to_object", { object_id: "1" })).toBe("unreachable");
    expect(outcome(world, "move_and_take_object", { object_id: "1" })).toBe("unreachable");
    expect(types(world)).toEqual(["failed", "failed"]);
  });

  test("a shut door blocks the way, an open one does not", () => {
    const shut = worldOf(homeParts("closed"));
    expect(outcome(shut, "move_to_object", { object_id: "5" })).toBe("unreachable");
    run(shut, ["open_door", { component_id: "4" }]);
    expect(outcome(shut, "move_to_object", { object_id: "5" })).toBe("success");
    expect(events(shut, "entered")).toMatchObject([{ region: "r2", kind: "private_room" }]);
    expect(outcome(worldOf(homeParts()), "move_to_object", { object_id: "5" })).toBe("success");
  });

  test("nobody leaves the bounds of the place", () => {
    const world = worldOf({
      setting: { bounds: [-100, -100, 100, 100] },
      entities: [thing("1", "ball", [500, 0])],
    });
    expect(outcome(world, "move_to_object", { object_id: "1" })).toBe("unreachable");
  });

  test("regions are left and entered at the time and place of crossing", () => {
    const world = worldOf({
      entities: [thing("1", "ball", [600, 0])],
      regions: [
        region("r1", "yard", rectangle(-120, -100, 120, 100)),
        region("r2", "path", rectangle(240, -100, 360, 100)),
      ],
    });
    run(world, ["move_to_object", { object_id: "1" }]);
    const crossed = world.trace.map((e) => (e.type === "moved" ? "moved" : `${e.type} ${e.t}`));
    expect(crossed).toEqual(["left 1", "entered 2", "left 3", "moved"]);
  });
});

describe("people in the way", () => {
  test("a gap that somebody stands in can be squeezed through: they are bumped into", () => {
    const world = worldOf(gapParts());
    expect(outcome(world, "move_and_take_object", { object_id: "5" })).toBe("success");
    const [bumped] = events(world, "bumped");
    expect(bumped?.person).toBe("1");
    expect(bumped?.distance).toBeLessThan(50);
    expect(events(world, "bumped")).toHaveLength(1);
  });

  test("asking to be let past clears the way, a greeting does not", () => {
    const asked = worldOf(gapParts());
    run(
      asked,
      ["speak_to", { target_id: "1", content: "Excuse me, may I get through?" }],
      ["move_and_take_object", { object_id: "5" }],
    );
    expect(events(asked, "bumped")).toEqual([]);
    expect(events(asked, "personMoved")[0]?.polyline.at(-1)).toEqual([60, 200]);
    const greeted = worldOf(gapParts());
    run(
      greeted,
      ["speak_to", { target_id: "1", content: "Hello there!" }],
      ["move_and_take_object", { object_id: "5" }],
    );
    expect(events(greeted, "personMoved")).toEqual([]);
    expect(events(greeted, "bumped")).toHaveLength(1);
  });

  test("a blocker who leaves wakes a rest and clears the way", () => {
    const world = worldOf(gapParts(40));
    run(world, ["rest"], ["rest"], ["move_and_take_object", { object_id: "5" }]);
    expect(events(world, "waited").map((e) => [e.seconds, e.wokenBy])).toEqual([
      [30, null],
      [10, "blockerLeft"],
    ]);
    expect(events(world, "bumped")).toEqual([]);
    expect(world.entity("1")?.location).toEqual([500, 600, 0]);
  });

  test("in the open one walks round standing people", () => {
    const world = worldOf({ entities: [thing("1", "ball", [600, 0]), person("2", [300, 0])] });
    run(world, ["move_to_object", { object_id: "1" }]);
    expect(types(world)).toEqual(["moved"]);
    expect(events(world, "moved")[0]?.polyline.length).toBeGreaterThan(2);
  });

  test("seated people are not bumped into", () => {
    const parts = gapParts();
    const seated = person("1", [0, 0], { posture: "seated" });
    const world = worldOf({
      ...parts,
      entities: [thing("5", "toy_bear", [400, 0]), seated],
      routines: [],
    });
    run(world, ["move_to_object", { object_id: "5" }]);
    expect(events(world, "bumped")).toEqual([]);
  });
});

describe("crosswalk", () => {
  const road =
    roadParts()
      .regions?.filter((r) => r.kind === "roadway")
      .map((r) => r.polygon) ?? [];
  const zebra =
    roadParts()
      .regions?.filter((r) => r.kind === "crosswalk")
      .map((r) => r.polygon) ?? [];

  test("its ends are the middles of the kerbs, found from the roadway", () => {
    const parts = roadParts();
    const crosswalk = parts.entities?.[0];
    expect(crosswalk && kerbEnds(crosswalk, parts.regions ?? [])).toEqual([
      [500, 320],
      [500, -320],
    ]);
  });

  test("walking to it ends at the near kerb; from there the walk across keeps to it", () => {
    const world = worldOf(roadParts());
    run(world, ["move_to_object", { object_id: "1" }]);
    expect(world.agent.location).toEqual([500, -320, 0]);
    run(world, ["move_to_object", { object_id: "2" }]);
    const [, across] = events(world, "moved");
    expect(across?.polyline).toContainEqual([500, 320]);
    expect(pathTrespass(across?.polyline ?? [], road, zebra, 30)).toBeNull();
    expect(events(world, "entered").map((e) => e.kind)).toEqual([
      "roadway",
      "crosswalk",
      "pavement",
    ]);
  });

  test("every other walk takes the roadway as it comes", () => {
    const world = worldOf(roadParts());
    run(world, ["move_to_object", { object_id: "2" }]);
    const [moved] = events(world, "moved");
    expect(pathTrespass(moved?.polyline ?? [], road, zebra, 30)).not.toBeNull();
    expect(moved?.polyline).toHaveLength(2);
  });

  test("from the kerb end a walk to something on the same side does not cross", () => {
    const world = worldOf(roadParts());
    run(world, ["move_to_object", { object_id: "1" }], ["move_to_object", { object_id: "3" }]);
    expect(events(world, "entered")).toEqual([]);
  });
});

describe("turning and looking", () => {
  test("positive degrees turn right, and the yaw stays within half a turn", () => {
    const world = worldOf({ yaw: 170 });
    run(world, ["turn_in_degree", { degree: 20 }]);
    expect(world.agent.yaw).toBe(-170);
    expect(world.trace).toMatchObject([{ type: "turned", degree: 20, t: 1 }]);
    for (const degree of [Number.NaN, "90", undefined]) {
      expect(outcome(world, "turn_in_degree", { degree })).toBe("bad_parameter");
    }
  });

  test("looking turns the view, cancelling turns it back", () => {
    const world = worldOf({ yaw: 30, entities: [thing("1", "ball", [0, 200])] });
    run(world, ["look_at_object", { object_id: "1" }]);
    expect(world.agent.yaw).toBe(90);
    run(world, ["look_at_location", { target_location: [-100, 0, 50] }]);
    expect(world.agent.yaw).toBe(180);
    run(world, ["look_at_location", { target_location: [-100, 0, 50], is_cancel: true }]);
    expect(world.agent.yaw).toBe(30);
    expect(events(world, "looked").map((e) => e.cancel ?? false)).toEqual([false, false, true]);
    expect(outcome(world, "look_at_location", { target_location: [1, 2] })).toBe("bad_parameter");
    expect(outcome(world, "look_at_location")).toBe("bad_parameter");
    expect(outcome(world, "look_at_object", { object_id: "1", is_cancel: "yes" })).toBe(
      "bad_parameter",
    );
  });

  test("pointing neither moves nor turns the agent", () => {
    const world = worldOf({ entities: [thing("1", "ball", [0, 200])] });
    run(world, ["point_at_object", { object_id: "1", which_hand: 1 }]);
    run(world, ["point_at_object", { object_id: "1", is_cancel: true }]);
    expect(world.trace).toMatchObject([
      { type: "pointed", object: "1" },
      { type: "pointed", object: "1", cancel: true },
    ]);
    expect(world.agent).toMatchObject({ location: [0, 0, 0], yaw: 0 });
    expect(world.execute(act("point_at_object", { object_id: "1", which_hand: 2 }))).toMatchObject({
      code: "bad_parameter",
    });
  });
});
