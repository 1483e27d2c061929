import { readFileSync } from "node:fs";
import fc from "fast-check";
import { ACTIONS, type ArgumentType, type PlannedAction } from "../../src/actions/index.js";

/** The raw answers of the fixture. */
export const RAWS: string[] = readFileSync(
  new URL("../fixtures/plan_payloads.jsonl", import.meta.url),
  "utf8",
)
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => (JSON.parse(line) as { raw: string }).raw);

const number = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
  .map((value) => (value === 0 ? 0 : value));

const VALUES: Record<ArgumentType, fc.Arbitrary<unknown>> = {
  id: fc.integer({ min: 0, max: 999 }).map(String),
  location: fc.tuple(number, number, number),
  boolean: fc.boolean(),
  switch: fc.boolean(),
  hand: fc.constantFrom(0, 1),
  degrees: number,
  text: fc
    .string({ unit: "binary", minLength: 1 })
    .filter((text) => /\S/.test(text) && !/^[\s\u200b-\u200d\u0085\u2060]*$/.test(text)),
};

/** Any step in normal form. */
export const step: fc.Arbitrary<PlannedAction> = fc.constantFrom(...ACTIONS).chain((action) => {
  const shape = Object.fromEntries(action.arguments.map((a) => [a.name, VALUES[a.type]]));
  const required = action.arguments.filter((a) => a.required).map((a) => a.name);
  return fc.record({
    think: fc.string({ unit: "binary" }),
    action: fc.constant(action.name),
    parameters: fc
      .record(shape, { requiredKeys: action.needsOneOf ? undefined : required })
      .map((parameters) => ({ ...parameters }) as Record<string, unknown>),
  });
});

/** Any plan in normal form. */
export const plan: fc.Arbitrary<PlannedAction[]> = fc.array(step, { maxLength: 5 });

const PIECES = [
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  '"',
  "'",
  "\\",
  "“",
  "”",
  "，",
  "：",
  "\n",
  " ",
  "0",
  "7",
  "-",
  "null",
  "None",
  "true",
  "//",
  "/*",
  "*/",
  "#",
  "```",
  "```json\n",
  "<think>",
  "</think>",
  "&quot;",
  "[]",
  "{}",
  '"action"',
  '"parameters":{',
  '"rest"',
  "\u200b",
  "\ud800",
  "...",
  '\\"',
  "(",
  ")",
];

type Mutation = (text: string, at: number, span: number, piece: string, other: string) => string;

const MUTATIONS: Mutation[] = [
  (text, at, span) => text.slice(0, at) + text.slice(at + span),
  (text, at, _span, piece) => text.slice(0, at) + piece + text.slice(at),
  (text, at, span) => text.slice(0, at + span) + text.slice(at),
  (text, at, span, piece) => text.slice(0, at) + piece + text.slice(at + span),
  (text, at, _span, _piece, other) => text.slice(0, at) + other.slice(at),
  (text, at, _span, _piece, other) => text.slice(0, at) + other + text.slice(at),
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(at),
  (text) => `Here is the plan [as asked]:\n${text}\nGood luck {all}.`,
  (text) => `\`\`\`json\n${text}\n\`\`\``,
  (text, _at, _span, _piece, other) => `<think>${other}</think>${text}`,
  (text) => JSON.stringify(text),
  (text) => text.replaceAll('"', "'"),
  (text) => `{"plan":${text}}`,
];

/** A fixture's answer, mutated one to four times. */
export const mutated: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...RAWS),
    fc.array(
      fc.tuple(
        fc.constantFrom(...MUTATIONS),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...PIECES),
        fc.constantFrom(...RAWS),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([raw, changes]) =>
    changes.reduce(
      (text, [change, where, span, piece, other]) =>
        change(text, Math.floor(where * text.length), span, piece, other),
      raw,
    ),
  );
