import { expect, test } from "vitest";
import { createWorld } from "../../src/world/world.js";
import { act, episode, outcome, thing, worldOf } from "./fixtures.js";

const parts = {
  entities: [
    thing("11", "ball", [100, 0]),
    thing("12", "sofa", [400, 0]),
    thing("13", "sofa", [400, 400]),
    thing("14", "toy_bear", [0, 200]),
  ],
};

test("an id that does not exist is unknown, one never listed is not visible", () => {
  const world = createWorld(episode(parts));
  world.observe(["11", "12"]);
  expect(outcome(world, "move_to_object", { object_id: "99" })).toBe("unknown_object");
  expect(outcome(world, "move_to_object", { object_id: "r1" })).toBe("unknown_object");
  expect(outcome(world, "move_to_object", { object_id: "13" })).toBe("not_visible");
  expect(outcome(world, "move_to_object", { object_id: "11" })).toBe("success");
});

test("an id listed in an earlier turn is still good, a name is not", () => {
  const world = createWorld(episode(parts));
  world.observe(["11"]);
  world.observe(["12"]);
  expect(outcome(world, "move_to_object", { object_id: "11" })).toBe("success");
  expect(outcome(world, "move_to_object", { object_id: "ball" })).toBe("unknown_object");
});

test("a name stands for the one thing of the latest list that bears it", () => {
  const world = createWorld(episode(parts));
  world.observe(["11", "12", "14"]);
  expect(outcome(world, "move_to_object", { object_id: "sofa" })).toBe("success");
  expect(outcome(world, "move_to_object", { object_id: "The Brown_Toy-Bear" })).toBe("success");
  expect(outcome(world, "move_to_object", { object_id: "toy bear" })).toBe("unknown_object");
  world.observe(["12", "13"]);
  const result = world.execute(act("move_to_object", { object_id: "sofa" }));
  expect(result).toMatchObject({ code: "ambiguous_object" });
  expect(result.result === "failed" && result.error).toContain("12, 13");
});

test("what is no id at all is a bad parameter; a number is read as an id", () => {
  const world = worldOf(parts);
  for (const object_id of [undefined, null, "", {}, true]) {
    expect(outcome(world, "move_to_object", { object_id })).toBe("bad_parameter");
  }
  expect(outcome(world, "move_to_object", { object_id: 11 })).toBe("success");
});

test("without an observation nothing has been listed", () => {
  const world = createWorld(episode(parts));
  expect(world.turn).toBe(-1);
  expect(outcome(world, "move_to_object", { object_id: "11" })).toBe("not_visible");
  expect(world.trace[0]).toMatchObject({ turn: 0, action: 0 });
});

test("an episode that names what does not exist is refused", () => {
  const odd = { ...thing("1", "ball", [0, 0]), kind: "unicorn" };
  expect(() => createWorld(episode({ entities: [odd] }))).toThrow(/unicorn/);
  const routines = [{ type: "conversation" as const, people: ["8"], endsAt: 5 }];
  const world = createWorld(episode({ routines }));
  expect(() => world.execute(act("rest"))).toThrow(/there is no entity "8"/);
});
