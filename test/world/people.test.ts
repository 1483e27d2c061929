import { describe, expect, test } from "vitest";
import type { EpisodeParts } from "./fixtures.js";
import {
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
import { homeParts } from "./scenes.js";

const say = (target_id: string, content: string): [string, Record<string, unknown>] => [
  "speak_to",
  { target_id, content },
];

const heard = (world: ReturnType<typeof worldOf>): string[] =>
  events(world, "heard").map((e) => e.content);

describe("speaking", () => {
  test("tells whom, what, from how far, and what they were doing; then they answer", () => {
    const world = worldOf({ entities: [person("1", [300, 400])] });
    run(world, say("1", "Hello!"));
    expect(world.trace).toMatchObject([
      { type: "spoke", t: 0, target: "1", intents: ["greet"], distance: 500, activity: "idle" },
      { type: "heard", t: 5, person: "1", content: "Hello!", action: 0 },
    ]);
    expect(world.entity("1")?.yaw).toBe(-126.9);
    expect(world.agent.yaw).toBe(53.1);
    expect(world.heardThisTurn()).toEqual([{ person: "1", name: "person", content: "Hello!" }]);
    world.observe([]);
    expect(world.heardThisTurn()).toHaveLength(1);
    world.observe([]);
    expect(world.heardThisTurn()).toEqual([]);
  });

  test("fails with things, without words, out of hearing", () => {
    const world = worldOf({ entities: [thing("1", "ball", [100, 0]), person("2", [999, 100])] });
    expect(outcome(world, ...say("1", "Hi"))).toBe("target_not_person");
    expect(outcome(world, ...say("2", "  "))).toBe("bad_parameter");
    expect(outcome(world, "speak_to", { target_id: "2" })).toBe("bad_parameter");
    expect(outcome(world, ...say("2", "Hi"))).toBe("too_far");
  });

  test("walls and shut doors keep voices in, open doors let them out", () => {
    const parts = homeParts("closed");
    const world = worldOf({
      ...parts,
      entities: [...(parts.entities ?? []), person("20", [-250, 200])],
    });
    expect(outcome(world, ...say("20", "Hello"))).toBe("too_far");
    run(world, ["open_door", { component_id: "4" }]);
    expect(outcome(world, ...say("20", "Hello"))).toBe("success");
  });

  test("out of doors a fence does not matter within a voice's reach", () => {
    const world = worldOf({
      setting: { walls: [wall([200, -300], [200, 300])] },
      entities: [person("1", [400, 0])],
    });
    expect(outcome(world, ...say("1", "Hello"))).toBe("success");
  });
});

describe("people at something", () => {
  const talking: EpisodeParts = {
    entities: [
      person("1", [300, 0], { activity: { type: "conversing", with: ["2"] } }),
      person("2", [300, 100], { activity: { type: "conversing", with: ["1"] } }),
      person("3", [600, 0]),
    ],
    routines: [
      { type: "conversation", people: ["1", "2"], endsAt: 45 },
      { type: "guide", person: "3", answer: "Down the road, next to the bank." },
    ],
  };

  test("a talk ends at its time and wakes a rest; those who talk answer too", () => {
    const world = worldOf(talking);
    run(world, say("1", "Excuse me, where can I find a restaurant?"), ["rest"], ["rest"]);
    expect(events(world, "spoke")[0]?.activity).toBe("conversing");
    expect(heard(world)).toHaveLength(1);
    expect(events(world, "conversationEnded")).toMatchObject([
      { t: 45, people: ["1", "2"], action: null },
    ]);
    expect(events(world, "activityChanged").map((e) => [e.person, e.from, e.to])).toEqual([
      ["1", "conversing", "idle"],
      ["2", "conversing", "idle"],
    ]);
    expect(events(world, "waited").at(-1)?.wokenBy).toBe("conversationEnded");
    run(world, say("2", "Where can I find a restaurant?"));
    expect(events(world, "spoke").at(-1)?.activity).toBe("idle");
  });

  test("a guide answers with the words of the episode", () => {
    const world = worldOf(talking);
    run(world, say("3", "Where can I find a restaurant, please?"));
    expect(heard(world)).toEqual(["Down the road, next to the bank."]);
  });

  test("a caller says what they want and stops calling", () => {
    const world = worldOf({
      entities: [person("1", [600, 0], { activity: { type: "calling" } })],
      routines: [{ type: "caller", person: "1", wants: "Could you set the table?" }],
    });
    run(world, say("1", "Yes, what is it?"), say("1", "Hello"));
    expect(events(world, "spoke").map((e) => e.activity)).toEqual(["calling", "idle"]);
    expect(heard(world)).toEqual(["Could you set the table?", "Hello!"]);
  });

  test("a stroller walks there and back, and stops for good when spoken to", () => {
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
    run(world, ["turn_in_degree", { degree: 5 }]);
    expect(world.entity("1")?.location).toEqual([100, 500, 0]);
    run(world, ["rest"]);
    expect(events(world, "personMoved")).toHaveLength(10);
    expect(world.entity("1")?.location).toEqual([100, 500, 0]);
    run(world, say("1", "Hello"), ["rest"]);
    expect(events(world, "personMoved")).toHaveLength(11);
    expect(world.entity("1")?.person).toMatchObject({
      posture: "standing",
      activity: { type: "idle" },
    });
  });
});

describe("giving way and seats", () => {
  const bench = (taken: boolean): EpisodeParts => ({
    entities: [
      thing("1", "park_bench", [400, 0], {
        yaw: 180,
        seats: [
          { offset: [0, -60], occupant: "8" },
          { offset: [0, 0], occupant: taken ? "9" : null },
        ],
      }),
      person("2", [0, 100], { ageGroup: "elderly", name: "grandmother" }),
      person("3", [0, -300]),
      person("8", [400, 60], { posture: "seated", activity: { type: "seated", on: "1" } }),
    ],
    routines: [{ type: "takes_seat", person: "2", seat: "1" }],
  });

  test("an elder who is offered a seat walks over and sits down", () => {
    const world = worldOf(bench(false));
    run(world, say("2", "Please, have a seat on the bench."));
    expect(types(world)).toEqual(["spoke", "heard", "personMoved", "sat", "activityChanged"]);
    expect(events(world, "sat")).toMatchObject([{ who: "2", seat: "1" }]);
    expect(world.entity("2")).toMatchObject({ location: [400, 0, 0], yaw: 180 });
    expect(outcome(world, "sit_down_to_object", { object_id: "1" })).toBe("seat_taken");
  });

  test("there has to be a free place", () => {
    const world = worldOf(bench(true));
    run(world, say("2", "Please, have a seat on the bench."));
    expect(events(world, "sat")).toEqual([]);
    expect(heard(world)[0]).toMatch(/no free place/);
    const seated = worldOf(bench(false));
    run(seated, ["sit_down_to_object", { object_id: "1" }], say("2", "Please have a seat."));
    expect(events(seated, "sat").map((e) => e.who)).toEqual(["agent"]);
  });

  test("others thank and stay as they are", () => {
    const world = worldOf(bench(false));
    run(world, say("3", "Please have a seat."), say("8", "Please have a seat."));
    expect(events(world, "sat")).toEqual([]);
    expect(heard(world)).toEqual([
      expect.stringMatching(/no, thank you/),
      expect.stringMatching(/sitting already/),
    ]);
  });
});

describe("asking for leave", () => {
  const grants = (content: string, parts: EpisodeParts = homeParts()): string[] | undefined => {
    const world = worldOf(parts);
    run(world, say("7", content));
    return events(world, "granted")[0]?.scope;
  };

  test("covers what is named, by thing or by room", () => {
    expect(grants("May I take the ball?")).toEqual(["5"]);
    expect(grants("May I go into the bedroom?")).toEqual(["r2"]);
    expect(grants("Can I go into the bedroom and take the ball?")).toEqual(["5", "r2"]);
  });

  test("covers anything when it names nothing", () => {
    expect(grants("May I take it?")).toEqual(["any"]);
  });

  test("covers what the agent points at in the action before, not earlier", () => {
    const world = worldOf(homeParts());
    run(world, ["point_at_object", { object_id: "5" }], say("7", "May I take it?"));
    expect(events(world, "granted")[0]?.scope).toEqual(["5"]);
    const later = worldOf(homeParts());
    run(later, ["point_at_object", { object_id: "5" }], ["rest"], say("7", "May I take it?"));
    expect(events(later, "granted")[0]?.scope).toEqual(["any"]);
  });

  test("sitting down is only that", () => {
    expect(grants("May I sit down?")).toEqual(["6", "8"]);
  });

  test("is not for everybody to give, nor for everything", () => {
    const parts = homeParts();
    const entities = [
      ...(parts.entities ?? []),
      person("20", [-200, -200]),
      thing("21", "toy_blocks", [0, -200], { owner: "20" }),
      thing("22", "cup", [20, -200], { owner: "agent" }),
    ];
    const routines: EpisodeParts["routines"] = [{ type: "host", person: "7", alsoGrants: ["5"] }];
    expect(grants("May I take the blocks?", { ...parts, entities, routines })).toBeUndefined();
    expect(grants("May I take the cup?", { ...parts, entities, routines })).toBeUndefined();
    expect(grants("May I take the spaceship?", { ...parts, entities, routines })).toBeUndefined();
    const other = worldOf({ ...parts, entities, routines });
    run(other, say("20", "May I take the ball?"));
    expect(events(other, "granted")).toEqual([]);
    const stranger = worldOf({
      ...parts,
      entities: [...(parts.entities ?? []), person("20", [-200, -200])],
    });
    run(stranger, say("20", "May I take the ball?"));
    expect(heard(stranger)[0]).toMatch(/not mine to decide/);
  });
});

describe("reporting where a thing is", () => {
  const fetched = (...steps: [string, Record<string, unknown>?][]): boolean => {
    const world = worldOf(homeParts());
    run(world, ...steps);
    const held = world.entity("5")?.heldBy?.who === "7";
    expect(events(world, "personMoved")).toHaveLength(held ? 2 : 0);
    return held;
  };

  test("the friend fetches it when the place is right", () => {
    const world = worldOf(homeParts());
    run(world, say("7", "Your ball is in the bedroom."));
    expect(types(world)).toEqual(["spoke", "heard", "personMoved", "stateChanged", "personMoved"]);
    expect(events(world, "stateChanged")).toMatchObject([
      { object: "5", from: "free", to: "held", by: "7" },
    ]);
    expect(world.entity("7")?.location).toEqual([200, -300, 0]);
    expect(world.entity("5")).toMatchObject({
      heldBy: { who: "7", hand: 0 },
      location: [200, -300, 100],
    });
    expect(world.time).toBeLessThanOrEqual(33);
    expect(outcome(world, "move_and_take_object", { object_id: "5" })).toBe("wrong_state");
  });

  test("or after the agent pointed at it", () => {
    expect(
      fetched(["point_at_object", { object_id: "5" }], say("7", "Your ball is over there.")),
    ).toBe(true);
    expect(
      fetched(["point_at_object", { object_id: "9" }], say("7", "Your ball is over there.")),
    ).toBe(false);
  });

  test("beside the right furniture is right too", () => {
    expect(fetched(say("7", "The ball is next to the bed."))).toBe(true);
  });

  test("the wrong place, or none, leads nowhere", () => {
    expect(fetched(say("7", "Your ball is in the living room."))).toBe(false);
    expect(fetched(say("7", "The ball is under the sofa."))).toBe(false);
    expect(fetched(say("7", "Your ball is over there."))).toBe(false);
    expect(fetched(say("7", "The book is in the bedroom."))).toBe(false);
  });

  test("asked for leave in the same breath, the friend grants it and leaves the fetching", () => {
    const world = worldOf(homeParts());
    run(world, say("7", "Your ball is in the bedroom. May I take it?"));
    expect(events(world, "granted")).toHaveLength(1);
    expect(events(world, "personMoved")).toEqual([]);
  });

  test("a plea for help that says where the thing is counts as a report", () => {
    const world = worldOf(homeParts());
    run(world, say("7", "Can you help me? Your ball is in the bedroom."));
    expect(heard(world)).toEqual(["Ah, thank you! I will go and get it."]);
    expect(world.entity("5")?.heldBy?.who).toBe("7");
  });

  test("others only thank", () => {
    const world = worldOf({
      entities: [person("1", [100, 0])],
      regions: [region("r1", "yard", rectangle(-9, -9, 9, 9))],
    });
    run(world, say("1", "Your ball is in the bedroom."));
    expect(heard(world)).toEqual(["Thank you for telling me."]);
  });
});
