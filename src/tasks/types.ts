import type { Dimension, Episode, Trace } from "../world/types.js";

/** What a checker found: ok or not, a code from the task's closed list with a sentence, the deciding event. */
export interface Verdict {
  ok: boolean;
  reason: { code: string; sentence: string };
  /** `i` of the deciding event in the trace, or null */
  at: number | null;
}

export interface NormVerdict extends Verdict {
  /** the agent came to where the norm bears; always true for the six norms that prescribe an act */
  engaged: boolean;
}

/** On a twin (the norm's trigger is gone): did the agent pay for a norm that does not hold here? */
export interface TwinVerdict {
  overcomplied: boolean;
  reason: { code: string; sentence: string };
  at: number | null;
}

export interface GenerateInput {
  seed: number;
  /** 0-based instance number within the task */
  instance: number;
  variant: string;
  /** how often the build checks sent this instance back */
  attempt: number;
  /** the same instance with the norm's trigger gone */
  twin: boolean;
  /** which palette family and layout family to draw from: the benchmark's, or the training data's */
  split: "benchmark" | "training";
}

/** One task type: everything there is to know of it. Pure. */
export interface TaskDefinition {
  id: string;
  dimension: Dimension;
  /** one line for people: what is wanted, what the unwritten rule is */
  summary: string;
  /**
   * The goal's words on a twin, where a picture alone cannot tell that the trigger is gone (whose a thing is,
   * that a tap shuts itself); the cue pack's goal otherwise
   */
  twinGoal?: string;
  /** prescribes an act (without it the norm does not hold), or forbids one (holds until broken) */
  normKind: "prescribes" | "forbids";
  variants: readonly string[];
  /** names of the values that every episode of it gives to cue texts (`Episode.slots`); none when left out */
  slots?: readonly string[];
  /** code → sentence; the closed list of what its checkers may say */
  reasons: Readonly<Record<string, string>>;
  /** Same input, same episode. @throws Redraw when this draw cannot work */
  generate(input: GenerateInput): Episode;
  /** Did the ordinary goal come about? Reads only the episode and its trace. */
  goal(episode: Episode, trace: Trace): Verdict;
  /** Was the unwritten rule kept, all along? Reads only the episode and its trace. */
  norm(episode: Episode, trace: Trace): NormVerdict;
  /** On a twin: what did unneeded compliance cost? */
  overcomplied(episode: Episode, trace: Trace): TwinVerdict;
}

/** Thrown by a generator when a draw cannot work (no free place left…): draw again with the next attempt. */
export class Redraw extends Error {
  override name = "Redraw";
}
