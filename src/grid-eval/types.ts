import type { ScriptedNewcomer } from "../grid/planner/community.js";
import type { Action, Geometry, Goal, Group, Phase, Position, Rules } from "../grid/types.js";
import type { FrameView } from "../grid-pictures/index.js";

/** The contract between the protocol and whoever plays the newcomer. */

/** Somebody else, as the newcomer sees it at the beginning of a turn. */
export interface SeenPerson {
  id: number;
  group: Group;
  at: Position;
  /** what it did on the turn before; null for those who have just come */
  action: Action | null;
  /** carries the mark for its move on the turn before */
  sanctioned: boolean;
  /** went out through the door at `at` with that move */
  gone: boolean;
}

/** All that the newcomer may know before it acts: the state, and everybody's actions and marks of the turn before. */
export interface Sight {
  /** turn of the action to choose, from 1 */
  turn: number;
  self: {
    /** a new number whenever the newcomer comes in anew */
    id: number;
    group: Group;
    at: Position;
    /** goals reached */
    leg: 0 | 1;
    goals: readonly [Goal, Goal];
    /** turns of service received at the counter */
    service: number;
    /** sanctioned on the turn before */
    sanctioned: boolean;
    /** pushed on the turn before */
    displaced: boolean;
    /** came in at this turn */
    entered: boolean;
  };
  others: SeenPerson[];
}

/** Where and when an episode takes place; nothing in here tells the norm. */
export interface Stage {
  episode: string;
  phase: Exclude<Phase, "free">;
  layout: string;
  geometry: Geometry;
  rules: Rules;
  seed: number;
  horizon: number;
}

/** What the newcomer holds to be the rule. */
export interface Belief {
  text: string;
  /** 0 to 1; null when none was given */
  confidence: number | null;
  /** norms that the belief stands for, most likely first, where the newcomer can say so itself */
  norms?: { id: string; p: number }[] | undefined;
}

/** How an answer came about; the last five become WAIT. */
export const ANSWER_OUTCOMES = ["ok", "unparsable", "refused", "truncated", "filtered"] as const;
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

/** What one call to a model took. */
export interface CallRecord {
  raw: string;
  model: string;
  input: number | null;
  cachedInput: number | null;
  output: number | null;
  reasoning: number | null;
  latencyMs: number;
  attempts: number;
  cached: boolean;
  /** US dollars; null when it is not known */
  cost: number | null;
}

/** A turn's decision. */
export interface Answer {
  action: Action;
  outcome: AnswerOutcome;
  reasoning?: string | undefined;
  /** after this decision; left out when the newcomer said nothing new */
  belief?: Belief | undefined;
  call?: CallRecord | undefined;
}

/** The newcomer in one episode. `see` comes first on every turn on the map, then `decide` unless the turn is waited out by itself. */
export interface Mind {
  see(sight: Sight, frame: () => FrameView): void;
  decide(sight: Sight): Promise<Answer> | Answer;
  /** what was done, whether decided now or read from the log of a run that was broken off */
  took(sight: Sight, answer: Answer, automatic: boolean): void;
  /** what the turn brought the newcomer itself, its last one before it left included */
  felt(outcome: Felt): void;
}

/** What the newcomer's own action came to. */
export interface Felt {
  turn: number;
  sanctioned: boolean;
  displaced: boolean;
  reward: number;
  /** it has left the map with this turn */
  gone: boolean;
}

/** What a newcomer is, across episodes. */
export interface Newcomer {
  /** `scripted/oracle`, `builtin/bayes`, `openai/…`, `known-norm:openai/…` */
  readonly name: string;
  /** what kind it is, said in every table */
  readonly label: string;
  /** learns in the interaction phase, so that tests need its belief */
  readonly learns: boolean;
  /** phases that make sense for it */
  readonly phases: readonly Exclude<Phase, "free">[];
  /** calls models: costs money, is resumed by the turn */
  readonly paid: boolean;
  /** what shapes its answers, for the run's fingerprint */
  readonly settings: Readonly<Record<string, unknown>>;
  /**
   * Who plays one episode.
   * @param belief what the interaction phase ended with; null in it
   * @param norm the hidden norm, for reference newcomers that are told
   */
  player(belief: Belief | null, norm: string): Player;
}

/** Who plays the newcomer of an episode: the engine's own planners, or a mind. */
export type Player = { scripted: ScriptedNewcomer } | { mind(stage: Stage): Mind };

/** A call that could not be made or failed for good: the episode stops where it is and can be gone on with. */
export class NoAnswer extends Error {
  constructor(
    readonly reason: "provider_error" | "limit" | "cancelled",
    message: string,
    /** every further call would fail alike */
    readonly fatal: boolean,
  ) {
    super(message);
  }
}
