import type { Group } from "../grid/types.js";

/** What one picture shows; drawing knows nothing of the engine (`trace.ts` makes these from a rollout). */

export const FACINGS = ["up", "down", "left", "right"] as const;
export type Facing = (typeof FACINGS)[number];

/** A person in a picture. */
export interface PersonView {
  id: number;
  /** `[row, col]` */
  at: readonly [number, number];
  facing: Facing;
  group: Group;
  /** the one who does not know the rule yet */
  newcomer?: boolean;
  /** was sanctioned on the turn before: a red ✗ for this one frame */
  sanctioned?: boolean;
  /** was moved out of the way by others on the turn before */
  pushed?: boolean;
  /** left through this door on the turn before; shown once more, faded, for the sake of the mark */
  gone?: boolean;
  /** what was done on the turn before, in a word */
  action?: string;
}

export interface FrameView {
  /** id of the layout to draw */
  layout: string;
  /** turn of the next action, from 1 */
  turn: number;
  people: PersonView[];
  /** what the newcomer is up to now, a line */
  goal?: string;
  /** cells that the goal names, marked on the floor */
  targets?: readonly (readonly [number, number])[];
  /** a second line for the banner */
  note?: string;
}

/** An episode as frames, one a turn. */
export interface Trace {
  layout: string;
  /** for the head of a page */
  title: string;
  /** facts about the episode, a line each */
  about: string[];
  frames: FrameView[];
}

/** Sizes and what is left out. */
export interface PictureOptions {
  /** pixels a cell; default 48 */
  cell?: number;
  /** row and column numbers along the walls; default true */
  rulers?: boolean;
  /** the zones Q and R marked on the floor; default true */
  zones?: boolean;
  /** step and goal above the map; default true */
  banner?: boolean;
}
