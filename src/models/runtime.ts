import { closestMatch } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import { canonicalJson } from "../core/hash.js";
import { capabilitiesOf, createAdapter, MODEL_PROVIDERS } from "./adapters.js";
import { Budget, type Spending } from "./budget.js";
import { AnswerCache, type CacheMode } from "./cache.js";
import { type CapabilityTable, loadCapabilities } from "./capabilities.js";
import { RuntimeClient } from "./client.js";
import { Flights } from "./client-flights.js";
import type { Learned, Shared } from "./client-parts.js";
import { Ledger, type Spent } from "./cost-ledger.js";
import type { Environment } from "./endpoint.js";
import { loadEnvironment } from "./environment.js";
import { AUTO_CAP } from "./limiter.js";
import { Gate } from "./limiter-gate.js";
import { loadPrices, type Prices, priceOf } from "./prices.js";
import type { ConnectedAdapter } from "./provider.js";
import { sleepFor, type TransportHooks } from "./retry.js";
import { type RetryPolicy, retryPolicy } from "./retry-timing.js";
import type { ModelClient } from "./types.js";

export type { CacheMode } from "./cache.js";
export type { Spent, Totals } from "./cost-ledger.js";

/** What all calls of a process share. */
export interface RuntimeOptions {
  /** `on` when left out; `only`: nothing is sent; a request that is not in the cache ends as provider_error */
  cache?: CacheMode;
  /** where answers are kept; a folder of the user's cache when left out */
  cacheFolder?: string;
  /** calls in flight per account (provider, address, key); `auto` when left out */
  concurrency?: number | "auto";
  /** `auto` never goes above */
  concurrencyCap?: number;
  /** US dollars; once spent, further calls end with the outcome `limit` */
  maxCost?: number;
  /** input and output tokens in all */
  maxTokensTotal?: number;
  /** by the same run in earlier processes: counts towards both limits */
  alreadySpent?: Partial<Spending>;
  /** a price table of the user's own */
  pricesFile?: string;
  /** a capability table of the user's own */
  capabilitiesFile?: string;
  /** of one try, headers and body; milliseconds */
  timeoutMs?: number;
  /** of one try until the headers are there; milliseconds */
  headerTimeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  hooks?: TransportHooks;
  /** the process's environment and the working folder's `.env` when left out */
  env?: Environment;
  /** something to tell the user that ends nothing (the cache cannot be written) */
  onWarning?: (text: string) => void;
}

/** What one model's client is given. */
export interface ClientOptions {
  baseUrl?: string;
  /** of OpenAI: Chat Completions (default) or Responses */
  api?: "chat" | "responses";
  /** how structured output is asked for; `auto` goes down from schema to prompt as the server refuses */
  structured?: "auto" | "schema" | "json" | "prompt";
}

export interface ModelRuntime {
  /**
   * The client of a name `provider/model`.
   * @throws UsageError unknown_provider, missing_key, bad_key, bad_base_url, missing_base_url; unpriced_model
   * where a cost limit is set and the model has no price
   */
  client(name: string, options?: ClientOptions): ModelClient;
  /** of all calls so far */
  spent(): Spent;
  /** counts what earlier processes have spent towards the limits, as `alreadySpent` does where it is known at once */
  countSpent(spent: Spending): void;
  /** the prices that calls are booked at */
  prices(): Prices;
  /** waits for the cache's writes and lets go of connections and timers */
  close(): Promise<void>;
}

/**
 * One runtime a process: cache, limits and prices are shared by planners, judges, cue generators and newcomers.
 * @throws UsageError bad_option, bad_prices, bad_capabilities
 */
export function createRuntime(options: RuntimeOptions = {}): ModelRuntime {
  checkFigures(options);
  return new Runtime(options);
}

class Runtime implements ModelRuntime {
  readonly #options: RuntimeOptions;
  readonly #env: Environment;
  readonly #shared: Shared;
  readonly #adapters = new Map<string, ConnectedAdapter>();
  readonly #gates = new Map<string, Gate>();
  readonly #learned = new Map<string, Learned>();
  #capabilities: CapabilityTable | null = null;

  constructor(options: RuntimeOptions) {
    const { hooks = {}, maxCost, maxTokensTotal } = options;
    const mode = options.cache ?? "on";
    this.#options = options;
    this.#env = options.env ?? loadEnvironment();
    this.#shared = {
      mode,
      cache: mode === "off" ? null : new AnswerCache(options.cacheFolder, options.onWarning),
      budget: new Budget({ maxCost, maxTokensTotal }, options.alreadySpent),
      ledger: new Ledger(),
      prices: loadPrices(options.pricesFile),
      policy: retryPolicy(options.retry),
      sleep: hooks.sleep ?? sleepFor,
      random: hooks.random ?? Math.random,
      flights: new Flights(),
      booked: new Set(),
      gate: (account) => this.#gate(account),
    };
  }

  client(name: string, options: ClientOptions = {}): ModelClient {
    const { provider, model } = parseModelName(name);
    const adapter = this.#adapter(provider, options);
    this.#refuseUnpriced(name, adapter.endpoint);
    const { id, endpoint } = adapter;
    this.#capabilities ??= loadCapabilities({
      ...(this.#options.capabilitiesFile ? { file: this.#options.capabilitiesFile } : {}),
    });
    const found = capabilitiesOf(this.#capabilities, adapter, model);
    const { structured = "auto" } = options;
    const changed = Object.keys(found.overrides).length > 0;
    return new RuntimeClient({
      name,
      adapter,
      capabilities: {
        ...found.capabilities,
        ...(structured === "auto" ? {} : { structured: [structured] }),
      },
      settings: {
        api: id,
        structured,
        capabilities: changed ? canonicalJson(found.overrides) : null,
      },
      structured,
      learned: entry(this.#learned, `${id} ${endpoint} ${model} ${structured}`, () => ({
        refusals: [],
      })),
      shared: this.#shared,
    });
  }

  spent(): Spent {
    return this.#shared.ledger.spent();
  }

  countSpent(spent: Spending): void {
    this.#shared.budget.count(spent);
  }

  prices(): Prices {
    return this.#shared.prices;
  }

  async close(): Promise<void> {
    for (const gate of this.#gates.values()) gate.close();
    await this.#shared.cache?.flush();
    await Promise.all([...this.#adapters.values()].map((adapter) => adapter.close()));
  }

  #adapter(provider: string, { baseUrl, api }: ClientOptions): ConnectedAdapter {
    const { timeoutMs, headerTimeoutMs } = this.#options;
    return entry(this.#adapters, `${provider} ${api} ${baseUrl}`, () =>
      createAdapter(provider, {
        env: this.#env,
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(api === undefined ? {} : { api }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        ...(headerTimeoutMs === undefined ? {} : { headerTimeoutMs }),
      }),
    );
  }

  #gate(account: string): Gate {
    const { concurrency = "auto", concurrencyCap = AUTO_CAP } = this.#options;
    return entry(
      this.#gates,
      account,
      () => new Gate({ mode: concurrency, cap: concurrencyCap }, this.#shared.sleep),
    );
  }

  #refuseUnpriced(name: string, endpoint: string): void {
    if (this.#options.maxCost === undefined) return;
    if (priceOf(this.#shared.prices, name, endpoint)) return;
    throw new UsageError(
      "unpriced_model",
      `--max-cost needs a price of ${name} at ${endpoint}, and none is known: give it with --prices FILE (0 for a server of your own), or leave out --max-cost`,
    );
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * Takes `provider/model` apart; a model's name may hold slashes.
 * @throws UsageError unknown_provider
 */
export function parseModelName(name: string): { provider: string; model: string } {
  const slash = name.indexOf("/");
  const provider = slash === -1 ? name : name.slice(0, slash);
  const model = slash === -1 ? "" : name.slice(slash + 1);
  const known = MODEL_PROVIDERS.includes(provider);
  if (known && model.trim() !== "") return { provider, model };
  const near = known ? null : closestMatch(provider, MODEL_PROVIDERS);
  const guess = near === null ? "" : ` Did you mean "${near}/${model || "MODEL"}"?`;
  throw new UsageError(
    "unknown_provider",
    `no model is called "${name}".${guess} A model that is called over the network is named provider/model, with one of the providers ${MODEL_PROVIDERS.join(", ")}.`,
  );
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Figures that are none would switch a limit off without a word. */
function checkFigures(options: RuntimeOptions): void {
  const check = (flag: string, value: unknown, ok: (n: number) => boolean, what: string): void => {
    if (value === undefined || (typeof value === "number" && ok(value))) return;
    throw new UsageError("bad_option", `${flag} must be ${what}, not ${String(value)}`);
  };
  const whole = (n: number): boolean => Number.isSafeInteger(n) && n >= 1;
  const time = (n: number): boolean => n > 0 && n <= LONGEST_TIMER_MS;
  const { concurrency } = options;
  check("--max-cost", options.maxCost, (n) => n >= 0 && n < Infinity, "dollars from 0 on");
  check("--max-tokens-total", options.maxTokensTotal, whole, "a whole number from 1 on");
  if (concurrency !== "auto")
    check("--concurrency", concurrency, whole, "auto or a whole number from 1 on");
  check("the cap of --concurrency", options.concurrencyCap, whole, "a whole number from 1 on");
  check("the timeout", options.timeoutMs, time, "milliseconds above 0 and below 25 days");
  check(
    "the header timeout",
    options.headerTimeoutMs,
    time,
    "milliseconds above 0 and below 25 days",
  );
}
