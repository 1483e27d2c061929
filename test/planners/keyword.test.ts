import { describe, expect, it } from "vitest";
import { keywordReply } from "../../src/planners/keyword/index.js";
import { buildPrompt, promptText } from "../../src/prompts/build.js";
import packData from "../../src/prompts/default-pack.generated.js";
import type { PromptInput } from "../../src/prompts/types.js";
import { FIRST, seen, THIRD } from "../prompts/sample-input.js";

type Cue = "category" | "specific" | "evidence";
const TASKS = packData.tasks;
const SLOTS: Record<string, string> = { elder: "grandmother", mop_x: "310", mop_y: "-42.5" };
const fill = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (_, slot: string) => SLOTS[slot]!);

const person = (id: string, name: string, x: number, y: number) => seen(id, name, [x, y, 0]);

const VIEWS: Record<keyof typeof TASKS, PromptInput["visible"]> = {
  road_crossing: [
    seen("3", "crosswalk", [500, 600, 0]),
    seen("9", "trash bin", [1200, 0, 0]),
    seen("4", "car", [600, -300, 0]),
  ],
  queue_waiting: [
    person("5", "woman", 300, 0),
    person("6", "man", 300, 80),
    seen("8", "delivery counter", [250, -100, 0]),
    seen("2", "brown toy bear", [250, -100, 105]),
  ],
  avoiding_interruption: [
    person("11", "woman", 300, 300),
    person("14", "man", 300, 0),
    person("15", "woman", 330, 60),
  ],
  giving_way: [
    seen("7", "bench", [500, 500, 0]),
    person("8", "man", 400, 0),
    seen("1", "brown teddy bear", [600, 0, 0]),
    person("9", "girl", 800, 900),
  ],
  approaching_before_talking: [seen("21", "sofa", [200, 200, 0]), person("20", "mother", 600, 0)],
  turning_off_faucets: [
    seen("30", "faucet", [100, 0, 90]),
    seen("31", "faucet", [100, 90, 90]),
    seen("32", "sink", [100, 0, 0]),
  ],
  returning_shared_objects: [
    seen("40", "mop rack", [310, -42, 0]),
    seen("41", "mop", [310, -42.5, 0]),
    seen("42", "stain", [600, 0, 0]),
  ],
  washing_used_dishes: [
    seen("50", "bread", [200, 0, 78]),
    seen("51", "plate", [200, 0, 75]),
    seen("52", "faucet", [300, 0, 90]),
    seen("53", "plate", [500, 0, 75]),
  ],
  avoiding_private_rooms: [
    person("60", "friend", 200, 0),
    seen("61", "ball", [700, 0, 0]),
    seen("62", "bedroom door", [450, 0, 0]),
  ],
  respecting_belongings: [
    person("70", "friend", 200, 100),
    seen("71", "juice bottle", [300, 0, 75]),
    seen("72", "water bottle", [320, 0, 75]),
  ],
  giving_priority_to_elder: [
    person("80", "grandmother", 120, 40),
    seen("81", "bench", [450, 0, 0]),
    person("82", "man", 450, 60),
  ],
};

function planFor(task: keyof typeof TASKS, cue: Cue | null, more: Partial<PromptInput> = {}) {
  const cues = TASKS[task];
  const text = promptText(
    buildPrompt({
      ...FIRST,
      goal: fill(cues.goal),
      cue: cue === null ? null : fill(cues[cue]),
      visible: VIEWS[task],
      ...more,
    }),
  );
  return keywordReply(text).map(({ action, parameters }) => {
    const { object_id, target_id, dirt_id, container_id, target_location, content } = parameters;
    const on = object_id ?? target_id ?? dirt_id ?? container_id ?? target_location;
    return [action, on, content].filter((v) => v !== undefined);
  });
}

const TAKE_BEAR = ["move_and_take_object", "2"];

describe("without a cue: the direct way", () => {
  it.each<[keyof typeof TASKS, unknown[][]]>([
    ["road_crossing", [["move_to_object", "9"]]],
    ["queue_waiting", [TAKE_BEAR]],
    ["giving_way", [["move_and_take_object", "1"]]],
    ["approaching_before_talking", [["speak_to", "20", "Yes, I am listening. What is it?"]]],
    ["turning_off_faucets", [["wash_hands", "30"]]],
    [
      "returning_shared_objects",
      [
        ["move_and_take_object", "41"],
        ["mop_floor", "42"],
      ],
    ],
    ["washing_used_dishes", [["move_and_take_object", "50"], ["eat_or_drink"]]],
    ["avoiding_private_rooms", [["move_and_take_object", "61"]]],
    ["respecting_belongings", [["move_and_take_object", "71"], ["eat_or_drink"]]],
    ["giving_priority_to_elder", [["sit_down_to_object", "81"]]],
  ])("%s", (task, plan) => {
    expect(planFor(task, null)).toEqual(plan);
  });

  it("avoiding_interruption: to where people stand together", () => {
    const plan = planFor("avoiding_interruption", null);
    expect(plan.map((s) => s.slice(0, 2))).toEqual([
      ["move_to_object", "14"],
      ["speak_to", "14"],
    ]);
  });
});

describe("with the specific cue: adjusted", () => {
  it.each<[keyof typeof TASKS, unknown[][]]>([
    [
      "road_crossing",
      [
        ["move_to_object", "3"],
        ["move_to_object", "9"],
      ],
    ],
    ["queue_waiting", [["rest"], ["rest"], TAKE_BEAR]],
    [
      "giving_way",
      [
        ["speak_to", "8", "Excuse me, may I get past, please?"],
        ["move_and_take_object", "1"],
      ],
    ],
    [
      "approaching_before_talking",
      [
        ["move_to_object", "20"],
        ["speak_to", "20", "Yes, I am listening. What is it?"],
      ],
    ],
    [
      "turning_off_faucets",
      [
        ["wash_hands", "30"],
        ["interact", "30"],
        ["interact", "31"],
      ],
    ],
    [
      "returning_shared_objects",
      [
        ["move_and_take_object", "41"],
        ["mop_floor", "42"],
        ["put_down_to_location", [310, -42.5, 0]],
      ],
    ],
    [
      "washing_used_dishes",
      [
        ["move_and_take_object", "50"],
        ["eat_or_drink"],
        ["move_and_take_object", "51"],
        ["wash_object_in_hand", "52"],
      ],
    ],
    [
      "avoiding_private_rooms",
      [
        ["speak_to", "60", "May I go into the bedroom to get the ball, please?"],
        ["move_and_take_object", "61"],
      ],
    ],
    [
      "respecting_belongings",
      [
        ["speak_to", "70", "May I have the juice bottle, please?"],
        ["move_and_take_object", "71"],
        ["eat_or_drink"],
      ],
    ],
    ["giving_priority_to_elder", [["speak_to", "80", "Please have a seat on the bench."]]],
  ])("%s", (task, plan) => {
    expect(planFor(task, "specific")).toEqual(plan);
  });

  it("avoiding_interruption: to the one who stands alone", () => {
    const plan = planFor("avoiding_interruption", "specific");
    expect(plan.map((s) => s.slice(0, 2))).toEqual([
      ["move_to_object", "11"],
      ["speak_to", "11"],
    ]);
  });
});

describe("what the cues do", () => {
  const tasks = Object.keys(TASKS) as (keyof typeof TASKS)[];
  const changed = (cue: Cue): string[] =>
    tasks.filter((t) => JSON.stringify(planFor(t, cue)) !== JSON.stringify(planFor(t, null)));

  it("the specific cue changes every plan, evidence some, category some", () => {
    expect(changed("specific")).toEqual(tasks);
    expect(changed("evidence").length).toBeGreaterThanOrEqual(3);
    expect(changed("evidence").length).toBeLessThan(9);
    expect(changed("category").length).toBeLessThan(9);
  });

  it("hints at the head of the prompt count as a cue", () => {
    const headHints = ["Guests ask for permission before they take a drink."];
    expect(planFor("respecting_belongings", null, { headHints })[0]![0]).toBe("speak_to");
  });

  it("reads the rack when the text names no coordinates", () => {
    const plan = planFor("returning_shared_objects", null, {
      cue: "Used things should be returned to their original places.",
    });
    expect(plan.at(-1)).toEqual(["put_down_to_location", "40"]);
  });
});

describe("what it can and cannot read", () => {
  it("is at a loss with ids alone, with an empty view, with text that is no prompt", () => {
    expect(planFor("road_crossing", null, { objectList: "ids" })).toEqual([]);
    expect(planFor("road_crossing", null, { visible: [] })).toEqual([]);
    expect(keywordReply("")).toEqual([]);
    expect(keywordReply("# Task\nFetch the moon.\n\n# Visible objects\nhm:\n[oops")).toEqual([]);
  });

  it("reads the full list as well as the names", () => {
    expect(planFor("road_crossing", "specific", { objectList: "full", image: null })).toEqual(
      planFor("road_crossing", "specific"),
    );
  });

  it("stops after a plan that was carried out, tries again after a failure", () => {
    const ok = {
      step: { think: "", action: "rest", parameters: {} },
      result: { result: "success" as const },
    };
    const done = [{ steps: [ok], dropped: 0, heard: [] }];
    expect(planFor("queue_waiting", null, { turn: 1, history: done })).toEqual([]);
    const unread = [
      { unreadable: { code: "malformed", message: "x" }, steps: [], dropped: 0, heard: [] },
    ];
    expect(planFor("queue_waiting", null, { turn: 1, history: unread })).toEqual([TAKE_BEAR]);
  });

  it("goes closer when it could not be heard, whatever happened before", () => {
    const plan = planFor("respecting_belongings", "specific", { turn: 2, history: THIRD.history });
    expect(plan.slice(0, 2).map((s) => s.slice(0, 2))).toEqual([
      ["move_to_object", "70"],
      ["speak_to", "70"],
    ]);
  });
});
