import { hash32, Rng } from "../../core/rng.js";
import { CELLS, WAIT } from "../cells.js";
import { type Arena, PATIENCE } from "../engine/arena.js";
import { markOf, markPeople, newcomerOf } from "../engine/state.js";
import type { ActionCode, Agent, Goal, NormDefinition, Policy, State } from "../types.js";
import { type Planner, plannerFor } from "./planner.js";
import type { Query } from "./search.js";
import { ORDERS } from "./site.js";

/** Newcomers that need no model: they mark the ends of the scale. */
export const SCRIPTED_NEWCOMERS = ["oracle", "norm-blind", "random", "idle"] as const;
export type ScriptedNewcomer = (typeof SCRIPTED_NEWCOMERS)[number];

export interface CommunityOptions {
  /** who decides for slot 0; null leaves its action as the caller has set it */
  newcomer: ScriptedNewcomer | null;
  /** another number breaks all ties between equally good ways differently */
  ties?: number;
}

/**
 * Chooses the actions of everybody scripted, each from the frozen state alone (Algorithm 1): where the others
 * will be is predicted once per kind of planner, then each plans against the predictions. Chance is drawn from
 * (seed, person, turn), so asking twice gives the same answer and changes nothing.
 */
export class Community {
  private readonly now = new Uint8Array(CELLS);
  private readonly soon = new Uint8Array(CELLS);
  private readonly busy = new Uint8Array(CELLS);
  private readonly heldBy = new Uint8Array(CELLS);
  private readonly claimedBy = new Uint8Array(CELLS);
  private expected = new Int16Array(16);
  private readonly orders: Uint8Array[] = [];
  private readonly planners: Readonly<Record<"aware" | "blind" | "oracle" | "norm-blind", Planner>>;
  /** each planner once */
  private readonly kinds: readonly Planner[];
  private readonly query: Query;

  constructor(
    private readonly arena: Arena,
    private readonly options: CommunityOptions,
  ) {
    const { geometry, rules, norm, habit } = arena;
    const planner = (...norms: (NormDefinition | null)[]): Planner =>
      plannerFor(
        geometry,
        rules,
        norms.filter((n): n is NormDefinition => n !== null),
      );
    this.planners = {
      aware: planner(norm, habit),
      blind: planner(habit),
      oracle: planner(norm),
      "norm-blind": planner(),
    };
    this.kinds = [...new Set(Object.values(this.planners))];
    this.query = {
      cell: 0,
      memory: 0,
      held: false,
      group: 0,
      now: this.now,
      soon: this.now,
      busy: this.now,
      wish: false,
      seatsFilled: 0,
      order: ORDERS[0] as Uint8Array,
    };
  }

  /** Sets `action` of every scripted agent on the map. */
  choose(state: State): void {
    if (this.expected.length < state.agents.length)
      this.expected = new Int16Array(state.agents.length * 2);
    const { agents } = state;
    markPeople(agents, this.now);
    for (const planner of this.kinds) {
      let predicted = false;
      for (let i = 0; i < agents.length; i++) {
        const agent = agents[i] as Agent;
        if (this.plannerOf(agent) !== planner) continue;
        if (!predicted) this.predict(state, planner);
        predicted = true;
        agent.action = this.plan(state, agent, i, planner);
      }
    }
    for (const agent of agents) if (agent.slot === 0) this.chooseSimple(agent, state);
  }

  private plannerOf(agent: Agent): Planner | null {
    const policy = this.arena.scenario.slots[agent.slot]?.policy as Policy;
    if (policy !== "newcomer") return this.planners[policy];
    const who = this.options.newcomer;
    return who === "oracle" || who === "norm-blind" ? this.planners[who] : null;
  }

  private chooseSimple(agent: Agent, state: State): void {
    if (this.options.newcomer === "idle") agent.action = WAIT as ActionCode;
    if (this.options.newcomer === "random")
      agent.action = Rng.from("random newcomer", this.arena.scenario.seed, state.turn).int(
        0,
        4,
      ) as ActionCode;
  }

  /** Where each would go next if it planned like this and nobody else moved, made into one picture. */
  private predict(state: State, planner: Planner): void {
    const { next } = this.arena.geometry;
    this.soon.fill(0);
    this.busy.fill(0);
    for (let i = 0; i < state.agents.length; i++) {
      const agent = state.agents[i] as Agent;
      this.ask(state, agent, planner);
      this.query.soon = this.now;
      this.query.busy = this.now;
      this.query.wish = true;
      const mark = this.now[agent.cell] as number;
      this.now[agent.cell] = 0;
      const action = this.staysPut(state, agent) ? WAIT : planner.act(this.query, goalOf(agent));
      this.now[agent.cell] = mark;
      this.expected[i] = next[agent.cell * 5 + action] as number;
    }
    this.settleWishes(state.agents);
    for (let i = 0; i < state.agents.length; i++) {
      const cell = this.expected[i] as number;
      this.soon[cell] = markOf(state.agents[i] as Agent);
      this.busy[cell] = (this.busy[cell] as number) + 1;
    }
  }

  /**
   * Makes one picture of the wishes: whoever would walk into somebody who stays, stays too, and of several who
   * want the same cell the one with the right of way goes: whoever changes places with the person on it, then
   * people on a door, so that they get in, then those who have been here longer.
   */
  private settleWishes(agents: readonly Agent[]): void {
    const { heldBy, claimedBy, expected } = this;
    for (let i = 0; i < agents.length; i++) heldBy[(agents[i] as Agent).cell] = i + 1;
    for (let changed = true; changed; ) {
      changed = false;
      for (let i = 0; i < agents.length; i++) {
        const cell = (agents[i] as Agent).cell;
        const wish = expected[i] as number;
        if (wish === cell) continue;
        const ahead = (heldBy[wish] as number) - 1;
        const rival = (claimedBy[wish] as number) - 1;
        if (ahead >= 0 && expected[ahead] === wish) expected[i] = cell;
        else if (rival < 0 || expected[rival] !== wish || rival === i) {
          claimedBy[wish] = i + 1;
          continue;
        } else if (this.precedes(agents, i, rival, ahead)) {
          expected[rival] = (agents[rival] as Agent).cell;
          claimedBy[wish] = i + 1;
        } else expected[i] = cell;
        changed = true;
      }
    }
    for (let i = 0; i < agents.length; i++) heldBy[(agents[i] as Agent).cell] = 0;
    claimedBy.fill(0);
  }

  private precedes(agents: readonly Agent[], i: number, k: number, ahead: number): boolean {
    const { doorAt } = this.arena.geometry;
    const [a, b] = [agents[i] as Agent, agents[k] as Agent];
    const rank = (agent: Agent): number => {
      if (ahead >= 0 && this.expected[ahead] === agent.cell) return 0;
      return doorAt[agent.cell] ? 1 : 2;
    };
    return rank(a) === rank(b) ? a.id < b.id : rank(a) < rank(b);
  }

  /** The agent's own action against the predictions of the others. */
  private plan(state: State, agent: Agent, index: number, planner: Planner): ActionCode {
    if (this.holds(state, agent)) return WAIT as ActionCode;
    this.ask(state, agent, planner);
    const { query } = this;
    query.soon = this.soon;
    query.busy = this.busy;
    query.wish = false;
    const own = this.expected[index] as number;
    const mark = this.now[agent.cell] as number;
    const expectedMark = this.soon[own] as number;
    this.now[agent.cell] = 0;
    this.busy[own] = (this.busy[own] as number) - 1;
    if (this.busy[own] === 0) this.soon[own] = 0;
    const goal = goalOf(agent);
    let action = planner.act(query, goal);
    if (action === WAIT && agent.still >= PATIENCE && !planner.holdsPlace(agent.cell, goal))
      action = this.getUnstuck(state, agent, planner);
    else if (this.hesitates(state, agent, action)) action = WAIT as ActionCode;
    this.now[agent.cell] = mark;
    this.busy[own] = (this.busy[own] as number) + 1;
    this.soon[own] = expectedMark;
    return action;
  }

  /**
   * Long stuck: any step aside that the norms allow may loosen the knot; every other time somebody who has
   * stood in the way just as long is walked into, and so pushed off, where the norms allow that.
   */
  private getUnstuck(state: State, agent: Agent, planner: Planner): ActionCode {
    const rng = Rng.from("unstuck", this.arena.scenario.seed, agent.id, state.turn);
    if (rng.chance(0.5)) {
      this.query.wish = true;
      const wish = planner.act(this.query, goalOf(agent));
      const to = this.arena.geometry.next[agent.cell * 5 + wish] as number;
      const blocker = state.agents.find((a) => a.cell === to && a !== agent);
      if (blocker && blocker.still >= PATIENCE) return wish;
    }
    const ways = planner.sidesteps(this.query);
    return ways.length === 0 ? (WAIT as ActionCode) : (rng.pick(ways) as ActionCode);
  }

  /**
   * Going straight back to where one came from is put off every other time: where everybody keeps giving way
   * to everybody, somebody has to stop.
   */
  private hesitates(state: State, agent: Agent, action: ActionCode): boolean {
    if (action === WAIT || agent.before === agent.cell) return false;
    const to = this.arena.geometry.next[agent.cell * 5 + action] as number;
    if (to !== agent.before) return false;
    return Rng.from("hesitate", this.arena.scenario.seed, agent.id, state.turn).chance(0.5);
  }

  private ask(state: State, agent: Agent, planner: Planner): void {
    const { query } = this;
    query.cell = agent.cell;
    planner.remember(query, state.turn, agent.run, agent.seenQ);
    query.group = agent.group;
    query.seatsFilled = state.seatsFilled;
    query.order = this.orderOf(agent.id);
  }

  private orderOf(id: number): Uint8Array {
    let order = this.orders[id];
    if (!order) {
      const { seed } = this.arena.scenario;
      order = ORDERS[hash32(`ties ${seed} ${id} ${this.options.ties ?? 0}`) % 24] as Uint8Array;
      this.orders[id] = order;
    }
    return order;
  }

  /** A newcomer who has long stood still is not expected to do what one would do in its place. */
  private staysPut(state: State, agent: Agent): boolean {
    return (agent.slot === 0 && agent.still >= PATIENCE) || this.holds(state, agent);
  }

  /** Stays where its goal was for its time, or in the zone until the newcomer has waited at its edge. */
  private holds(state: State, agent: Agent): boolean {
    if (agent.leg === 1 && agent.dwell > 0 && agent.slot !== 0) return true;
    if (agent.hold === 0) return false;
    const newcomer = newcomerOf(state);
    if (!newcomer) return state.pending.some((p) => p.slot === 0);
    return newcomer.leg === 0 && newcomer.besideR < agent.hold;
  }
}

const goalOf = (agent: Agent): Goal => agent.goals[agent.leg as 0 | 1];
