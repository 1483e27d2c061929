import type { FailedAttempt, ModelError } from "./types.js";

/** When and how often a failed call is tried again. */
export interface RetryPolicy {
  /** calls in all, the first one included */
  maxAttempts: number;
  /** first wait, doubled each time; milliseconds */
  baseMs: number;
  /** no wait of ours is longer */
  maxMs: number;
  /** a server that asks for a longer wait is not asked again */
  retryAfterCapMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  maxAttempts: 5,
  baseMs: 500,
  maxMs: 20_000,
  retryAfterCapMs: 60_000,
};

export interface TransportHooks {
  /** resolves after so many milliseconds, or earlier when the signal is aborted */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** uniform in [0, 1): jitter, so that parallel callers do not come back at once */
  random?: () => number;
}

/** One try: a value, or why there is none and how long the server asked to wait (null: it did not say). */
export type Attempt<T> =
  | { ok: true; value: T }
  | { ok: false; error: ModelError; retryAfterMs: number | null };

export type CallResult<T> =
  | { ok: true; value: T; failedAttempts: FailedAttempt[] }
  | { ok: false; error: ModelError; failedAttempts: FailedAttempt[] };

/** Resolves after `ms`, or at once when `signal` is aborted. */
export function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
  });
}

/**
 * What a server asks for in `retry-after-ms` or `retry-after` (seconds or an HTTP date), in milliseconds;
 * null when it asks for nothing that can be read.
 */
export function retryAfterMs(headers: Headers | undefined, now: number): number | null {
  const ms = headers?.get("retry-after-ms");
  if (ms && /^\d+(\.\d+)?$/.test(ms.trim())) return Number(ms);
  const value = headers?.get("retry-after")?.trim();
  if (!value) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** The wait before try number `attempt + 1` (`attempt` counts from 1), when the server named none. */
export function backoffMs(attempt: number, policy: RetryPolicy, random: number): number {
  const full = Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 1));
  return Math.round(full * (0.75 + 0.25 * random));
}

/**
 * Calls until it works, the error says `never`, the tries are used up, or the server asks for a wait
 * beyond the cap. The only retry layer there is: SDKs are built with `maxRetries: 0`.
 */
export async function withRetry<T>(
  call: () => Promise<Attempt<T>>,
  policy: RetryPolicy = DEFAULT_RETRY,
  hooks: TransportHooks = {},
  signal?: AbortSignal,
): Promise<CallResult<T>> {
  const sleep = hooks.sleep ?? sleepFor;
  const random = hooks.random ?? Math.random;
  const failedAttempts: FailedAttempt[] = [];
  for (let attempt = 1; ; attempt++) {
    const result = await call();
    if (result.ok) return { ok: true, value: result.value, failedAttempts };
    const { error } = result;
    const asked = result.retryAfterMs;
    if (asked !== null && asked > policy.retryAfterCapMs && error.retry !== "never") {
      const message = `${error.message} (the server asks to wait ${Math.ceil(asked / 1000)} s, longer than the ${Math.round(policy.retryAfterCapMs / 1000)} s that a call waits; run again later)`;
      return { ok: false, error: { ...error, message }, failedAttempts };
    }
    if (error.retry === "never" || attempt >= policy.maxAttempts || signal?.aborted) {
      return { ok: false, error, failedAttempts };
    }
    const waitedMs = asked ?? backoffMs(attempt, policy, random());
    failedAttempts.push({ code: error.code, status: error.status, waitedMs });
    await sleep(waitedMs, signal);
    if (signal?.aborted) return { ok: false, error, failedAttempts };
  }
}
