import { describe, expect, it } from "vitest";
import { readDefinition } from "../../src/actions/definition.js";
import {
  ACTION_NAMES,
  ACTION_SCHEMAS,
  ACTIONS,
  API,
  actionDefinition,
  failureCodesOf,
} from "../../src/actions/index.js";
import { FAILURE_CODES } from "../../src/world/types.js";

/** NormAct, Table 7: name and main arguments. */
const TABLE_7: Record<string, string[]> = {
  look_at_location: ["target_location", "is_cancel"],
  look_at_object: ["object_id", "is_cancel"],
  point_at_object: ["object_id", "is_cancel", "which_hand"],
  move_to_object: ["object_id"],
  turn_in_degree: ["degree"],
  sit_down_to_object: ["object_id"],
  move_and_take_object: ["object_id", "which_hand"],
  put_down_to_location: ["which_hand", "target_location", "container_id"],
  eat_or_drink: ["which_hand"],
  wash_hands: ["object_id"],
  wash_object_in_hand: ["object_id"],
  mop_floor: ["dirt_id"],
  interact: ["object_id", "new_object_state"],
  open_door: ["component_id", "which_hand"],
  close_door: ["component_id", "which_hand"],
  knock_door: ["object_id"],
  speak_to: ["target_id", "content"],
  rest: [],
};

/** The design page's list of actions that walk to their target first. */
const WALKING = [
  "close_door",
  "interact",
  "knock_door",
  "mop_floor",
  "move_and_take_object",
  "move_to_object",
  "open_door",
  "put_down_to_location",
  "sit_down_to_object",
  "wash_hands",
  "wash_object_in_hand",
];

describe("the action API", () => {
  it("has the actions and arguments of Table 7", () => {
    const defined = Object.fromEntries(
      ACTIONS.map((action) => [action.name, action.arguments.map(({ name }) => name)]),
    );
    expect(defined).toEqual(TABLE_7);
    expect(ACTION_NAMES).toHaveLength(18);
  });

  it("says which actions walk", () => {
    const walking = ACTIONS.filter((action) => action.walks).map((action) => action.name);
    expect(walking.sort()).toEqual(WALKING);
  });

  it("knows the failure codes of the world, no more, no fewer", () => {
    expect(Object.keys(API.failureCodes).sort()).toEqual([...FAILURE_CODES].sort());
    for (const action of ACTIONS) {
      const codes = failureCodesOf(action);
      expect(new Set(codes).size).toBe(codes.length);
      for (const code of codes) expect(FAILURE_CODES).toContain(code);
    }
  });

  it("gives optional arguments with a default where there is one", () => {
    const optional = ACTIONS.flatMap((action) =>
      action.arguments
        .filter((argument) => !argument.required)
        .map((argument) => [`${action.name}.${argument.name}`, argument.default]),
    );
    expect(Object.fromEntries(optional)).toEqual({
      "look_at_location.is_cancel": false,
      "look_at_object.is_cancel": false,
      "point_at_object.is_cancel": false,
      "point_at_object.which_hand": 0,
      "move_and_take_object.which_hand": 0,
      "put_down_to_location.which_hand": "the hand that holds something",
      "put_down_to_location.target_location": undefined,
      "put_down_to_location.container_id": undefined,
      "eat_or_drink.which_hand": "the hand that holds something",
      "open_door.which_hand": 0,
      "close_door.which_hand": 0,
    });
  });

  it("makes a schema for each action that takes the normal form and nothing else", () => {
    const put = ACTION_SCHEMAS.get("put_down_to_location");
    const step = (parameters: unknown) => ({
      think: "",
      action: "put_down_to_location",
      parameters,
    });
    expect(put?.safeParse(step({ target_location: [1, 2, 3] })).success).toBe(true);
    expect(put?.safeParse(step({ container_id: "4", which_hand: 1 })).success).toBe(true);
    expect(put?.safeParse(step({ which_hand: 1 })).success).toBe(false);
    expect(put?.safeParse(step({ container_id: 4 })).success).toBe(false);
    expect(put?.safeParse(step({ container_id: "4", extra: 1 })).success).toBe(false);
    expect(put?.safeParse(step({ target_location: [1, 2] })).success).toBe(false);
    expect(put?.safeParse({ ...step({ container_id: "4" }), action: "rest" }).success).toBe(false);
    expect(ACTION_SCHEMAS.size).toBe(18);
  });

  it("finds an action by its exact name only", () => {
    expect(actionDefinition("rest")?.category).toBe("idle");
    expect(actionDefinition("Rest")).toBeUndefined();
  });
});

describe("a definition that is wrong", () => {
  const broken = (change: (copy: typeof API) => void) => {
    const copy = structuredClone(API);
    change(copy);
    return () => readDefinition(copy);
  };

  it("is refused with the action's name", () => {
    expect(broken((d) => d.actions.push(d.actions[0] as never))).toThrow(/look_at_location.*twice/);
    expect(broken((d) => (d.actions[3] as { failures: string[] }).failures.push("bored"))).toThrow(
      /move_to_object.*bored/,
    );
    expect(
      broken((d) => {
        (d.actions[3] as { category: string }).category = "sport";
      }),
    ).toThrow(/move_to_object.*sport/);
    expect(
      broken((d) => {
        (d.actions[7] as { needsOneOf?: string[] }).needsOneOf = ["place"];
      }),
    ).toThrow(/put_down_to_location.*place/);
  });
});
