import { type Arena, type ArenaParts, openArena } from "../engine/arena.js";
import { advance, begin } from "../engine/step.js";
import { Community, type ScriptedNewcomer } from "../planner/community.js";
import type { Agent, GridEvent, Scenario, State } from "../types.js";

/** What an episode came to. */
export interface RolloutSummary {
  /** turns played */
  steps: number;
  /** share of the newcomer's two goals, the better of its persons; for test episodes it has one person */
  task: 0 | 0.5 | 1;
  /** both goals and no sanction */
  joint: 0 | 1;
  newcomer: PersonTally;
  background: PersonTally & {
    /** sanctions of people who know the norm: none, or the planner is wrong */
    awareSanctions: number;
  };
}

export interface PersonTally {
  sanctions: number;
  /** turns on which somebody of the tally was to blame for a contest */
  blamed: number;
  /** turns on which somebody of the tally was pushed */
  displaced: number;
  legs: number;
  exits: number;
  /** turns on the map, summed over people */
  turns: number;
  /** rounded to tenths */
  reward: number;
}

export interface RolloutOptions {
  newcomer: ScriptedNewcomer;
  /** breaks ties between equally short ways differently */
  ties?: number;
  parts?: ArenaParts;
  /** turns to play at most; the scenario's horizon unless given */
  steps?: number;
  /** called after each step, and once before the first with no events */
  look?(arena: Arena, state: State, events: GridEvent[]): void;
}

const emptyTally = (): PersonTally => ({
  sanctions: 0,
  blamed: 0,
  displaced: 0,
  legs: 0,
  exits: 0,
  turns: 0,
  reward: 0,
});

/** Plays an episode with scripted people throughout. */
export function rollout(scenario: Scenario, options: RolloutOptions): RolloutSummary {
  const arena = openArena(scenario, options.parts);
  const state = begin(arena);
  const community = new Community(arena, {
    newcomer: options.newcomer,
    ...(options.ties === undefined ? {} : { ties: options.ties }),
  });
  const newcomer = emptyTally();
  const background = { ...emptyTally(), awareSanctions: 0 };
  let best = 0 as 0 | 1 | 2;
  let steps = 0;
  options.look?.(arena, state, []);
  while (state.over === null && steps < (options.steps ?? Number.POSITIVE_INFINITY)) {
    community.choose(state);
    const acting = [...state.agents];
    const legsBefore = acting.map((a) => a.leg);
    const events = advance(arena, state);
    steps++;
    acting.forEach((agent, i) => {
      const own = agent.slot === 0;
      tally(own ? newcomer : background, agent, legsBefore[i] as number);
      if (own && agent.leg > best) best = agent.leg;
      if (agent.sanctioned && scenario.slots[agent.slot]?.policy === "aware")
        background.awareSanctions++;
    });
    options.look?.(arena, state, events);
  }
  return {
    steps,
    task: (best / 2) as 0 | 0.5 | 1,
    joint: best === 2 && newcomer.sanctions === 0 ? 1 : 0,
    newcomer: rounded(newcomer),
    background: rounded(background),
  };
}

function tally(to: PersonTally, agent: Agent, legBefore: number): void {
  to.turns++;
  to.reward += agent.reward;
  if (agent.sanctioned) to.sanctions++;
  if (agent.blamed) to.blamed++;
  if (agent.displaced) to.displaced++;
  if (agent.leg > legBefore) to.legs++;
  if (agent.leg === 2) to.exits++;
}

const rounded = <T extends PersonTally>(of: T): T => ({
  ...of,
  reward: Math.round(of.reward * 10) / 10,
});
