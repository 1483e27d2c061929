import { NormactError } from "../../core/errors.js";
import type { Rng } from "../../core/rng.js";
import { CELLS, NEIGHBOUR, showCell } from "../cells.js";
import type { Agent, Cell } from "../types.js";
import type { Arena } from "./arena.js";

/**
 * Moves a loser off a contested cell to a free plain floor cell beside it, drawn evenly; never to a door, which
 * would end its task, nor to a chair, which would seat it. With none free, scripted people nearby are shifted
 * one step each along the shortest way to free floor; the newcomer only if nothing else helps.
 */
export function push(arena: Arena, agents: Agent[], loser: number, cell: Cell, rng: Rng): void {
  const { floor } = arena.geometry;
  const free: Cell[] = [];
  for (let d = 0; d < 4; d++) {
    const n = NEIGHBOUR[cell * 4 + d] as number;
    if (n >= 0 && floor[n] && arena.holder[n] === -1) free.push(n);
  }
  if (free.length > 0) {
    place(arena, agents, loser, free.length === 1 ? (free[0] as Cell) : rng.pick(free));
    return;
  }
  const way = chain(arena, agents, cell, false) ?? chain(arena, agents, cell, true);
  if (!way)
    throw new NormactError(
      "no_room",
      `nobody can be moved off ${showCell(cell)}: the floor is full`,
    );
  for (let k = way.length - 1; k > 0; k--)
    place(arena, agents, arena.holder[way[k - 1] as Cell] as number, way[k] as Cell);
  place(arena, agents, loser, way[0] as Cell);
}

function place(arena: Arena, agents: Agent[], index: number, cell: Cell): void {
  const agent = agents[index] as Agent;
  agent.cell = cell;
  agent.displaced = true;
  arena.holder[cell] = index;
}

/** Cells from beside `cell` to the nearest free floor, all but the last held by people who may be shifted. */
function chain(arena: Arena, agents: Agent[], cell: Cell, newcomerToo: boolean): Cell[] | null {
  const { floor } = arena.geometry;
  const from = new Int16Array(CELLS).fill(-1);
  const queue = [cell];
  from[cell] = cell;
  for (let k = 0; k < queue.length; k++) {
    const here = queue[k] as Cell;
    for (let d = 0; d < 4; d++) {
      const n = NEIGHBOUR[here * 4 + d] as number;
      if (n < 0 || !floor[n] || from[n] !== -1) continue;
      const held = arena.holder[n] as number;
      if (held >= 0 && !newcomerToo && (agents[held] as Agent).slot === 0) continue;
      from[n] = here;
      if (held === -1) return trail(from, cell, n);
      queue.push(n);
    }
  }
  return null;
}

function trail(from: Int16Array, start: Cell, end: Cell): Cell[] {
  const way: Cell[] = [];
  for (let cell = end; cell !== start; cell = from[cell] as number) way.push(cell);
  return way.reverse();
}
