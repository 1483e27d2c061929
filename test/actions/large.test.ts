import { describe, expect, it } from "vitest";
import { LONGEST_ANSWER, PLAN_ERROR_CODES, parsePlan } from "../../src/actions/index.js";

/** With what stands round it just below what is read. */
const SIZE = LONGEST_ANSWER - 10_000;
const STEP = '{"think":"go","action":"move_to_object","parameters":{"object_id":"8"}}';

function filled(piece: string): string {
  return piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);
}

/** Texts that invite quadratic work or deep recursion. */
const HOSTILE: [name: string, text: string][] = [
  ...[
    "[",
    "{",
    "]",
    "[]",
    "[{",
    "[x",
    "[ ",
    '"',
    "'",
    "\\",
    '{"a":',
    '["a",',
    "[1,",
    "(",
    "[“",
    "<think>",
    "</think>",
    "<think></think>",
    "&lt;think&gt;",
    "<",
    "/*",
    "[//\n",
    '["//',
    "#",
    '["/*',
    "&quot;",
    "[{&quot;",
    '{\\"',
    "\u200b",
    "```",
    '[{"think": ...',
    '["</think>',
    '[{"</think>\n',
    '{"action":"rest"}\n',
    '[{"action":"rest"}]',
    '{"plan":[',
    '[{"a":"{"b":',
    "x\n[ ]",
  ].map((piece): [string, string] => [JSON.stringify(piece), filled(piece)]),
  ["brackets that close", "[".repeat(SIZE / 2) + "]".repeat(SIZE / 2)],
  ["quotes in a string", `[{"think":"${filled('a "b" ')}`],
  ["a long number", `[{"action":"turn_in_degree","parameters":{"degree":${filled("9")}}}]`],
  ["blanks between prose and brackets", `x${" ".repeat(SIZE / 2)}${filled("[] ").slice(SIZE / 2)}`],
  ["keys without end", `{${Array.from({ length: SIZE / 16 }, (_, i) => `"k${i}":{}`).join(",")}}`],
];

describe("more than is read", () => {
  it("is an error that names size and limit, at any length", () => {
    const rest = '[{"action":"rest"}]';
    expect(parsePlan(rest.padEnd(LONGEST_ANSWER)).ok).toBe(true);
    for (const length of [LONGEST_ANSWER + 1, 45_000_000])
      expect(parsePlan(rest.padEnd(length))).toEqual({
        ok: false,
        error: {
          code: "too_long",
          message: `the answer has ${length.toLocaleString("en-US")} characters; at most 1,000,000 are read`,
        },
      });
  });
});

describe("a million characters", () => {
  it.each(HOSTILE)("of %s end in an empty plan or an error", (_name, text) => {
    const result = parsePlan(text);
    if (result.ok) expect(result.actions).toEqual([]);
    else expect(PLAN_ERROR_CODES).toContain(result.error.code);
  });

  it("of thought before one step are read", () => {
    const think = "a".repeat(SIZE);
    const text = `[{"think":"${think}","action":"rest","parameters":{}}]`;
    const result = parsePlan(text);
    expect(result.ok && result.actions.length).toBe(1);
    expect(result.ok && result.actions[0]?.think === think).toBe(true);
  });

  it("of reasoning before a plan are skipped", () => {
    const result = parsePlan(`<think>${filled('[{"action": "x" ')}</think>[${STEP}]`);
    expect(result.ok && result.actions.length).toBe(1);
  });

  it("of prose before a plan are skipped", () => {
    const result = parsePlan(`${filled("I look around, and see nothing. ")}[${STEP}]`);
    expect(result.ok && result.actions.length).toBe(1);
  });

  it("of steps are a plan", () => {
    const count = Math.floor(SIZE / (STEP.length + 1));
    const result = parsePlan(`[${new Array(count).fill(STEP).join(",")}]`);
    expect(result.ok && result.actions.length).toBe(count);
  });
});
