import { fold } from "./aliases.js";
import { type Node, type ObjectNode, sameNode } from "./node.js";

/** An object's entries by folded key. Null counts as not given, equal repetitions as one. */
export class Fields {
  private readonly byKey = new Map<string, Node[]>();

  constructor(readonly node: ObjectNode) {
    for (const [i, key] of node.keys.entries()) {
      const value = node.values[i] as Node;
      if (value === null) continue;
      const name = fold(key);
      const values = this.byKey.get(name);
      if (!values) this.byKey.set(name, [value]);
      else if (!values.some((other) => sameNode(other, value))) {
        // Two already conflict; more would only cost time.
        if (values.length < 2) values.push(value);
      }
    }
  }

  /** Different values of one folded key: none, one, or two when they conflict. */
  get(name: string): readonly Node[] {
    return this.byKey.get(name) ?? [];
  }

  has(name: string): boolean {
    return this.byKey.has(name);
  }

  /** [folded key, values] of those keys that are in `names`, in the order of the object. */
  within(names: ReadonlySet<string>): [string, readonly Node[]][] {
    if (names.size === 0) return [];
    return [...this.byKey].filter(([key]) => names.has(key));
  }

  keys(): IterableIterator<string> {
    return this.byKey.keys();
  }
}
