import type { Adapter, AdapterAnswer, Capabilities } from "./adapter.js";
import type { Budget } from "./budget.js";
import type { AnswerCache, CacheMode } from "./cache.js";
import type { Flights } from "./client-flights.js";
import type { Ledger } from "./cost-ledger.js";
import type { Gate } from "./limiter-gate.js";
import type { Prices } from "./prices.js";
import type { RetryPolicy } from "./retry-timing.js";
import type { ModelClient, SentSettings, SettingName } from "./types.js";

/** What all clients of a runtime share. */
export interface Shared {
  mode: CacheMode;
  cache: AnswerCache | null;
  budget: Budget;
  ledger: Ledger;
  prices: Prices;
  policy: RetryPolicy;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  random: () => number;
  /** questions under way, of all clients: the same one is not sent twice at once */
  flights: Flights;
  /** what runs asked for and this process has booked towards its limits, by origin */
  booked: Set<string>;
  gate(account: string): Gate;
}

/** What a model at an address refused so far, in order. */
export interface Learned {
  refusals: SettingName[];
}

export interface ClientParts {
  /** `provider/model` */
  name: string;
  adapter: Adapter;
  /** from the table and the user's overrides */
  capabilities: Capabilities;
  settings: ModelClient["settings"];
  /** how structured output is asked for; part of the cache's key */
  structured: string;
  learned: Learned;
  shared: Shared;
}

export interface Wire {
  body: Record<string, unknown>;
  sent: SentSettings;
  /** how many refusals were known when it was made */
  known: number;
}

export interface Delivered {
  answer: AdapterAnswer;
  raw: unknown;
}
