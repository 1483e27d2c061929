import { Rng } from "../../../core/rng.js";
import { CELLS, cellOf, colOf, rowOf, WAIT } from "../../../grid/cells.js";
import { PATIENCE } from "../../../grid/engine/arena.js";
import { type Planner, plannerFor } from "../../../grid/planner/planner.js";
import type { Query } from "../../../grid/planner/search.js";
import { ORDERS } from "../../../grid/planner/site.js";
import {
  type ActionCode,
  type Goal,
  GROUPS,
  type GroupCode,
  type NormDefinition,
} from "../../../grid/types.js";
import type { Sight, Stage } from "../../types.js";

/** Steps within which people are reckoned with although they are walking. */
const NEAR = 2;

const near = (a: number, b: number): boolean =>
  Math.abs(rowOf(a) - rowOf(b)) + Math.abs(colOf(a) - colOf(b)) <= NEAR;

/** What the newcomer knows of itself beside what it sees. */
export interface OwnPast {
  run: number;
  seenQ: boolean;
}

/**
 * Finds the newcomer's way with the engine's planner, from no more than it can see: it does not know where others
 * want to go, so it takes those who stand, and those close by, to stay where they are.
 */
export class Actor {
  private readonly now = new Uint8Array(CELLS);
  /** cells to go round: people who stand, and all of those close by */
  private readonly busy = new Uint8Array(CELLS);
  private readonly query: Query;
  private id = -1;
  private cell = -1;
  private still = 0;
  private came = -1;
  /** turns on end on which others stood on a cell */
  private readonly stood = new Uint16Array(CELLS);

  constructor(
    private readonly stage: Stage,
    private readonly seed: number,
  ) {
    this.query = {
      cell: 0,
      memory: 0,
      held: false,
      group: 0,
      now: this.now,
      soon: this.now,
      busy: this.busy,
      wish: false,
      seatsFilled: 0,
      order: ORDERS[0] as Uint8Array,
    };
  }

  /** Takes in where everybody stands; once a turn, before `choose`. */
  see(sight: Sight): void {
    const cell = cellOf(sight.self.at);
    if (sight.self.id !== this.id) {
      this.id = sight.self.id;
      this.still = 0;
      this.came = -1;
    } else {
      this.still = cell === this.cell ? this.still + 1 : 0;
      if (cell !== this.cell) this.came = this.cell;
    }
    this.cell = cell;
    this.now.fill(0);
    for (const { at, group, gone } of sight.others)
      if (!gone) this.now[cellOf(at)] = 1 + GROUPS.indexOf(group);
    for (let c = 0; c < CELLS; c++) this.stood[c] = this.now[c] ? (this.stood[c] as number) + 1 : 0;
    // whoever walks far off will be elsewhere by the time
    for (let c = 0; c < CELLS; c++)
      this.busy[c] = this.now[c] && ((this.stood[c] as number) > 1 || near(c, cell)) ? 1 : 0;
  }

  /** An action that keeps all of the norms. */
  choose(sight: Sight, past: OwnPast, norms: readonly NormDefinition[]): ActionCode {
    const planner = plannerFor(this.stage.geometry, this.stage.rules, norms);
    const goal = sight.self.goals[sight.self.leg];
    const { query } = this;
    query.cell = this.cell;
    query.group = GROUPS.indexOf(sight.self.group) as GroupCode;
    query.wish = false;
    query.order = ORDERS[(this.seed + sight.self.id) % ORDERS.length] as Uint8Array;
    planner.remember(query, sight.turn, past.run, past.seenQ);
    const action = planner.act(query, goal);
    if (action === WAIT && this.still >= PATIENCE && !planner.holdsPlace(this.cell, goal))
      return this.getUnstuck(planner, goal, sight.turn);
    return this.hesitates(action, sight.turn) ? (WAIT as ActionCode) : action;
  }

  /** The cell of an action's target. */
  targetOf(action: ActionCode): number {
    return this.stage.geometry.next[this.cell * 5 + action] as number;
  }

  /** As everybody does when stuck for long: a step aside, or into somebody who has stood there as long. */
  private getUnstuck(planner: Planner, goal: Goal, turn: number): ActionCode {
    const rng = Rng.from("newcomer unstuck", this.stage.seed, this.seed, turn);
    if (rng.chance(0.5)) {
      this.query.wish = true;
      const wish = planner.act(this.query, goal);
      if ((this.stood[this.targetOf(wish)] as number) >= PATIENCE) return wish;
    }
    const ways = planner.sidesteps(this.query);
    return ways.length === 0 ? (WAIT as ActionCode) : (rng.pick(ways) as ActionCode);
  }

  /** Going straight back where it came from is put off every other time. */
  private hesitates(action: ActionCode, turn: number): boolean {
    if (action === WAIT || this.still > 0 || this.targetOf(action) !== this.came) return false;
    return Rng.from("newcomer hesitates", this.stage.seed, this.seed, turn).chance(0.5);
  }
}
