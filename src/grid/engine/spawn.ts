import { cellOf } from "../cells.js";
import type { Agent, PendingArrival, State } from "../types.js";
import type { Arena } from "./arena.js";
import { newAgent } from "./state.js";

/**
 * Brings in those who are due and whose place is free, the longest due first, as long as the room may take
 * them. A place taken means waiting outside, at no cost.
 */
export function spawnDue(arena: Arena, state: State): void {
  state.entered = [];
  if (!state.pending.some((one) => one.arrival.due <= state.turn)) return;
  const waiting: PendingArrival[] = [];
  for (const one of byDue(state.pending)) {
    const cell = cellOf(one.arrival.at);
    if (
      one.arrival.due > state.turn ||
      state.agents.length >= arena.scenario.capacity ||
      state.agents.some((a) => a.cell === cell)
    ) {
      waiting.push(one);
      continue;
    }
    insert(state.agents, newAgent(one, state.turn, arena.geometry.inQ[cell] === 1));
    if (arena.geometry.chair[cell]) state.seatsFilled++;
    state.entered.push(one.id);
  }
  state.pending = waiting;
}

function byDue(pending: PendingArrival[]): PendingArrival[] {
  return [...pending].sort((a, b) => a.arrival.due - b.arrival.due || a.id - b.id);
}

function insert(agents: Agent[], agent: Agent): void {
  let at = agents.length;
  while (at > 0 && (agents[at - 1] as Agent).id > agent.id) at--;
  agents.splice(at, 0, agent);
}
