import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createRuntime, type RuntimeOptions } from "../../src/models/runtime.js";
import type { ModelRequest } from "../../src/models/types.js";
import {
  apiError,
  completion,
  fakeServer,
  html,
  json,
  type Reply,
  resetMidBody,
  resetSocket,
  silentBody,
} from "./fake-server.js";

const KEY = "sk-proj-abcdEFGH1234567890ijklMNOP";
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const ASK: ModelRequest = {
  parts: [
    { type: "text", text: "before" },
    { type: "image", data: PNG, mediaType: "image/png" },
    { type: "text", text: "after" },
  ],
};

const kept: Record<string, string | undefined> = {};
beforeEach(() => {
  for (const name of Object.keys(process.env).filter((n) => n.startsWith("OPENAI_"))) {
    kept[name] = process.env[name];
    delete process.env[name];
  }
});
afterEach(() => {
  for (const [name, value] of Object.entries(kept)) process.env[name] = value;
});

const waits: number[] = [];

/** A client whose waits take no time and are written down; `baseUrl` is left to the environment where it is not given. */
function openaiClient(
  model: string,
  { baseUrl, ...options }: RuntimeOptions & { baseUrl?: string },
) {
  waits.length = 0;
  const runtime = createRuntime({
    cache: "off",
    env: { OPENAI_API_KEY: KEY },
    hooks: {
      sleep: async (ms: number) => {
        waits.push(ms);
      },
      random: () => 1,
    },
    ...options,
  });
  onTestFinished(() => runtime.close());
  return runtime.client(`openai/${model}`, baseUrl === undefined ? {} : { baseUrl });
}

async function against(
  replies: Reply[],
  request: ModelRequest = ASK,
  options: RuntimeOptions = {},
) {
  await using server = await fakeServer(...replies);
  const client = openaiClient("some-model", { baseUrl: server.url, ...options });
  const answer = await client.generate(request);
  return { answer, seen: server.seen, waits: [...waits], client };
}

const ok = json(200, completion({ content: "[]" }));

describe("servers that misbehave", () => {
  const body = (more: object) =>
    json(200, { ...(completion({ content: "[]" }) as object), ...more });

  it("may repeat the key: it reaches neither text nor log", async () => {
    const { answer } = await against([json(200, completion({ content: `Bearer ${KEY} []` }))]);
    expect(answer.outcome).toBe("ok");
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  it("may count tokens in nonsense: the answer counts", async () => {
    const usage = { prompt_tokens: -5, completion_tokens: "many", prompt_tokens_details: 7 };
    const { answer } = await against([body({ usage })]);
    expect(answer).toMatchObject({ outcome: "ok", text: "[]" });
    expect(answer.usage).toEqual({ input: null, cachedInput: null, output: null, reasoning: null });
  });

  it("may send broken JSON, or an error with status 200: both are said, without the key", async () => {
    const broken: Reply = (response) => {
      response.setHeader("content-type", "application/json");
      response.end(`{{{ ${KEY}`);
    };
    const first = await against([broken, ok]);
    expect(first.answer.outcome).toBe("ok");
    const second = await against([broken], ASK, { retry: { maxAttempts: 1 } });
    expect(second.answer.error).toMatchObject({ code: "bad_response" });
    expect(second.answer.error!.message).toContain("no JSON");
    const third = await against([json(200, { error: { message: `overloaded ${KEY}` } })]);
    expect(third.answer.error!.message).toContain("overloaded [key removed]");
  });
});

describe("the wire body", () => {
  it("keeps text and picture in order, and sends nothing that was not asked for", async () => {
    const { seen } = await against([ok]);
    expect(seen).toHaveLength(1);
    expect(seen[0]!.method).toBe("POST");
    expect(seen[0]!.url).toBe("/v1/chat/completions");
    expect(seen[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(seen[0]!.body).toEqual({
      model: "some-model",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "before" },
            {
              type: "image_url",
              image_url: { url: "data:image/png;base64,iVBORwECAw==", detail: "high" },
            },
            { type: "text", text: "after" },
          ],
        },
      ],
    });
  });

  it("sends system text, settings and a strict schema when they are given", async () => {
    const schema = { type: "object", properties: {}, additionalProperties: false };
    const { seen } = await against([ok], {
      system: "be brief",
      parts: [{ type: "text", text: "hello" }],
      temperature: 0,
      maxTokens: 400,
      seed: 7,
      jsonSchema: { name: "plan", schema },
    });
    expect(seen[0]!.body).toEqual({
      model: "some-model",
      messages: [
        { role: "system", content: "be brief" },
        { role: "user", content: [{ type: "text", text: "hello" }] },
      ],
      temperature: 0,
      max_tokens: 400,
      seed: 7,
      response_format: {
        type: "json_schema",
        json_schema: { name: "plan", schema, strict: true },
      },
    });
  });

  it("sends no key to a local server when there is none", async () => {
    const { seen } = await against([ok], ASK, { env: {} });
    expect(seen[0]!.headers.authorization).toBe("Bearer none");
  });

  it("takes the base URL from OPENAI_BASE_URL of the given environment", async () => {
    await using server = await fakeServer(ok);
    const client = openaiClient("m", { env: { OPENAI_BASE_URL: `${server.url}/` } });
    expect(client.endpoint).toBe(server.url);
    expect((await client.generate(ASK)).outcome).toBe("ok");
  });
});

describe("how a call ends", () => {
  it("ok: text, usage, the model that answered", async () => {
    const { answer } = await against([json(200, completion({ content: "[1]" }))]);
    expect(answer).toMatchObject({
      text: "[1]",
      outcome: "ok",
      usage: { input: 120, cachedInput: 64, output: 30, reasoning: 12 },
      model: "served-model",
      failedAttempts: [],
    });
    expect(answer.error).toBeUndefined();
    expect(answer.latencyMs).toBeGreaterThanOrEqual(0);
    expect(answer.raw).toMatchObject({ id: "chatcmpl-1" });
  });

  it("refused: the refusal is the text", async () => {
    const { answer } = await against([json(200, completion({ refusal: "I cannot do that." }))]);
    expect(answer).toMatchObject({ outcome: "refused", text: "I cannot do that." });
  });

  it("truncated: the half plan and its usage are kept", async () => {
    const { answer } = await against([
      json(200, completion({ content: '[{"action":"re' }, "length")),
    ]);
    expect(answer).toMatchObject({ outcome: "truncated", text: '[{"action":"re' });
    expect(answer.usage.output).toBe(30);
  });

  it("filtered, by finish reason and by error code", async () => {
    const byFinish = await against([json(200, completion({ content: "" }, "content_filter"))]);
    expect(byFinish.answer.outcome).toBe("filtered");
    const byCode = await against([json(400, apiError("filtered", "content_filter"))]);
    expect(byCode.answer.outcome).toBe("filtered");
    expect(byCode.seen).toHaveLength(1);
  });

  it("limit: the context is too long", async () => {
    const { answer } = await against([json(400, apiError("too long", "context_length_exceeded"))]);
    expect(answer.outcome).toBe("limit");
  });

  it("missing usage is null, not zero; reasoning without an answer is an empty text", async () => {
    const body = completion({ content: "", reasoning_content: "hm" }, "stop", { usage: undefined });
    const { answer } = await against([json(200, body)]);
    expect(answer.outcome).toBe("ok");
    expect(answer.text).toBe("");
    expect(answer.usage).toEqual({ input: null, cachedInput: null, output: null, reasoning: null });
  });

  it("401 is not retried, is fatal, and does not show the key", async () => {
    const { answer, seen } = await against([
      json(
        401,
        apiError(`Incorrect API key provided: ${KEY}. See sk-proj-abcd****************MNOP.`),
      ),
    ]);
    expect(seen).toHaveLength(1);
    expect(answer.outcome).toBe("provider_error");
    expect(answer.error).toMatchObject({ status: 401, retry: "never", fatal: true });
    expect(JSON.stringify(answer)).not.toContain(KEY);
    expect(answer.error!.message).not.toContain("sk-proj");
    expect(answer.error!.message).toContain("Incorrect API key provided");
  });

  it("a key that a server echoes back does not reach the raw answer", async () => {
    const { answer, client } = await against([
      json(200, completion({ content: "[]" }, "stop", { debug: { auth: `Bearer ${KEY}` } })),
    ]);
    expect(JSON.stringify(answer)).not.toContain(KEY);
    expect(JSON.stringify(client)).not.toContain(KEY);
    expect(inspect(client, { depth: 1 })).not.toContain(KEY);
  });

  it("400 with a numeric code, as local servers send it, is not retried", async () => {
    const { answer, seen } = await against([
      json(400, apiError("At most 1 image(s) may be provided", 400, "BadRequestError")),
    ]);
    expect(seen).toHaveLength(1);
    expect(answer.error).toMatchObject({ code: "BadRequestError", status: 400, fatal: false });
    expect(answer.error!.message).toContain("At most 1 image(s)");
  });

  it("an HTML page in place of JSON says what to look at", async () => {
    const { answer, seen } = await against([html(200)]);
    expect(seen).toHaveLength(1);
    expect(answer.outcome).toBe("provider_error");
    expect(answer.error).toMatchObject({ code: "bad_response" });
    expect(answer.error!.message).toContain("HTML page");
    const missing = await against([html(404)]);
    expect(missing.answer.error).toMatchObject({ status: 404, fatal: true });
    expect(missing.answer.error!.message).not.toContain("<");
  });

  it("a quota that is used up is never retried", async () => {
    const { answer, seen } = await against([
      json(429, apiError("quota", "insufficient_quota", "insufficient_quota")),
    ]);
    expect(seen).toHaveLength(1);
    expect(answer.error).toMatchObject({ retry: "never", fatal: true, status: 429 });
  });

  it("nobody listening is told as such", async () => {
    const server = await fakeServer(ok);
    const { url } = server;
    await server[Symbol.asyncDispose]();
    const client = openaiClient("m", { baseUrl: url, env: {}, retry: { maxAttempts: 1 } });
    const answer = await client.generate(ASK);
    expect(answer.error).toMatchObject({ code: "connection", fatal: true });
    expect(answer.error!.message).toContain("ECONNREFUSED");
    expect(answer.error!.message).toContain(url);
  });
});

describe("tries", () => {
  it("429 with Retry-After waits as long as asked, then succeeds; the SDK itself never retries", async () => {
    const { answer, seen, waits } = await against([
      json(429, apiError("slow down", "rate_limit_exceeded"), { "retry-after": "3" }),
      ok,
    ]);
    expect(answer.outcome).toBe("ok");
    expect(waits).toEqual([3000]);
    expect(answer.failedAttempts).toEqual([
      { code: "rate_limit_exceeded", status: 429, waitedMs: 3000 },
    ]);
    expect(seen.map((r) => r.headers["x-stainless-retry-count"])).toEqual(["0", "0"]);
    expect(seen[0]!.body).toEqual(seen[1]!.body);
  });

  it("Retry-After as a date", async () => {
    const at = new Date(Date.now() + 50_000).toUTCString();
    const { waits } = await against([json(429, apiError("x"), { "retry-after": at }), ok]);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThan(20_000);
    expect(waits[0]).toBeLessThanOrEqual(50_000);
  });

  it("a wait beyond the cap is not begun", async () => {
    const { answer, seen, waits } = await against([
      json(429, apiError("later", "rate_limit_exceeded"), { "retry-after": "120" }),
    ]);
    expect(seen).toHaveLength(1);
    expect(waits).toEqual([]);
    expect(answer.outcome).toBe("provider_error");
    expect(answer.error!.message).toContain("120 s");
  });

  it("500, then ok, with growing waits", async () => {
    const fails = json(500, apiError("oops", null, "server_error"));
    const { answer, waits } = await against([fails, fails, fails, ok]);
    expect(answer.outcome).toBe("ok");
    expect(waits).toEqual([500, 1000, 2000]);
  });

  it("gives up after five calls and says what it was", async () => {
    const { answer, seen } = await against([json(503, apiError("overloaded"))]);
    expect(seen).toHaveLength(5);
    expect(answer.outcome).toBe("provider_error");
    expect(answer.error).toMatchObject({ status: 503, retry: "transient" });
    expect(answer.failedAttempts).toHaveLength(4);
  });

  it("a reset connection and a body cut off half-way are tried again", async () => {
    const { answer, seen } = await against([resetSocket, resetMidBody, ok]);
    expect(answer.outcome).toBe("ok");
    expect(seen).toHaveLength(3);
    expect(answer.failedAttempts.map((a) => a.code)).toEqual(["connection", "connection"]);
  });

  it("a body that never comes ends with the timeout", async () => {
    const { answer } = await against([silentBody], ASK, {
      timeoutMs: 150,
      retry: { maxAttempts: 1 },
    });
    expect(answer.outcome).toBe("provider_error");
    expect(answer.error!.code).toBe("timeout");
  });

  it("cancelling ends the call", async () => {
    const stop = new AbortController();
    // the call is given up only once it has reached the server
    const heldUp: Reply = (...call) => {
      silentBody(...call);
      setTimeout(() => stop.abort(), 20);
    };
    const { answer, seen } = await against([heldUp], { ...ASK, signal: stop.signal });
    expect(answer.outcome).toBe("cancelled");
    expect(seen).toHaveLength(1);
  });
});
