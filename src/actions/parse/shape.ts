import { THINK_KEYS, WRAPPER_KEYS } from "./aliases.js";
import { ArrayNode, type Node, ObjectNode } from "./node.js";
import { readWhole } from "./reader.js";
import { isStep } from "./step.js";

/** What a bracketed piece of an answer is, as far as plans go. */
export type Shape =
  /** steps in order; what is no object among them rejects the plan later */
  | { kind: "steps"; items: readonly Node[] }
  /** an empty plan; `named` when it stands under a key such as `plan` */
  | { kind: "empty"; named: boolean }
  /** several plans in one object */
  | { kind: "several"; plans: (readonly Node[])[] }
  /** no plan; `hint` says what it lacks if it was meant as one */
  | { kind: "none"; hint: "items" | "action" | null };

const MAX_WRAPPING = 3;

/** Finds the plan in a bracketed piece: a list of steps, a single step, or either in a wrapper. */
export function shapeOf(node: Node, depth = 0): Shape {
  if (node instanceof ArrayNode) return listShape(node, depth);
  if (node instanceof ObjectNode) return objectShape(node, depth);
  return { kind: "none", hint: null };
}

function listShape(node: ArrayNode, depth: number): Shape {
  const items = flattened(node);
  if (items.length === 0) return { kind: "empty", named: false };
  if (items.some(isStep)) return { kind: "steps", items };
  const [only] = items;
  if (items.length === 1 && only instanceof ObjectNode && depth < MAX_WRAPPING) {
    const inner = shapeOf(only, depth + 1);
    if (inner.kind !== "none") return inner;
  }
  if (!items.every((item) => item instanceof ObjectNode)) return { kind: "none", hint: "items" };
  return { kind: "none", hint: items.some(hasThink) ? "action" : null };
}

/** A list of lists, one level undone. */
function flattened(node: ArrayNode): readonly Node[] {
  if (!node.items.some((item) => item instanceof ArrayNode)) return node.items;
  const flat: Node[] = [];
  for (const item of node.items) {
    if (item instanceof ArrayNode) for (const inner of item.items) flat.push(inner);
    else flat.push(item);
  }
  return flat;
}

function hasThink(node: Node): boolean {
  return node instanceof ObjectNode && node.folded.some((name) => THINK_KEYS.has(name));
}

function objectShape(node: ObjectNode, depth: number): Shape {
  const wrapped = depth < MAX_WRAPPING ? wrappedShapes(node, depth + 1) : [];
  const plans = wrapped.flatMap((shape) => {
    if (shape.kind === "steps") return [shape.items];
    return shape.kind === "several" ? shape.plans : [];
  });
  if (isStep(node)) plans.unshift([node]);
  const [first] = plans;
  if (first)
    return plans.length === 1 ? { kind: "steps", items: first } : { kind: "several", plans };
  if (wrapped.some((shape) => shape.kind === "empty")) return { kind: "empty", named: true };
  const numbered = numberedSteps(node);
  if (numbered) return { kind: "steps", items: numbered };
  const hint = wrapped.map((shape) => (shape.kind === "none" ? shape.hint : null)).find(Boolean);
  return { kind: "none", hint: hint ?? (hasThink(node) ? "action" : null) };
}

/** What stands under the wrapper keys; strings are looked into only where nothing else is found. */
function wrappedShapes(node: ObjectNode, depth: number): Shape[] {
  const values = node.values.filter((_, i) => WRAPPER_KEYS.has(node.folded[i] as string));
  const step = isStep(node);
  const containers = values.filter(
    (value) => value instanceof ArrayNode || (value instanceof ObjectNode && !step),
  );
  if (containers.length > 0 || step) return containers.map((value) => shapeOf(value, depth));
  return values.flatMap((value) => {
    const read = typeof value === "string" ? readWhole(value) : undefined;
    return read ? [shapeOf(read, depth)] : [];
  });
}

/** `{"step_1": {...}, "step_2": {...}}`, numbered in order and nothing else in it. */
function numberedSteps(node: ObjectNode): readonly Node[] | undefined {
  if (node.values.length === 0 || !node.values.every(isStep)) return undefined;
  const numbers = node.folded.map((name) => /^(?:step|action)?(\d{1,4})$/.exec(name)?.[1]);
  const first = Number(numbers[0]);
  const inOrder = numbers.every((number, i) => Number(number) === first + i);
  return inOrder ? node.values : undefined;
}
