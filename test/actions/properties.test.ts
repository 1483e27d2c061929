import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  PLAN_ERROR_CODES,
  type PlannedAction,
  parsePlan,
  planSchema,
  validateAction,
  validatePlan,
} from "../../src/actions/index.js";
import { ArrayNode, type Node, ObjectNode } from "../../src/actions/parse/node.js";
import { readWhole } from "../../src/actions/parse/reader.js";
import { mutated, plan, step } from "./arbitraries.js";

const codes: ReadonlySet<string> = new Set(PLAN_ERROR_CODES);

/** Well-formed, and stable when read again. */
function checkResult(text: string): void {
  const result = parsePlan(text);
  if (!result.ok) {
    expect(codes.has(result.error.code)).toBe(true);
    expect(result.error.message).not.toBe("");
    return;
  }
  expect(planSchema.safeParse(result.actions).success).toBe(true);
  expect(parsePlan(JSON.stringify(result.actions))).toEqual(result);
}

describe("whatever the text", () => {
  it("mutated answers give a valid plan or a code of the list", () => {
    fc.assert(fc.property(mutated, checkResult), { numRuns: 12_000, seed: 7 });
  });

  it("so does any string", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), checkResult), {
      numRuns: 2_000,
      seed: 8,
    });
  });

  it("and any JSON", () => {
    fc.assert(fc.property(fc.json({ maxDepth: 5 }), checkResult), { numRuns: 2_000, seed: 9 });
  });
});

describe("plans in normal form", () => {
  const valid = plan.filter((actions) => planSchema.safeParse(actions).success);

  it("read as they are, compact and indented", () => {
    fc.assert(
      fc.property(valid, fc.constantFrom(undefined, 1, "\t"), (actions, indent) => {
        expect(parsePlan(JSON.stringify(actions, null, indent))).toEqual({ ok: true, actions });
      }),
      { numRuns: 1_500, seed: 1 },
    );
  });

  it("read the same in a fence, in prose, in a wrapper, after reasoning, encoded", () => {
    const wraps = [
      (text: string) => `\`\`\`json\n${text}\n\`\`\``,
      (text: string) => `I will do this:\n\n${text}`,
      (text: string) => `{"plan":${text}}`,
      (text: string) => `<think>maybe ${text}</think>\n${text}`,
      (text: string) => JSON.stringify(text),
    ];
    fc.assert(
      fc.property(valid, fc.constantFrom(...wraps), (actions, wrap) => {
        expect(parsePlan(wrap(JSON.stringify(actions)))).toEqual({ ok: true, actions });
      }),
      { numRuns: 1_500, seed: 2 },
    );
  });

  it("are accepted as values too", () => {
    fc.assert(
      fc.property(valid, (actions) => {
        expect(validatePlan(actions)).toEqual({ ok: true, actions });
        expect(validatePlan({ plan: actions })).toEqual({ ok: true, actions });
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  it("each step alone is accepted as a value exactly when its schema accepts it", () => {
    fc.assert(
      fc.property(step, (action) => {
        expect(validateAction(action).ok).toBe(planSchema.safeParse([action]).success);
      }),
      { numRuns: 1_000, seed: 4 },
    );
  });
});

describe("a plan that was cut off", () => {
  const long = fc
    .array(step, { minLength: 2, maxLength: 4 })
    .filter((actions) => planSchema.safeParse(actions).success);

  /** Offsets at which each step's text ends within the plan's text. */
  function ends(actions: PlannedAction[]): number[] {
    let at = 0;
    return actions.map((action) => {
      at += 1 + JSON.stringify(action).length;
      return at;
    });
  }

  it("is not run when the cut is inside a step; between steps only closers may lack", () => {
    fc.assert(
      fc.property(long, fc.double({ min: 0, max: 1, noNaN: true }), (actions, where) => {
        const text = JSON.stringify(actions);
        const cut = Math.floor(where * (text.length - 1));
        const result = parsePlan(text.slice(0, cut));
        const complete = ends(actions).indexOf(cut) + 1;
        if (complete > 0) expect(result).toEqual({ ok: true, actions: actions.slice(0, complete) });
        else expect(result.ok).toBe(false);
      }),
      { numRuns: 4_000, seed: 5 },
    );
  });

  it("is not run from the middle either", () => {
    fc.assert(
      fc.property(long, fc.double({ min: 0, max: 1, noNaN: true }), (actions, where) => {
        const text = JSON.stringify(actions.map((a) => ({ ...a, think: "plain words" })));
        const starts = actions.map((_, i) => text.indexOf('{"think"', i));
        const from = 2 + Math.floor(where * (text.length - 3));
        const result = parsePlan(text.slice(from));
        const lastStep = text.lastIndexOf('{"think"');
        if (from < lastStep && !starts.includes(from) && text[from] !== "{" && text[from] !== ",")
          expect(result.ok).toBe(false);
      }),
      { numRuns: 2_000, seed: 6 },
    );
  });
});

describe("one character of the structure changed", () => {
  const actions: PlannedAction[] = [
    {
      think: 'take it, then "go"',
      action: "move_and_take_object",
      parameters: { object_id: "7", which_hand: 1 },
    },
    {
      think: "it's fine",
      action: "speak_to",
      parameters: { target_id: "2", content: "Is this (or that) yours, Ann?" },
    },
    {
      think: "",
      action: "put_down_to_location",
      parameters: { which_hand: 1, target_location: [1, 2, 3], container_id: "4" },
    },
    { think: "done", action: "rest", parameters: {} },
  ];
  const texts = [JSON.stringify(actions), `Sure:\n${JSON.stringify(actions, null, 2)}\nBye.`];

  /** Offsets outside of strings (the opening quote counts as outside). */
  function outside(text: string): number[] {
    const strings = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)];
    const inside = (at: number) =>
      strings.some(({ index, 0: s }) => at > index && at < index + s.length);
    return [...text].map((_, i) => i).filter((i) => !inside(i));
  }

  function edits(text: string, at: number): string[] {
    const before = text.slice(0, at);
    const after = text.slice(at);
    const marks = [...'[]{},:"'];
    const inserted = marks.map((mark) => before + mark + after);
    if (!marks.includes(text[at] as string)) return inserted;
    return [
      ...inserted,
      before + after.slice(1),
      ...marks.map((mark) => before + mark + after.slice(1)),
    ];
  }

  it.each(texts)("gives the same plan or none (%#)", (text) => {
    const does = (list: PlannedAction[]) =>
      list.map(({ action, parameters }) => [action, parameters]);
    const others = outside(text)
      .flatMap((at) => edits(text, at))
      .map((edited) => ({ edited, result: parsePlan(edited) }))
      .filter(
        ({ result }) =>
          result.ok && JSON.stringify(does(result.actions)) !== JSON.stringify(does(actions)),
      );
    expect(others.map(({ edited }) => edited)).toEqual([]);
  });
});

describe("the reader", () => {
  function plain(node: Node): unknown {
    if (node instanceof ArrayNode) return node.items.map(plain);
    if (node instanceof ObjectNode)
      return Object.fromEntries(
        node.keys.names.map((key, i) => [key, plain(node.values[i] as Node)]),
      );
    return node;
  }

  it("reads valid JSON as JSON.parse does", () => {
    const json = fc
      .tuple(fc.jsonValue({ maxDepth: 5, stringUnit: "binary" }), fc.constantFrom(undefined, 2))
      .map(([value, indent]) => JSON.stringify([value], null, indent));
    fc.assert(
      fc.property(json, (text) => {
        const node = readWhole(text);
        expect(node).toBeDefined();
        expect(JSON.stringify(plain(node as Node))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 4_000, seed: 10 },
    );
  });
});
