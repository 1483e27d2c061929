import { violates } from "../judge.js";
import type { Agent, State } from "../types.js";
import type { Arena } from "./arena.js";
import { markPeople } from "./state.js";

/** Stage 4: where each action leads; walls and furniture turn a move into standing still. */
export function setTargets(arena: Arena, agents: readonly Agent[]): void {
  const { next } = arena.geometry;
  for (const agent of agents) {
    agent.before = agent.cell;
    agent.target = next[agent.cell * 5 + agent.action] as number;
  }
  if (!arena.rules.allowSwap) blockSwaps(agents);
}

/** Where two may not change places, both find the way blocked. */
function blockSwaps(agents: readonly Agent[]): void {
  for (let i = 0; i < agents.length; i++)
    for (let k = i + 1; k < agents.length; k++) {
      const [a, b] = [agents[i] as Agent, agents[k] as Agent];
      if (a.target !== b.cell || b.target !== a.cell || a.target === a.cell) continue;
      a.target = a.cell;
      b.target = b.cell;
    }
}

/** Stage 5: sanctions, judged on the frozen state before anybody has moved. */
export function judgeAll(arena: Arena, state: State): void {
  const { context, norm } = arena;
  markPeople(state.agents, context.others);
  context.turn = state.turn;
  context.seatsFilled = state.seatsFilled;
  for (const agent of state.agents) {
    const mark = context.others[agent.cell] as number;
    context.others[agent.cell] = 0; // "others" leaves out the mover
    context.x = agent.cell;
    context.y = agent.target;
    context.action = agent.action;
    context.run = agent.run;
    context.seenQ = agent.seenQ;
    context.group = agent.group;
    agent.sanctioned = violates(norm, context);
    context.others[agent.cell] = mark;
  }
}
