import { Rng } from "../../src/core/rng.js";
import { positionOf, WAIT } from "../../src/grid/cells.js";
import { type Arena, type ArenaParts, openArena } from "../../src/grid/engine/arena.js";
import { newState } from "../../src/grid/engine/state.js";
import { advance, begin } from "../../src/grid/engine/step.js";
import { geometryOf } from "../../src/grid/layouts.js";
import { normOf } from "../../src/grid/norms/index.js";
import { drawArrival } from "../../src/grid/tasks.js";
import {
  type ActionCode,
  type Agent,
  GROUPS,
  type GridEvent,
  type Position,
  type Scenario,
  type Slot,
  type State,
} from "../../src/grid/types.js";

/** People with tasks of the norm's kind who come in one after the other and are replaced. */
export function freeScenario(norm: string, layout: string, seed: number, people = 8): Scenario {
  const rng = Rng.from("test scenario", norm, layout, seed);
  const source = { geometry: geometryOf(layout), kind: normOf(norm).taskKind, habit: null };
  const slots: Slot[] = Array.from({ length: people }, (_, i) => ({
    policy: i === 0 ? "newcomer" : "aware",
    first: drawArrival(source, rng, 1 + i),
    replaced: true,
  }));
  return {
    schemaVersion: 1,
    id: `${layout}/${norm}/${seed}`,
    norm,
    layout,
    seed,
    phase: "free",
    rules: "repaired",
    horizon: 200,
    capacity: people,
    slots,
    attempt: 0,
  };
}

export interface Placed {
  at: Position;
  action?: ActionCode;
  slot?: number;
  goals?: Agent["goals"];
  leg?: 0 | 1;
}

/** A state with people exactly where they are wanted; slot 0 (the newcomer) only where said. */
export function stage(
  people: Placed[],
  norm = "move-3-wait-1",
  layout = "cafe",
  seed = 1,
  parts: ArenaParts = {},
): { arena: Arena; state: State } {
  const base = freeScenario(norm, layout, seed, people.length + 1);
  const goals: Agent["goals"] = [{ kind: "zone" }, { kind: "door", door: "A" }];
  const slots = people.map((p, i) => ({
    ...base.slots[i + 1]!,
    first: {
      group: GROUPS[i % 3]!,
      due: 1,
      at: p.at,
      goals: p.goals ?? goals,
      leg: p.leg ?? (0 as const),
    },
    replaced: false,
  }));
  const hidden: Slot = { ...base.slots[0]!, first: { ...base.slots[0]!.first, due: 9999 } };
  const scenario: Scenario = { ...base, capacity: people.length + 1, slots: [hidden, ...slots] };
  const arena = openArena(scenario, parts);
  const state = begin(arena);
  people.forEach((p, i) => {
    const agent = state.agents.find((a) => a.id === i + 1)!;
    agent.action = p.action ?? (WAIT as ActionCode);
    if (p.slot !== undefined) agent.slot = p.slot;
  });
  return { arena, state };
}

export const spots = (state: State): Position[] => state.agents.map((a) => positionOf(a.cell));

/** Every person acts at random; `look` sees each state before and after. */
export function wander(
  scenario: Scenario,
  steps: number,
  look?: (arena: Arena, before: State, after: State, events: GridEvent[]) => void,
  parts: ArenaParts = {},
): State {
  const arena = openArena(scenario, parts);
  const state = begin(arena);
  const rng = Rng.from("wander", scenario.seed);
  for (let i = 0; i < steps && state.over === null; i++) {
    for (const agent of state.agents) agent.action = rng.int(0, 4) as ActionCode;
    const before = look ? copy(state) : state;
    const events = advance(arena, state);
    look?.(arena, before, state, events);
  }
  return state;
}

export const copy = (state: State): State => JSON.parse(JSON.stringify(state)) as State;
export const emptyState = (scenario: Scenario): State => newState(scenario);
