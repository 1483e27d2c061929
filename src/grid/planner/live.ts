import { CELLS } from "../cells.js";
import { newContext } from "../judge.js";
import { lineOf } from "../norms/index.js";
import type { ActionCode, Geometry, NormContext, NormDefinition, Rules } from "../types.js";
import type { MemorySpace } from "./memory.js";
import type { Query } from "./search.js";

/** The norms whose verdict depends on where others stand, asked step by step. */
export class Live {
  readonly any: boolean;
  /** cells onto which a step may be forbidden; everywhere else there is nothing to ask */
  readonly about: Uint8Array;
  private readonly contexts: NormContext[];

  constructor(
    geometry: Geometry,
    rules: Rules,
    private readonly space: MemorySpace,
    private readonly norms: readonly NormDefinition[],
  ) {
    this.any = norms.length > 0;
    this.about = new Uint8Array(CELLS);
    for (const { cells, shape } of norms)
      if (cells) for (const cell of cells(geometry)) this.about[cell] = 1;
      else if (!shape) this.about.fill(1);
    for (const norm of norms) for (const cell of lineOf(norm, geometry)) this.about[cell] = 1;
    this.contexts = norms.map((norm) => newContext(geometry, rules, lineOf(norm, geometry)));
  }

  /** True when a norm forbids the step between two nodes with the others standing as in `others`. */
  forbids(q: Query, from: number, to: number, direction: number, others: Uint8Array): boolean {
    const { cellOfNode, memoryOfNode, turnOf, runOf, seenQOf } = this.space;
    if (!this.about[cellOfNode[to] as number]) return false;
    const memory = memoryOfNode[from] as number;
    for (let i = 0; i < this.norms.length; i++) {
      const c = this.contexts[i] as NormContext;
      c.x = cellOfNode[from] as number;
      c.y = cellOfNode[to] as number;
      c.action = direction as ActionCode;
      c.turn = turnOf[memory] as number;
      c.run = runOf[memory] as number;
      c.seenQ = seenQOf[memory] === 1;
      c.group = q.group;
      c.others = others;
      c.seatsFilled = q.seatsFilled;
      if ((this.norms[i] as NormDefinition).bad(c)) return true;
    }
    return false;
  }
}
