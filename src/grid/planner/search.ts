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

/** More than any way costs: each cell of the map entered once, with a wait before it and somebody in it, is less. */
const SCALE = 1 << 11;
/** Searches whose numbers fit above the cost. */
const ROUNDS = 2 ** 31 / SCALE - 2;

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
  /** what a node costs, with the number of the search above it: the lower the cost, the higher the entry */
  private readonly best: Int32Array;
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
    this.best = new Int32Array(nodes);
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
    const { best, first, settled, open } = this;
    const { mask } = target;
    const { over } = this.tables.distances(target, q.group);
    const steps = this.tables.steps(q.group);
    if (this.round >= ROUNDS) this.forget();
    const round = ++this.round;
    const zero = round * SCALE + SCALE - 1;
    open.clear(0);
    // the first step is judged on the state as it is; waiting first leads back to this very cell
    this.reach(q.cell * size + (afterWait[q.memory] as number), 1, WAIT, over);
    this.expand(q, q.cell * size + q.memory, 0, NO_WAY, target, crowded, over, steps);
    for (let node = open.pop(); node >= 0; node = open.pop()) {
      if (settled[node] === round) continue;
      settled[node] = round;
      const cell = cellOfNode[node] as number;
      const action = first[node] as number;
      if (mask[cell]) return action as ActionCode;
      const price = zero - (best[node] as number);
      if (size > 1) {
        const waited = afterWait[memoryOfNode[node] as number] as number;
        this.reach(cell * size + waited, price + 1, action, over);
      }
      this.expand(q, node, price, action, target, crowded, over, steps);
    }
    return NO_WAY;
  }

  private forget(): void {
    this.best.fill(0);
    this.settled.fill(0);
    this.round = 0;
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
    const { live, best, first, open } = this;
    const { order, busy } = q;
    const seen = action < 0 ? q.now : q.soon;
    const zero = this.round * SCALE + SCALE - 1;
    // the frontier gives back the latest first, hence the order of ties backwards
    for (let k = 3; k >= 0; k--) {
      const d = order[k] as number;
      const next = steps[node * 4 + d] as number;
      if (next < 0) continue;
      const rest = over[next] as number;
      if (rest < 0) continue;
      const to = cellOfNode[next] as number;
      const clash = busy[to] && !(crowded && target.mask[to]) ? COLLISION_COST : 0;
      const cost = price + 1 + clash;
      if ((best[next] as number) >= zero - cost) continue;
      if (live.about[to] && live.forbids(q, node, next, d, seen)) continue;
      best[next] = zero - cost;
      first[next] = action < 0 ? d : action;
      open.push(next, cost + rest);
    }
  }

  private reach(node: number, price: number, action: number, over: Int16Array): void {
    const rest = over[node] as number;
    const entry = this.round * SCALE + SCALE - 1 - price;
    if (rest < 0 || (this.best[node] as number) >= entry) return;
    this.best[node] = entry;
    this.first[node] = action;
    this.open.push(node, price + rest);
  }
}
