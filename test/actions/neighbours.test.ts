import { describe, expect, it } from "vitest";
import { type PlanErrorCode, parsePlan, planSchema } from "../../src/actions/index.js";

/** Neighbours of the payloads in test/fixtures, family by family. */

const GO = '{"think":"a","action":"move_to_object","parameters":{"object_id":"8"}}';
const REST = '{"think":"b","action":"rest","parameters":{}}';
const go = { think: "a", action: "move_to_object", parameters: { object_id: "8" } };
const rest = { think: "b", action: "rest", parameters: {} };

type Case = [name: string, raw: string, expected: unknown[] | PlanErrorCode];

function check(cases: Case[]): void {
  it.each(cases)("%s", (_name, raw, expected) => {
    const result = parsePlan(raw);
    if (typeof expected === "string") {
      expect(result).toMatchObject({ ok: false, error: { code: expected } });
    } else {
      expect(result).toEqual({ ok: true, actions: expected });
      expect(planSchema.safeParse(expected).success).toBe(true);
    }
  });
}

/** A plan of one step with these parameters as written. */
function raw(action: string, parameters: string): string {
  return `[{"think":"","action":"${action}","parameters":${parameters}}]`;
}

function step(action: string, parameters: Record<string, unknown>): unknown[] {
  return [{ think: "", action, parameters }];
}

describe("clean plans", () => {
  check([
    ["two steps", `[${GO},${REST}]`, [go, rest]],
    ["blanks everywhere", ` [ ${GO} ,\r\n\t${REST} ] `, [go, rest]],
    ["an empty plan", "[]", []],
    ["an empty plan with blanks", "[ \n ]\n", []],
    ["no think", '[{"action":"rest","parameters":{}}]', [{ ...rest, think: "" }]],
    ["no parameters", '[{"think":"b","action":"rest"}]', [rest]],
    [
      "a lone surrogate",
      raw("speak_to", '{"target_id":"2","content":"\\ud800x"}'),
      step("speak_to", { target_id: "2", content: "\ud800x" }),
    ],
    [
      "entities in speech",
      raw("speak_to", '{"target_id":"2","content":"A &quot;B&quot; &amp; C"}'),
      step("speak_to", { target_id: "2", content: "A &quot;B&quot; &amp; C" }),
    ],
    [
      "blanks around speech",
      raw("speak_to", '{"target_id":"2","content":" hey\\n"}'),
      step("speak_to", { target_id: "2", content: " hey\n" }),
    ],
    [
      "a tag in a thought",
      '[{"think":"<think>x","action":"rest","parameters":{}}]',
      [{ ...rest, think: "<think>x" }],
    ],
    [
      "prototype keys",
      '[{"think":"b","action":"rest","__proto__":{"x":1},"parameters":{"__proto__":1,"constructor":2}}]',
      [rest],
    ],
    [
      "a deep extra",
      `[{"think":"b","x":${"[".repeat(300)}${"]".repeat(300)},"action":"rest","parameters":{}}]`,
      [rest],
    ],
  ]);
});

describe("transport", () => {
  check([
    ["a fence with a language", `\`\`\`json\n[${GO}]\n\`\`\``, [go]],
    ["a fence with CRLF", `\`\`\`JSON5\r\n[${GO}]\r\n\`\`\`\r\n`, [go]],
    ["tildes", `~~~\n[${GO}]\n~~~`, [go]],
    ["prose, fence, prose", `Sure!\n\`\`\`json\n[${GO}]\n\`\`\`\nDone {as asked}.`, [go]],
    ["an assignment", `plan = [${GO}];`, [go]],
    ["LaTeX", `\\boxed{[${GO}]}`, [go]],
    ["a half-open interval before", `In [0, 5) I go. [${GO}]`, [go]],
    ["smileys", `:] [${GO}] :]`, [go]],
    ["a list of objects before", `I see [{"id":"3","name":"chair"}].\n[${GO}]`, [go]],
    [
      "the format repeated with dots",
      `Format: [{"think": ..., "action": ..., "parameters": {...}}]\n[${GO}]`,
      [go],
    ],
    [
      "the format repeated with words",
      `Format: [{"think":"why","action":"action name","parameters":{}}]\n[${GO}]`,
      [go],
    ],
    ["only the format", '[{"think": ..., "action": ...}]', "malformed"],
    ["a closed think", `<think>hm</think>\n\n[${GO}]`, [go]],
    ["a draft in a think", `<think>hm [${REST}]</think>[${GO}]`, [go]],
    ["a broken draft in a think", `<think>hm [{"action":"re</think>[${GO}]`, [go]],
    ["no opening tag", `hm [${REST}]</think>[${GO}]`, [go]],
    ["no opening tag, broken draft", `hm [{"think":"draft cut </think>[${GO}]`, [go]],
    ["no opening tag, broken draft, new line", `so [{"action": hm\n</think>\n\n[${GO}]`, [go]],
    ["two opening tags", `<think>\n<think>\nx</think>[${GO}]`, [go]],
    ["nested tags", `<think>a<think>b</think> [${REST}]</think>[${GO}]`, [go]],
    ["nested tags, outer open", `<think>a <think>b</think> [${REST}]`, "no_plan"],
    ["thinking and answer tags", `<thinking>a [${REST}]</thinking><answer>[${GO}]</answer>`, [go]],
    ["reasoning tag unclosed", `<reasoning>[${REST}]`, "no_plan"],
    ["escaped tags", `&lt;think&gt;[${REST}]&lt;/think&gt;[${GO}]`, [go]],
    [
      "channels",
      `<|channel|>analysis<|message|>[${REST}]<|end|><|start|>assistant<|channel|>final<|message|>[${GO}]`,
      [go],
    ],
    ["[THINK]", `[THINK]maybe [${REST}][/THINK][${GO}]`, [go]],
    ["the plan inside the reasoning only", `<think>[${GO}]</think>`, "no_plan"],
    ["a closing tag at the end", `[${GO}]</think>`, "no_plan"],
    [
      "a tag in a string, prose around",
      'So: [{"think":"</think>[]","action":"rest","parameters":{}}]',
      [{ ...rest, think: "</think>[]" }],
    ],
    [
      "no salvage behind a tag in a broken string",
      `[{"think":"<think>x</think> say "a", b","action":"rest","parameters":{}},${GO}]`,
      "malformed",
    ],
    ["end-of-text token", `[${GO}]<|im_end|>`, [go]],
    [
      "tool-call tags",
      `<tool_call>\n${GO}\n</tool_call>\n<tool_call>\n${REST}\n</tool_call>`,
      [go, rest],
    ],
    ["numeric entities", `[${GO}]`.replaceAll('"', "&#34;"), [go]],
    ["entities, cut", `[${GO}`.replaceAll('"', "&quot;").slice(0, -9), "truncated"],
    ["a JSON string in a fence", `\`\`\`\n${JSON.stringify(`[${GO}]`)}\n\`\`\``, [go]],
    ["a JSON string with a think", JSON.stringify(`<think>a</think>[${GO}]`), [go]],
    ["encoded three times", JSON.stringify(JSON.stringify(`[${GO}]`)), "no_plan"],
    ["escaped without quotes around", JSON.stringify(`[${GO}]`).slice(1, -1), [go]],
    ["escaped, cut", JSON.stringify(`[${GO}]`).slice(0, -30), "truncated"],
    ["prefilled bracket", `${GO},\n${REST}]`, [go, rest]],
    ["prefilled brace", `"plan": [${GO}]\n}`, [go]],
    ["front cut off inside a step", `ject_id":"7"}},${GO}]`, "malformed"],
  ]);
});

describe("shape", () => {
  check([
    ["a single object", GO, [go]],
    ["wrapper plan", `{"plan":[${GO}]}`, [go]],
    ["wrapper steps", `{"steps":[${GO},${REST}]}`, [go, rest]],
    ["wrapper around one object", `{"plan":${GO}}`, [go]],
    ["wrapper in a wrapper", `{"response":{"plan":[${GO}]}}`, [go]],
    ["wrapper in a list", `[{"plan":[${GO},${REST}]}]`, [go, rest]],
    ["wrapper holding a JSON string", JSON.stringify({ plan: `[${GO}]` }), [go]],
    ["wrapper with an empty plan", '{"plan":[]}', []],
    ["wrapper with think", `{"think":"t","action":[${GO}]}`, [go]],
    ["words in one key, steps in another", `{"plan":["go","rest"],"actions":[${REST}]}`, [rest]],
    ["two wrappers that differ", `{"plan":[${REST}],"actions":[${GO}]}`, "ambiguous_plans"],
    ["two wrappers that agree", `{"plan":[${GO}],"actions":[${GO}]}`, [go]],
    ["an unknown wrapper", `{"rejected":[${GO}]}`, "no_plan"],
    ["words only", '{"plan":["go to the door","knock"]}', "item_not_object"],
    ["numbered steps", `{"step_1":${GO},"step_2":${REST}}`, [go, rest]],
    ["two plans, the same", `[${GO}]\n\n[${GO}]`, [go]],
    ["two plans, other thoughts", `[${GO}]\n\n[${GO.replace('"a"', '"z"')}]`, [go]],
    ["two plans that differ", `[${GO}]\nor\n[${REST}]`, "ambiguous_plans"],
    ["a plan and a bad one", `[${GO}]\nor\n[{"action":"fly"}]`, "unknown_action"],
    ["objects in a row", `${REST}\n${REST}`, [rest, rest]],
    ["objects with commas", `${GO},${REST}`, [go, rest]],
    ["a numbered list", `1. ${GO}\n2. ${REST}`, [go, rest]],
    ["step headings", `**Step 1:** ${GO}\n**Step 2:** ${REST}`, [go, rest]],
    ["a correction", `${GO}\nNo, rather:\n${REST}`, "ambiguous_plans"],
    ["an object repeated", `${GO}\nFinal answer:\n${GO}`, [go]],
    ["an empty plan in a fence", "```json\n[]\n```", []],
    ["an empty plan after prose", "Nothing is left to do.\n\n[]", []],
    ["an empty list in a sentence", "I hold [] and go on.", "no_plan"],
    ["an empty list beside a plan", `The list [] is empty. [${GO}]`, [go]],
    ["an empty plan beside a plan", `[]\n[${GO}]`, [go]],
    ["a check box", "- [ ] go", "no_plan"],
    ["an empty object", "{}", "no_plan"],
    ["null among steps", `[${GO},null]`, "item_not_object"],
    ["a number among steps", `[1,${GO}]`, "item_not_object"],
    ["strings only", '["rest"]', "item_not_object"],
    ["nested too deep", `[[[${GO}]]]`, "item_not_object"],
    ["null", "null", "no_plan"],
    ["a number", "42", "no_plan"],
    ["a string", '"hello"', "no_plan"],
    ["flat parameters", '[{"think":"a","action":"move_to_object","object_id":"8"}]', [go]],
    [
      "flat beside parameters",
      '[{"action":"move_and_take_object","object_id":"8","parameters":{"which_hand":1}}]',
      step("move_and_take_object", { object_id: "8", which_hand: 1 }),
    ],
    [
      "flat against parameters",
      '[{"action":"move_to_object","object_id":"8","parameters":{"object_id":"9"}}]',
      "conflicting_keys",
    ],
    ["a step's number is no id", '[{"id":1,"action":"move_to_object"}]', "missing_parameter"],
    [
      "name and arguments",
      '[{"name":"move_to_object","arguments":{"object_id":8}}]',
      step("move_to_object", { object_id: "8" }),
    ],
    [
      "arguments as a string",
      '[{"name":"move_to_object","arguments":"{\\"object_id\\":8}"}]',
      step("move_to_object", { object_id: "8" }),
    ],
    [
      "a tool call",
      '{"tool_calls":[{"type":"function","function":{"name":"rest","arguments":"{}"}}]}',
      step("rest", {}),
    ],
    [
      "action as an object",
      '[{"think":"a","action":{"name":"move_to_object","parameters":{"object_id":"8"}}}]',
      [go],
    ],
    [
      "action and name that differ",
      '[{"action":"rest","name":"open_door","parameters":{}}]',
      "conflicting_keys",
    ],
    [
      "action and an unrelated name",
      '[{"think":"b","action":"rest","name":"pause","parameters":{}}]',
      [rest],
    ],
    ["action as a key, with think", '[{"think":"a","move_to_object":{"object_id":"8"}}]', [go]],
    ["action as a key, null", '[{"think":"b","rest":null}]', [rest]],
    ["two actions as keys", '[{"move_to_object":{"object_id":"6"},"rest":{}}]', "conflicting_keys"],
    [
      "capital keys",
      '[{"Think":"a","Action":"move_to_object","Parameters":{"Object_ID":"8"}}]',
      [go],
    ],
    ["thought", '[{"thought":"b","action":"rest","parameters":{}}]', [rest]],
    [
      "think that is a list",
      '[{"think":["x", 1],"action":"rest","parameters":{}}]',
      [{ ...rest, think: '["x", 1]' }],
    ],
    ["think null", '[{"think":null,"action":"rest","parameters":{}}]', [{ ...rest, think: "" }]],
  ]);
});

describe("syntax", () => {
  check([
    [
      "single quotes, apostrophe escaped",
      "[{'think': 'I don\\'t', 'action': 'rest', 'parameters': {}}]",
      [{ ...rest, think: "I don't" }],
    ],
    [
      "single quotes, apostrophe",
      "[{'think': 'the students' cat doesn't', 'action': 'rest', 'parameters': {}}]",
      [{ ...rest, think: "the students' cat doesn't" }],
    ],
    [
      "mixed quotes",
      "[{'think': \"I don't\", 'action': 'rest', 'parameters': {}}]",
      [{ ...rest, think: "I don't" }],
    ],
    ["None", "[{'think': None, 'action': 'rest', 'parameters': None}]", [{ ...rest, think: "" }]],
    ["bare keys", '[{think:"b",action:"rest",parameters:{},},]', [rest]],
    [
      "JSON5 numbers",
      '[{action:"turn_in_degree",parameters:{degree:+90.,}}]',
      step("turn_in_degree", { degree: 90 }),
    ],
    [
      "hexadecimal id",
      raw("move_to_object", "{object_id:0x10}"),
      step("move_to_object", { object_id: "16" }),
    ],
    [
      "a tuple",
      raw("look_at_location", '{"target_location":(1, 2, 3.5)}'),
      step("look_at_location", { target_location: [1, 2, 3.5] }),
    ],
    ["hash comments", `[ # first\n${GO}, # then\n${REST}]`, [go, rest]],
    [
      "a comment after a string",
      '[{"think":"b" /* why */,"action":"rest","parameters":{}}]',
      [rest],
    ],
    [
      "raw line break and tab",
      '[{"think":"x\ny\tz","action":"rest","parameters":{}}]',
      [{ ...rest, think: "x\ny\tz" }],
    ],
    [
      "control characters",
      '[{"think":"x\u0000\u001f","action":"rest","parameters":{}}]',
      [{ ...rest, think: "x\u0000\u001f" }],
    ],
    [
      "Markdown's escaped underscores",
      '[{"think":"b","action":"rest","parameters":{}, "x":"a\\_b"}]',
      [rest],
    ],
    [
      "an unknown escape is text",
      raw("speak_to", '{"target_id":"2","content":"C:\\dir"}'),
      step("speak_to", { target_id: "2", content: "C:\\dir" }),
    ],
    [
      "quotes at both ends",
      raw("speak_to", '{"target_id":"2","content":""Hi" and "Bob""}'),
      step("speak_to", { target_id: "2", content: '"Hi" and "Bob"' }),
    ],
    [
      "inches",
      raw("speak_to", '{"target_id":"2","content":"a 5" screen"}'),
      step("speak_to", { target_id: "2", content: 'a 5" screen' }),
    ],
    [
      "quotes in Chinese",
      raw("speak_to", '{"target_id":"2","content":"请问"书"，可以借吗？"}'),
      step("speak_to", { target_id: "2", content: '请问"书"，可以借吗？' }),
    ],
    [
      "a quote opened, not closed",
      raw("speak_to", '{"target_id":"2","content":"He said "hi"}'),
      "malformed",
    ],
    [
      "a quote before a comma",
      raw("speak_to", '{"content":"say "hi", now","target_id":"2"}'),
      "malformed",
    ],
    [
      "a quote before a colon",
      raw("speak_to", '{"target_id":"2","content":"x "yes": no"}'),
      "malformed",
    ],
    [
      "a quote before a bracket",
      raw("speak_to", '{"target_id":"2","content":"the "A"] sign"}'),
      "malformed",
    ],
    [
      "curly with full-width punctuation",
      "[{“think”：“b”，“action”：“rest”，“parameters”：{}}]",
      [rest],
    ],
    ["full-width brackets", '［｛"think"："b"，"action"："rest"，"parameters"：｛｝｝］', [rest]],
    ["single curly quotes", "[{‘think’:‘b’,‘action’:‘rest’,‘parameters’:{}}]", [rest]],
    [
      "straight quotes in curly ones",
      '[{“think”:“the "x", then”,“action”:“rest”,“parameters”:{}}]',
      [{ ...rest, think: 'the "x", then' }],
    ],
    [
      "parameters in quotes, not escaped",
      '[{"think":"","action":"interact","parameters":"{"object_id": "6", "new_object_state": false}"}]',
      step("interact", { object_id: "6", new_object_state: false }),
    ],
    [
      "parameters as a Python string",
      raw("interact", "\"{'object_id': '6', 'new_object_state': False}\""),
      step("interact", { object_id: "6", new_object_state: false }),
    ],
    [
      "parameters as a broken string",
      raw("interact", '"{\\"object_id\\": \\"6\\""'),
      "bad_parameter",
    ],
    ["no comma between steps", `[${GO}\n${REST}]`, [go, rest]],
    ["no comma between strings", '[{"think":"b" "action":"rest"}]', "malformed"],
    ["a comma too many", `[${GO},,${REST}]`, "malformed"],
    ["a comma first", `[,${GO}]`, "malformed"],
    ["a bracket too many", `[${GO}]]`, [go]],
    ["a brace too many at the end", `[${GO}}]`, [go]],
    ["a brace too many amid steps", `[${GO}}, ${REST}]`, "malformed"],
    ["a brace missing at the end", `[${GO.slice(0, -1)}]`, [go]],
    ["a brace missing amid steps", `[${GO.slice(0, -1)},${REST}]`, "malformed"],
    [
      "an unquoted sentence",
      `[{"think": go there,"action":"rest","parameters":{}},${GO}]`,
      "malformed",
    ],
    ["a colon missing", `[{"think" "go","action":"rest","parameters":{}},${GO}]`, "malformed"],
    ["an ellipsis among steps", `[${GO}, ...]`, "malformed"],
    ["the list's end missing", `[${GO},${REST}`, [go, rest]],
    ["the wrapper's end missing", `{"plan":[${GO}]`, [go]],
    ["both ends missing", `{"plan":[${GO}`, [go]],
    ["the list's end missing in a fence", `\`\`\`json\n[${GO}\n\`\`\``, [go]],
    ["cut after a comma", `[${GO},`, "truncated"],
    ["cut before a step's end", `[${GO.slice(0, -1)}`, "truncated"],
    ["cut after a value", `[${GO.slice(0, -2)}`, "truncated"],
    ["cut in a number", '[{"action":"turn_in_degree","parameters":{"degree":9', "truncated"],
    ["cut in a key", `[${GO},{"thi`, "truncated"],
    ["cut in a single object", GO.slice(0, -3), "truncated"],
    ["cut in a row of objects", `${GO}\n${REST.slice(0, 20)}`, "truncated"],
    ["cut at once", '[{"', "truncated"],
    ["prose where the end should be", `[${GO}\n\nHope this helps`, "malformed"],
    ["nested beyond reason", "[".repeat(5000) + "]".repeat(5000), "malformed"],
    [
      "keys twice, the same",
      raw("move_to_object", '{"object_id":"7","object_id":7}'),
      step("move_to_object", { object_id: "7" }),
    ],
    [
      "keys twice, one null",
      raw("move_to_object", '{"object_id":null,"object_id":"9"}'),
      step("move_to_object", { object_id: "9" }),
    ],
    [
      "keys twice in other spelling",
      raw("move_to_object", '{"object_id":"7","objectId":"9"}'),
      "conflicting_keys",
    ],
    [
      "action twice",
      '[{"action":"rest","action":"knock_door","parameters":{}}]',
      "conflicting_keys",
    ],
    [
      "action twice, the same",
      '[{"think":"b","action":"rest","action":"Rest","parameters":{}}]',
      [rest],
    ],
    [
      "parameters twice",
      '[{"action":"rest","parameters":{},"parameters":{"a":1}}]',
      "conflicting_keys",
    ],
    [
      "think twice",
      '[{"think":"a","think":"b","action":"rest","parameters":{}}]',
      "conflicting_keys",
    ],
    ["an ignored key twice", '[{"think":"b","x":1,"x":2,"action":"rest","parameters":{}}]', [rest]],
  ]);
});

describe("schema: ids, text, hands, states", () => {
  check([
    [
      "float without a fraction",
      raw("move_to_object", '{"object_id":7.0}'),
      step("move_to_object", { object_id: "7" }),
    ],
    ["float with a fraction", raw("move_to_object", '{"object_id":7.5}'), "bad_parameter"],
    [
      "negative",
      raw("move_to_object", '{"object_id":-3}'),
      step("move_to_object", { object_id: "-3" }),
    ],
    [
      "beyond safe integers",
      raw("move_to_object", '{"object_id":9007199254740993}'),
      "bad_parameter",
    ],
    ["boolean id", raw("move_to_object", '{"object_id":true}'), "bad_parameter"],
    ["list id", raw("move_to_object", '{"object_id":["7"]}'), "bad_parameter"],
    [
      "blanks around an id",
      raw("move_to_object", '{"object_id":" 7 "}'),
      step("move_to_object", { object_id: "7" }),
    ],
    ["empty id", raw("move_to_object", '{"object_id":""}'), "missing_parameter"],
    ["null id", raw("move_to_object", '{"object_id":null}'), "missing_parameter"],
    [
      "camel case",
      raw("move_to_object", '{"objectId":"7"}'),
      step("move_to_object", { object_id: "7" }),
    ],
    [
      "target for an object",
      raw("move_to_object", '{"target":"7"}'),
      step("move_to_object", { object_id: "7" }),
    ],
    [
      "a door by object_id",
      raw("open_door", '{"object_id":"4"}'),
      step("open_door", { component_id: "4" }),
    ],
    [
      "a knock by component_id",
      raw("knock_door", '{"component_id":"4"}'),
      step("knock_door", { object_id: "4" }),
    ],
    [
      "a stain by object_id",
      raw("mop_floor", '{"object_id":"4"}'),
      step("mop_floor", { dirt_id: "4" }),
    ],
    [
      "a person by target",
      raw("speak_to", '{"target":"Ann","message":"hey"}'),
      step("speak_to", { target_id: "Ann", content: "hey" }),
    ],
    [
      "two aliases that differ",
      raw("move_to_object", '{"target_id":"4","id":"5"}'),
      "conflicting_keys",
    ],
    [
      "an alias beside the name",
      raw("move_to_object", '{"object_id":"4","target":"the door"}'),
      step("move_to_object", { object_id: "4" }),
    ],
    ["extra parameters", raw("rest", '{"duration":5,"object_id":null}'), step("rest", {})],
    ["undeclared id", raw("eat_or_drink", '{"object_id":"4"}'), step("eat_or_drink", {})],
    ["empty speech", raw("speak_to", '{"target_id":"2","content":""}'), "missing_parameter"],
    ["blank speech", raw("speak_to", '{"target_id":"2","content":" \\n"}'), "missing_parameter"],
    ["a number as speech", raw("speak_to", '{"target_id":"2","content":5}'), "bad_parameter"],
    ["a list as speech", raw("speak_to", '{"target_id":"2","content":["hi"]}'), "bad_parameter"],
    ["hand -1", raw("eat_or_drink", '{"which_hand":-1}'), "bad_parameter"],
    ["hand '-1'", raw("eat_or_drink", '{"which_hand":"-1"}'), "bad_parameter"],
    ["hand 0.5", raw("eat_or_drink", '{"which_hand":0.5}'), "bad_parameter"],
    ["both hands", raw("eat_or_drink", '{"which_hand":"both"}'), "bad_parameter"],
    ["a boolean hand", raw("eat_or_drink", '{"which_hand":true}'), "bad_parameter"],
    [
      "hand 1.0",
      raw("eat_or_drink", '{"which_hand":1.0}'),
      step("eat_or_drink", { which_hand: 1 }),
    ],
    [
      "LEFT_HAND",
      raw("eat_or_drink", '{"which_hand":"LEFT_HAND"}'),
      step("eat_or_drink", { which_hand: 1 }),
    ],
    ["hand: none", raw("eat_or_drink", '{"which_hand":"none"}'), step("eat_or_drink", {})],
    [
      "hand by alias",
      raw("eat_or_drink", '{"hand":"right"}'),
      step("eat_or_drink", { which_hand: 0 }),
    ],
    [
      "state maybe",
      raw("interact", '{"object_id":"1","new_object_state":"maybe"}'),
      "bad_parameter",
    ],
    ["state 2", raw("interact", '{"object_id":"1","new_object_state":2}'), "bad_parameter"],
    [
      "state OFF",
      raw("interact", '{"object_id":"1","new_object_state":"OFF"}'),
      step("interact", { object_id: "1", new_object_state: false }),
    ],
    [
      "state Open",
      raw("interact", '{"object_id":"1","new_object_state":"Open"}'),
      step("interact", { object_id: "1", new_object_state: true }),
    ],
    ["no state", raw("interact", '{"object_id":"1"}'), "missing_parameter"],
    [
      "cancel 'True'",
      raw("look_at_object", '{"object_id":"1","is_cancel":"True"}'),
      step("look_at_object", { object_id: "1", is_cancel: true }),
    ],
    [
      "cancel 0",
      raw("look_at_object", '{"object_id":"1","is_cancel":0}'),
      step("look_at_object", { object_id: "1", is_cancel: false }),
    ],
    ["cancel off", raw("look_at_object", '{"object_id":"1","is_cancel":"off"}'), "bad_parameter"],
  ]);
});

describe("schema: degrees and locations", () => {
  const turned = (degree: number): unknown[] => step("turn_in_degree", { degree });
  const put = (parameters: Record<string, unknown>): unknown[] =>
    step("put_down_to_location", parameters);
  const at = (location: string): string =>
    raw("put_down_to_location", `{"target_location":${location}}`);
  const there = put({ target_location: [1, -2, 3.5] });
  check([
    ["a numeric string", raw("turn_in_degree", '{"degree":"-90"}'), turned(-90)],
    ["with a sign", raw("turn_in_degree", '{"degree":"+45.5"}'), turned(45.5)],
    ["with its unit", raw("turn_in_degree", '{"degree":"90 degrees"}'), turned(90)],
    ["with a degree sign", raw("turn_in_degree", '{"degree":"90°"}'), turned(90)],
    ["angle", raw("turn_in_degree", '{"angle":30}'), turned(30)],
    ["minus zero", raw("turn_in_degree", '{"degree":-0}'), turned(0)],
    ["a word", raw("turn_in_degree", '{"degree":"left"}'), "bad_parameter"],
    ["words after", raw("turn_in_degree", '{"degree":"90 to the left"}'), "bad_parameter"],
    ["NaN", raw("turn_in_degree", '{"degree":NaN}'), "bad_parameter"],
    ["too large", raw("turn_in_degree", '{"degree":1e999}'), "bad_parameter"],
    ["boolean degree", raw("turn_in_degree", '{"degree":true}'), "bad_parameter"],
    ["no degree", raw("turn_in_degree", "{}"), "missing_parameter"],
    ["a list", at("[1,-2,3.5]"), there],
    ["numeric strings", at('["1","-2","3.5"]'), there],
    ["capital axes", at('{"X":1,"Y":-2,"Z":3.5}'), there],
    ["small axes, mixed", at('{"z":"3.5","y":-2,"x":1,"note":"rack"}'), there],
    ["a list as text", at('"[1, -2, 3.5]"'), there],
    ["a tuple as text", at('"(1,-2,3.5)"'), there],
    ["an object as text", at('"{\\"X\\":1,\\"Y\\":-2,\\"Z\\":3.5}"'), there],
    ["an object in quotes, not escaped", at('"{"X":1,"Y":-2,"Z":3.5}"'), there],
    ["Unreal's form", at('"X=1.000 Y=-2.000 Z=3.500"'), there],
    ["Unreal's form in brackets", at('"(X=1.000,Y=-2.000,Z=3.500)"'), there],
    ["with colons", at('"x: 1, y: -2, z: 3.5"'), there],
    ["with commas", at('"1, -2, 3.5"'), there],
    ["with blanks", at('" 1 -2 3.5 "'), there],
    ["two numbers", at("[1,2]"), "bad_parameter"],
    ["four numbers", at("[1,2,3,4]"), "bad_parameter"],
    ["a null in it", at("[1,2,null]"), "bad_parameter"],
    ["no height", at('{"x":1,"y":2}'), "bad_parameter"],
    ["axes as text, one missing", at('"X=1 Y=2 3"'), "bad_parameter"],
    ["a name", at('"the rack"'), "bad_parameter"],
    ["NaN in it", at("[1,2,NaN]"), "bad_parameter"],
    ["an axis twice", at('{"X":1,"x":2,"y":1,"z":1}'), "conflicting_keys"],
    [
      "axes as parameters",
      raw("look_at_location", '{"x":1,"y":2,"z":3}'),
      step("look_at_location", { target_location: [1, 2, 3] }),
    ],
    [
      "location",
      raw("look_at_location", '{"location":[1,2,3]}'),
      step("look_at_location", { target_location: [1, 2, 3] }),
    ],
    [
      "a container",
      raw("put_down_to_location", '{"target_location":null,"container_id":5}'),
      put({ container_id: "5" }),
    ],
    [
      "a location, container none",
      raw("put_down_to_location", '{"target_location":[1,-2,3.5],"container_id":"none"}'),
      there,
    ],
    [
      "both",
      raw("put_down_to_location", '{"target_location":[1,-2,3.5],"container_id":"5"}'),
      put({ target_location: [1, -2, 3.5], container_id: "5" }),
    ],
    ["neither", raw("put_down_to_location", '{"which_hand":0}'), "missing_parameter"],
    [
      "neither, spelled out",
      raw("put_down_to_location", '{"target_location":null,"container_id":""}'),
      "missing_parameter",
    ],
  ]);
});

describe("schema: actions and parameters as a whole", () => {
  check([
    [
      "capitals and hyphens",
      '[{"think":"a","action":"MOVE-TO-OBJECT","parameters":{"object_id":"8"}}]',
      [go],
    ],
    ["Pascal case", '[{"think":"a","action":"MoveToObject","parameters":{"object_id":"8"}}]', [go]],
    [
      "an inflection",
      raw("turn in degrees", '{"degree":1}'),
      step("turn_in_degree", { degree: 1 }),
    ],
    ["a synonym", raw("walk_to", '{"object_id":"8"}'), "unknown_action"],
    ["a typo", raw("move_to_objct", '{"object_id":"8"}'), "unknown_action"],
    ["a call", raw("rest()", "{}"), "unknown_action"],
    ["finish", raw("finish", "{}"), "unknown_action"],
    ["empty", raw("", "{}"), "unknown_action"],
    ["null action", '[{"action":null,"parameters":{}}]', "unknown_action"],
    ["number action", '[{"action":7,"parameters":{}}]', "unknown_action"],
    ["no action", '[{"think":"x","parameters":{"object_id":"8"}}]', "unknown_action"],
    ["no action in a later step", `[${GO},{"think":"then"}]`, "unknown_action"],
    ["parameters null", '[{"think":"b","action":"rest","parameters":null}]', [rest]],
    ["parameters as an empty list", '[{"think":"b","action":"rest","parameters":[]}]', [rest]],
    ["parameters 'none'", '[{"think":"b","action":"rest","parameters":"none"}]', [rest]],
    ["parameters as a list", raw("move_to_object", '["8"]'), "bad_parameter"],
    ["parameters as a number", raw("move_to_object", "8"), "bad_parameter"],
    ["parameters as words", raw("move_to_object", '"the table"'), "bad_parameter"],
    ["parameters none, one needed", raw("move_to_object", "null"), "missing_parameter"],
  ]);
});

describe("text", () => {
  check([
    ["zero-width only", "\ufeff\u200b \n", "empty_output"],
    ["nothing", "", "empty_output"],
    ["a refusal", "I'm sorry, but I can't help with that.", "no_plan"],
    ["a refusal as JSON", '{"error":"I cannot help with that"}', "no_plan"],
    ["a word", "rest", "no_plan"],
    ["YAML", "- think: x\n  action: rest\n  parameters: {}", "no_plan"],
    ["XML", "<plan><action>rest</action></plan>", "no_plan"],
    ["calls in a list", '[move_to_object(object_id="8")]', "no_plan"],
    ["a list of objects", '[{"id":"3","name":"chair"}]', "no_plan"],
    ["an open bracket at the end", "see note [1", "no_plan"],
    ["an empty fence", "```json\n```", "no_plan"],
    ["an empty string", '""', "no_plan"],
  ]);
});
