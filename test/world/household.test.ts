import { describe, expect, test } from "vitest";
import { act, events, outcome, run, thing, worldOf } from "./fixtures.js";
import { homeParts, kitchenParts } from "./scenes.js";

const changes = (world: ReturnType<typeof worldOf>): unknown[] =>
  events(world, "stateChanged").map((e) => [e.object, e.from, e.to, e.by]);

describe("eating and drinking", () => {
  test("food is gone afterwards and frees the hand; its dish is dirty", () => {
    const world = worldOf(kitchenParts());
    run(world, ["move_and_take_object", { object_id: "5" }], ["eat_or_drink"]);
    expect(events(world, "ate")).toMatchObject([{ object: "5" }]);
    expect(changes(world)).toEqual([
      ["5", "whole", "eaten", "agent"],
      ["4", "clean", "dirty", "agent"],
    ]);
    expect(world.hands().right).toBeNull();
    expect(world.snapshot().entities.some((e) => e.id === "5")).toBe(false);
    expect(world.visibleState("4")).toBe("dirty");
    expect(outcome(world, "move_and_take_object", { object_id: "5" })).toBe("wrong_state");
  });

  test("a bottle stays in the hand and is empty", () => {
    const world = worldOf(kitchenParts());
    run(world, ["move_and_take_object", { object_id: "6" }], ["eat_or_drink", { which_hand: 0 }]);
    expect(world.hands().right?.id).toBe("6");
    expect(world.snapshot().entities.some((e) => e.id === "6")).toBe(true);
    expect(outcome(world, "eat_or_drink")).toBe("wrong_state");
  });

  test("from a held dish the food on it is eaten", () => {
    const world = worldOf(kitchenParts());
    run(world, ["move_and_take_object", { object_id: "4" }], ["eat_or_drink"]);
    expect(events(world, "ate")).toMatchObject([{ object: "5" }]);
    expect(world.hands().right?.id).toBe("4");
    expect(world.visibleState("4")).toBe("dirty");
  });

  test("of two things held, the one that can be eaten is", () => {
    const world = worldOf(kitchenParts());
    run(
      world,
      ["move_and_take_object", { object_id: "8" }],
      ["move_and_take_object", { object_id: "6", which_hand: 1 }],
    );
    expect(outcome(world, "eat_or_drink", { which_hand: 0 })).toBe("not_edible");
    expect(outcome(world, "eat_or_drink")).toBe("success");
  });

  test("fails with empty hands", () => {
    const world = worldOf(kitchenParts());
    expect(outcome(world, "eat_or_drink")).toBe("hand_empty");
    expect(outcome(world, "eat_or_drink", { which_hand: 1 })).toBe("hand_empty");
  });
});

describe("washing", () => {
  test("hands: turns the faucet on and leaves it on", () => {
    const world = worldOf(kitchenParts());
    run(world, ["wash_hands", { object_id: "2" }], ["wash_hands", { object_id: "2" }]);
    expect(changes(world)).toEqual([["2", "off", "on", "agent"]]);
    expect(events(world, "washed")).toMatchObject([
      { what: "hands", faucet: "2" },
      { what: "hands", faucet: "2" },
    ]);
    expect(world.visibleState("2")).toBe("on");
  });

  test("every washable thing held", () => {
    const parts = kitchenParts();
    const world = worldOf({
      ...parts,
      entities: [...(parts.entities ?? []), thing("12", "cup", [60, 0], { state: "dirty" })],
    });
    run(
      world,
      ["move_and_take_object", { object_id: "4" }],
      ["move_and_take_object", { object_id: "12", which_hand: 1 }],
      ["wash_object_in_hand", { object_id: "2" }],
    );
    expect(events(world, "washed").map((e) => e.what)).toEqual(["4", "12"]);
    expect(changes(world)).toEqual([
      ["2", "off", "on", "agent"],
      ["12", "dirty", "clean", "agent"],
    ]);
  });

  test("fails at a sink, with nothing held, with nothing washable", () => {
    const world = worldOf(kitchenParts());
    expect(outcome(world, "wash_hands", { object_id: "1" })).toBe("wrong_tool");
    expect(outcome(world, "wash_object_in_hand", { object_id: "2" })).toBe("hand_empty");
    run(world, ["move_and_take_object", { object_id: "6" }]);
    expect(outcome(world, "wash_object_in_hand", { object_id: "2" })).toBe("wrong_tool");
    expect(outcome(world, "wash_object_in_hand", { object_id: "3" })).toBe("wrong_tool");
  });
});

describe("mopping", () => {
  test("needs the mop, and only once", () => {
    const world = worldOf(kitchenParts());
    expect(outcome(world, "mop_floor", { dirt_id: "10" })).toBe("hand_empty");
    run(world, ["move_and_take_object", { object_id: "6" }]);
    expect(outcome(world, "mop_floor", { dirt_id: "10" })).toBe("wrong_tool");
    run(world, ["move_and_take_object", { object_id: "8", which_hand: 1 }]);
    expect(outcome(world, "mop_floor", { dirt_id: "3" })).toBe("wrong_tool");
    expect(outcome(world, "mop_floor", { dirt_id: "10" })).toBe("success");
    expect(events(world, "mopped")).toMatchObject([{ stain: "10" }]);
    expect(outcome(world, "mop_floor", { dirt_id: "10" })).toBe("wrong_state");
    expect(outcome(world, "move_to_object", { object_id: "10" })).toBe("unknown_object");
    expect(world.snapshot().entities.some((e) => e.id === "10")).toBe(false);
  });
});

describe("switching", () => {
  test("a faucet goes on and off; the state it has already is a success that changes nothing", () => {
    const world = worldOf(kitchenParts());
    for (const state of [false, true, true, false]) {
      run(world, ["interact", { object_id: "2", new_object_state: state }]);
    }
    expect(changes(world)).toEqual([
      ["2", "off", "on", "agent"],
      ["2", "on", "off", "agent"],
    ]);
    // Each of the four is in the trace all the same.
    expect(new Set(world.trace.map((e) => e.action))).toEqual(new Set([0, 1, 2, 3]));
  });

  test("fails on what has no switch, and without a state", () => {
    const world = worldOf(kitchenParts());
    const interact = (id: string, state: unknown): string =>
      outcome(world, "interact", { object_id: id, new_object_state: state });
    expect(interact("3", true)).toBe("wrong_state");
    expect(interact("2", "on")).toBe("bad_parameter");
    expect(interact("2", undefined)).toBe("bad_parameter");
  });

  test("a self-closing tap shuts by itself, counted from the last time it was opened", () => {
    const world = worldOf({
      ...kitchenParts(),
      routines: [{ type: "self_closing", object: "2", after: 12 }],
    });
    run(world, ["wash_hands", { object_id: "2" }]);
    const opened = events(world, "stateChanged")[0]?.t ?? 0;
    run(
      world,
      ["interact", { object_id: "2", new_object_state: false }],
      ["interact", { object_id: "2", new_object_state: true }],
    );
    const again = events(world, "stateChanged").at(-1)?.t ?? 0;
    expect(again).toBeGreaterThan(opened);
    run(world, ["rest"]);
    expect(events(world, "stateChanged").at(-1)).toMatchObject({
      t: again + 12,
      to: "off",
      by: "self",
      action: null,
    });
    expect(events(world, "waited").at(-1)).toMatchObject({ seconds: 30, wokenBy: null });
  });
});

describe("doors", () => {
  test("open, close, knock", () => {
    const world = worldOf(homeParts("closed"));
    run(
      world,
      ["knock_door", { object_id: "4" }],
      ["open_door", { component_id: "4" }],
      ["open_door", { component_id: "4" }],
      ["close_door", { component_id: "4" }],
    );
    expect(world.trace.map((e) => e.type)).toEqual([
      "moved",
      "knocked",
      "opened",
      "stateChanged",
      "opened",
      "closed",
      "stateChanged",
    ]);
    expect(world.visibleState("4")).toBe("closed");
    run(world, ["interact", { object_id: "4", new_object_state: true }]);
    expect(world.visibleState("4")).toBe("open");
  });

  test("fail when locked and on what is no door; a full hand does not matter", () => {
    const parts = homeParts("closed");
    const locked = (parts.entities ?? []).map((e) => (e.id === "4" ? { ...e, locked: true } : e));
    const world = worldOf({ ...parts, entities: locked });
    expect(outcome(world, "open_door", { component_id: "4" })).toBe("locked");
    expect(outcome(world, "open_door", { component_id: "8" })).toBe("not_a_door");
    expect(outcome(world, "close_door", { component_id: "8" })).toBe("not_a_door");
    expect(outcome(world, "knock_door", { object_id: "8" })).toBe("not_a_door");
    run(world, ["move_and_take_object", { object_id: "9" }]);
    expect(outcome(world, "open_door", { component_id: "4" })).toBe("locked");
    expect(outcome(world, "open_door", { component_id: "4", which_hand: 3 })).toBe("bad_parameter");
    expect(outcome(world, "interact", { object_id: "4", new_object_state: true })).toBe(
      "wrong_state",
    );
    expect(outcome(world, "close_door", { component_id: "4" })).toBe("success");
  });
});

describe("sitting", () => {
  test("takes the nearest free place; moving on stands up first", () => {
    const world = worldOf({
      entities: [
        thing("1", "park_bench", [300, 0], {
          yaw: 180,
          seats: [
            { offset: [0, -60], occupant: null },
            { offset: [0, 0], occupant: "x" },
            { offset: [0, 60], occupant: null },
          ],
        }),
        thing("2", "ball", [0, -300]),
      ],
      at: [0, -100],
    });
    run(world, ["sit_down_to_object", { object_id: "1" }]);
    expect(world.agent).toMatchObject({ location: [300, -60, 0], yaw: 180, seatedOn: "1" });
    expect(world.entity("1")?.seats?.map((s) => s.occupant)).toEqual([null, "x", "agent"]);
    expect(outcome(world, "sit_down_to_object", { object_id: "1" })).toBe("success");
    run(world, ["move_and_take_object", { object_id: "2" }]);
    expect(world.trace.map((e) => e.type)).toEqual([
      "moved",
      "sat",
      "sat",
      "stood",
      "moved",
      "took",
    ]);
    expect(world.agent.seatedOn).toBeNull();
    expect(world.entity("1")?.seats?.map((s) => s.occupant)).toEqual([null, "x", null]);
  });

  test("fails on what is no seat and where no place is free", () => {
    const world = worldOf({
      entities: [
        thing("1", "armchair", [300, 0], { seats: [{ offset: [0, 0], occupant: "x" }] }),
        thing("2", "ball", [0, -300]),
      ],
    });
    expect(outcome(world, "sit_down_to_object", { object_id: "1" })).toBe("seat_taken");
    expect(outcome(world, "sit_down_to_object", { object_id: "2" })).toBe("not_sittable");
  });
});

describe("plans", () => {
  test("stop at the first failure, which names its action", () => {
    const world = worldOf(kitchenParts());
    const result = world.runPlan([
      act("rest"),
      act("move_and_take_object", { object_id: "3" }),
      act("rest"),
    ]);
    expect(result).toMatchObject({
      results: [{ result: "success" }, { result: "failed" }],
      executed: 1,
      failure: { action: 1, code: "not_pickable" },
    });
    expect(world.actionsExecuted).toBe(1);
    expect(world.trace.at(-1)).toMatchObject({ type: "failed", action: 1, code: "not_pickable" });
  });

  test("twenty actions a turn, counted anew in the next", () => {
    const world = worldOf();
    const plan = Array.from({ length: 25 }, () => act("turn_in_degree", { degree: 1 }));
    expect(world.runPlan(plan)).toMatchObject({
      executed: 20,
      failure: { action: 20, code: "step_limit" },
    });
    world.observe([]);
    expect(outcome(world, "rest")).toBe("success");
    expect(world.trace.at(-1)).toMatchObject({ turn: 1, action: 21 });
  });

  test("an action that does not exist", () => {
    expect(outcome(worldOf(), "dance")).toBe("unknown_action");
  });
});
