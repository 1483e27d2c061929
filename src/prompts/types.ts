import type { VisibleObject } from "../scenes/observe.js";
import type { ActionResult, PlannedAction } from "../world/types.js";

export type { VisibleObject } from "../scenes/observe.js";

/** What of each visible object the prompt tells: name and location, the id alone, or all that is known. */
export const OBJECT_LISTS = ["names", "ids", "full"] as const;
export type ObjectList = (typeof OBJECT_LISTS)[number];

export interface HeldObject {
  id: string;
  name: string;
}

/** What became of an earlier reply. */
export interface PastTurn {
  /** set when the reply could not be read as a plan; nothing was carried out then */
  unreadable?: { code: string; message: string };
  /** the actions that were tried, in order; the last one may have failed */
  steps: { step: PlannedAction; result: ActionResult }[];
  /** how many actions of the plan were left out after a failure */
  dropped: number;
  /** what people said while the plan was carried out, in order */
  heard: { id: string; name: string; content: string }[];
}

/** The picture that goes with a prompt; `sha256` (of its raw pixels) and size are for the log only. */
export interface PictureRef {
  sha256?: string;
  width?: number;
  height?: number;
}

/** All that a planner is told in one turn. */
export interface PromptInput {
  /** "YYYY-MM-DD HH:MM" at the start of the episode */
  time: string;
  /** simulated seconds since then; 0 when left out */
  elapsedSeconds?: number;
  goal: string;
  /** the cue's text, null in the condition "none" */
  cue: string | null;
  /** hints for the head of the prompt (retrieved norms) */
  headHints?: readonly string[];
  visible: readonly VisibleObject[];
  objectList: ObjectList;
  hands: { right: HeldObject | null; left: HeldObject | null };
  /** 0-based */
  turn: number;
  maxTurns: number;
  /** one entry per earlier turn, in order */
  history: readonly PastTurn[];
  /** null: this planner gets no picture, and the prompt does not speak of one */
  image: PictureRef | null;
}

export type PromptPart =
  | { type: "text"; text: string }
  | { type: "image"; role: "observation"; picture: PictureRef };

/** The prompt as an ordered list; adapters keep the order. */
export type PromptParts = PromptPart[];
