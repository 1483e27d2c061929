import { type ActionDefinition, type ArgumentDefinition, actionDefinition } from "../definition.js";
import { type ActionCheck, type PlanErrorCode, type PlannedAction, planError } from "../types.js";
import {
  ACTION_KEYS,
  ARGUMENT_KEYS,
  actionNamed,
  aliasesOf,
  fold,
  INNER_STEP_KEYS,
  NOT_FLAT,
  STEP_MARKS,
  THINK_KEYS,
  WEAK_ACTION_KEYS,
} from "./aliases.js";
import { Fields } from "./fields.js";
import { ArrayNode, type Node, ObjectNode, sameNode } from "./node.js";
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
  for (const [i, key] of node.keys.entries()) {
    const value = node.values[i] as Node;
    const name = fold(key);
    if (ACTION_KEYS.has(name)) return !isList(value);
    if (actionNamed(key) !== undefined) return true;
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
  for (const [i, key] of node.keys.entries()) {
    const value = node.values[i];
    if (value instanceof ObjectNode && INNER_STEP_KEYS.has(fold(key)) && namesAction(value))
      return value;
  }
  return undefined;
}

function namesAction(node: ObjectNode): boolean {
  return node.keys.some((key, i) => {
    const name = fold(key);
    const names = ACTION_KEYS.has(name) || WEAK_ACTION_KEYS.has(name);
    return actionNamed(key) !== undefined || (names && typeof node.values[i] === "string");
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
  const strong = fields.within(ACTION_KEYS).flatMap(([, values]) => values);
  const weak = fields.within(WEAK_ACTION_KEYS).flatMap(([, values]) => values);
  const keys = actionKeys(fields, strong.length === 0);
  const names = new Set(strong.map(actionIn));
  const weakNames = strong.length === 0 && keys.length === 0;
  for (const node of weak) weakNames ? names.add(actionIn(node)) : addKnown(names, node);
  for (const key of keys) names.add(actionNamed(key) as string);
  const [name] = names;
  if (name === undefined) throw new Refusal("unknown_action", "names no action");
  if (names.size > 1)
    throw new Refusal(
      "conflicting_keys",
      `names several actions: ${[...names].map(quote).join(", ")}`,
    );
  const action = actionDefinition(name);
  if (!action) throw new Refusal("unknown_action", `${quote(name)} is not an action`);
  return {
    action,
    keyed: keys.flatMap((key) => fields.get(key).map((value) => argumentsIn(value, key))),
  };
}

/** Folded keys that are an action's name; `{"rest": null}` names one where nothing else does. */
function actionKeys(fields: Fields, withNull: boolean): string[] {
  const keys = withNull ? fields.node.keys.map(fold) : [...fields.keys()];
  return [...new Set(keys)].filter((key) => actionNamed(key) !== undefined);
}

/** The exact name if it is an action's, what was written otherwise. */
function actionIn(node: Node): string {
  if (typeof node !== "string")
    throw new Refusal("unknown_action", `the action's name is ${kindOf(node)} instead of a string`);
  return actionNamed(node) ?? trimBlank(node);
}

/** Beside an action, another key such as `name` counts only when it holds an action's name. */
function addKnown(names: Set<string>, node: Node): void {
  const name = typeof node === "string" ? actionNamed(node) : undefined;
  if (name !== undefined) names.add(name);
}

function thinkOf(fields: Fields, text: string): string | undefined {
  const found = fields.within(THINK_KEYS);
  const first = found.find(([key]) => key === "think") ?? found[0];
  if (!first) return undefined;
  const [, values] = first;
  if (values.length > 1) throw new Refusal("conflicting_keys", "gives think twice");
  const value = values[0] as Node;
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null
    ? text.slice(value.start, value.end)
    : String(value);
}

// ---------------------------------------------------------------- the arguments

function argumentObjects(fields: Fields, action: string): Fields[] {
  return fields.within(ARGUMENT_KEYS).flatMap(([key, values]) => {
    const objects = values.map((value) => argumentsIn(value, action));
    const [first, second] = objects;
    if (first && second && !sameNode(first.node, second.node))
      throw new Refusal("conflicting_keys", `gives ${key} twice with different values`);
    return first ? [first] : [];
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
  if (nothing) return new Fields(new ObjectNode(0));
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
  const named = agreed(
    argument,
    [...given, step].flatMap((fields) => fields.get(own)),
  );
  if (named.kind !== "absent") return named;
  const aliases = aliasesOf(argument);
  const flat = given.length === 0 ? step.within(aliases) : [];
  const aliased = agreed(argument, [
    ...given.flatMap((fields) => fields.within(aliases).flatMap(([, values]) => values)),
    ...flat.filter(([key]) => !NOT_FLAT.has(key)).flatMap(([, values]) => values),
  ]);
  if (aliased.kind !== "absent" || argument.type !== "location") return aliased;
  const spread = [...given, step].find((f) => f.has("x") && f.has("y") && f.has("z"));
  return spread ? axesValue(spread.node) : aliased;
}

/** The one value on which all that were given agree once they are in normal form. */
function agreed(argument: ArgumentDefinition, nodes: readonly Node[]): ArgumentValue {
  let result: ArgumentValue = { kind: "absent" };
  for (const node of nodes) {
    const value = normalValue(argument.type, node, argument.required);
    if (value.kind === "absent") continue;
    if (result.kind === "absent") result = value;
    else if (JSON.stringify(result) !== JSON.stringify(value)) return { kind: "conflict" };
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
