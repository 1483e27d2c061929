import {
  ACTIONS,
  type ActionDefinition,
  API,
  type ArgumentDefinition,
  type ArgumentType,
  failureCodesOf,
} from "./definition.js";

const TYPE_WORDS: Record<ArgumentType, string> = {
  id: "id",
  location: "[x, y, z]",
  boolean: "true|false",
  switch: "true|false",
  hand: "0|1",
  degrees: "number",
  text: "string",
};

/**
 * The API as the prompt tells it: one line per action, with its arguments, their types and defaults
 * and what the action does. Says nothing of when an action would be the right thing to do.
 * The same text in every condition (NormAct, Table 7).
 */
export function apiText(): string {
  const lines = ACTIONS.map((action) => {
    const list = action.arguments.map(signature).join(", ");
    return `- ${action.name}(${list}): ${action.meaning}${argumentNotes(action)}`;
  });
  return [
    "Arguments: an id is the number shown on an object, as a string; a location is [x, y, z] in cm; a hand is 0 (right) or 1 (left). Arguments marked ? may be left out.",
    ...lines,
  ].join("\n");
}

function signature(argument: ArgumentDefinition): string {
  const type = TYPE_WORDS[argument.type];
  return argument.required ? `${argument.name}: ${type}` : `${argument.name}?: ${type}`;
}

function argumentNotes(action: ActionDefinition): string {
  const notes = action.arguments.map((argument) => {
    const left = argument.default === undefined ? "" : `, by default ${argument.default}`;
    return `${argument.name}: ${argument.meaning}${left}`;
  });
  if (action.needsOneOf) notes.push(`needs ${action.needsOneOf.join(" or ")}`);
  return notes.length === 0 ? "" : ` (${notes.join("; ")})`;
}

/** The page `docs/actions.md`, whole. */
export function actionsMarkdown(): string {
  return `${[...INTRO, ...categories(), ...failures()].join("\n")}\n`;
}

const INTRO = [
  "# Actions",
  "",
  "<!-- Generated from actions-api/actions.yaml: `normact actions docs > docs/actions.md`. -->",
  "",
  `The ${ACTIONS.length} actions a planner may use, as a JSON array of steps`,
  '`{"think": "...", "action": "...", "parameters": {...}}`. The names and arguments are those of Table 7',
  "of the NormAct paper. `normact actions schema` prints the JSON Schema, `normact actions parse FILE`",
  "reads a plan the way the benchmark does; how lenient that is stands in `actions-api/README.md`.",
  "",
  "| type | in a plan | unit |",
  "| --- | --- | --- |",
  '| id | string of digits, `"12"`; a name serves when exactly one visible entity has it | |',
  "| location | `[x, y, z]`: x north, y east, z up | cm |",
  "| hand | `0` right, `1` left | |",
  "| degrees | number | degrees, clockwise seen from above |",
  "| boolean, switch | `true` or `false` | |",
  "| text | string, spoken exactly as it is written | |",
  "",
];

function categories(): string[] {
  return Object.entries(API.categories).flatMap(([id, title]) => {
    const actions = ACTIONS.filter((action) => action.category === id);
    return actions.length === 0 ? [] : [`## ${title}`, "", ...actions.flatMap(section)];
  });
}

function section(action: ActionDefinition): string[] {
  const walk = action.walks ? "" : " Does not walk.";
  const own = failureCodesOf(action).filter((code) => !API.commonFailures.includes(code));
  return [
    `### ${action.name}`,
    "",
    `${action.meaning}${walk}`,
    "",
    ...argumentTable(action),
    own.length === 0
      ? "Fails with: only the codes common to all actions."
      : `Fails with: ${own.map(code).join(", ")}.`,
    "",
  ];
}

function argumentTable(action: ActionDefinition): string[] {
  if (action.arguments.length === 0) return ["No arguments.", ""];
  const rows = action.arguments.map((a) => {
    const need = a.required ? "yes" : action.needsOneOf?.includes(a.name) ? "one of these" : "no";
    const left = a.default === undefined ? "" : `${a.default}`;
    return `| \`${a.name}\` | ${a.type}${a.unit && a.unit !== a.type ? `, ${a.unit}` : ""} | ${need} | ${left} | ${a.meaning} |`;
  });
  return [
    "| argument | type | required | left out | meaning |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ];
}

function failures(): string[] {
  const rows = Object.entries(API.failureCodes).map(
    ([id, meaning]) => `| ${code(id)} | ${meaning} |`,
  );
  return [
    "## Failure codes",
    "",
    `Every action can fail with ${API.commonFailures.map(code).join(", ")}. A failure ends the plan of the`,
    "turn, and the next turn reports it.",
    "",
    "| code | meaning |",
    "| --- | --- |",
    ...rows,
  ];
}

function code(text: string): string {
  return `\`${text}\``;
}
