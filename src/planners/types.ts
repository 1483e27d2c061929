import type {
  FailedAttempt,
  ModelError,
  ModelOutcome,
  SentSettings,
  Usage,
  WirePreview,
} from "../models/types.js";
import type { PromptParts, VisibleObject } from "../prompts/types.js";
import type { Episode } from "../world/types.js";

/** One turn as a planner meets it. */
export interface PlannerInput {
  episodeId: string;
  /** 0-based */
  turn: number;
  /** name of the cue condition; only replay looks at it */
  cue: string;
  prompt: PromptParts;
  promptText: string;
  /** the observation as PNG; drawn when asked for */
  image?: () => Promise<Uint8Array>;
  /** what the prompt's list was made from */
  visible: readonly VisibleObject[];
  seed: number;
  /** which repetition of the episode this is, from 0 */
  epoch?: number;
  /** names the request in its run, for answers that come by batches */
  label?: string;
  /** the run that asks: answers of its own that are kept from an earlier process stay its own */
  run?: string;
  signal?: AbortSignal;
  /** the whole truth; handed to `scripted/*` alone */
  privileged?: { episode: Episode };
}

/** What a planner answered, unread. */
export interface PlannerReply {
  /** word for word; empty when the call failed */
  raw: string;
  outcome: ModelOutcome;
  usage: Usage | null;
  /** milliseconds; 0 where nobody was asked */
  latencyMs: number;
  /** the model that answered, as its provider names it */
  model?: string;
  /** the provider's own answer, keys removed */
  providerAnswer?: unknown;
  failedAttempts?: FailedAttempt[];
  error?: ModelError;
  /** milliseconds between attempts and before there was a place */
  waitedMs?: number;
  /** taken from the answer cache */
  cached?: boolean;
  /** asked and paid for by the same run in an earlier process */
  earlier?: boolean;
  /** US dollars; 0 of a cached answer, null when it is not known */
  cost?: number | null;
  sent?: SentSettings;
  providerUsage?: unknown;
  requestId?: string | null;
}

export interface Planner {
  /** `provider/model` */
  readonly name: string;
  /** what it is, in a few honest words; printed wherever its figures are */
  readonly label: string;
  /** the picture has to be drawn for it */
  readonly needsPicture: boolean;
  /** it is handed the whole episode (calibration only) */
  readonly privileged: boolean;
  /** where its calls go; absent for planners that call nobody */
  readonly endpoint?: string;
  /** what shapes its answers beside the request: part of a run's fingerprint */
  readonly settings?: Readonly<Record<string, string | number | boolean | null>>;
  plan(input: PlannerInput): Promise<PlannerReply>;
  /** what `plan` would send, and about how many tokens that takes; calls nobody */
  preview?(input: PlannerInput): Promise<PlanPreview>;
  /** gives back what it holds (a terminal) */
  close?(): void;
}

/** A request that is not sent. */
export interface PlanPreview {
  wire: WirePreview;
  /** an estimate, never a bill */
  tokens: { input: number; output: number };
}

/** A reply that cost nothing and could not fail. */
export function localReply(raw: string): PlannerReply {
  return { raw, outcome: "ok", usage: null, latencyMs: 0 };
}
