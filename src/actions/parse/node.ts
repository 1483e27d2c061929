import { fold } from "./names.js";

/**
 * What the reader makes of a text. Not plain JavaScript values, because two things must survive that
 * JSON.parse loses: keys that occur twice, and where in the text a value stood.
 */
export type Node = null | boolean | number | string | ArrayNode | ObjectNode;

export class ArrayNode {
  constructor(
    readonly items: readonly Node[],
    /** offsets in the text, end exclusive */
    readonly start: number,
    readonly end: number,
  ) {}
}

/** An object's keys; objects that follow each other with the same keys share them. */
export class Keys {
  private foldedNames: readonly string[] | undefined;

  constructor(readonly names: readonly string[]) {}

  /** the keys folded, see `names.ts` */
  get folded(): readonly string[] {
    this.foldedNames ??= this.names.map(fold);
    return this.foldedNames;
  }
}

export class ObjectNode {
  constructor(
    readonly keys: Keys,
    /** values[i] belongs to keys.names[i] */
    readonly values: readonly Node[],
    readonly start: number,
    readonly end: number,
  ) {}

  get folded(): readonly string[] {
    return this.keys.folded;
  }
}

/** Containers nested deeper than this are refused; no plan comes near it. */
export const MAX_DEPTH = 1000;

/** Same value, keys in any order; an object with a key given twice equals only its like. */
export function sameNode(a: Node, b: Node): boolean {
  if (a instanceof ArrayNode && b instanceof ArrayNode) {
    return (
      a.items.length === b.items.length &&
      a.items.every((item, i) => sameNode(item, b.items[i] as Node))
    );
  }
  if (a instanceof ObjectNode && b instanceof ObjectNode) {
    if (a.values.length !== b.values.length) return false;
    const values = new Map(b.keys.names.map((key, i) => [key, b.values[i] as Node]));
    return a.keys.names.every((key, i) => {
      const other = values.get(key);
      return other !== undefined && sameNode(a.values[i] as Node, other);
    });
  }
  return Object.is(a, b) || (a === 0 && b === 0);
}

/**
 * A JavaScript value as the reader would give it; what JSON cannot hold becomes null.
 * @throws RangeError when it is nested deeper than `MAX_DEPTH` (or circular)
 */
export function nodeOf(value: unknown, depth = 0): Node {
  if (depth > MAX_DEPTH) throw new RangeError("the value is nested too deep");
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (Array.isArray(value))
    return new ArrayNode(
      value.map((item) => nodeOf(item, depth + 1)),
      0,
      0,
    );
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return new ObjectNode(
      new Keys(entries.map(([key]) => key)),
      entries.map(([, item]) => nodeOf(item, depth + 1)),
      0,
      0,
    );
  }
  return null;
}
