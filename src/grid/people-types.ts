import type { Action, ActionCode, Cell, Door, Group, GroupCode, Position, Rules } from "./types.js";

/** People, their tasks, episodes and what steps do: the second half of the contract (`types.ts`). */

/** One leg of a task. `door: null` leaves the choice of door to the agent. */
export type Goal =
  | { kind: "cell"; at: Position; name?: string }
  | { kind: "chair" }
  | { kind: "zone" }
  | { kind: "counter" }
  | { kind: "door"; door: Door | null };

/** A person who is to come in. */
export interface Arrival {
  group: Group;
  /** first turn at which the person may stand on the map */
  due: number;
  /** where the person appears: a door, or a walkable cell for those present from the start */
  at: Position;
  goals: readonly [Goal, Goal];
  /** 1 for people who have their first goal behind them */
  leg?: 0 | 1;
  /** stays where it is until the newcomer has stood beside R for this many turns */
  hold?: number;
  /** scripted people stay so many turns where their first goal was */
  dwell?: number;
}

/** Who decides for the people of a slot; successive people of a slot share it. */
export type Policy = "newcomer" | "aware" | "blind";

export interface Slot {
  policy: Policy;
  first: Arrival;
  /** somebody new comes when the one before has left */
  replaced: boolean;
}

export type Phase = "interaction" | "seen" | "unseen" | "free";

/** One episode, complete: the same scenario and the same actions give the same bytes. Slot 0 is the newcomer's. */
export interface Scenario {
  schemaVersion: 1;
  id: string;
  norm: string;
  layout: string;
  seed: number;
  phase: Phase;
  rules: Rules["name"];
  /** turns after which the episode is cut */
  horizon: number;
  /** most people on the map at once */
  capacity: number;
  slots: Slot[];
  /** an extra habit of the background people that nobody is sanctioned for: the id of a norm */
  habit?: string;
  /** draws that were thrown away before this one */
  attempt: number;
}

/** A person on the map. The lower half tells of the last step and is rewritten by each. */
export interface Agent {
  id: number;
  slot: number;
  group: GroupCode;
  cell: Cell;
  /** goals reached so far; the one with this index is the current goal */
  leg: 0 | 1 | 2;
  goals: readonly [Goal, Goal];
  run: number;
  seenQ: boolean;
  /** turns on end without a change of place */
  still: number;
  /** of these, turns on end in line for the counter with the place ahead free */
  dawdle: number;
  /** turns of service received */
  service: number;
  /** turns on which it stood beside R, outside */
  besideR: number;
  /** see `Arrival.hold`; 0 holds nothing */
  hold: number;
  /** turns left to stay after the first goal, see `Arrival.dwell` */
  dwell: number;
  /** turn of its first state on the map */
  since: number;

  /** what it is about to do; set before a step */
  action: ActionCode;
  /** cell before the last step */
  before: Cell;
  /** effective target of the last step */
  target: Cell;
  sanctioned: boolean;
  blamed: boolean;
  displaced: boolean;
  reward: number;
}

export interface State {
  /** turn of the next action, from 1 */
  turn: number;
  /** people on the map, by id */
  agents: Agent[];
  /** people due or waiting for their entrance to be free */
  pending: PendingArrival[];
  nextId: number;
  /** chairs taken since the start */
  seatsFilled: number;
  /** people who have come to each slot so far, the scheduled one included */
  generations: number[];
  /** ids of the people who came at the beginning of this turn */
  entered: number[];
  /** people whom the last step took off the map, with what it did to them */
  left: Agent[];
  /** why the episode is over, or null */
  over: null | "done" | "horizon";
}

export interface PendingArrival {
  id: number;
  slot: number;
  arrival: Arrival;
}

export type GridEvent =
  | { type: "spawn"; id: number; slot: number; at: Cell }
  | { type: "leg"; id: number; leg: 1 | 2 }
  | { type: "exit"; id: number; door: Door }
  | { type: "moved_on"; id: number; to: Cell };

/** A public sanction: who, and on which turn. The mark is shown for one step. */
export interface Sanction {
  id: number;
  turn: number;
}

/** What a step did to one person. */
export interface AgentStep {
  id: number;
  slot: number;
  group: Group;
  /** before the action */
  x: Cell;
  action: Action;
  /** effective target */
  target: Cell;
  /** after the resolution */
  next: Cell;
  sanction: boolean;
  displaced: boolean;
  blamed: boolean;
  reward: number;
  /** goals reached, this step included */
  leg: 0 | 1 | 2;
}

export interface StepResult {
  turn: number;
  agents: AgentStep[];
  events: GridEvent[];
  over: State["over"];
}

/** What one person may know of the state before it acts. */
export interface Observation {
  /** turn of the action to choose */
  turn: number;
  self: {
    id: number;
    group: Group;
    at: Position;
    leg: 0 | 1 | 2;
    goal: Goal;
    service: number;
    /** the person was sanctioned on the turn before */
    sanctioned: boolean;
  };
  others: {
    id: number;
    slot: number;
    group: Group;
    at: Position;
    /** last action, null for those who have just come */
    action: Action | null;
    sanctioned: boolean;
  }[];
}
