import { UsageError } from "../core/errors.js";
import { actionCode } from "./cells.js";
import { type Arena, type ArenaParts, openArena } from "./engine/arena.js";
import { observe } from "./engine/observe.js";
import { newcomerOf } from "./engine/state.js";
import { advance, begin, stepResult } from "./engine/step.js";
import { Community, type ScriptedNewcomer } from "./planner/community.js";
import type { Action, Agent, Observation, Scenario, State, StepResult } from "./types.js";

/**
 * An episode as the one who plays the newcomer meets it: everybody else acts by script. The newcomer may be
 * missing on some turns (not come yet, or gone and not yet replaced); then `step()` wants no action.
 */
export class Episode {
  readonly arena: Arena;
  readonly state: State;
  private readonly community: Community;

  /** `scripted` decides for the newcomer as well; null leaves it to the caller of `step`. */
  constructor(
    readonly scenario: Scenario,
    private readonly scripted: ScriptedNewcomer | null = null,
    parts: ArenaParts = {},
  ) {
    this.arena = openArena(scenario, parts);
    this.state = begin(this.arena);
    this.community = new Community(this.arena, { newcomer: scripted });
  }

  get over(): State["over"] {
    return this.state.over;
  }

  /** The newcomer's person on the map, if any; to read only. */
  get newcomer(): Agent | undefined {
    return newcomerOf(this.state);
  }

  /** What the newcomer may know; null while it is not on the map. */
  observe(): Observation | null {
    const self = this.newcomer;
    return self ? observe(this.state, self.id) : null;
  }

  /** @throws UsageError without an action where one is due, or after the end */
  step(action?: Action): StepResult {
    if (this.over !== null) throw new UsageError("episode_over", "the episode is over");
    const self = this.newcomer;
    if (self && this.scripted === null) {
      if (action === undefined)
        throw new UsageError("bad_action", `turn ${this.state.turn}: the newcomer needs an action`);
      self.action = actionCode(action);
    }
    this.community.choose(this.state);
    const events = advance(this.arena, this.state);
    return stepResult(this.state, events);
  }
}
