import { sha256 } from "../core/hash.js";
import { legible } from "../core/shown.js";
import type { Adapter, AdapterFailure, Capabilities } from "./adapter.js";
import { type Endpoint, type Environment, isOfficial, resolveEndpoint } from "./endpoint.js";
import { type Http, type HttpProxy, openHttp, proxyFor, withDeadline } from "./http.js";
import { redactText, redactValue } from "./redact.js";
import type { ModelError, ModelRequest } from "./types.js";

/** What an SDK's client is built from. */
export interface Connection {
  endpoint: Endpoint;
  env: Environment;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
}

/** Sends a body as it stands and gives back what came. */
export type Send = (
  body: Record<string, unknown>,
  model: string,
  signal: AbortSignal,
) => Promise<unknown>;

/** One provider's file: where it is reached, three pure functions, and its SDK. */
export interface Provider {
  id: string;
  /** as messages name it */
  label: string;
  baseUrlVariable: string;
  /** the first that is set counts */
  keyVariables: readonly string[];
  keyOptional?: boolean;
  /** null: the user names one */
  defaultBaseUrl: string | null;
  /** more variables whose values nobody is to see, besides the keys */
  secretVariables?: readonly string[];
  /** takes off what the SDK puts behind the address itself */
  trimBaseUrl?: (url: string) => string;
  path(model: string, endpoint: string): string;
  toRequest: (
    model: string,
    request: ModelRequest,
    capabilities: Capabilities,
  ) => ReturnType<Adapter["toRequest"]>;
  fromResponse: Adapter["fromResponse"];
  classifyError(
    thrown: unknown,
    context: { endpoint: string; now: number; timeoutMs: number },
  ): AdapterFailure;
  /** loads the SDK; its client retries nothing */
  open(connection: Connection): Promise<Send>;
}

export interface AdapterOptions {
  baseUrl?: string;
  /** a whole call, headers and body; 10 minutes when left out */
  timeoutMs?: number;
  /** until the headers are there; `timeoutMs` when left out */
  headerTimeoutMs?: number;
  /** the process's environment when left out; a `.env` file is for the caller to add (`loadEnvironment`) */
  env?: Environment;
}

export const DEFAULT_TIMEOUT_MS = 600_000;

/** A provider at an address, with a key. @throws UsageError missing_key, bad_key, missing_base_url, bad_base_url */
export function connect(provider: Provider, options: AdapterOptions = {}): ConnectedAdapter {
  const env = options.env ?? process.env;
  const endpoint = resolveEndpoint({
    provider: provider.label,
    baseUrl: options.baseUrl,
    defaultBaseUrl: provider.defaultBaseUrl,
    baseUrlVariable: provider.baseUrlVariable,
    keyVariable: provider.keyVariables,
    ...(provider.keyOptional ? { keyOptional: true } : {}),
    env,
  });
  const baseUrl = provider.trimBaseUrl?.(endpoint.baseUrl) ?? endpoint.baseUrl;
  return new ConnectedAdapter(provider, { ...endpoint, baseUrl }, env, options);
}

export class ConnectedAdapter implements Adapter {
  readonly id: string;
  readonly endpoint: string;
  readonly account: string;
  /** the provider's own service */
  readonly official: boolean;
  readonly toRequest: Adapter["toRequest"];
  readonly fromResponse: Adapter["fromResponse"];
  private readonly timeoutMs: number;
  // Hard-private: what holds a key is seen by no JSON.stringify and no inspect.
  readonly #endpoint: Endpoint;
  readonly #env: Environment;
  readonly #secrets: readonly string[];
  readonly #provider: Provider;
  readonly #headerTimeoutMs: number;
  readonly #proxy: HttpProxy | null;
  #open: Promise<{ send: Send; http: Http; connection: Connection }> | null = null;

  constructor(provider: Provider, endpoint: Endpoint, env: Environment, options: AdapterOptions) {
    this.#provider = provider;
    this.#endpoint = endpoint;
    this.#env = env;
    this.id = provider.id;
    this.endpoint = endpoint.baseUrl;
    this.official =
      provider.defaultBaseUrl !== null && isOfficial(endpoint.baseUrl, provider.defaultBaseUrl);
    this.account = sha256(`${provider.label}|${endpoint.baseUrl}|${endpoint.apiKey}`).slice(0, 16);
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#headerTimeoutMs = options.headerTimeoutMs ?? this.timeoutMs;
    this.#proxy = proxyFor(endpoint.baseUrl, env);
    this.#secrets = secretsOf(provider, endpoint, env);
    this.toRequest = provider.toRequest;
    this.fromResponse = provider.fromResponse;
  }

  path(model: string): string {
    return this.#provider.path(model, this.endpoint);
  }

  classifyError(thrown: unknown, now: number): AdapterFailure {
    const { endpoint, timeoutMs } = this;
    const failure = this.#provider.classifyError(thrown, { endpoint, now, timeoutMs });
    const said = legible(redactText(failure.error.message, this.#secrets));
    const code = redactText(failure.error.code, this.#secrets);
    const message = `${said}${this.whoseFault(failure.error)}`;
    return { ...failure, error: { ...failure.error, message, code } };
  }

  /** Which setting of the user's stands behind an error: the proxy on the way, the variable that holds the key. */
  private whoseFault({ code, status }: ModelError): string {
    if (status === null && (code === "connection" || code === "timeout"))
      return this.#proxy === null
        ? ""
        : ` (through the proxy ${this.#proxy.shown} that ${this.#proxy.variable} names)`;
    if (status !== 401 && status !== 403 && code !== "API_KEY_INVALID") return "";
    const { keyVariable } = this.#endpoint;
    return keyVariable === null
      ? ` (no key was sent: set ${this.#provider.keyVariables[0]} if ${this.endpoint} wants one)`
      : ` (the key comes from ${keyVariable}, and was sent to ${this.endpoint})`;
  }

  async call(body: Record<string, unknown>, model: string, signal?: AbortSignal): Promise<unknown> {
    const { send, http } = await this.open();
    const light = http.parcels.take(body);
    try {
      const call = (stop: AbortSignal) => send(light.body, model, stop);
      const raw = await withDeadline(this.timeoutMs, signal, call);
      // a server may repeat the key in what it answers
      return redactValue(raw, this.#secrets);
    } finally {
      light.end();
    }
  }

  /** The way to the provider for calls of another kind (batches), key included: not to be shown or kept. */
  async connection(): Promise<Connection> {
    return (await this.open()).connection;
  }

  /** Takes the key out of what a server has sent. */
  redact(value: unknown): unknown {
    return redactValue(value, this.#secrets);
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await (await open?.catch(() => null))?.http.close();
  }

  private open(): Promise<{ send: Send; http: Http; connection: Connection }> {
    this.#open ??= (async () => {
      const { timeoutMs, endpoint } = this;
      const http = await openHttp({
        endpoint,
        timeoutMs,
        headerTimeoutMs: this.#headerTimeoutMs,
        env: this.#env,
      });
      const connection = {
        endpoint: this.#endpoint,
        env: this.#env,
        timeoutMs,
        fetch: http.fetch,
      };
      return { send: await this.#provider.open(connection), http, connection };
    })();
    return this.#open;
  }
}

/** Keys, what custom headers hold, and a proxy's password. */
function secretsOf(provider: Provider, endpoint: Endpoint, env: Environment): string[] {
  const own = [...provider.keyVariables, ...(provider.secretVariables ?? [])];
  const headers = own.filter((name) => name.endsWith("_CUSTOM_HEADERS"));
  const values = own
    .filter((name) => !headers.includes(name))
    .map((name) => env[name]?.trim() ?? "");
  const headerValues = headers.flatMap((name) => Object.values(customHeaders(env[name])));
  const proxies = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"].flatMap((name) =>
    [env[name], env[name.toLowerCase()]].map(
      (url) => /\/\/[^/@]*?:([^@]+)@/.exec(url ?? "")?.[1] ?? "",
    ),
  );
  return [endpoint.apiKey, ...values, ...headerValues, ...proxies].filter((s) => s.length >= 4);
}

/** `Name: value`, one a line, as the SDKs read it. */
export function customHeaders(text: string | undefined): Record<string, string> {
  const lines = (text ?? "").split("\n").filter((line) => line.includes(":"));
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

/**
 * Headers that the user adds to every call, from the given environment alone: the SDKs read the process's by
 * themselves, and what was meant for one service is not for another.
 */
export function ownHeaders(env: Environment, variable: string): Record<string, string | null> {
  const names = Object.keys(customHeaders(process.env[variable]));
  const off = Object.fromEntries(names.map((name) => [name, null]));
  return { ...off, ...customHeaders(env[variable]) };
}

/** Two of the SDKs hide the request's id beside the answer; with this it stands in it. */
export function withRequestId(answer: unknown): unknown {
  const id = (answer as { _request_id?: unknown } | null)?._request_id;
  if (typeof id !== "string" || typeof answer !== "object" || answer === null) return answer;
  return { ...answer, _request_id: id };
}
