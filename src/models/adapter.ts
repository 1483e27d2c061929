import type { ModelError, ModelOutcome, ModelRequest, SentSettings, Usage } from "./types.js";

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
 * A provider in four parts: three pure functions and the SDK's call. No retry, no cache, no limit and no clock
 * in here; those stand once, in the runtime.
 */
export interface Adapter {
  /** `openai-chat`, `openai-responses`, `google`, `anthropic`, `compatible` */
  readonly id: string;
  /** base URL, no trailing slash, no credentials */
  readonly endpoint: string;
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
  /** one HTTP call through the SDK, built with no retries of its own; throws what the SDK throws */
  call(body: Record<string, unknown>, model: string, signal: AbortSignal): Promise<unknown>;
}
