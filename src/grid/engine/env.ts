import { UsageError } from "../../core/errors.js";
import { actionCode } from "../cells.js";
import {
  ACTIONS,
  type Action,
  type Observation,
  type Scenario,
  type State,
  type StepResult,
} from "../types.js";
import { type Arena, type ArenaParts, openArena } from "./arena.js";
import { observe } from "./observe.js";
import { advance, begin, stepResult } from "./step.js";

export interface ParallelStep {
  /** for everybody on the map after the step */
  observations: Record<number, Observation>;
  /** for everybody who acted */
  rewards: Record<number, number>;
  terminations: Record<number, boolean>;
  truncations: Record<number, boolean>;
  infos: Record<number, { slot: number; sanction: boolean; blamed: boolean; displaced: boolean }>;
  /** the whole step, as logs keep it */
  result: StepResult;
}

/**
 * The episode in the manner of PettingZoo's parallel environments: all act at once, by id. People come and go
 * while it runs: whoever comes at the beginning of a turn is in the observations of the step before, whoever
 * leaves is terminated by the step that took it out, and ids are never used twice (slots are).
 */
export class GridEnv {
  private arena: Arena;
  private state: State;

  constructor(
    private readonly scenario: Scenario,
    private readonly parts: ArenaParts = {},
  ) {
    this.arena = openArena(scenario, parts);
    this.state = begin(this.arena);
  }

  /** Ids of those who are to act; empty once the episode is over. */
  get agents(): number[] {
    return this.state.over === null ? this.state.agents.map((a) => a.id) : [];
  }

  get over(): State["over"] {
    return this.state.over;
  }

  /** The turn of the next action, from 1. */
  get turn(): number {
    return this.state.turn;
  }

  /** The full state, to read only: a newcomer must not see it. */
  get world(): { arena: Arena; state: State } {
    return { arena: this.arena, state: this.state };
  }

  /** Starts over; another seed changes contests and replacements, not who is there first. */
  reset(seed?: number): { observations: Record<number, Observation> } {
    const scenario = seed === undefined ? this.scenario : { ...this.scenario, seed };
    this.arena = openArena(scenario, this.parts);
    this.state = begin(this.arena);
    return { observations: this.observeAll() };
  }

  observe(id: number): Observation | null {
    return observe(this.state, id);
  }

  /**
   * One turn. `actions` holds an action for each of `agents` and for nobody else.
   * @throws UsageError `bad_action`, or `episode_over` once it has ended
   */
  step(actions: Readonly<Record<number, Action>>): ParallelStep {
    if (this.state.over !== null)
      throw new UsageError("episode_over", "the episode is over; call reset() for another");
    this.take(actions);
    const events = advance(this.arena, this.state);
    return this.report(stepResult(this.state, events));
  }

  private take(actions: Readonly<Record<number, Action>>): void {
    for (const key of Object.keys(actions))
      if (!this.state.agents.some((a) => a.id === Number(key)))
        throw new UsageError("bad_action", `nobody on the map has the id ${key}`);
    for (const agent of this.state.agents) {
      const action = actions[agent.id];
      if (action === undefined || !ACTIONS.includes(action))
        throw new UsageError(
          "bad_action",
          `agent ${agent.id} needs one of ${ACTIONS.join(", ")}; got ${String(action)}`,
        );
      agent.action = actionCode(action);
    }
  }

  private report(result: StepResult): ParallelStep {
    const cut = this.state.over !== null;
    const step: ParallelStep = {
      observations: cut ? {} : this.observeAll(),
      rewards: {},
      terminations: {},
      truncations: {},
      infos: {},
      result,
    };
    for (const { id, slot, reward, leg, sanction, blamed, displaced } of result.agents) {
      step.rewards[id] = reward;
      step.terminations[id] = leg === 2;
      step.truncations[id] = cut && leg !== 2;
      step.infos[id] = { slot, sanction, blamed, displaced };
    }
    return step;
  }

  private observeAll(): Record<number, Observation> {
    return Object.fromEntries(
      this.state.agents.map((a) => [a.id, observe(this.state, a.id) as Observation]),
    );
  }
}
