import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NormactError, UsageError } from "../../src/core/errors.js";
import {
  CUE_CONDITIONS,
  CUE_REGISTRY,
  cueCondition,
  cueList,
  withCondition,
} from "../../src/prompts/conditions.js";
import { goalText } from "../../src/prompts/goal.js";
import {
  cuePackFromData,
  cuePackHash,
  fillSlots,
  readCuePack,
  slotsIn,
} from "../../src/prompts/pack.js";

const KNOWN = [
  { id: "road_crossing", slots: [] },
  { id: "returning_shared_objects", slots: ["mop_x", "mop_y"] },
];

const GOOD = `schemaVersion: 1
name: mine
tasks:
  road_crossing:
    goal: Go to the bin.
    category: A domain.
    specific: A rule.
    evidence: A sight.
  returning_shared_objects:
    goal: Mop
      the floor.
    category: A domain.
    specific: Its place is ({mop_x}, {mop_y}).
    evidence: >-
      Something
      to see.
`;

/** The message of the error that a text gives, and that it is one for users. */
function problem(text: string): string {
  try {
    readCuePack(text, "my/pack.yaml", KNOWN);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).code).toBe("bad_cue_pack");
    return (error as Error).message;
  }
  throw new Error("the pack was accepted");
}

const change = (from: string, to: string): string => {
  expect(GOOD).toContain(from);
  return GOOD.replace(from, to);
};

describe("files that are no packs", () => {
  it("are refused at once, however large or deeply aliased", () => {
    expect(problem(`${GOOD}${"k: v\n".repeat(100_000)}`)).toContain("a pack has at most");
    const nest = (name: string, inner: string): string =>
      `${name}: &${name} [${Array(9).fill(inner).join(", ")}]`;
    const bomb = ["b", "c", "d", "e", "f", "g", "h"].map((name, i, all) =>
      nest(name, i === 0 ? "x" : `*${all[i - 1]}`),
    );
    expect(problem(bomb.join("\n"))).toMatch(/my\/pack\.yaml: .*alias/);
  });
});

describe("reading a cue pack", () => {
  it("takes texts as one line each", () => {
    const pack = readCuePack(GOOD, "my/pack.yaml", KNOWN);
    expect(pack.name).toBe("mine");
    expect(pack.source).toBe("my/pack.yaml");
    expect(pack.tasks.returning_shared_objects).toEqual({
      goal: "Mop the floor.",
      category: "A domain.",
      specific: "Its place is ({mop_x}, {mop_y}).",
      evidence: "Something to see.",
    });
  });

  it("a missing task, with the line of tasks", () => {
    const text = GOOD.slice(0, GOOD.indexOf("  returning_shared_objects"));
    expect(problem(text)).toContain(
      'my/pack.yaml:3: task "returning_shared_objects" is missing (a pack has all 2 tasks)',
    );
  });

  it("a task that there is not, with its line and the closest name", () => {
    const message = problem(change("  road_crossing:", "  road_crosing:"));
    expect(message).toContain(
      'my/pack.yaml:4: there is no task "road_crosing"; did you mean "road_crossing"?',
    );
    expect(message).toContain('task "road_crossing" is missing');
  });

  it("an unknown slot, with its line and the closest name", () => {
    expect(problem(change("({mop_x}", "({mopx}"))).toContain(
      'my/pack.yaml:13: task "returning_shared_objects", specific: unknown slot {mopx}; this task has {mop_x}, {mop_y}; did you mean {mop_x}?',
    );
    expect(problem(change("A rule.", "A rule for your {elder}."))).toContain(
      'my/pack.yaml:7: task "road_crossing", specific: unknown slot {elder}; this task has none',
    );
  });

  it("an unknown key, with its line and the closest name", () => {
    expect(
      problem(
        change(
          "    category: A domain.\n    specific: A rule.",
          "    categry: A domain.\n    specific: A rule.",
        ),
      ),
    ).toContain(
      'my/pack.yaml:6: unknown key "categry" in tasks.road_crossing; did you mean "category"?',
    );
    expect(problem(`${GOOD}note: hello\n`)).toContain(
      'my/pack.yaml:17: unknown key "note" in the pack',
    );
  });

  it("a missing text, an empty one, and one that is no text", () => {
    expect(problem(change("    specific: A rule.\n", ""))).toContain(
      'my/pack.yaml:4: "specific" is missing in tasks.road_crossing',
    );
    expect(problem(change("A rule.", '"  "'))).toContain(
      'my/pack.yaml:7: task "road_crossing", specific: the text is empty',
    );
    expect(problem(change("A rule.", "[1, 2]"))).toMatch(
      /my\/pack\.yaml:7: tasks\.road_crossing\.specific: .*string/,
    );
  });

  it("a brace that is no slot", () => {
    expect(problem(change("A rule.", '"A {rule"'))).toContain(
      "a brace that opens or closes no {slot}",
    );
  });

  it("text that is no YAML, a doubled key, an empty file, a list", () => {
    expect(problem("tasks: [1, 2\nname: x")).toMatch(/my\/pack\.yaml:\d+: /);
    expect(
      problem(change("    specific: A rule.", "    goal: again\n    specific: A rule.")),
    ).toMatch(/my\/pack\.yaml:7: .*unique/i);
    expect(problem("")).toContain("my/pack.yaml:1: the pack");
    expect(problem("- a\n- b\n")).toContain("my/pack.yaml:1: the pack");
  });

  it("another schema version", () => {
    expect(problem(change("schemaVersion: 1", "schemaVersion: 2"))).toContain(
      "my/pack.yaml:1: schemaVersion",
    );
  });

  it("says all that is wrong at once, in the order of the file", () => {
    const message = problem(change("A rule.", "{a}").replace("A sight.", "{b}"));
    expect(message.split("\n")).toHaveLength(3);
    expect(message.indexOf("pack.yaml:7")).toBeLessThan(message.indexOf("pack.yaml:8"));
  });

  it("data without a file is checked in the same way", () => {
    expect(() =>
      cuePackFromData({ schemaVersion: 1, name: "x", tasks: {} }, "built in", KNOWN),
    ).toThrow(/built in: task "road_crossing" is missing/);
  });

  it("the hash looks at name and texts, not at file or layout", () => {
    const a = readCuePack(GOOD, "a.yaml", KNOWN);
    expect(cuePackHash(readCuePack(`# note\n${GOOD}`, "b.yaml", KNOWN))).toBe(cuePackHash(a));
    expect(cuePackHash(readCuePack(change("A rule.", "A rule!"), "a.yaml", KNOWN))).not.toBe(
      cuePackHash(a),
    );
    expect(cuePackHash(a)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("slots", () => {
  it("are found once each, and filled", () => {
    expect(slotsIn("{a} and {b_1} and {a}")).toEqual(["a", "b_1"]);
    expect(fillSlots("x = {a}, again {a}", { id: "e/1", slots: { a: "12" } })).toBe(
      "x = 12, again 12",
    );
  });

  it("without a value are an error that names episode and slot", () => {
    expect(() => fillSlots("{gone}", { id: "e/1", slots: {} })).toThrow(NormactError);
    expect(() => fillSlots("{gone}", { id: "e/1", slots: {} })).toThrow(/e\/1.*\{gone\}/);
  });
});

const PACK = readCuePack(GOOD, "my/pack.yaml", KNOWN);
const EPISODE = {
  id: "returning_shared_objects/004",
  task: "returning_shared_objects",
  slots: { mop_x: "10", mop_y: "-4.5" },
};

describe("cue conditions", () => {
  it("are six, two of which are made elsewhere", () => {
    expect(CUE_CONDITIONS).toEqual([
      "none",
      "category",
      "specific",
      "evidence",
      "rag",
      "generated",
    ]);
    expect(cueList(["all"]).map((c) => c.name)).toEqual([
      "none",
      "category",
      "specific",
      "evidence",
    ]);
  });

  it("give goal and cue", async () => {
    const texts = await Promise.all(
      cueList(["all"]).map((c) => c.compose({ pack: PACK, episode: EPISODE })),
    );
    expect(texts.map((t) => t.goal)).toEqual(Array(4).fill("Mop the floor."));
    expect(texts.map((t) => t.cue)).toEqual([
      null,
      "A domain.",
      "Its place is (10, -4.5).",
      "Something to see.",
    ]);
    expect(goalText(PACK, EPISODE)).toBe("Mop the floor.");
  });

  it("named wrongly: the closest name, exit 2", () => {
    for (const act of [() => cueCondition("evidnce"), () => cueList(["none", "evidnce"])]) {
      expect(act).toThrow(UsageError);
      expect(act).toThrow(/unknown cue "evidnce"\. Did you mean "evidence"\?/);
    }
  });

  it.each([
    ["rag", /make it with ragCondition/],
    ["generated", /make it with generatedCondition/],
  ])("%s: not handed over, exit 2", (name, says) => {
    try {
      cueList([name]);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      expect((error as UsageError).exitCode).toBe(2);
      expect((error as Error).message).toMatch(says);
    }
  });

  it("a list is kept in the registry's order, each once", () => {
    expect(cueList(["evidence", "none", "evidence"]).map((c) => c.name)).toEqual([
      "none",
      "evidence",
    ]);
  });

  it("one made elsewhere joins by one line", async () => {
    const registry = withCondition(CUE_REGISTRY, {
      name: "rag",
      label: "with hints",
      compose: ({ pack, episode }) => ({
        goal: goalText(pack, episode),
        cue: null,
        headHints: ["hint"],
      }),
    });
    expect(cueList(["all"], registry).map((c) => c.name)).toContain("rag");
    const text = await cueCondition("rag", registry).compose({ pack: PACK, episode: EPISODE });
    expect(text.headHints).toEqual(["hint"]);
    expect(registry).toHaveLength(CUE_REGISTRY.length);
    expect(() => cueCondition("rag")).toThrow(UsageError);
    const more = withCondition(CUE_REGISTRY, {
      name: "new",
      label: "",
      compose: () => ({ goal: "", cue: null }),
    });
    expect(more).toHaveLength(CUE_REGISTRY.length + 1);
  });
});

describe("cues/default.yaml", () => {
  it("is read with lines by the same reader and names every slot it uses", () => {
    const text = readFileSync("cues/default.yaml", "utf8");
    const ids = [...text.matchAll(/^ {2}(\w+):$/gm)].map((m) => m[1]!);
    const known = ids.map((id) => ({ id, slots: ["elder", "mop_x", "mop_y"] }));
    const pack = readCuePack(text, "cues/default.yaml", known);
    expect(Object.keys(pack.tasks)).toHaveLength(11);
    for (const cues of Object.values(pack.tasks)) {
      for (const line of Object.values(cues)) expect(line).toMatch(/^[A-Z].*[.?]$/);
    }
    expect(slotsIn(pack.tasks.returning_shared_objects!.specific)).toEqual(["mop_x", "mop_y"]);
    expect(slotsIn(pack.tasks.giving_priority_to_elder!.goal)).toEqual(["elder"]);
  });
});
