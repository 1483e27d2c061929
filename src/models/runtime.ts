import { UsageError } from "../core/errors.js";
import type { Environment } from "./endpoint.js";
import { openaiClient } from "./openai.js";
import type { RetryPolicy, TransportHooks } from "./transport.js";
import type { ModelClient, Usage } from "./types.js";

export type CacheMode = "on" | "off" | "only";

/** What all calls of a process share. */
export interface RuntimeOptions {
  /** `only`: nothing is sent; a request that is not in the cache ends as provider_error */
  cache?: CacheMode;
  /** calls in flight per account (provider, address, key) */
  concurrency?: number | "auto";
  /** US dollars; once spent, further calls end with the outcome `limit` */
  maxCost?: number;
  /** input and output tokens in all */
  maxTokensTotal?: number;
  /** a price table of the user's own */
  pricesFile?: string;
  timeoutMs?: number;
  headerTimeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  hooks?: TransportHooks;
  env?: Environment;
}

/** What one model's client is given. */
export interface ClientOptions {
  baseUrl?: string;
  /** of OpenAI: Chat Completions (default) or Responses */
  api?: "chat" | "responses";
  /** how structured output is asked for; `auto` goes down from schema to prompt as the server refuses */
  structured?: "auto" | "schema" | "json" | "prompt";
}

/** Of all calls so far; answers from the cache cost nothing. */
export interface Spent {
  calls: number;
  cacheHits: number;
  usage: Usage;
  /** US dollars; null when no call could be priced */
  cost: number | null;
  /** models without a price */
  unpriced: string[];
}

export interface ModelRuntime {
  /**
   * The client of a name `provider/model`.
   * @throws UsageError unknown_provider, missing_key, bad_base_url
   */
  client(name: string, options?: ClientOptions): ModelClient;
  spent(): Spent;
  close(): Promise<void>;
}

/** One runtime a process: cache, limits and prices are shared by planners, judges, cue generators and newcomers. */
export function createRuntime(options: RuntimeOptions = {}): ModelRuntime {
  return {
    client(name, { baseUrl } = {}) {
      const slash = name.indexOf("/");
      const provider = name.slice(0, slash);
      if (provider !== "openai" && provider !== "compatible")
        throw new UsageError("unknown_provider", `no model provider is called "${provider}"`);
      return openaiClient(name.slice(slash + 1), {
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(options.env ? { env: options.env } : {}),
        ...(options.retry ? { retry: options.retry } : {}),
        ...(options.hooks ? { hooks: options.hooks } : {}),
        ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      });
    },
    spent: () => ({
      calls: 0,
      cacheHits: 0,
      usage: { input: null, cachedInput: null, output: null, reasoning: null },
      cost: null,
      unpriced: [],
    }),
    close: async () => {},
  };
}
