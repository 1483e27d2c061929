import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  backoffMs,
  DEFAULT_RETRY,
  decideRetry,
  retryAfterMs,
  retryPolicy,
} from "../../src/models/retry-timing.js";

const NOW = Date.UTC(2026, 10, 5, 12, 0, 0);
const headers = (values: Record<string, string>) => new Headers(values);
const asks = (value: string) => retryAfterMs(headers({ "retry-after": value }), NOW);

describe("what a server asks for", () => {
  it.each([
    ["3", 3000],
    [" 3 ", 3000],
    ["0", 0],
    ["1.5", 1500],
    ["120", 120_000],
    [new Date(NOW + 9000).toUTCString(), 9000],
    // the other two forms of HTTP dates
    ["Thursday, 05-Nov-26 12:00:09 GMT", 9000],
    ["Thu Nov  5 12:00:09 2026 GMT", 9000],
    [new Date(NOW - 60_000).toUTCString(), 0],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ])("retry-after: %s is %d ms", (value, ms) => expect(asks(value)).toBe(ms));

  it.each(["-5", "NaN", "Infinity", "soon", "1e9", "0x10", "1,5", "", "+3", "12:30", "null"])(
    "retry-after: %j asks for nothing",
    (value) => expect(asks(value)).toBeNull(),
  );

  it("takes milliseconds first, and nothing where there is nothing", () => {
    expect(retryAfterMs(headers({ "retry-after-ms": "250", "retry-after": "9" }), NOW)).toBe(250);
    expect(retryAfterMs(headers({ "retry-after-ms": "-1", "retry-after": "9" }), NOW)).toBe(9000);
    expect(retryAfterMs(headers({}), NOW)).toBeNull();
    expect(retryAfterMs(undefined, NOW)).toBeNull();
  });

  it("a number too long for a number is a long wait, not an endless one", () => {
    const ms = asks("9".repeat(400));
    expect(Number.isFinite(ms)).toBe(true);
    expect(ms).toBeGreaterThan(DEFAULT_RETRY.retryAfterCapMs);
  });

  it("is finite and not negative, or null, whatever the header says", () => {
    const texts = fc.oneof(fc.string(), fc.double().map(String), fc.date().map(String));
    fc.assert(
      fc.property(texts, (text) => {
        const ms = retryAfterMs({ get: () => text }, NOW);
        expect(ms === null || (Number.isFinite(ms) && ms >= 0)).toBe(true);
      }),
    );
  });
});

describe("our own waits", () => {
  it("double up to the longest, with a quarter of jitter", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 50].map((n) => backoffMs(n, DEFAULT_RETRY, 1));
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
    expect(backoffMs(3, DEFAULT_RETRY, 0)).toBe(1500);
  });
});

describe("whether a call is tried again", () => {
  const policy = retryPolicy();
  const decide = (retry: "rate_limit" | "transient" | "never", asked: number | null, n = 1) =>
    decideRetry({ retry }, asked, n, policy, 1);

  it("never is never, whatever the server asks", () => {
    expect(decide("never", 1000)).toEqual({ again: false, reason: "never" });
  });

  it("waits as long as asked, up to the cap", () => {
    expect(decide("rate_limit", 3000)).toEqual({ again: true, waitMs: 3000, asked: true });
    expect(decide("rate_limit", 60_000)).toMatchObject({ again: true, waitMs: 60_000 });
    expect(decide("rate_limit", 60_001)).toEqual({ again: false, reason: "cap" });
    expect(decide("transient", 120_000)).toEqual({ again: false, reason: "cap" });
  });

  it("a wait of nothing, or none that is a number, is ours", () => {
    for (const asked of [0, null, Number.NaN, -3])
      expect(decide("rate_limit", asked, 2)).toEqual({ again: true, waitMs: 1000, asked: false });
  });

  it("has more patience with a rate limit than with a fault", () => {
    expect(decide("transient", null, 4)).toMatchObject({ again: true });
    expect(decide("transient", null, 5)).toEqual({ again: false, reason: "attempts" });
    expect(decide("rate_limit", null, 11)).toMatchObject({ again: true });
    expect(decide("rate_limit", null, 12)).toEqual({ again: false, reason: "attempts" });
  });

  it("who limits the calls limits them for rate limits, too", () => {
    expect(retryPolicy({ maxAttempts: 1 }).maxRateLimited).toBe(1);
    expect(retryPolicy({ maxAttempts: 3, maxRateLimited: 9 }).maxRateLimited).toBe(9);
    expect(retryPolicy({ baseMs: 1 }).maxRateLimited).toBe(DEFAULT_RETRY.maxRateLimited);
  });
});
