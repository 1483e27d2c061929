import type { Agent, Door, Geometry, Goal, GridEvent, State } from "../types.js";
import { DOORS } from "../types.js";
import { type Arena, SERVICE_TURNS } from "./arena.js";
import { isCustomer } from "./state.js";

/** The terms of the reward, in tenths so that sums stay exact. */
export const REWARD_TENTHS = { goal: 100, step: -1, blamed: -50, sanction: -200 } as const;

/** Stage 8: what people carry on from the step: their run of moves, Q, stillness, service, seats. */
export function commit(arena: Arena, state: State): void {
  const { geometry } = arena;
  for (const agent of state.agents) {
    const { cell, before } = agent;
    agent.run = agent.target === before ? 0 : agent.run + 1;
    agent.still = cell === before ? agent.still + 1 : 0;
    if (geometry.inQ[cell]) agent.seenQ = true;
    if (agent.leg === 1 && agent.dwell > 0) agent.dwell--;
    if (geometry.besideR[cell]) agent.besideR++;
    if (geometry.chair[cell] && cell !== before) state.seatsFilled++;
    if (cell === geometry.service && isCustomer(agent)) agent.service++;
  }
}

/** Stages 9 and 10: goals reached, people gone, rewards. */
export function settleGoals(arena: Arena, state: State, events: GridEvent[]): void {
  state.left = [];
  let stay = 0;
  for (const agent of state.agents) {
    let tenths: number = REWARD_TENTHS.step;
    if (agent.blamed) tenths += REWARD_TENTHS.blamed;
    if (agent.sanctioned) tenths += REWARD_TENTHS.sanction;
    if (agent.leg < 2 && reached(arena.geometry, agent, agent.goals[agent.leg as 0 | 1])) {
      agent.leg = (agent.leg + 1) as 1 | 2;
      tenths += REWARD_TENTHS.goal;
      events.push({ type: "leg", id: agent.id, leg: agent.leg });
    }
    agent.reward = tenths / 10;
    if (agent.leg === 2) {
      state.left.push(agent);
      events.push({ type: "exit", id: agent.id, door: doorOf(arena.geometry, agent) });
    } else state.agents[stay++] = agent;
  }
  state.agents.length = stay;
}

function doorOf(geometry: Geometry, agent: Agent): Door {
  return DOORS[(geometry.doorAt[agent.cell] as number) - 1] as Door;
}

/** True when the person has what the goal asks for where it stands now. */
export function reached(geometry: Geometry, agent: Agent, goal: Goal): boolean {
  const { cell } = agent;
  switch (goal.kind) {
    case "cell":
      return cell === goal.at[0] * 15 + goal.at[1];
    case "chair":
      return geometry.chair[cell] === 1;
    case "zone":
      return geometry.inR[cell] === 1;
    case "counter":
      return agent.service >= SERVICE_TURNS;
    case "door": {
      const door = geometry.doorAt[cell] as number;
      return door !== 0 && (goal.door === null || DOORS[door - 1] === goal.door);
    }
  }
}
