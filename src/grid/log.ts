import { COLS, positionOf, ROWS } from "./cells.js";
import type { Episode } from "./episode.js";
import type { ScriptedNewcomer } from "./planner/community.js";
import type { Action, AgentStep, GridEvent, Position, Scenario, StepResult } from "./types.js";

/** An episode as lines of JSON, enough to work every sanction and reward out again. */

export const LOG_VERSION = 1;

export interface LogHeader {
  type: "header";
  schemaVersion: typeof LOG_VERSION;
  norm: string;
  layout: string;
  seed: number;
  rules: Scenario["rules"];
  width: number;
  height: number;
  /** id of the newcomer's first person */
  newcomer: number;
  slots: { slot: number; policy: string }[];
  habit?: string;
}

export interface LogAgent {
  id: number;
  slot: number;
  group: AgentStep["group"];
  /** before the action */
  x: Position;
  action: Action;
  /** effective target */
  target: Position;
  /** after the resolution */
  next: Position;
  sanction: boolean;
  displaced: boolean;
  blamed: boolean;
  reward: number;
  /** goals reached, this step included */
  leg: 0 | 1 | 2;
  /** stood on the map in this step, so the turn was paid for */
  active: boolean;
}

export type LogEvent =
  | { type: "spawn"; id: number; slot: number; at: Position }
  | { type: "leg"; id: number; leg: 1 | 2 }
  | { type: "exit"; id: number; door: string }
  | { type: "moved_on"; id: number; to: Position };

export interface LogStep {
  type: "step";
  t: number;
  agents: LogAgent[];
  events: LogEvent[];
}

const POLICY_NAMES = { aware: "norm-aware", blind: "norm-blind" } as const;

export function logHeader(scenario: Scenario, newcomer: ScriptedNewcomer | string): LogHeader {
  return {
    type: "header",
    schemaVersion: LOG_VERSION,
    norm: scenario.norm,
    layout: scenario.layout,
    seed: scenario.seed,
    rules: scenario.rules,
    width: COLS,
    height: ROWS,
    newcomer: 0,
    slots: scenario.slots.map(({ policy }, slot) => ({
      slot,
      policy: policy === "newcomer" ? newcomer : POLICY_NAMES[policy],
    })),
    ...(scenario.habit === undefined ? {} : { habit: scenario.habit }),
  };
}

export function logStep(result: StepResult): LogStep {
  return {
    type: "step",
    t: result.turn,
    agents: result.agents.map((a) => ({
      id: a.id,
      slot: a.slot,
      group: a.group,
      x: positionOf(a.x),
      action: a.action,
      target: positionOf(a.target),
      next: positionOf(a.next),
      sanction: a.sanction,
      displaced: a.displaced,
      blamed: a.blamed,
      reward: a.reward,
      leg: a.leg,
      active: true,
    })),
    events: result.events.map(logEvent),
  };
}

function logEvent(event: GridEvent): LogEvent {
  switch (event.type) {
    case "spawn":
      return { type: "spawn", id: event.id, slot: event.slot, at: positionOf(event.at) };
    case "moved_on":
      return { type: "moved_on", id: event.id, to: positionOf(event.to) };
    default:
      return event;
  }
}

/** The whole log of an episode that plays itself. */
export function* logOf(
  episode: Episode,
  newcomer: ScriptedNewcomer,
): Generator<LogHeader | LogStep> {
  yield logHeader(episode.scenario, newcomer);
  while (episode.over === null) yield logStep(episode.step());
}
