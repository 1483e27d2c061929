import type {
  ModelError,
  ModelOutcome,
  ModelRequest,
  ReasoningEffort,
  SentSettings,
  Usage,
} from "./types.js";

/** What a model at an address can do, from the capability table and the user's overrides. */
export interface Capabilities {
  /** `false`: only its default is accepted, so nothing is sent */
  temperature: boolean;
  seed: boolean;
  /** name of the field that limits output tokens */
  maxTokensField: string;
  reasoningEffort: boolean;
  /** modes of structured output in the order in which they are tried */
  structured: readonly ("schema" | "json" | "prompt")[];
  images: boolean;
  /** pictures a request, bytes a picture, pixels along the longer side; null = not known */
  maxImages: number | null;
  maxImageBytes: number | null;
  maxImageSide: number | null;
  /** are texts and pictures shown in the order in which they were sent? null = not known */
  imageOrder: "kept" | "hoisted" | null;
  /** false: no way of asking brought a JSON answer when the model was checked; null = not known */
  jsonAnswers: boolean | null;
  /** the highest temperature that is accepted; null = not known */
  maxTemperature: number | null;
  /** efforts the model knows, least first; another one is moved to the nearest */
  efforts: readonly ReasoningEffort[];
  /** how an effort is put into words of the protocol; each adapter has a default */
  reasoningAs: "effort" | "budget" | "level" | "adaptive" | null;
  /** how a schema is put: a field of its own, or a tool that must be called */
  structuredAs: "format" | "tool";
  /** output tokens that are asked for when the request names none; null = nothing is sent */
  defaultMaxTokens: number | null;
}

/** An answer read from a provider's body. */
export interface AdapterAnswer {
  text: string;
  outcome: ModelOutcome;
  usage: Usage;
  providerUsage: unknown;
  /** as the provider names it; null when it does not say */
  model: string | null;
  requestId: string | null;
}

/** What an attempt failed with, and how long the server asked to wait (null: it did not say). */
export interface AdapterFailure {
  error: ModelError;
  retryAfterMs: number | null;
}

/**
 * A 200 that holds no answer (an error's body, a stream, a page). The runtime makes one when `fromResponse`
 * is null and gives it to `classifyError`, which knows what the provider's error bodies look like.
 */
export class UnreadableAnswer extends Error {
  override name = "UnreadableAnswer";
  constructor(readonly body: unknown) {
    super("the body is no answer");
  }
}

/** The time for a whole call, headers and body, was over. */
export class DeadlineError extends Error {
  override name = "DeadlineError";
  constructor(readonly timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}

/** The caller's signal ended the call. */
export class CancelledError extends Error {
  override name = "CancelledError";
  constructor() {
    super("cancelled");
  }
}

/**
 * A provider in four parts: three pure functions and the SDK's call. No retry, no cache, no limit and no clock
 * in here; those stand once, in the runtime.
 */
export interface Adapter {
  /** `openai-chat`, `openai-responses`, `google`, `anthropic`, `compatible` */
  readonly id: string;
  /** base URL, no trailing slash, no credentials */
  readonly endpoint: string;
  /** one per provider, address and key, without showing the key: calls of an account share a limit */
  readonly account: string;
  /** where the body goes, below the endpoint */
  path(model: string): string;
  /** pure */
  toRequest(
    model: string,
    request: ModelRequest,
    capabilities: Capabilities,
  ): { body: Record<string, unknown>; sent: SentSettings };
  /** pure; null when the body has not the shape of an answer (a proxy's page, say) */
  fromResponse(raw: unknown): AdapterAnswer | null;
  /** pure, given the moment (milliseconds since 1970) for HTTP dates */
  classifyError(thrown: unknown, now: number): AdapterFailure;
  /**
   * One HTTP call through the SDK, built with no retries of its own; throws what the SDK throws, or
   * DeadlineError, CancelledError. What it returns and what `classifyError` says hold no key.
   */
  call(body: Record<string, unknown>, model: string, signal?: AbortSignal): Promise<unknown>;
  /** lets go of the connections */
  close(): Promise<void>;
}
