import { Rng } from "../../core/rng.js";
import type { Agent, Cell, State } from "../types.js";
import type { Arena } from "./arena.js";
import { push } from "./push.js";

interface Contest {
  cell: Cell;
  /** indices of those who must leave, by id */
  losers: number[];
}

/**
 * Stages 6 and 7: who is to blame, and where everybody ends up. Afterwards `agent.cell` is the final cell.
 * Contested cells are settled from the top left on: first a winner for each, then a place for the others.
 * Changing places and going round in a ring end on different cells, hence are no contests.
 */
export function resolve(arena: Arena, state: State): void {
  const { agents } = state;
  const contested = claimCells(arena, agents);
  if (contested.length > 0) {
    const rng = Rng.from("conflict", arena.scenario.seed, state.turn);
    const contests = contested.map((cell) => settle(arena, agents, cell, rng));
    for (const { cell, losers } of contests)
      for (const loser of losers) push(arena, agents, loser, cell, rng);
  }
  for (let i = 0; i < agents.length; i++) arena.claims[(agents[i] as Agent).target] = 0;
}

/** Everybody takes the target for the time being; returns the cells that several claim, in row-major order. */
function claimCells(arena: Arena, agents: readonly Agent[]): Cell[] {
  const { claims, holder } = arena;
  holder.fill(-1);
  let contested: Cell[] | null = null;
  for (let i = 0; i < agents.length; i++) {
    const agent = agents[i] as Agent;
    const cell = agent.target;
    agent.blamed = false;
    agent.displaced = false;
    agent.cell = cell;
    holder[cell] = i;
    const count = (claims[cell] as number) + 1;
    claims[cell] = count;
    if (count === 2) {
      contested ??= [];
      contested.push(cell);
    }
  }
  return contested === null ? [] : contested.sort((a, b) => a - b);
}

/** Those who walked in are to blame; one of them stays, drawn evenly. Whoever stood there must make way. */
function settle(arena: Arena, agents: readonly Agent[], cell: Cell, rng: Rng): Contest {
  const claimants: number[] = [];
  const movers: number[] = [];
  agents.forEach((agent, i) => {
    if (agent.target !== cell) return;
    claimants.push(i);
    if (agent.before !== cell) {
      movers.push(i);
      agent.blamed = true;
    }
  });
  const winner = movers.length === 1 ? (movers[0] as number) : rng.pick(movers);
  arena.holder[cell] = winner;
  return { cell, losers: claimants.filter((i) => i !== winner) };
}
