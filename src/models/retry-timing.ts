import type { ModelError } from "./types.js";

/** When and how often a failed call is tried again. */
export interface RetryPolicy {
  /** calls in all, the first one included, as far as something broke */
  maxAttempts: number;
  /** calls in all where the server said "too fast"; a rate limit is a server at work, so it gets more patience */
  maxRateLimited: number;
  /** first wait, doubled each time; milliseconds */
  baseMs: number;
  /** no wait of ours is longer */
  maxMs: number;
  /** a server that asks for a longer wait is not asked again */
  retryAfterCapMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  maxAttempts: 5,
  maxRateLimited: 12,
  baseMs: 500,
  maxMs: 20_000,
  retryAfterCapMs: 60_000,
};

/** The default with what the caller says; who limits the calls limits them for rate limits, too. */
export function retryPolicy(given: Partial<RetryPolicy> = {}): RetryPolicy {
  const maxRateLimited = given.maxRateLimited ?? given.maxAttempts ?? DEFAULT_RETRY.maxRateLimited;
  return { ...DEFAULT_RETRY, ...given, maxRateLimited };
}

/** As much of `Headers` as is read. */
export interface HeaderReader {
  get(name: string): string | null;
}

const PLAIN_NUMBER = /^\d+(\.\d+)?$/;

/**
 * What a server asks for in `retry-after-ms` or `retry-after` (seconds or an HTTP date), in milliseconds from
 * `now`; 0 for a date that is past. Null when it asks for nothing that can be read: negative, no number, words.
 */
export function retryAfterMs(headers: HeaderReader | undefined, now: number): number | null {
  const ms = headers?.get("retry-after-ms")?.trim();
  if (ms && PLAIN_NUMBER.test(ms)) return finite(Number(ms));
  const value = headers?.get("retry-after")?.trim();
  if (!value) return null;
  if (PLAIN_NUMBER.test(value)) return finite(Number(value) * 1000);
  // a date has letters in it; Date.parse takes "-5" and "1,5" for years and days
  if (!/[a-z]/i.test(value) || !/\d/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** A number too long for a number is a very long wait, which the cap refuses. */
function finite(ms: number): number {
  return Math.min(ms, Number.MAX_SAFE_INTEGER);
}

/** The wait before try number `attempt + 1` (`attempt` counts from 1), when the server named none. */
export function backoffMs(
  attempt: number,
  policy: Pick<RetryPolicy, "baseMs" | "maxMs">,
  random: number,
): number {
  const full = Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 1));
  return Math.round(full * (0.75 + 0.25 * random));
}

export type RetryDecision =
  /** `asked`: the server named the wait, so it holds for everybody with this key */
  | { again: true; waitMs: number; asked: boolean }
  | { again: false; reason: "never" | "attempts" | "cap" };

/**
 * Whether a failed call is tried again, and after how long (design page, section 1, rule 4). A wait of nothing
 * (zero, a date that is past, NaN) is no wait: ours is taken.
 * @param attempt tries so far, from 1
 */
export function decideRetry(
  error: Pick<ModelError, "retry">,
  askedMs: number | null,
  attempt: number,
  policy: RetryPolicy,
  random: number,
): RetryDecision {
  if (error.retry === "never") return { again: false, reason: "never" };
  const asked = askedMs !== null && askedMs > 0 ? askedMs : null;
  if (asked !== null && asked > policy.retryAfterCapMs) return { again: false, reason: "cap" };
  const allowed = error.retry === "rate_limit" ? policy.maxRateLimited : policy.maxAttempts;
  if (attempt >= allowed) return { again: false, reason: "attempts" };
  return asked === null
    ? { again: true, waitMs: backoffMs(attempt, policy, random), asked: false }
    : { again: true, waitMs: asked, asked: true };
}
