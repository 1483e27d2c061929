import { type ActionDefinition, type ArgumentDefinition, actionDefinition } from "../definition.js";
import { type ActionCheck, type PlanErrorCode, type PlannedAction, planError } from "../types.js";
import {
  ACTION_KEYS,
  ARGUMENT_KEYS,
  actionFolded,
  actionNamed,
  aliasesOf,
  INNER_STEP_KEYS,
  NOT_FLAT,
  STEP_MARKS,
  THINK_KEYS,
  WEAK_ACTION_KEYS,
} from "./aliases.js";
import { Fields } from "./fields.js";
import { fold } from "./names.js";
import { ArrayNode, Keys, type Node, ObjectNode, sameNode } from "./node.js";
import { readWhole } from "./reader.js";
import { trimBlank } from "./source.js";
import { type ArgumentValue, axesValue, normalValue } from "./values.js";

/** Ends the reading of a step; caught in `readStep`, never leaves this file. */
class Refusal extends Error {
  constructor(
    readonly code: PlanErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Does this object look like a step: does it name an action, or carry a step's arguments? */
export function isStep(node: Node): node is ObjectNode {
  if (!(node instanceof ObjectNode)) return false;
  if (innerStep(node)) return true;
  let marked = false;
  let weak = false;
  const { folded, values } = node;
  for (let i = 0; i < folded.length; i++) {
    const name = folded[i] as string;
    const value = values[i] as Node;
    if (ACTION_KEYS.has(name)) return !isList(value);
    if (actionFolded(name) !== undefined) return true;
    if (WEAK_ACTION_KEYS.has(name) && typeof value === "string") {
      if (actionNamed(value) !== undefined) return true;
      weak = true;
    }
    marked ||= STEP_MARKS.has(name) || (weak && ARGUMENT_KEYS.has(name));
  }
  return marked;
}

function isList(node: Node): boolean {
  return node instanceof ArrayNode;
}

/** The step that stands as an object under `action`, `function`…, as tool calls are written. */
function innerStep(node: ObjectNode): ObjectNode | undefined {
  const { values } = node;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!(value instanceof ObjectNode)) continue;
    if (INNER_STEP_KEYS.has(node.folded[i] as string) && namesAction(value)) return value;
  }
  return undefined;
}

function namesAction(node: ObjectNode): boolean {
  return node.folded.some((name, i) => {
    const names = ACTION_KEYS.has(name) || WEAK_ACTION_KEYS.has(name);
    return actionFolded(name) !== undefined || (names && typeof node.values[i] === "string");
  });
}

/**
 * One step in normal form.
 * @param index 0-based, for the message
 * @param text what the node was read from, for a `think` that is not a string
 */
export function readStep(node: Node, index: number, text: string): ActionCheck {
  try {
    return { ok: true, action: normalStep(node, text) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return planError(error.code, `step ${index + 1}: ${error.message}`);
  }
}

function normalStep(node: Node, text: string): PlannedAction {
  if (!(node instanceof ObjectNode))
    throw new Refusal("item_not_object", `is ${kindOf(node)} instead of an object`);
  const outer = new Fields(node);
  const inner = innerStep(node);
  const fields = inner ? new Fields(inner) : outer;
  const { action, keyed } = actionOf(fields);
  const think = thinkOf(outer, text) ?? (inner ? thinkOf(fields, text) : undefined);
  const given = [...argumentObjects(fields, action.name), ...keyed];
  return {
    think: think ?? "",
    action: action.name,
    parameters: parametersOf(action, given, fields),
  };
}

// ---------------------------------------------------------------- the action

/** The action named, and the arguments that stand under its name where the name is a key. */
function actionOf(fields: Fields): { action: ActionDefinition; keyed: Fields[] } {
  const names: string[] = [];
  for (const value of fields.valuesIn(ACTION_KEYS)) add(names, actionIn(value));
  // `{"rest": null}` names an action where nothing else does.
  const keys = actionKeys(fields, names.length === 0);
  const weak = names.length === 0 && keys.length === 0;
  for (const key of keys) add(names, actionFolded(key) as string);
  for (const value of fields.valuesIn(WEAK_ACTION_KEYS)) {
    if (weak) add(names, actionIn(value));
    else if (typeof value === "string" && actionNamed(value)) add(names, actionIn(value));
  }
  const [name] = names;
  if (name === undefined) throw new Refusal("unknown_action", "names no action");
  if (names.length > 1) {
    const all = names.slice(0, 3).map(quote).join(", ");
    throw new Refusal("conflicting_keys", `names several actions: ${all}`);
  }
  const action = actionDefinition(name);
  if (!action) throw new Refusal("unknown_action", `${quote(name)} is not an action`);
  const keyed = keys.flatMap((key) => fields.get(key).map((value) => argumentsIn(value, key)));
  return { action, keyed };
}

function add(names: string[], name: string): void {
  if (!names.includes(name)) names.push(name);
}

function actionKeys(fields: Fields, withNull: boolean): readonly string[] {
  const { folded, values } = fields.node;
  const found: string[] = [];
  for (let i = 0; i < folded.length; i++) {
    const key = folded[i] as string;
    if (actionFolded(key) && (withNull || values[i] !== null)) add(found, key);
  }
  return found;
}

/** The exact name if it is an action's, what was written otherwise. */
function actionIn(node: Node): string {
  if (typeof node !== "string")
    throw new Refusal("unknown_action", `the action's name is ${kindOf(node)} instead of a string`);
  return actionNamed(node) ?? trimBlank(node);
}

function thinkOf(fields: Fields, text: string): string | undefined {
  const keys = fields.keysIn(THINK_KEYS);
  const key = keys.includes("think") ? "think" : keys[0];
  if (key === undefined) return undefined;
  const [value, other] = fields.get(key);
  if (other !== undefined) throw new Refusal("conflicting_keys", `gives ${key} twice`);
  if (typeof value === "string") return value;
  return value instanceof ObjectNode || value instanceof ArrayNode
    ? text.slice(value.start, value.end)
    : String(value);
}

// ---------------------------------------------------------------- the arguments

function argumentObjects(fields: Fields, action: string): Fields[] {
  return fields.keysIn(ARGUMENT_KEYS).map((key) => {
    const [value, other] = fields.get(key) as [Node, Node?];
    const object = argumentsIn(value, action);
    if (other !== undefined && !sameNode(object.node, argumentsIn(other, action).node))
      throw new Refusal("conflicting_keys", `gives ${key} twice with different values`);
    return object;
  });
}

/** Arguments as an object, also where it was written as a string; nothing at all is none. */
function argumentsIn(node: Node, action: string): Fields {
  const read = typeof node === "string" ? (readWhole(node) ?? trimBlank(node)) : node;
  if (read instanceof ObjectNode) return new Fields(read);
  const nothing =
    read === null ||
    (read instanceof ArrayNode && read.items.length === 0) ||
    (typeof read === "string" && ["", "none", "null"].includes(read.toLowerCase()));
  if (nothing) return new Fields(new ObjectNode(new Keys([]), [], 0, 0));
  throw new Refusal(
    "bad_parameter",
    `the parameters of ${action} are ${kindOf(read)} instead of an object`,
  );
}

function parametersOf(
  action: ActionDefinition,
  given: readonly Fields[],
  step: Fields,
): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const argument of action.arguments) {
    const value = argumentOf(argument, given, step);
    if (value.kind === "value") parameters[argument.name] = value.value;
    else if (value.kind !== "absent") throw refused(action, argument, value);
    else if (argument.required)
      throw new Refusal("missing_parameter", `${action.name} needs ${argument.name}`);
  }
  if (action.needsOneOf && !action.needsOneOf.some((name) => name in parameters))
    throw new Refusal(
      "missing_parameter",
      `${action.name} needs ${action.needsOneOf.join(" or ")}`,
    );
  return parameters;
}

/** An argument by its own name; by an alias only where its own name is not given. */
function argumentOf(
  argument: ArgumentDefinition,
  given: readonly Fields[],
  step: Fields,
): ArgumentValue {
  const own = fold(argument.name);
  let value = agreed(argument, step.get(own), ABSENT);
  for (const fields of given) value = agreed(argument, fields.get(own), value);
  if (value.kind !== "absent") return value;
  const aliases = aliasesOf(argument);
  for (const fields of given) value = agreed(argument, fields.valuesIn(aliases), value);
  if (given.length === 0) {
    const keys = step.keysIn(aliases).filter((key) => !NOT_FLAT.has(key));
    for (const key of keys) value = agreed(argument, step.get(key), value);
  }
  if (value.kind !== "absent" || argument.type !== "location") return value;
  const spread = [...given, step].find((fields) => fields.keysIn(AXES).length === AXES.size);
  return spread ? axesValue(spread.node) : value;
}

const ABSENT: ArgumentValue = { kind: "absent" };
const AXES: ReadonlySet<string> = new Set(["x", "y", "z"]);

/** The one value on which all agree once they are in normal form. */
function agreed(
  argument: ArgumentDefinition,
  nodes: readonly Node[],
  before: ArgumentValue,
): ArgumentValue {
  let result = before;
  for (const node of nodes) {
    const value = normalValue(argument.type, node, argument.required);
    if (value.kind === "absent" || result.kind === "conflict") continue;
    if (result.kind === "absent") result = value;
    else if (JSON.stringify(result) !== JSON.stringify(value)) result = { kind: "conflict" };
  }
  return result;
}

function refused(
  action: ActionDefinition,
  argument: ArgumentDefinition,
  value: ArgumentValue,
): Refusal {
  const name = `${argument.name} of ${action.name}`;
  if (value.kind === "conflict")
    return new Refusal("conflicting_keys", `${name} is given twice with different values`);
  return new Refusal("bad_parameter", `${name} is not ${EXPECTED[argument.type]}`);
}

const EXPECTED: Record<ArgumentDefinition["type"], string> = {
  id: "an id",
  location: "a location [x, y, z]",
  boolean: "true or false",
  switch: "true or false",
  hand: "0 (right) or 1 (left)",
  degrees: "a number of degrees",
  text: "a string",
};

function kindOf(node: Node): string {
  if (node === null) return "null";
  if (node instanceof ArrayNode) return "a list";
  if (node instanceof ObjectNode) return "an object";
  return typeof node === "string" ? "a string" : `a ${typeof node}`;
}

/** What the model wrote, short enough for a message. */
function quote(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
}
