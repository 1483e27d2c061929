import type OpenAI from "openai";
import { NormactError } from "../core/errors.js";
import { type Endpoint, type Environment, resolveEndpoint } from "./endpoint.js";
import { type ChatAnswer, chatBody, readChatAnswer } from "./openai-wire.js";
import { redactText, redactValue } from "./redact.js";
import {
  type Attempt,
  DEFAULT_RETRY,
  type RetryPolicy,
  retryAfterMs,
  type TransportHooks,
  withRetry,
} from "./transport.js";
import {
  type ModelClient,
  type ModelError,
  type ModelOutcome,
  type ModelRequest,
  type ModelResponse,
  NO_USAGE,
  type WirePreview,
} from "./types.js";

const DEFAULT_BASE_URL = "https://api.openai.com/v1";

export interface OpenAIOptions {
  /** any server that speaks chat completions; `OPENAI_BASE_URL`, then OpenAI's own when left out */
  baseUrl?: string;
  /** whole call, headers and body; 10 minutes when left out */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  /** the process's environment when left out */
  env?: Environment;
  hooks?: TransportHooks;
}

interface Delivered {
  answer: ChatAnswer;
  raw: unknown;
  latencyMs: number;
}

/**
 * Chat completions through the official SDK (openai 6.49.0; `create`, because the parsing helpers throw away
 * text and usage of a truncated answer). The SDK is loaded with the first call.
 * @throws UsageError missing_key, bad_base_url
 */
export function openaiClient(model: string, options: OpenAIOptions = {}): ModelClient {
  const endpoint = resolveEndpoint({
    provider: "openai",
    baseUrl: options.baseUrl,
    defaultBaseUrl: DEFAULT_BASE_URL,
    baseUrlVariable: "OPENAI_BASE_URL",
    keyVariable: "OPENAI_API_KEY",
    env: options.env ?? process.env,
  });
  return new OpenAIChatClient(model, endpoint, options);
}

class OpenAIChatClient implements ModelClient {
  readonly name: string;
  readonly endpoint: string;
  private readonly policy: RetryPolicy;
  private readonly timeoutMs: number;
  // Hard-private: what holds the key is seen by no JSON.stringify and no inspect.
  readonly #key: string;
  #sdk: Promise<{ client: OpenAI; errors: typeof OpenAI }> | null = null;
  private readonly hooks: TransportHooks | undefined;

  constructor(
    private readonly model: string,
    endpoint: Endpoint,
    options: OpenAIOptions,
  ) {
    this.hooks = options.hooks;
    this.name = `openai/${model}`;
    this.endpoint = endpoint.baseUrl;
    this.#key = endpoint.apiKey;
    this.policy = { ...DEFAULT_RETRY, ...options.retry };
    this.timeoutMs = options.timeoutMs ?? 600_000;
  }

  readonly settings = { api: "chat" };

  async preview(request: ModelRequest): Promise<WirePreview> {
    const official = new URL(this.endpoint).hostname === "api.openai.com";
    return {
      method: "POST",
      url: `${this.endpoint}/chat/completions`,
      body: chatBody(this.model, request, official),
      sent: {
        temperature: request.temperature ?? null,
        maxTokens: request.maxTokens ?? null,
        seed: request.seed ?? null,
        reasoningEffort: null,
        structured: request.jsonSchema ? "schema" : null,
        images: [],
        changes: [],
      },
    };
  }

  async generate(request: ModelRequest): Promise<ModelResponse> {
    const { client, errors } = await this.load();
    const official = new URL(this.endpoint).hostname === "api.openai.com";
    const body = chatBody(this.model, request, official);
    let latencyMs = 0;
    const result = await withRetry<Delivered>(
      async () => {
        const started = performance.now();
        const attempt = await this.attempt(client, errors, body, request.signal);
        latencyMs = Math.round(performance.now() - started);
        return attempt;
      },
      this.policy,
      this.hooks,
      request.signal,
    );
    const { failedAttempts } = result;
    if (result.ok) {
      const { answer, raw } = result.value;
      return {
        text: answer.text,
        outcome: answer.outcome,
        usage: answer.usage,
        raw,
        model: answer.model ?? this.model,
        latencyMs,
        failedAttempts,
      };
    }
    return {
      text: "",
      outcome: outcomeOfError(result.error, request.signal),
      usage: NO_USAGE,
      raw: null,
      model: this.model,
      latencyMs,
      failedAttempts,
      error: result.error,
    };
  }

  private load(): Promise<{ client: OpenAI; errors: typeof OpenAI }> {
    this.#sdk ??= import("openai").then(
      ({ default: SDK }) => ({
        client: new SDK({
          apiKey: this.#key,
          baseURL: this.endpoint,
          maxRetries: 0,
          timeout: this.timeoutMs,
          logLevel: "off",
        }),
        errors: SDK,
      }),
      (cause: unknown) => {
        throw new NormactError(
          "missing_sdk",
          "the openai package cannot be loaded; run npm ci",
          1,
          {
            cause,
          },
        );
      },
    );
    return this.#sdk;
  }

  private async attempt(
    client: OpenAI,
    errors: typeof OpenAI,
    body: ReturnType<typeof chatBody>,
    signal: AbortSignal | undefined,
  ): Promise<Attempt<Delivered>> {
    // The SDK's own timeout ends with the headers; a body that never comes must end, too.
    const clock = AbortSignal.timeout(this.timeoutMs);
    const started = performance.now();
    try {
      const raw: unknown = await client.chat.completions.create(
        body as OpenAI.ChatCompletionCreateParamsNonStreaming,
        { signal: signal ? AbortSignal.any([signal, clock]) : clock },
      );
      const answer = readChatAnswer(raw);
      if (!answer) return { ok: false, error: this.badResponse(raw), retryAfterMs: null };
      const latencyMs = Math.round(performance.now() - started);
      // a server may repeat the key in what it answers
      const value = redactValue({ answer, raw }, [this.#key]) as Pick<Delivered, "answer" | "raw">;
      return { ok: true, value: { ...value, latencyMs } };
    } catch (thrown) {
      const error = this.describe(thrown, errors, clock.aborted);
      const headers = thrown instanceof errors.APIError ? thrown.headers : undefined;
      return { ok: false, error, retryAfterMs: retryAfterMs(headers, Date.now()) };
    }
  }

  private badResponse(raw: unknown): ModelError {
    const html = typeof raw === "string" && /^\s*</.test(raw);
    const said = (raw as { error?: { message?: unknown } } | null)?.error?.message;
    const what = html
      ? "an HTML page"
      : typeof said === "string"
        ? `an error: ${redactText(shorten(said, this.endpoint, 200), [this.#key])}`
        : "something that is no chat completion";
    return {
      code: "bad_response",
      message: `${this.endpoint} answered with ${what}; is the base URL right (it mostly ends in /v1)?`,
      status: 200,
      retry: "never",
      fatal: html,
    };
  }

  private describe(thrown: unknown, errors: typeof OpenAI, timedOut: boolean): ModelError {
    const clean = (text: string): string => redactText(text, [this.#key]);
    if (timedOut || thrown instanceof errors.APIConnectionTimeoutError) {
      const message = `no answer from ${this.endpoint} within ${Math.round(this.timeoutMs / 1000)} s`;
      return { code: "timeout", message, status: null, retry: "transient", fatal: false };
    }
    if (thrown instanceof errors.APIUserAbortError) {
      return {
        code: "cancelled",
        message: "cancelled",
        status: null,
        retry: "never",
        fatal: false,
      };
    }
    if (thrown instanceof errors.APIError && thrown.status !== undefined) {
      const status: number = thrown.status;
      const code = thrown.code === null || thrown.code === undefined ? "" : String(thrown.code);
      const name = /^\d*$/.test(code) ? (thrown.type ?? `http_${status}`) : code;
      const message = clean(shorten(thrown.message, this.endpoint, status));
      return { code: name, message, status, ...classify(status, name, thrown.type) };
    }
    if (thrown instanceof SyntaxError) {
      const message = `${this.endpoint} answered with something that is no JSON`;
      return { code: "bad_response", message, status: 200, retry: "transient", fatal: false };
    }
    const cause = causeText(thrown);
    const message = clean(`cannot reach ${this.endpoint}: ${cause}`);
    // Nobody listens there, or there is no such host: after the retries the next call is no better off.
    const fatal = /ECONNREFUSED|ENOTFOUND/.test(cause);
    return { code: "connection", message, status: null, retry: "transient", fatal };
  }
}

/** Retried or not; and whether the next call could fare better. */
function classify(
  status: number,
  code: string,
  type: string | undefined,
): Pick<ModelError, "retry" | "fatal"> {
  const spent = [code, type].some(
    (c) => c === "insufficient_quota" || c === "billing_hard_limit_reached",
  );
  if (spent || status === 401 || status === 402 || status === 403 || status === 404) {
    return { retry: "never", fatal: true };
  }
  if (status === 429) return { retry: "rate_limit", fatal: false };
  if (status === 408 || status === 409 || status >= 500)
    return { retry: "transient", fatal: false };
  return { retry: "never", fatal: false };
}

/** A whole HTML page is no message. */
function shorten(message: string, endpoint: string, status: number): string {
  if (/<(!doctype|html|head|body)/i.test(message)) {
    return `${endpoint} answered ${status} with an HTML page; is the base URL right (it mostly ends in /v1)?`;
  }
  return message.length > 600 ? `${message.slice(0, 600)}…` : message;
}

function causeText(thrown: unknown): string {
  const texts: string[] = [];
  let at: unknown = thrown;
  while (at instanceof Error && texts.length < 4) {
    const code = (at as NodeJS.ErrnoException).code;
    texts.push(code && !at.message.includes(code) ? `${at.message} (${code})` : at.message);
    at = at.cause;
  }
  return texts.filter((t, i) => t !== "" && texts.indexOf(t) === i).join(": ") || String(thrown);
}

function outcomeOfError(error: ModelError, signal: AbortSignal | undefined): ModelOutcome {
  if (error.code === "cancelled" || signal?.aborted) return "cancelled";
  if (error.code === "content_filter" || error.code === "content_policy_violation")
    return "filtered";
  if (error.code === "context_length_exceeded") return "limit";
  return "provider_error";
}
