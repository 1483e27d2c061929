import { CELLS, NEIGHBOUR } from "../cells.js";
import type { Agent, Cell, GridEvent, State } from "../types.js";
import { type Arena, PATIENCE } from "./arena.js";
import { isCustomer } from "./state.js";

/**
 * Takes people out of the way who have stood still for six turns on a door, on the line without wanting the
 * counter (having been served included), or in line with the place ahead free all the while: one idler must
 * not stop a whole community. They land on the nearest free plain floor off the line; nobody is sanctioned or
 * blamed for it.
 */
export function moveOn(arena: Arena, state: State, events: GridEvent[]): void {
  for (let i = 0; i < state.agents.length; i++) {
    const agent = state.agents[i] as Agent;
    agent.dawdle = dawdles(arena, agent) ? agent.dawdle + 1 : 0;
    if (agent.still < PATIENCE - 1 || agent.cell !== agent.before || !inTheWay(arena, agent))
      continue;
    const to = nearestFree(arena, agent.cell);
    if (to < 0) continue;
    arena.holder[agent.cell] = -1;
    arena.holder[to] = i;
    agent.cell = to;
    agent.displaced = true;
    events.push({ type: "moved_on", id: agent.id, to });
  }
}

function inTheWay(arena: Arena, agent: Agent): boolean {
  if (arena.geometry.doorAt[agent.cell]) return true;
  return arena.onLine[agent.cell] === 1 && (!isCustomer(agent) || agent.dawdle >= PATIENCE);
}

/** Stays in line although the place ahead was free when it chose; `others` still holds that state. */
function dawdles({ line, context }: Arena, agent: Agent): boolean {
  if (agent.cell !== agent.before) return false;
  const place = line.indexOf(agent.cell);
  return place > 0 && context.others[line[place - 1] as number] === 0;
}

function nearestFree(arena: Arena, cell: Cell): Cell {
  const { floor, walkable } = arena.geometry;
  const seen = new Uint8Array(CELLS);
  const queue = [cell];
  seen[cell] = 1;
  for (let k = 0; k < queue.length; k++)
    for (let d = 0; d < 4; d++) {
      const n = NEIGHBOUR[(queue[k] as Cell) * 4 + d] as number;
      if (n < 0 || !walkable[n] || seen[n]) continue;
      if (floor[n] && !arena.onLine[n] && arena.holder[n] === -1) return n;
      seen[n] = 1;
      queue.push(n);
    }
  return -1;
}
