import { CELLS, NEIGHBOUR, WAIT } from "../cells.js";
import { lineTail } from "../norms/coordination.js";
import { lineOf } from "../norms/index.js";
import {
  type ActionCode,
  type Cell,
  type Geometry,
  type Goal,
  GROUPS,
  type Group,
  type GroupCode,
  type NormDefinition,
  type Rules,
} from "../types.js";
import { Live } from "./live.js";
import { type MemorySpace, memorySpace } from "./memory.js";
import { NO_WAY, type Query, Search } from "./search.js";
import { type Target, Targets } from "./site.js";
import { type Distances, Tables } from "./tables.js";

/**
 * The search of the paper's Algorithm 1 for one agent at a time: a cheapest way to its goal, steps that break
 * one of `norms` left out, people in the way at a price. Without norms it is the norm-blind planner.
 */
export class Planner {
  /** what searches carry along; without time where norms on time only hold steps up */
  private readonly space: MemorySpace;
  private readonly tables: Tables;
  /** per memory of `clockSpace`, whether a step may be taken; null when searches see to time themselves */
  private readonly pace: Uint8Array | null;
  private readonly clockSpace: MemorySpace;
  private readonly live: Live;
  private readonly search: Search;
  private readonly targets: Targets;
  /** the line to keep, if one of the norms is about a line */
  private readonly line: readonly Cell[];
  private readonly onLine: Uint8Array;

  constructor(
    private readonly geometry: Geometry,
    private readonly rules: Rules,
    norms: readonly NormDefinition[],
  ) {
    const still = norms.filter((norm) => !norm.memory.others);
    const live = norms.filter((norm) => norm.memory.others);
    this.clockSpace = memorySpace(norms);
    const timed = Tables.of(geometry, rules, this.clockSpace, still);
    this.pace = memorySpace(live).size === 1 ? timed.pace() : null;
    this.space = this.pace ? memorySpace([]) : this.clockSpace;
    this.tables = this.pace ? timed.withoutTime() : timed;
    this.live = new Live(geometry, rules, this.space, live);
    this.search = new Search(this.space, this.tables, this.live);
    this.targets = new Targets(geometry);
    const queue = norms.find((norm) => norm.shape);
    this.line = queue ? lineOf(queue, geometry) : [];
    this.onLine = new Uint8Array(CELLS);
    for (const cell of this.line) this.onLine[cell] = 1;
  }

  /** Puts time and history into a question. */
  remember(q: Query, turn: number, run: number, seenQ: boolean): void {
    const memory = this.clockSpace.numberOf(turn, run, seenQ);
    q.held = this.pace !== null && this.pace[memory] === 0;
    q.memory = this.pace ? 0 : memory;
  }

  /** The action for this turn; never a step that breaks a norm nor, but for wishes, one onto a held cell. */
  act(q: Query, goal: Goal): ActionCode {
    if (q.held) return WAIT as ActionCode;
    if (goal.kind === "counter" && q.cell === this.geometry.service) return WAIT as ActionCode;
    if (goal.kind === "counter" && this.line.length > 0) return this.queue(q);
    return this.toward(q, this.targets.of(goal));
  }

  /** In line: one place up when it is free now, else wait. Not in line: join at its end, or wait beside it. */
  private queue(q: Query): ActionCode {
    const place = this.line.indexOf(q.cell);
    if (place > 0) {
      const ahead = this.line[place - 1] as Cell;
      if (q.now[ahead] || q.busy[ahead]) return WAIT as ActionCode;
      return this.stepTo(q, ahead);
    }
    const tail = lineTail(this.line, q.soon, this.rules.queueRule === "customers-only");
    const last = this.line.length - 1;
    if (tail <= last) return this.toward(q, this.targets.cell(this.line[tail] as Cell));
    return this.waitBeside(q, this.targets.cell(this.line[last] as Cell));
  }

  private stepTo(q: Query, cell: Cell): ActionCode {
    for (let d = 0; d < 4; d++)
      if (NEIGHBOUR[q.cell * 4 + d] === cell && this.permits(q, d)) return d as ActionCode;
    return WAIT as ActionCode;
  }

  private toward(q: Query, target: Target): ActionCode {
    if (!this.live.any) return this.way(q, target) ?? (WAIT as ActionCode);
    for (let k = 0; k < 4; k++) {
      const d = q.order[k] as number;
      const to = NEIGHBOUR[q.cell * 4 + d] as number;
      if (to >= 0 && target.mask[to] && !q.busy[to] && this.permits(q, d)) return d as ActionCode;
    }
    const open = this.enterable(q, target);
    if (open === null) return this.waitBeside(q, target);
    return this.way(q, open) ?? this.waitBeside(q, target);
  }

  /** The part of a target that the norms on others would let the agent enter as far as it can see; null for none. */
  private enterable(q: Query, target: Target): Target | null {
    let count = 0;
    let only = -1;
    for (const cell of target.cells)
      if (this.entry(q, cell, target)) {
        count++;
        only = cell;
      }
    if (count === 0) return null;
    return count === 1 ? this.targets.cell(only) : target;
  }

  private entry(q: Query, cell: Cell, target: Target): boolean {
    const { size } = this.space;
    for (let d = 0; d < 4; d++) {
      const from = NEIGHBOUR[cell * 4 + d] as number;
      if (from < 0 || !this.geometry.floor[from] || target.mask[from]) continue;
      const [there, here] = [from * size + q.memory, cell * size + q.memory];
      if (!this.live.forbids(q, there, here, d ^ 1, q.soon)) return true;
    }
    return false;
  }

  /** A norm on others keeps the target shut at present: go and stand beside it, so that others can see the wish. */
  private waitBeside(q: Query, target: Target): ActionCode {
    const beside = this.targets.beside(target, this.onLine);
    if (beside.cells.length === 0 || beside.mask[q.cell]) return WAIT as ActionCode;
    return this.way(q, beside) ?? (WAIT as ActionCode);
  }

  /** First action of a cheapest way; waiting instead of running into somebody; null when there is no way. */
  private way(q: Query, target: Target): ActionCode | null {
    const distances = this.tables.distances(target, q.group);
    if ((distances.from[q.cell * this.space.size + q.memory] as number) < 0) return null;
    const crowded = isCrowded(q, target);
    let first = this.straight(q, distances, crowded);
    if (first === NO_WAY) first = this.search.run(q, target, crowded);
    if (first === NO_WAY) return null;
    if (first === WAIT) return first;
    const to = NEIGHBOUR[q.cell * 4 + first] as number;
    return q.busy[to] && !q.wish ? (WAIT as ActionCode) : first;
  }

  /**
   * Walks down the table as long as nobody and no norm on others is in the way. What arrives is as short as any
   * way can be, so there is nothing left to search.
   */
  private straight(
    q: Query,
    { from, over }: Distances,
    crowded: boolean,
  ): ActionCode | typeof NO_WAY {
    const { size, cellOfNode, memoryOfNode, afterWait } = this.space;
    const { busy, order } = q;
    const steps = this.tables.steps(q.group);
    let node = q.cell * size + q.memory;
    let first = NO_WAY as number;
    for (let left = from[node] as number; left > 0; left--) {
      let next = NO_WAY as number;
      let action = NO_WAY as number;
      for (let k = 0; k < 4 && action === NO_WAY; k++) {
        const d = order[k] as number;
        next = steps[node * 4 + d] as number;
        if (next < 0 || over[next] !== left - 1) continue;
        if (busy[cellOfNode[next] as number] && !(crowded && left === 1)) continue;
        const seen = first === NO_WAY ? q.now : q.soon;
        if (this.live.any && this.live.forbids(q, node, next, d, seen)) continue;
        action = d;
      }
      if (action === NO_WAY) {
        if (size === 1) return NO_WAY;
        next =
          (cellOfNode[node] as number) * size + (afterWait[memoryOfNode[node] as number] as number);
        if (from[next] !== left - 1) return NO_WAY;
        action = WAIT;
      }
      node = next;
      if (first === NO_WAY) first = action;
    }
    return first as ActionCode;
  }

  /** Whether the norms allow a first step in a direction. */
  private permits(q: Query, direction: number): boolean {
    if (q.held) return false;
    const node = q.cell * this.space.size + q.memory;
    const next = this.tables.steps(q.group)[node * 4 + direction] as number;
    if (next < 0) return false;
    return !this.live.any || !this.live.forbids(q, node, next, direction, q.now);
  }

  /** Directions of steps aside that the norms allow: onto free plain floor off the line. */
  sidesteps(q: Query): number[] {
    const found: number[] = [];
    for (let d = 0; d < 4; d++) {
      const to = NEIGHBOUR[q.cell * 4 + d] as number;
      if (to < 0 || !this.geometry.floor[to] || this.onLine[to]) continue;
      if (!q.now[to] && !q.busy[to] && this.permits(q, d)) found.push(d);
    }
    return found;
  }

  /** Whether people of a group can get to a goal from the middle of the room at all, leaving others aside. */
  everReaches(goal: Goal, group: Group): boolean {
    const g = GROUPS.indexOf(group) as GroupCode;
    const { from } = this.tables.distances(this.targets.of(goal), g);
    const memory = this.pace ? 0 : this.clockSpace.numberOf(1, 0, false);
    return (from[this.geometry.service * this.space.size + memory] as number) >= 0;
  }

  /** In line for the counter, where stepping aside would lose the place. */
  holdsPlace(cell: Cell, goal: Goal): boolean {
    return goal.kind === "counter" && (this.onLine[cell] === 1 || cell === this.geometry.service);
  }
}

function isCrowded(q: Query, target: Target): boolean {
  for (const cell of target.cells) if (!q.busy[cell]) return false;
  return true;
}

const planners = new WeakMap<Geometry, Map<string, Planner>>();

/** A planner for the layout and norms, made once: its tables serve every episode. */
export function plannerFor(
  geometry: Geometry,
  rules: Rules,
  norms: readonly NormDefinition[],
): Planner {
  let known = planners.get(geometry);
  if (!known) {
    known = new Map();
    planners.set(geometry, known);
  }
  const key = `${JSON.stringify(rules)} ${norms.map((n) => n.id).join()}`;
  let planner = known.get(key);
  if (!planner) {
    planner = new Planner(geometry, rules, norms);
    known.set(key, planner);
  }
  return planner;
}
