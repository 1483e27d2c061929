import { Rng } from "../../core/rng.js";
import { drawArrival } from "../tasks.js";
import type { State } from "../types.js";
import type { Arena } from "./arena.js";

/** Most turns that pass between somebody's leaving and the next one's coming. */
const LONGEST_GAP = 4;

/**
 * Stage 11: for each who has gone, the next person of the slot is drawn from a stream of its own, so that
 * what happens elsewhere never changes who comes. New people have new ids.
 */
export function scheduleReplacements(arena: Arena, state: State): void {
  const { scenario, geometry, norm, habit } = arena;
  for (const gone of state.left) {
    if (!scenario.slots[gone.slot]?.replaced) continue;
    const generation = state.generations[gone.slot] as number;
    state.generations[gone.slot] = generation + 1;
    const rng = Rng.from("turnover", scenario.seed, gone.slot, generation);
    const due = state.turn + rng.int(1, LONGEST_GAP);
    const source = { geometry, kind: norm.taskKind, habit: gone.slot === 0 ? null : habit };
    const arrival = drawArrival(source, rng, due);
    state.pending.push({ id: state.nextId++, slot: gone.slot, arrival });
  }
}
