import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/core/errors.js";
import { isLocalUrl } from "../../src/models/endpoint.js";
import { redactText } from "../../src/models/redact.js";
import { sleepFor } from "../../src/models/retry.js";
import { backoffMs, DEFAULT_RETRY, retryAfterMs } from "../../src/models/retry-timing.js";
import { createRuntime, type RuntimeOptions } from "../../src/models/runtime.js";

const openaiClient = (model: string, { env, baseUrl }: RuntimeOptions & { baseUrl?: string }) =>
  createRuntime({ env }).client(`openai/${model}`, baseUrl === undefined ? {} : { baseUrl });

describe("endpoints", () => {
  it.each([
    ["http://localhost:8000/v1", true],
    ["http://127.0.0.1:11434/v1", true],
    ["http://[::1]:8080", true],
    ["http://192.168.1.20:8000/v1", true],
    ["http://172.20.0.3/v1", true],
    ["http://gpu-box:8000/v1", true],
    ["http://gpu.local/v1", true],
    ["https://api.openai.com/v1", false],
    ["https://172.32.0.1/v1", false],
    ["https://10.example.com/v1", false],
    ["https://127.0.0.1.example.com", false],
  ])("%s local: %s", (url, local) => {
    expect(isLocalUrl(url)).toBe(local);
  });

  it("a missing key names the variable", () => {
    expect(() => openaiClient("gpt-x", { env: {} })).toThrow(UsageError);
    expect(() => openaiClient("gpt-x", { env: {} })).toThrow(/OPENAI_API_KEY/);
    expect(() => openaiClient("gpt-x", { env: { OPENAI_API_KEY: "  " } })).toThrow(
      /OPENAI_API_KEY/,
    );
    expect(() => openaiClient("m", { baseUrl: "https://host.example/v1", env: {} })).toThrow(
      /OPENAI_API_KEY/,
    );
  });

  it("a key that cannot be sent is refused without being shown", () => {
    for (const key of ["sk-hunter22\nxyz", "schlüssel-hunter22", "sk hunter22"])
      try {
        openaiClient("m", { env: { OPENAI_API_KEY: key } });
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ code: "bad_key", exitCode: 2 });
        expect((error as Error).message).not.toContain("hunter22");
      }
  });

  it("a base URL that is none is refused, and a password in it is not repeated", () => {
    expect(() => openaiClient("m", { baseUrl: "localhost:8000", env: {} })).toThrow(/http:\/\//);
    expect(() => openaiClient("m", { baseUrl: "not a url", env: {} })).toThrow(/no address/);
    try {
      openaiClient("m", { baseUrl: "https://me:hunter22@host.example/v1", env: {} });
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain("hunter22");
    }
  });
});

describe("transport", () => {
  it("reads what servers ask for", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    const asked = (h: Record<string, string>) => retryAfterMs(new Headers(h), now);
    expect(asked({ "retry-after-ms": "250" })).toBe(250);
    expect(asked({ "retry-after": "1.5" })).toBe(1500);
    expect(asked({ "retry-after": "Thu, 01 Jan 2026 00:00:20 GMT" })).toBe(20_000);
    expect(asked({ "retry-after": "Wed, 31 Dec 2025 23:59:00 GMT" })).toBe(0);
    expect(asked({ "retry-after": "soon" })).toBeNull();
    expect(asked({})).toBeNull();
    expect(retryAfterMs(undefined, now)).toBeNull();
  });

  it("waits grow, with jitter downwards, up to the cap", () => {
    expect([1, 2, 3].map((n) => backoffMs(n, DEFAULT_RETRY, 1))).toEqual([500, 1000, 2000]);
    expect(backoffMs(1, DEFAULT_RETRY, 0)).toBe(375);
    expect(backoffMs(20, DEFAULT_RETRY, 1)).toBe(DEFAULT_RETRY.maxMs);
  });

  it("sleeping ends at once when cancelled", async () => {
    const stop = new AbortController();
    // longer than any test may take
    const slept = sleepFor(86_400_000, stop.signal);
    stop.abort();
    await slept;
    await sleepFor(86_400_000, stop.signal);
  });
});

describe("redaction", () => {
  it("removes known secrets and what looks like a key, and leaves words alone", () => {
    expect(redactText("key is hunter22 here", ["hunter22"])).toBe("key is [key removed] here");
    expect(redactText("Authorization: Bearer abcdef123456", [])).not.toContain("abcdef123456");
    expect(redactText("sk-abcdefghijklmnopqrstuv", [])).toBe("[key removed]");
    expect(redactText("Incorrect key provided: none of these", ["none"])).toBe(
      "Incorrect key provided: none of these",
    );
  });
});
