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
  /** a strict JSON schema for the answer; `name` is at most 64 of [A-Za-z0-9_-] */
  jsonSchema?: { name: string; schema: Record<string, unknown> };
  signal?: AbortSignal;
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
}

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
  error?: ModelError;
}

export interface ModelClient {
  /** `provider/model` */
  readonly name: string;
  /** where the calls go, without credentials */
  readonly endpoint: string;
  generate(request: ModelRequest): Promise<ModelResponse>;
}
