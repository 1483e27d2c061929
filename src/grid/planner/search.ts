import { CELLS, NEIGHBOUR, WAIT } from "../cells.js";
import type { ActionCode, Cell, Geometry, GroupCode } from "../types.js";
import { Frontier } from "./frontier.js";
import type { Live } from "./live.js";
import type { MemorySpace } from "./memory.js";
import type { Target } from "./site.js";
import type { Tables } from "./tables.js";

/**
 * What entering a cell costs beyond the turn when somebody is expected to stand there: a way round may be so
 * much longer. More makes crowds at a door walk in circles, and every search wider.
 */
export const COLLISION_COST = 6;

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
 * the way are added on the way. Most questions never get here: see `straight`.
 */
export class Search {
  private readonly cost: Int32Array;
  private readonly stamp: Int32Array;
  private readonly first: Int8Array;
  private readonly open: Frontier;
  private round = 0;
  private crowded = false;

  constructor(
    private readonly geometry: Geometry,
    private readonly space: MemorySpace,
    private readonly tables: Tables,
    private readonly live: Live,
  ) {
    const nodes = CELLS * space.size;
    this.cost = new Int32Array(nodes);
    this.stamp = new Int32Array(nodes);
    this.first = new Int8Array(nodes);
    this.open = new Frontier(nodes * 6 + 8);
  }

  /**
   * First action of a cheapest way, NO_WAY without one. In a `crowded` target somebody is expected on every
   * cell: there the price of running into them is the same for all ways and is left out.
   */
  run(q: Query, target: Target, crowded: boolean): ActionCode | typeof NO_WAY {
    this.crowded = crowded;
    const distances = this.tables.distances(target, q.group);
    const allowed = this.tables.steps(q.group);
    const { size, cellOfNode, memoryOfNode } = this.space;
    this.round++;
    this.open.clear(0);
    // the first step is judged on the state as it is; waiting first leads back to this very cell
    this.reach(q.cell, this.space.afterWait[q.memory] as number, 1, WAIT, distances);
    this.expand(q, q.cell, q.memory, 0, -1, target, distances, allowed);
    for (let node = this.open.pop(); node >= 0; node = this.open.pop()) {
      const cost = this.cost[node] as number;
      if (this.open.taken !== cost + (distances[node] as number)) continue; // out of date
      const cell = cellOfNode[node] as number;
      const first = this.first[node] as number;
      if (target.mask[cell]) return first as ActionCode;
      const memory = memoryOfNode[node] as number;
      if (size > 1)
        this.reach(cell, this.space.afterWait[memory] as number, cost + 1, first, distances);
      this.expand(q, cell, memory, cost, first, target, distances, allowed);
    }
    return NO_WAY;
  }

  private expand(
    q: Query,
    cell: Cell,
    memory: number,
    cost: number,
    first: number,
    target: Target,
    distances: Int16Array,
    allowed: Uint8Array,
  ): void {
    const { floor, inQ } = this.geometry;
    const seen = first < 0 ? q.now : q.soon;
    // the frontier gives back the latest first, hence the order of ties backwards
    for (let k = 3; k >= 0; k--) {
      const d = q.order[k] as number;
      if (!allowed[(memory * CELLS + cell) * 4 + d]) continue;
      const to = NEIGHBOUR[cell * 4 + d] as number;
      if (!floor[to] && !target.mask[to]) continue;
      if (this.live.any && this.live.forbids(q, cell, to, d, memory, seen)) continue;
      const after = (inQ[to] ? this.space.afterMoveIntoQ : this.space.afterMove)[memory] as number;
      const price =
        cost + 1 + (q.busy[to] && !(this.crowded && target.mask[to]) ? COLLISION_COST : 0);
      this.reach(to, after, price, first < 0 ? d : first, distances);
    }
  }

  private reach(
    cell: Cell,
    memory: number,
    cost: number,
    first: number,
    distances: Int16Array,
  ): void {
    const node = cell * this.space.size + memory;
    const rest = distances[node] as number;
    if (rest < 0) return;
    if (this.stamp[node] === this.round && (this.cost[node] as number) <= cost) return;
    this.stamp[node] = this.round;
    this.cost[node] = cost;
    this.first[node] = first;
    this.open.push(node, cost + rest);
  }
}
