/**
 * What every provider adapter speaks. One call in, one answer out; an adapter never throws for what a
 * provider did (refused, cut off, unreachable), it says so in `outcome`.
 */

/** One piece of a user message, in the order in which the model is to see it. */
export type ModelPart =
  | { type: "text"; text: string }
  | { type: "image"; data: Uint8Array; mediaType: "image/png" | "image/jpeg" | "image/webp" };

export interface ModelRequest {
  system?: string;
  parts: ModelPart[];
  /** sent only when given: several models accept nothing but their default */
  temperature?: number;
  /** upper limit of output tokens (reasoning included) */
  maxTokens?: number;
  seed?: number;
  /** how long the model is to think, where it can be told */
  reasoningEffort?: ReasoningEffort;
  /** a strict JSON schema for the answer; `name` is at most 64 of [A-Za-z0-9_-] */
  jsonSchema?: { name: string; schema: Record<string, unknown> };
  /** which repetition this is, from 0: part of the cache key, so that each repetition is asked anew */
  epoch?: number;
  /** what the request is for, in the caller's words; by it a batch's answers find their way back */
  label?: string;
  /**
   * the run that asks. What a run has asked under the same label in an earlier process is its own answer, paid for by
   * it, and no hit; no part of the cache key
   */
  run?: string;
  signal?: AbortSignal;
}

export const REASONING_EFFORTS = [
  "none",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** How an answer's shape was asked for: a schema, JSON of any shape, or by the prompt's words alone. */
export type StructuredMode = "schema" | "json" | "prompt";

/** A picture as it went out; nothing resizes it on the way. */
export interface SentImage {
  sha256: string;
  mediaType: string;
  bytes: number;
  width: number | null;
  height: number | null;
}

/** What really went out; null where nothing was sent. `changes` says in words what was asked for and sent otherwise. */
export interface SentSettings {
  temperature: number | null;
  maxTokens: number | null;
  seed: number | null;
  reasoningEffort: ReasoningEffort | null;
  structured: StructuredMode | null;
  images: SentImage[];
  changes: string[];
}

/**
 * How a call ended. `invalid_output` is not among them: whether a text is a plan is for the reader of the
 * text to say.
 */
export const MODEL_OUTCOMES = [
  "ok",
  "refused",
  "truncated",
  "filtered",
  "provider_error",
  "limit",
  "cancelled",
] as const;
export type ModelOutcome = (typeof MODEL_OUTCOMES)[number];

/** Tokens; null where the provider did not say. `cachedInput` ⊂ `input`, `reasoning` ⊂ `output`. */
export interface Usage {
  input: number | null;
  cachedInput: number | null;
  output: number | null;
  reasoning: number | null;
}

export const NO_USAGE: Usage = { input: null, cachedInput: null, output: null, reasoning: null };

/** `rate_limit` and `transient` are retried, `never` is not. */
export type RetryClass = "rate_limit" | "transient" | "never";

export interface ModelError {
  /** the provider's code or one of ours: `connection`, `timeout`, `bad_response`, `http_500`… */
  code: string;
  /** plain words, keys removed */
  message: string;
  status: number | null;
  retry: RetryClass;
  /** every further call would fail in the same way (wrong key, no such model, no credit left) */
  fatal: boolean;
  /** with `unsupported_parameter`: which setting the model does not take */
  param?: SettingName;
}

/** Settings that a model may not take; `capabilities.withoutSetting` says what is tried then. */
export const SETTING_NAMES = [
  "temperature",
  "seed",
  "maxTokens",
  "reasoningEffort",
  "structured",
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

/** A try that failed and was followed by another one. */
export interface FailedAttempt {
  code: string;
  status: number | null;
  waitedMs: number;
}

export interface ModelResponse {
  /** what the model wrote; kept as far as it came when the call did not end `ok` */
  text: string;
  outcome: ModelOutcome;
  usage: Usage;
  /** the provider's own answer, keys removed; null when there was none */
  raw: unknown;
  /** the model that the provider says has answered; the one asked for when it does not say */
  model: string;
  /** of the attempt that ended the call; waiting between attempts is not part of it */
  latencyMs: number;
  failedAttempts: FailedAttempt[];
  /** spent waiting: between attempts, and for a place among the calls in flight; milliseconds */
  waitedMs?: number;
  /** taken from the answer cache: nothing was sent, nothing was paid */
  cached?: boolean;
  /** of a cached answer: how long the call took that brought it; milliseconds */
  cachedLatencyMs?: number;
  /** kept from an earlier process of the same run, which asked and paid: `cached` is false, `cost` what it came to */
  earlier?: boolean;
  /** US dollars; 0 for a cached answer, null when the model has no price or the provider did not count */
  cost?: number | null;
  sent?: SentSettings;
  /** the provider's own counts, as they came */
  providerUsage?: unknown;
  requestId?: string | null;
  error?: ModelError;
}

/** A request as it would go over the wire; keys are left out. */
export interface WirePreview {
  method: "POST";
  url: string;
  body: unknown;
  sent: SentSettings;
}

export interface ModelClient {
  /** `provider/model` */
  readonly name: string;
  /** where the calls go, without credentials */
  readonly endpoint: string;
  /** what shapes answers beside the request (API, structured mode, overridden capabilities): part of a run's fingerprint */
  readonly settings: Readonly<Record<string, string | number | boolean | null>>;
  generate(request: ModelRequest): Promise<ModelResponse>;
  /** what `generate` would send; calls nobody */
  preview(request: ModelRequest): Promise<WirePreview>;
}
