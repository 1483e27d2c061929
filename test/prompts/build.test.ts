import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apiText } from "../../src/actions/text.js";
import { buildPrompt, promptTemplateHash, promptText } from "../../src/prompts/build.js";
import { HEADINGS, laterTime, taskText } from "../../src/prompts/sections.js";
import { FIRST, seen, THIRD } from "./sample-input.js";

const text = (input: Partial<typeof FIRST> = {}): string =>
  promptText(buildPrompt({ ...FIRST, ...input }));

/** The section under a heading, up to the next one. */
function under(prompt: string, heading: string): string {
  const rest = prompt.slice(prompt.indexOf(`${heading}\n`) + heading.length + 1);
  return rest.split(/\n\n(?=# )/)[0]!;
}

describe("a prompt", () => {
  it("has its sections in the stated order, the picture after its description", () => {
    const prompt = text({ ...THIRD, headHints: ["a hint"] });
    const order = [
      HEADINGS.hints,
      "It is 2026-05-12 14:32.",
      HEADINGS.actions,
      HEADINGS.picture,
      "[picture]",
      HEADINGS.objects,
      HEADINGS.hands,
      HEADINGS.history,
      HEADINGS.task,
      HEADINGS.duties,
      HEADINGS.replies,
      HEADINGS.format,
      HEADINGS.notes,
      HEADINGS.examples,
    ];
    const places = order.map((mark) => prompt.indexOf(mark));
    expect(places.every((p) => p >= 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    for (const mark of order) expect(prompt.split(mark).length, mark).toBe(2);
  });

  it("is text, picture, text; one text where there is no picture", () => {
    const parts = buildPrompt(FIRST);
    expect(parts.map((p) => p.type)).toEqual(["text", "image", "text"]);
    expect(parts[1]).toEqual({ type: "image", role: "observation", picture: FIRST.image });
    const blind = buildPrompt({ ...FIRST, image: null });
    expect(blind.map((p) => p.type)).toEqual(["text"]);
    expect(promptText(blind)).not.toContain("half");
  });

  it("tells the API word for word, and the same in every condition", () => {
    expect(under(text(), HEADINGS.actions)).toBe(apiText());
    const withoutTask = (p: string): string => p.replace(under(p, HEADINGS.task), "");
    expect(withoutTask(text({ cue: "Some cue." }))).toBe(withoutTask(text()));
  });

  it("names: id, name and location, and nothing of state, posture or distance", () => {
    const list = under(text(), HEADINGS.objects);
    const objects = JSON.parse(list.slice(list.indexOf("\n[")));
    expect(objects).toEqual([
      { id: "7", name: "globe", location: [120.5, -30, 75] },
      { id: "12", name: "woman", location: [300, 0, 0] },
      { id: "31", name: "faucet", location: [10, 20, 90] },
    ]);
  });

  it("ids: the ids alone", () => {
    const list = under(text({ objectList: "ids" }), HEADINGS.objects);
    expect(JSON.parse(list.slice(list.indexOf("\n[")))).toEqual(["7", "12", "31"]);
    expect(text({ objectList: "ids" })).not.toContain('globe",');
  });

  it("full: adds what is known, without what is not", () => {
    const list = under(text({ objectList: "full" }), HEADINGS.objects);
    const objects = JSON.parse(list.slice(list.indexOf("\n[")));
    expect(objects[1]).toEqual({
      id: "12",
      name: "woman",
      location: [300, 0, 0],
      kind: "person",
      distance: 300,
      posture: "standing, talking",
      facing: 180,
    });
    expect(objects[2]).toMatchObject({ state: "on" });
    expect(objects[0]).not.toHaveProperty("state");
  });

  it("an empty view is an empty list", () => {
    for (const objectList of ["names", "ids", "full"] as const) {
      const list = under(text({ visible: [], objectList }), HEADINGS.objects);
      expect(JSON.parse(list.slice(list.indexOf("\n[")))).toEqual([]);
    }
  });

  it("says what each hand holds", () => {
    expect(under(text(), HEADINGS.hands)).toBe("Right hand (0): nothing. Left hand (1): nothing.");
    expect(under(text(THIRD), HEADINGS.hands)).toContain(
      'Right hand (0): {"id":"7","name":"globe"}.',
    );
  });

  it("counts the replies that are left", () => {
    const left = [0, 1, 2].map((turn) => under(text({ turn }), HEADINGS.replies));
    expect(left[0]).toContain("reply 1 of 3. After it you have 2 more at most.");
    expect(left[1]).toContain("reply 2 of 3. After it you have one more at most.");
    expect(left[2]).toContain("reply 3 of 3. It is the last one.");
  });

  it("later turns report results, failures, what was left out and what was heard", () => {
    const history = under(text(THIRD), HEADINGS.history);
    expect(history.split("\n")).toEqual([
      "Reply 1 could not be read as a plan (truncated: the JSON breaks off), so nothing was carried out.",
      "Reply 2:",
      '1. move_and_take_object {"object_id":"7"} -> success',
      '2. speak_to {"target_id":"12","content":"Say \\"hi\\""} -> failed (too_far): the woman cannot hear you from here',
      "The 2 actions after it were left out.",
      'woman (id 12) said: "Pardon?\\nWhat?"',
    ]);
    expect(text()).not.toContain(HEADINGS.history);
    const empty = [{ steps: [], dropped: 0, heard: [] }];
    expect(under(text({ turn: 1, history: empty }), HEADINGS.history)).toBe(
      "Reply 1 held no action.",
    );
  });

  it("says goal and cue in one breath", () => {
    expect(taskText("Do it.", null)).toBe("Do it.");
    expect(taskText("Do it.", "")).toBe("Do it.");
    expect(taskText("Do it.", "Well.")).toBe("Do it. Well.");
  });

  it("is the same for the same input, and its words come from the input alone", () => {
    expect(text(THIRD)).toBe(text(structuredClone(THIRD)));
  });

  it("its object list is JSON for any names and places", () => {
    const object = fc.record({
      id: fc.integer({ min: 1, max: 99 }).map(String),
      name: fc.string(),
      x: fc.integer(),
      y: fc.integer(),
    });
    fc.assert(
      fc.property(fc.array(object), (objects) => {
        const visible = objects.map((o) => seen(o.id, o.name, [o.x, o.y, 0]));
        const prompt = text({ visible });
        const from = prompt.indexOf("\n[", prompt.indexOf(HEADINGS.objects));
        const list = prompt.slice(from, prompt.indexOf(`\n\n${HEADINGS.hands}`));
        expect(JSON.parse(list)).toEqual(
          objects.map((o) => ({ id: o.id, name: o.name, location: [o.x, o.y, 0] })),
        );
      }),
    );
  });
});

describe("the clock", () => {
  it.each([
    ["2026-05-12 14:30", 0, "2026-05-12 14:30"],
    ["2026-05-12 14:30", 59.9, "2026-05-12 14:30"],
    ["2026-05-12 14:59", 60, "2026-05-12 15:00"],
    ["2026-12-31 23:59", 61, "2027-01-01 00:00"],
    ["2026-02-28 23:00", 3600, "2026-03-01 00:00"],
    ["2028-02-28 23:00", 3600, "2028-02-29 00:00"],
  ])("%s and %d s is %s", (time, seconds, later) => {
    expect(laterTime(time, seconds)).toBe(later);
  });

  it("takes no other form", () => {
    expect(() => laterTime("noon", 0)).toThrow(RangeError);
  });
});

describe("the template's hash", () => {
  it("is one SHA-256", () => {
    expect(promptTemplateHash()).toMatch(/^[0-9a-f]{64}$/);
    expect(promptTemplateHash()).toBe(promptTemplateHash());
  });
});

describe("golden prompts", () => {
  const files: [string, Partial<typeof FIRST>][] = [
    ["none", {}],
    ["category", { cue: "Be mindful of where things go." }],
    ["specific", { cue: "Globes stand on the left corner of a desk." }],
    ["evidence", { cue: "The desk's left corner is empty." }],
    ["head-hints", { headHints: ["Globes are fragile.", "Desks are for work."] }],
    ["third-turn", THIRD],
    ["ids-without-picture", { objectList: "ids", image: null }],
    ["full", { objectList: "full", image: null }],
  ];
  it.each(files)("%s", async (name, input) => {
    await expect(`${text(input)}\n`).toMatchFileSnapshot(`golden/${name}.txt`);
  });
});
