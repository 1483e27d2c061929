import { CELLS, WAIT } from "../cells.js";
import type { ActionCode, Cell, GroupCode } from "../types.js";
import { Frontier } from "./frontier.js";
import type { Live } from "./live.js";
import type { MemorySpace } from "./memory.js";
import type { Target } from "./site.js";
import type { Tables } from "./tables.js";

/**
 * What entering a cell costs beyond the turn when somebody is expected to stand there: a way round may be so
 * much longer. More makes crowds at a door walk in circles, and every search wider.
 */
export const COLLISION_COST = 5;

/** One agent's question: where from, with what memory, and whom it reckons with. */
export interface Query {
  cell: Cell;
  memory: number;
  /** no step may be taken this turn */
  held: boolean;
  group: GroupCode;
  /** where the others stand now, the asker left out: decides what the first step may be */
  now: Uint8Array;
  /** where the others are expected after this turn: decides for all later steps */
  soon: Uint8Array;
  /** non-zero where somebody is expected after this turn */
  busy: Uint8Array;
  /** a prediction: the wish counts, even where somebody still stands in the way */
  wish: boolean;
  seatsFilled: number;
  /** directions in the order in which ties are broken */
  order: Uint8Array;
}

/** No way leads to the target. */
export const NO_WAY = -1;

/**
 * A* over cells and memory. The exact table of the static norms is the estimate; norms on others and people in
 * the way are added on the way. Most questions never get here: see `Planner.straight`.
 */
export class Search {
  private readonly cost: Int32Array;
  private readonly reached: Int32Array;
  private readonly settled: Int32Array;
  private readonly first: Int8Array;
  private readonly open: Frontier;
  private round = 0;

  constructor(
    private readonly space: MemorySpace,
    private readonly tables: Tables,
    private readonly live: Live,
  ) {
    const nodes = CELLS * space.size;
    this.cost = new Int32Array(nodes);
    this.reached = new Int32Array(nodes);
    this.settled = new Int32Array(nodes);
    this.first = new Int8Array(nodes);
    this.open = new Frontier(nodes * 6 + 8);
  }

  /**
   * First action of a cheapest way, NO_WAY without one. In a `crowded` target somebody is expected on every
   * cell: there the price of running into them is the same for all ways and is left out.
   */
  run(q: Query, target: Target, crowded: boolean): ActionCode | typeof NO_WAY {
    const { size, cellOfNode, memoryOfNode, afterWait } = this.space;
    const { cost, first, settled, open } = this;
    const { over } = this.tables.distances(target, q.group);
    const steps = this.tables.steps(q.group);
    const round = ++this.round;
    open.clear(0);
    // the first step is judged on the state as it is; waiting first leads back to this very cell
    this.reach(q.cell * size + (afterWait[q.memory] as number), 1, WAIT, over);
    this.expand(q, q.cell * size + q.memory, 0, NO_WAY, target, crowded, over, steps);
    for (let node = open.pop(); node >= 0; node = open.pop()) {
      if (settled[node] === round) continue;
      settled[node] = round;
      const cell = cellOfNode[node] as number;
      const action = first[node] as number;
      if (target.mask[cell]) return action as ActionCode;
      const price = cost[node] as number;
      if (size > 1) {
        const waited = afterWait[memoryOfNode[node] as number] as number;
        this.reach(cell * size + waited, price + 1, action, over);
      }
      this.expand(q, node, price, action, target, crowded, over, steps);
    }
    return NO_WAY;
  }

  private expand(
    q: Query,
    node: number,
    price: number,
    action: number,
    target: Target,
    crowded: boolean,
    over: Int16Array,
    steps: Int16Array,
  ): void {
    const { cellOfNode } = this.space;
    // the frontier gives back the latest first, hence the order of ties backwards
    for (let k = 3; k >= 0; k--) {
      const d = q.order[k] as number;
      const next = steps[node * 4 + d] as number;
      if (next < 0 || (over[next] as number) < 0) continue;
      if (this.live.any && this.live.forbids(q, node, next, d, action < 0 ? q.now : q.soon))
        continue;
      const to = cellOfNode[next] as number;
      const clash = q.busy[to] && !(crowded && target.mask[to]) ? COLLISION_COST : 0;
      this.reach(next, price + 1 + clash, action < 0 ? d : action, over);
    }
  }

  private reach(node: number, price: number, action: number, over: Int16Array): void {
    if (this.reached[node] === this.round && (this.cost[node] as number) <= price) return;
    const rest = over[node] as number;
    if (rest < 0) return;
    this.reached[node] = this.round;
    this.cost[node] = price;
    this.first[node] = action;
    this.open.push(node, price + rest);
  }
}
