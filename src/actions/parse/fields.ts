import { type Node, type ObjectNode, sameNode } from "./node.js";

const NONE: readonly Node[] = [];
const NO_KEYS: readonly string[] = [];

/** An object's entries by folded key. Null counts as not given, equal repetitions as one. */
export class Fields {
  constructor(readonly node: ObjectNode) {}

  /** Different values of one folded key: none, one, or two when they conflict. */
  get(name: string): readonly Node[] {
    const { folded, values } = this.node;
    let first: Node = null;
    for (let i = 0; i < folded.length; i++) {
      const value = values[i] as Node;
      if (folded[i] !== name || value === null) continue;
      if (first === null) first = value;
      else if (!sameNode(first, value)) return [first, value];
    }
    return first === null ? NONE : [first];
  }

  /** Those of the folded keys in `names` that the object has, in its order. */
  keysIn(names: ReadonlySet<string>): readonly string[] {
    const { folded, values } = this.node;
    let found: string[] | undefined;
    for (let i = 0; i < folded.length; i++) {
      const name = folded[i] as string;
      if (!names.has(name) || values[i] === null || found?.includes(name)) continue;
      if (found) found.push(name);
      else found = [name];
    }
    return found ?? NO_KEYS;
  }

  /** The values of all folded keys in `names`. */
  valuesIn(names: ReadonlySet<string>): readonly Node[] {
    const keys = this.keysIn(names);
    return keys.length === 1 ? this.get(keys[0] as string) : keys.flatMap((key) => this.get(key));
  }
}
