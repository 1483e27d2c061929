import { CANCELLED } from "./client-ends.js";
import type { CallEnd } from "./limiter.js";
import type { Gate } from "./limiter-gate.js";
import { decideRetry, type RetryPolicy } from "./retry-timing.js";
import type { FailedAttempt, ModelError } from "./types.js";

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

export interface CallContext {
  gate: Gate;
  policy: RetryPolicy;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  random: () => number;
  signal?: AbortSignal | undefined;
  /** changes what the next try sends, where the error is about that; true: try again at once */
  mend?: (error: ModelError) => boolean;
}

export type CallResult<T> = {
  failedAttempts: FailedAttempt[];
  /** between tries and for a place among the calls in flight; measured, milliseconds */
  waitedMs: number;
  /** of the last try */
  latencyMs: number;
} & ({ ok: true; value: T } | { ok: false; error: ModelError });

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
 * Calls until it works, the error says `never`, the tries are used up, or the server asks for a wait beyond
 * the cap. The only retry layer there is: SDKs are built with `maxRetries: 0`. Each try takes a place among the
 * calls in flight and gives it back before it waits.
 */
export async function callWithRetry<T>(
  call: () => Promise<Attempt<T>>,
  context: CallContext,
): Promise<CallResult<T>> {
  const { gate, policy, signal } = context;
  const ticket = gate.ticket();
  const failedAttempts: FailedAttempt[] = [];
  let waitedMs = 0;
  let latencyMs = 0;
  const waiting = async <R>(wait: Promise<R>): Promise<R> => {
    const started = performance.now();
    const result = await wait;
    waitedMs += performance.now() - started;
    return result;
  };
  const ended = (error: ModelError): CallResult<T> => ({
    ok: false,
    error,
    failedAttempts,
    waitedMs: Math.round(waitedMs),
    latencyMs,
  });
  for (let attempt = 1; ; attempt++) {
    const leave = await waiting(gate.enter(ticket, signal));
    if (!leave) return ended(CANCELLED);
    const started = performance.now();
    let result: Attempt<T>;
    try {
      result = await call();
      latencyMs = Math.round(performance.now() - started);
      leave(result.ok ? "success" : endOf(result.error));
    } finally {
      // gives the place back should the call have thrown
      leave("other");
    }
    if (result.ok)
      return {
        ok: true,
        value: result.value,
        failedAttempts,
        waitedMs: Math.round(waitedMs),
        latencyMs,
      };
    const { error, retryAfterMs } = result;
    if (signal?.aborted) return ended(error);
    if (context.mend?.(error)) {
      failedAttempts.push({ code: error.code, status: error.status, waitedMs: 0 });
      attempt--;
      continue;
    }
    const decision = decideRetry(error, retryAfterMs, attempt, policy, context.random());
    if (!decision.again) {
      if (decision.reason !== "cap") return ended(error);
      // the next ones are not sent into the same wall at once
      if (error.retry === "rate_limit") gate.defer(policy.retryAfterCapMs);
      return ended(beyondCap(error, retryAfterMs ?? 0, policy));
    }
    const record = { code: error.code, status: error.status, waitedMs: decision.waitMs };
    failedAttempts.push(record);
    const before = waitedMs;
    await waiting(
      decision.asked && error.retry === "rate_limit"
        ? gate.hold(decision.waitMs, signal)
        : context.sleep(decision.waitMs, signal),
    );
    if (signal?.aborted) {
      record.waitedMs = Math.min(record.waitedMs, Math.round(waitedMs - before));
      return ended(error);
    }
  }
}

function endOf(error: ModelError): CallEnd {
  if (error.retry === "rate_limit") return "rate_limit";
  return error.retry === "transient" ? "server_error" : "other";
}

/** From here on, times the cap, a server's wait ends the run: its samples would be burned one a minute. */
const HOPELESS = 10;

/** The wait is not begun by this call. The ones that follow may fare better, unless it is a matter of hours. */
function beyondCap(error: ModelError, askedMs: number, policy: RetryPolicy): ModelError {
  const message = `${error.message} (the server asks to wait ${Math.ceil(askedMs / 1000)} s, longer than the ${Math.round(policy.retryAfterCapMs / 1000)} s that a call waits; run again later)`;
  return { ...error, message, fatal: error.fatal || askedMs > HOPELESS * policy.retryAfterCapMs };
}
