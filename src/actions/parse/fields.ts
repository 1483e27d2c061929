import { type Node, type ObjectNode, sameNode } from "./node.js";

const NONE: readonly Node[] = [];

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
    const found: string[] = [];
    for (const [i, name] of this.node.folded.entries())
      if (names.has(name) && this.node.values[i] !== null && !found.includes(name))
        found.push(name);
    return found;
  }

  /** The values of all folded keys in `names`. */
  valuesIn(names: ReadonlySet<string>): readonly Node[] {
    return this.keysIn(names).flatMap((key) => this.get(key));
  }
}
