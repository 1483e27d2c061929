import {
  ACTIONS,
  type Agent,
  type AgentStep,
  GROUPS,
  type GridEvent,
  type Scenario,
  type State,
  type StepResult,
} from "../types.js";
import type { Arena } from "./arena.js";
import { commit, settleGoals } from "./commit.js";
import { resolve } from "./contests.js";
import { moveOn } from "./move-on.js";
import { spawnDue } from "./spawn.js";
import { newState, sortById } from "./state.js";
import { judgeAll, setTargets } from "./targets.js";
import { scheduleReplacements } from "./turnover.js";

/** The first state of an episode: turn 1, with those on the map who are there from the start. */
export function begin(arena: Arena): State {
  const state = newState(arena.scenario);
  spawnDue(arena, state);
  return state;
}

/**
 * One turn, in place: everybody's `action` has been set from the frozen state. Returns what happened, the
 * people who came at the turn's beginning first. Afterwards the state is that of the next turn, newcomers of
 * that turn included. All chance comes from (seed, turn) or (seed, slot, generation): nothing else that is
 * computed between two steps can change the next one.
 */
export function advance(arena: Arena, state: State): GridEvent[] {
  sortById(state.agents);
  const events = arrivalEvents(state);
  setTargets(arena, state.agents);
  judgeAll(arena, state);
  resolve(arena, state);
  moveOn(arena, state, events);
  commit(arena, state);
  settleGoals(arena, state, events);
  scheduleReplacements(arena, state);
  state.over = overAfter(arena.scenario, state);
  state.turn++;
  if (state.over === null) spawnDue(arena, state);
  else state.entered = [];
  return events;
}

function arrivalEvents(state: State): GridEvent[] {
  if (state.entered.length === 0) return [];
  return state.agents
    .filter((a) => state.entered.includes(a.id))
    .map((a) => ({ type: "spawn", id: a.id, slot: a.slot, at: a.cell }));
}

/** An episode ends at its horizon, or when a newcomer who is not replaced has gone. */
function overAfter(scenario: Scenario, state: State): State["over"] {
  if (!scenario.slots[0]?.replaced && state.left.some((a) => a.slot === 0)) return "done";
  return state.turn >= scenario.horizon ? "horizon" : null;
}

/** What the last step did, for logs and callers; those who left are listed with the rest, by id. */
export function stepResult(state: State, events: GridEvent[]): StepResult {
  const acted = [...state.agents.filter((a) => a.since < state.turn), ...state.left];
  acted.sort((a, b) => a.id - b.id);
  return { turn: state.turn - 1, agents: acted.map(agentStep), events, over: state.over };
}

function agentStep(agent: Agent): AgentStep {
  return {
    id: agent.id,
    slot: agent.slot,
    group: GROUPS[agent.group],
    x: agent.before,
    action: ACTIONS[agent.action],
    target: agent.target,
    next: agent.cell,
    sanction: agent.sanctioned,
    displaced: agent.displaced,
    blamed: agent.blamed,
    reward: agent.reward,
    leg: agent.leg,
  };
}
