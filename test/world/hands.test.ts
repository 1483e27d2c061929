import { describe, expect, test } from "vitest";
import { distance } from "../../src/world/geometry.js";
import { events, outcome, person, run, thing, types, wall, worldOf } from "./fixtures.js";
import { homeParts, kitchenParts } from "./scenes.js";

describe("taking", () => {
  test("walks up, picks up with the right hand unless told otherwise", () => {
    const world = worldOf(kitchenParts());
    run(world, ["move_and_take_object", { object_id: "6" }]);
    run(world, ["move_and_take_object", { object_id: "5", which_hand: 1 }]);
    expect(world.hands()).toEqual({
      right: { id: "6", name: "juice bottle" },
      left: { id: "5", name: "bread" },
    });
    expect(events(world, "took").map((e) => [e.object, e.hand, e.owner])).toEqual([
      ["6", 0, undefined],
      ["5", 1, undefined],
    ]);
    expect(world.entity("6")?.heldBy).toEqual({ who: "agent", hand: 0 });
    expect(world.entity("5")?.containedIn).toBeUndefined();
  });

  test("says whose it is", () => {
    const world = worldOf(homeParts());
    run(world, ["move_and_take_object", { object_id: "5" }]);
    expect(events(world, "took")).toMatchObject([{ object: "5", owner: "7" }]);
  });

  test("what is held goes where the agent goes, and what lies on a dish comes along", () => {
    const world = worldOf(kitchenParts());
    run(
      world,
      ["move_and_take_object", { object_id: "4" }],
      ["move_to_object", { object_id: "7" }],
    );
    const [x, y] = world.agent.location;
    expect(world.entity("4")?.location.slice(0, 2)).toEqual([x, y]);
    expect(world.entity("5")?.location.slice(0, 2)).toEqual([x, y]);
    expect(world.entity("5")?.containedIn).toBe("4");
  });

  test("fails for people and furniture, full hands, and things already held", () => {
    const parts = kitchenParts();
    const held = thing("21", "ball", [50, 0], { heldBy: { who: "20", hand: 0 } });
    const world = worldOf({
      ...parts,
      entities: [...(parts.entities ?? []), person("20", [50, 50]), held],
    });
    expect(outcome(world, "move_and_take_object", { object_id: "3" })).toBe("not_pickable");
    expect(outcome(world, "move_and_take_object", { object_id: "20" })).toBe("not_pickable");
    expect(outcome(world, "move_and_take_object", { object_id: "21" })).toBe("wrong_state");
    run(world, ["move_and_take_object", { object_id: "6" }]);
    expect(outcome(world, "move_and_take_object", { object_id: "5" })).toBe("hand_occupied");
    expect(outcome(world, "move_and_take_object", { object_id: "6", which_hand: 1 })).toBe(
      "wrong_state",
    );
    const right = { object_id: "5", which_hand: "right" };
    expect(outcome(world, "move_and_take_object", right)).toBe("bad_parameter");
  });
});

describe("putting down", () => {
  test("into a container: back where it was, at its middle when it is new there", () => {
    const world = worldOf(kitchenParts());
    run(
      world,
      ["move_and_take_object", { object_id: "8" }],
      ["move_to_object", { object_id: "10" }],
      ["put_down_to_location", { container_id: "9" }],
    );
    expect(world.entity("8")).toMatchObject({ location: [-200, -300, 0], containedIn: "9" });
    expect(events(world, "put")).toMatchObject([
      { object: "8", location: [-200, -300, 0], container: "9" },
    ]);
    run(
      world,
      ["move_and_take_object", { object_id: "6" }],
      ["put_down_to_location", { container_id: "4", target_location: [0, 0, 0] }],
    );
    expect(world.entity("6")).toMatchObject({ location: [0, 260, 78], containedIn: "4" });
  });

  test("onto a table or the like that is named: back where it lay, in its middle when new there", () => {
    const parts = kitchenParts();
    const world = worldOf({
      ...parts,
      entities: [
        ...(parts.entities ?? []),
        thing("31", "toy_bear", [-20, 340], { location: [-20, 340, 75] }),
      ],
    });
    const lie = (id: string): unknown => {
      run(
        world,
        ["move_and_take_object", { object_id: id }],
        ["put_down_to_location", { container_id: "3" }],
      );
      return world.entity(id)?.location;
    };
    expect(lie("31")).toEqual([-20, 340, 75]);
    expect(lie("8")).toEqual([0, 300, 75]);
    expect(world.entity("8")?.containedIn).toBeUndefined();
    expect(events(world, "put").map((e) => e.container)).toEqual(["3", "3"]);
  });

  test("at a place: on the ground, on a table, in the container that stands there", () => {
    const world = worldOf(kitchenParts());
    const lie = (at: number[]): unknown => {
      run(
        world,
        ["move_and_take_object", { object_id: "6" }],
        ["put_down_to_location", { target_location: at }],
      );
      return world.entity("6")?.location;
    };
    expect(lie([100, 0, 30])).toEqual([100, 0, 0]);
    expect(lie([-20, 340, 0])).toEqual([-20, 340, 75]);
    expect(lie([-300, 5, 0])).toEqual([-300, 5, 0]);
    expect(world.entity("6")?.containedIn).toBe("7");
    expect(world.hands()).toEqual({ right: null, left: null });
  });

  test("the mop goes back by its coordinates, into its rack", () => {
    const world = worldOf(kitchenParts());
    run(
      world,
      ["move_and_take_object", { object_id: "8" }],
      ["mop_floor", { dirt_id: "10" }],
      ["put_down_to_location", { target_location: [-200, -300, 0] }],
    );
    const mop = world.entity("8");
    expect(mop && distance(mop.location, [-200, -300])).toBeLessThanOrEqual(50);
    expect(mop?.heldBy).toBeUndefined();
    expect(mop?.containedIn).toBe("9");
  });

  test("chooses the hand that holds something", () => {
    const world = worldOf(kitchenParts());
    run(world, ["move_and_take_object", { object_id: "6", which_hand: 1 }]);
    expect(outcome(world, "put_down_to_location", { which_hand: 0, container_id: "7" })).toBe(
      "hand_empty",
    );
    expect(outcome(world, "put_down_to_location", { container_id: "7" })).toBe("success");
    expect(outcome(world, "put_down_to_location", { container_id: "7" })).toBe("hand_empty");
  });

  test("fails without a place, in walls, beyond the bounds, on what bears nothing", () => {
    const parts = kitchenParts();
    const world = worldOf({
      ...parts,
      setting: { walls: [wall([-900, -600], [900, -600])] },
      entities: [...(parts.entities ?? []), thing("30", "tree", [0, -200])],
    });
    run(world, ["move_and_take_object", { object_id: "4" }]);
    const put = (parameters: Record<string, unknown>): string =>
      outcome(world, "put_down_to_location", parameters);
    expect(put({})).toBe("bad_parameter");
    expect(put({ target_location: "there" })).toBe("bad_parameter");
    expect(put({ target_location: [0, -600, 0] })).toBe("invalid_location");
    expect(put({ target_location: [5000, 0, 0] })).toBe("invalid_location");
    expect(put({ target_location: [0, -200, 0] })).toBe("invalid_location");
    expect(put({ container_id: "30" })).toBe("invalid_location");
    expect(put({ container_id: "4" })).toBe("invalid_location");
    expect(put({ container_id: "77" })).toBe("unknown_object");
    expect(put({ target_location: [100, 100, 0] })).toBe("success");
    expect(types(world).filter((t) => t === "put")).toHaveLength(1);
  });
});
