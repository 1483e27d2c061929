import { colOf, positionOf, rowOf } from "../grid/cells.js";
import { Episode } from "../grid/episode.js";
import { geometryOf } from "../grid/layouts.js";
import type { ScriptedNewcomer } from "../grid/planner/community.js";
import {
  ACTIONS,
  type Action,
  type Agent,
  DOORS,
  type Goal,
  GROUPS,
  type Scenario,
  type State,
} from "../grid/types.js";
import type { Facing, FrameView, PersonView, Trace } from "./types.js";

/** From states of the engine to what a picture shows. Reads states, never changes them. */

const FACING: Record<Exclude<Action, "WAIT">, Facing> = {
  Up: "up",
  Down: "down",
  Left: "left",
  Right: "right",
};

/** Which way somebody looks after an action; waiting keeps the direction. */
export const facingAfter = (action: Action, before: Facing | undefined): Facing =>
  action === "WAIT" ? (before ?? "down") : FACING[action];

/** Those who come look into the room: away from the wall behind them. */
export function facingIn(at: readonly [number, number], rows = 11, cols = 15): Facing {
  if (at[1] === 0) return "right";
  if (at[1] === cols - 1) return "left";
  return at[0] === rows - 1 ? "up" : "down";
}

/** The newcomer's goal in a line for the banner, in words that name no rule. */
export function goalLine(goal: Goal, leg: 0 | 1): string {
  return `Goal ${leg + 1} of 2: ${goalWords(goal)}`;
}

function goalWords(goal: Goal): string {
  switch (goal.kind) {
    case "cell": {
      const place = `(${goal.at[0]},${goal.at[1]})`;
      return goal.name ? `go to the ${goal.name.replaceAll("-", " ")} ${place}` : `go to ${place}`;
    }
    case "chair":
      return "sit on a chair";
    case "zone":
      return "stand in the marked zone R";
    case "counter":
      return "be served at the counter";
    case "door":
      return goal.door ? `leave by door ${goal.door}` : "leave by a door";
  }
}

/** Cells that the goal names; none where the choice is free. */
export function goalCells(goal: Goal, layout: string): (readonly [number, number])[] {
  if (goal.kind === "cell") return [goal.at];
  const geometry = geometryOf(layout);
  if (goal.kind === "counter") return [positionOf(geometry.service)];
  if (goal.kind === "door" && goal.door)
    return [positionOf(geometry.doors[DOORS.indexOf(goal.door)] as number)];
  return [];
}

/**
 * Watches one episode and turns its states into frames, one a turn, in order; it remembers which way people
 * who wait were looking. Who left on a sanctioned move is shown once more at the door, with the mark.
 */
export class Onlooker {
  private readonly facings = new Map<number, Facing>();

  constructor(readonly layout: string) {}

  frame(state: State): FrameView {
    const here = state.agents.map((agent) => this.person(agent, agent.since < state.turn));
    const gone = state.left
      .filter((agent) => agent.sanctioned)
      .map((agent) => ({ ...this.person(agent, true), gone: true }));
    const me = state.agents.find((a) => a.slot === 0);
    const leg = me?.leg;
    const goal = me && (leg === 0 || leg === 1) ? me.goals[leg] : undefined;
    return {
      layout: this.layout,
      turn: state.turn,
      people: [...gone, ...here],
      ...(goal && leg !== undefined && leg !== 2
        ? { goal: goalLine(goal, leg), targets: goalCells(goal, this.layout) }
        : {}),
    };
  }

  private person(agent: Agent, acted: boolean): PersonView {
    const at = [rowOf(agent.cell), colOf(agent.cell)] as const;
    const action = ACTIONS[agent.action];
    const facing = acted ? facingAfter(action, this.facings.get(agent.id)) : facingIn(at);
    this.facings.set(agent.id, facing);
    return {
      id: agent.id,
      at,
      facing,
      group: GROUPS[agent.group],
      ...(agent.slot === 0 ? { newcomer: true } : {}),
      ...(acted ? { action } : {}),
      ...(acted && agent.sanctioned ? { sanctioned: true } : {}),
      ...(acted && agent.displaced ? { pushed: true } : {}),
    };
  }
}

/** Plays a scenario by script and watches it: a frame before each turn and one after the last. */
export function watchScenario(scenario: Scenario, newcomer: ScriptedNewcomer): Trace {
  const episode = new Episode(scenario, newcomer);
  const onlooker = new Onlooker(scenario.layout);
  const frames = [onlooker.frame(episode.state)];
  while (episode.over === null) {
    episode.step();
    frames.push(onlooker.frame(episode.state));
  }
  const { id, norm, layout, seed, habit } = scenario;
  return {
    layout,
    title: id,
    about: [
      `norm ${norm}`,
      ...(habit === undefined ? [] : [`habit ${habit}`]),
      `layout ${layout}`,
      `seed ${seed}`,
      `newcomer ${newcomer}`,
    ],
    frames,
  };
}
