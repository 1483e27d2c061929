import { ACTIONS } from "./actions/index.js";
import { asset } from "./assets.js";
import { startRoutines, updateStrollers } from "./schedule.js";
import {
  ActionFailure,
  agentCopy,
  emit,
  entityCopy,
  fail,
  initialState,
  isGone,
  personOf,
  type WorldState,
} from "./state.js";
import type {
  ActionResult,
  AgentState,
  Entity,
  Episode,
  FailureCode,
  Plan,
  PlannedAction,
  Snapshot,
  Trace,
} from "./types.js";

/** So many actions may be tried in a turn. */
export const ACTIONS_PER_TURN = 20;

/** What came of a plan. */
export interface PlanOutcome {
  /** one per action tried; the last may be the failure */
  results: ActionResult[];
  /** actions of this plan that succeeded */
  executed: number;
  /** the action that failed, 0-based over the episode as in the trace; the rest was dropped */
  failure: { action: number; code: FailureCode; error: string } | null;
}

/** A thing in a hand. */
export interface HeldThing {
  id: string;
  name: string;
}

/** Something that a person said. */
export interface HeardWords {
  person: string;
  name: string;
  content: string;
}

/** An episode under way. Times in seconds, lengths in cm. Same episode and plans, same trace. */
export interface World {
  readonly episode: Episode;
  /** everything that happened so far, in order */
  readonly trace: Trace;
  /** seconds since the start */
  readonly time: number;
  /** 0-based; -1 before the first observation */
  readonly turn: number;
  /** actions that succeeded, over the episode */
  readonly actionsExecuted: number;
  /** where the agent is and what it holds; a copy */
  readonly agent: AgentState;
  /** Starts the next turn, in which these ids were listed as visible. */
  observe(visibleIds: readonly string[]): void;
  /** Carries out one action; a failure is written into the trace. */
  execute(step: PlannedAction): ActionResult;
  /** Carries out a plan up to its first failure. */
  runPlan(plan: Plan): PlanOutcome;
  /** The moment as the renderer draws it: a copy, without what was eaten up or wiped away. */
  snapshot(): Snapshot;
  /** An entity as it is now (a copy), or null when there is none of that id. */
  entity(id: string): Entity | null;
  /** The state of an entity as it is now ("on", "dirty"…), or null. */
  visibleState(id: string): string | null;
  /** What the hands hold. */
  hands(): { right: HeldThing | null; left: HeldThing | null };
  /** What people said in the last turn in which the agent could act, in order. */
  heardThisTurn(): HeardWords[];
}

class EpisodeWorld implements World {
  private readonly s: WorldState;

  constructor(episode: Episode) {
    for (const entity of episode.entities) asset(entity.kind);
    this.s = initialState(episode);
    startRoutines(this.s);
  }

  get episode(): Episode {
    return this.s.episode;
  }
  get trace(): Trace {
    return this.s.trace;
  }
  get time(): number {
    return this.s.clock;
  }
  get turn(): number {
    return this.s.turn;
  }
  get actionsExecuted(): number {
    return this.s.succeeded;
  }
  get agent(): AgentState {
    return agentCopy(this.s);
  }

  observe(visibleIds: readonly string[]): void {
    this.s.turn++;
    this.s.triedThisTurn = 0;
    this.s.listed = new Set(visibleIds);
    for (const id of visibleIds) this.s.everListed.add(id);
  }

  execute(step: PlannedAction): ActionResult {
    const { s } = this;
    s.action = s.tried++;
    s.triedThisTurn++;
    try {
      perform(s, step);
      s.succeeded++;
      return { result: "success" };
    } catch (error) {
      if (!(error instanceof ActionFailure)) throw error;
      const { code, message } = error;
      emit(s, { type: "failed", code, error: message });
      return { result: "failed", code, error: message };
    } finally {
      s.action = null;
      updateStrollers(s);
    }
  }

  runPlan(plan: Plan): PlanOutcome {
    const results: ActionResult[] = [];
    for (const step of plan) {
      const result = this.execute(step);
      results.push(result);
      if (result.result === "success") continue;
      const { code, error } = result;
      const failure = { action: this.s.tried - 1, code, error };
      return { results, executed: results.length - 1, failure };
    }
    return { results, executed: results.length, failure: null };
  }

  snapshot(): Snapshot {
    const { episode, entities } = this.s;
    return {
      setting: episode.setting,
      regions: episode.regions,
      entities: [...entities.values()].filter((e) => !isGone(e)).map(entityCopy),
      agent: this.agent,
    };
  }

  entity(id: string): Entity | null {
    const entity = this.s.entities.get(id);
    return entity ? entityCopy(entity) : null;
  }

  visibleState(id: string): string | null {
    return this.s.entities.get(id)?.state ?? null;
  }

  hands(): { right: HeldThing | null; left: HeldThing | null } {
    const held = (id: string | null): HeldThing | null => {
      const entity = id === null ? undefined : this.s.entities.get(id);
      return entity ? { id: entity.id, name: entity.name } : null;
    };
    const [right, left] = this.s.agent.hands;
    return { right: held(right), left: held(left) };
  }

  heardThisTurn(): HeardWords[] {
    const { s } = this;
    const turn = s.triedThisTurn > 0 ? s.turn : s.turn - 1;
    return s.trace.flatMap((event) =>
      event.type === "heard" && event.turn === turn
        ? [{ person: event.person, name: personOf(s, event.person).name, content: event.content }]
        : [],
    );
  }
}

function perform(s: WorldState, step: PlannedAction): void {
  if (s.triedThisTurn > ACTIONS_PER_TURN) {
    fail("step_limit", `a turn has room for ${ACTIONS_PER_TURN} actions`);
  }
  const handler = ACTIONS.get(step.action);
  if (!handler) fail("unknown_action", `there is no action "${step.action}"`);
  handler(s, step.parameters);
}

/**
 * The world of an episode at its start. The episode is only read.
 * @throws RangeError when the episode names a kind, an entity or a person that does not exist
 */
export function createWorld(episode: Episode): World {
  return new EpisodeWorld(episode);
}
