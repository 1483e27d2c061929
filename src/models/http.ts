import type { Agent, ProxyAgent } from "undici";
import { UsageError } from "../core/errors.js";
import { CancelledError, DeadlineError } from "./adapter.js";
import type { Environment } from "./endpoint.js";
import { HttpFailure } from "./failure.js";
import { postingFetch } from "./http-fetch.js";
import { Parcels } from "./parcels.js";

const ERROR_TEXT_LIMIT = 65_536;

export interface HttpOptions {
  /** where the calls go: decides once whether a proxy stands between */
  endpoint: string;
  /** a whole call, headers and body; milliseconds */
  timeoutMs: number;
  /** until the headers are there; milliseconds */
  headerTimeoutMs: number;
  env: Environment;
}

/** The connections of an adapter: a `fetch` with the run's own patience, which the SDKs are given. */
export interface Http {
  fetch: typeof globalThis.fetch;
  /** pictures on their way past the SDK into what `fetch` sends */
  parcels: Parcels;
  close(): Promise<void>;
}

/**
 * Node's own fetch gives up after 300 s without headers and knows no proxy, so each adapter has an agent of
 * undici's with the run's figures. Replies that are no JSON answers end as `HttpFailure`, for every SDK alike:
 * one of them throws away the headers, another the body. Nothing global is changed.
 */
export async function openHttp(options: HttpOptions): Promise<Http> {
  const undici = await import("undici");
  const timeouts = {
    headersTimeout: options.headerTimeoutMs,
    bodyTimeout: options.timeoutMs,
    connect: { timeout: Math.min(30_000, options.headerTimeoutMs) },
  };
  const proxy = proxyFor(options.endpoint, options.env);
  const agent: Agent | ProxyAgent = proxy
    ? new undici.ProxyAgent({ uri: proxy.url, ...timeouts })
    : new undici.Agent(timeouts);
  const fetchAny = undici.fetch as unknown as typeof globalThis.fetch;
  const fetchVia = postingFetch(
    undici.request,
    (input, init) => fetchAny(input, { ...init, dispatcher: agent } as RequestInit),
    agent,
  );
  const parcels = new Parcels();
  const whole = (init?: RequestInit): RequestInit | undefined =>
    typeof init?.body === "string" ? { ...init, body: parcels.fill(init.body) } : init;
  return {
    parcels,
    fetch: async (input, init) => readable(await fetchVia(input, whole(init))),
    close: () => agent.destroy(),
  };
}

/** The response, when it is a JSON answer; a JSON that is only labelled wrongly is one. */
async function readable(response: Response): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && /json/i.test(type)) return response;
  const text = await response.text();
  if (response.ok && /^\s*[[{]/.test(text)) {
    const headers = { "content-type": "application/json" };
    return new Response(text, { status: response.status, headers });
  }
  throw new HttpFailure(response.status, response.headers, text.slice(0, ERROR_TEXT_LIMIT));
}

/**
 * Runs a call against the clock and the caller's signal. The SDKs' own timeouts end with the headers; a body
 * that never comes has to end, too.
 * @throws DeadlineError, CancelledError, or what the call throws
 */
export async function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw new CancelledError();
  // one controller a call: `AbortSignal.any` on a signal that lives as long as a run keeps every call alive
  const stop = new AbortController();
  let late = false;
  const onAbort = () => stop.abort();
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, timeoutMs);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await call(stop.signal);
  } catch (thrown) {
    if (signal?.aborted) throw new CancelledError();
    if (late) throw new DeadlineError(timeoutMs);
    throw thrown;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

export interface HttpProxy {
  /** as the variable has it, password included: not to be shown */
  url: string;
  /** scheme, host and port alone */
  shown: string;
  /** the variable that names it, in the case in which it is set */
  variable: string;
}

/**
 * The proxy for an address after `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` (either case), null for
 * none. The own machine is never reached through a proxy.
 * @throws UsageError bad_proxy (names the variable)
 */
export function proxyFor(address: string, env: Environment): HttpProxy | null {
  const url = new URL(address);
  const variable = [url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY", "ALL_PROXY"]
    .flatMap((name) => [name.toLowerCase(), name])
    .find((name) => env[name]?.trim());
  if (variable === undefined) return null;
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1") return null;
  if (/^127\./.test(host)) return null;
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const excluded = (env.no_proxy?.trim() || env.NO_PROXY?.trim() || "")
    .toLowerCase()
    .split(/[\s,]+/);
  if (excluded.some((entry) => entry !== "" && covers(entry, host, port))) return null;
  return readProxy(variable, env[variable]!.trim());
}

/** Only HTTP proxies are spoken to; a scheme may be left out. */
function readProxy(variable: string, text: string): HttpProxy {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  try {
    const { protocol, host } = new URL(url);
    if (/^https?:$/.test(protocol) && host !== "")
      return { url, shown: `${protocol}//${host}`, variable };
  } catch {
    // told below, without what stands in the variable: it may hold a password
  }
  throw new UsageError(
    "bad_proxy",
    `${variable} holds no address of an HTTP proxy: set it to one like http://proxy.example:3128, or add the model's host to NO_PROXY`,
  );
}

/** `*`, `host`, `.domain`, `*.domain`, each also with `:port`; a host covers its subdomains. */
function covers(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const [, name = "", wanted] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (wanted !== undefined && wanted !== port) return false;
  return host === name || host.endsWith(`.${name}`);
}
