import { newContext } from "../judge.js";
import { lineOf } from "../norms/index.js";
import type { ActionCode, Cell, Geometry, NormContext, NormDefinition, Rules } from "../types.js";
import type { MemorySpace } from "./memory.js";
import type { Query } from "./search.js";

/** The norms whose verdict depends on where others stand, asked step by step. */
export class Live {
  readonly any: boolean;
  private readonly contexts: NormContext[];

  constructor(
    geometry: Geometry,
    rules: Rules,
    private readonly space: MemorySpace,
    private readonly norms: readonly NormDefinition[],
  ) {
    this.any = norms.length > 0;
    this.contexts = norms.map((norm) => newContext(geometry, rules, lineOf(norm, geometry)));
  }

  /** True when a norm forbids the step with the others standing as in `others`. */
  forbids(
    q: Query,
    from: Cell,
    to: Cell,
    direction: number,
    memory: number,
    others: Uint8Array,
  ): boolean {
    for (let i = 0; i < this.norms.length; i++) {
      const c = this.contexts[i] as NormContext;
      c.x = from;
      c.y = to;
      c.action = direction as ActionCode;
      c.turn = this.space.turnOf[memory] as number;
      c.run = this.space.runOf[memory] as number;
      c.seenQ = this.space.seenQOf[memory] === 1;
      c.group = q.group;
      c.others = others;
      c.seatsFilled = q.seatsFilled;
      if ((this.norms[i] as NormDefinition).bad(c)) return true;
    }
    return false;
  }
}
