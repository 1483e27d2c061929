import { cellOf, WAIT } from "../cells.js";
import {
  type ActionCode,
  type Agent,
  CUSTOMER,
  GROUPS,
  type GroupCode,
  type PendingArrival,
  type Scenario,
  type State,
} from "../types.js";

/** The state before anybody has come; `spawnDue` brings in the first people. */
export function newState(scenario: Scenario): State {
  return {
    turn: 1,
    agents: [],
    pending: scenario.slots.map((slot, i) => ({ id: i, slot: i, arrival: slot.first })),
    nextId: scenario.slots.length,
    seatsFilled: 0,
    generations: scenario.slots.map(() => 1),
    entered: [],
    left: [],
    over: null,
  };
}

/** A person as it appears on the map. */
export function newAgent({ id, slot, arrival }: PendingArrival, turn: number, inQ: boolean): Agent {
  const cell = cellOf(arrival.at);
  return {
    id,
    slot,
    group: GROUPS.indexOf(arrival.group) as GroupCode,
    cell,
    leg: arrival.leg ?? 0,
    goals: arrival.goals,
    run: 0,
    seenQ: inQ,
    still: 0,
    dawdle: 0,
    service: 0,
    besideR: 0,
    hold: arrival.hold ?? 0,
    dwell: arrival.dwell ?? 0,
    since: turn,
    action: WAIT as ActionCode,
    before: cell,
    target: cell,
    sanctioned: false,
    blamed: false,
    displaced: false,
    reward: 0,
  };
}

/** A state that shares nothing that changes with the given one. */
export function cloneState(state: State): State {
  return {
    ...state,
    agents: state.agents.map((a) => ({ ...a })),
    left: state.left.map((a) => ({ ...a })),
    pending: [...state.pending],
    generations: [...state.generations],
    entered: [...state.entered],
  };
}

/** True while the person's current goal is the counter. */
export const isCustomer = (agent: Agent): boolean =>
  agent.leg < 2 && agent.goals[agent.leg as 0 | 1].kind === "counter";

/** How a person appears in `NormContext.others`. */
export const markOf = (agent: Agent): number =>
  1 + agent.group + (isCustomer(agent) ? CUSTOMER : 0);

/** Writes where everybody stands into `others`, which is emptied before. */
export function markPeople(agents: readonly Agent[], others: Uint8Array): void {
  others.fill(0);
  for (const agent of agents) others[agent.cell] = markOf(agent);
}

/** Puts agents in the order of their ids, in place; nearly always they are. */
export function sortById(agents: Agent[]): void {
  for (let i = 1; i < agents.length; i++)
    if ((agents[i - 1] as Agent).id > (agents[i] as Agent).id) {
      agents.sort((a, b) => a.id - b.id);
      return;
    }
}

/** The newcomer's person on the map, if any. */
export function newcomerOf(state: State): Agent | undefined {
  return state.agents.find((a) => a.slot === 0);
}
