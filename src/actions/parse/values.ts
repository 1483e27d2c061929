import type { ArgumentType } from "../definition.js";
import { ArrayNode, type Node, ObjectNode, sameNode } from "./node.js";
import { readWhole } from "./reader.js";
import { trimBlank } from "./source.js";

/** An argument's value in normal form, or why there is none. */
export type ArgumentValue =
  | { kind: "value"; value: string | number | boolean | readonly number[] }
  | { kind: "absent" }
  | { kind: "bad" }
  /** one coordinate given twice with different values */
  | { kind: "conflict" };

const ABSENT: ArgumentValue = { kind: "absent" };
const BAD: ArgumentValue = { kind: "bad" };

const HANDS = new Map<unknown, 0 | 1>([
  ...[0, "0", "right", "righthand"].map((word): [unknown, 0] => [word, 0]),
  ...[1, "1", "left", "lefthand"].map((word): [unknown, 1] => [word, 1]),
]);
const BOOLEANS = new Map<unknown, boolean>([
  ...[true, 1, "1", "true", "yes"].map((word): [unknown, boolean] => [word, true]),
  ...[false, 0, "0", "false", "no"].map((word): [unknown, boolean] => [word, false]),
]);
const SWITCHES = new Map<unknown, boolean>([
  ...[true, 1, "1", "true", "on", "open"].map((word): [unknown, boolean] => [word, true]),
  ...[false, 0, "0", "false", "off", "closed"].map((word): [unknown, boolean] => [word, false]),
]);
/** Words that say that an optional argument is not given. */
const NOTHING = new Set(["", "null", "none", "undefined"]);

/** Normal form of an argument of this type. Nothing is clamped, rounded or guessed. */
export function normalValue(type: ArgumentType, node: Node, required: boolean): ArgumentValue {
  if (node === null) return ABSENT;
  if (typeof node === "string" && trimBlank(node) === "") return ABSENT;
  if (!required && typeof node === "string" && NOTHING.has(word(node))) return ABSENT;
  switch (type) {
    case "id":
      return idValue(node);
    case "text":
      return typeof node === "string" ? given(node) : BAD;
    case "hand":
      return wordValue(HANDS, node);
    case "boolean":
      return wordValue(BOOLEANS, node);
    case "switch":
      return wordValue(SWITCHES, node);
    case "degrees":
      return numberValue(typeof node === "string" ? degreesIn(node) : node);
    case "location":
      return locationValue(node);
  }
}

/** A short word without case, and without what joins its parts: "Right hand" is "righthand". */
function word(text: string): string {
  const trimmed = trimBlank(text).toLowerCase();
  return trimmed.length > 32 ? trimmed : trimmed.replace(/(?<=[a-z])[\s_-]+(?=[a-z])/g, "");
}

function given(value: string | number | boolean | readonly number[]): ArgumentValue {
  return { kind: "value", value };
}

/** Digits copied as a number become a string; a name stays, for the world to resolve. */
function idValue(node: Node): ArgumentValue {
  if (typeof node === "string") return given(trimBlank(node));
  if (typeof node === "number" && Number.isSafeInteger(node)) return given(String(node));
  return BAD;
}

function wordValue<T extends number | boolean>(words: Map<unknown, T>, node: Node): ArgumentValue {
  const value = words.get(typeof node === "string" ? word(node) : node);
  return value === undefined ? BAD : given(value);
}

function numberValue(value: unknown): ArgumentValue {
  if (typeof value !== "number" || !Number.isFinite(value)) return BAD;
  return given(value === 0 ? 0 : value);
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function numberIn(text: string): number {
  return text.length <= 64 && NUMBER.test(text) ? Number(text) : Number.NaN;
}

function degreesIn(text: string): number {
  if (text.length > 80) return Number.NaN;
  return numberIn(trimBlank(trimBlank(text).replace(/(?:°|deg|degrees?)$/i, "")));
}

function locationValue(node: Node): ArgumentValue {
  if (node instanceof ArrayNode) return pointValue(node.items);
  if (node instanceof ObjectNode) return axesValue(node);
  if (typeof node !== "string" || node.length > 400) return BAD;
  const parsed = readWhole(node);
  const value = parsed ? locationValue(parsed) : BAD;
  return value.kind === "bad" ? locationIn(node) : value;
}

function pointValue(items: readonly Node[]): ArgumentValue {
  if (items.length !== 3) return BAD;
  const point: number[] = [];
  for (const item of items) {
    const axis = numberValue(typeof item === "string" ? numberIn(trimBlank(item)) : item);
    if (axis.kind !== "value") return BAD;
    point.push(axis.value as number);
  }
  return given(point);
}

const AXES = ["x", "y", "z"];

/** `{X, Y, Z}` in any case; other keys are ignored. */
export function axesValue(node: ObjectNode): ArgumentValue {
  const axes = new Map<string, Node>();
  for (const [i, name] of node.folded.entries()) {
    const value = node.values[i] as Node;
    const before = axes.get(name);
    if (before !== undefined && !sameNode(before, value) && AXES.includes(name))
      return { kind: "conflict" };
    axes.set(name, value);
  }
  return pointValue(AXES.map((name) => axes.get(name) ?? null));
}

/** `1, 2, 3`, `(1; 2; 3)`, `X=1 Y=2 Z=3`: three numbers, all with their axis or none. */
function locationIn(text: string): ArgumentValue {
  const inner = trimBlank(text)
    .replace(/^[([{]/, "")
    .replace(/[)\]}]$/, "");
  const parts = trimBlank(inner)
    .replace(/\s*[=:]\s*/g, "=")
    .split(/\s*[,;]\s*|\s+/);
  if (parts.length !== 3) return BAD;
  const pairs = parts.map((part) => part.split("="));
  if (pairs.every((pair) => pair.length === 1)) return pointValue(parts);
  const axes = new Map(pairs.map((pair) => [pair[0]?.toLowerCase(), pair.slice(1).join("=")]));
  return pointValue(AXES.map((name) => axes.get(name) ?? null));
}
