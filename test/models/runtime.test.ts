import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRuntime, type RuntimeOptions } from "../../src/models/runtime.js";
import type { ModelRequest } from "../../src/models/types.js";
import { scratch } from "../helpers/cli.js";
import {
  answer,
  choose,
  failure,
  htmlPage,
  after as later,
  type ProviderServer,
  providerServer,
  rateLimited,
  reset,
  resetMidBody,
  respond,
  type Scenario,
  type Script,
  silentBody,
  streamedError,
} from "../servers/index.js";

const KEY = "sk-proj-abcdEFGH1234567890ijklMNOP";
const PROVIDERS = ["openai", "compatible", "google", "anthropic"] as const;
type Provider = (typeof PROVIDERS)[number];

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const ASK: ModelRequest = {
  parts: [
    { type: "text", text: "before" },
    { type: "image", data: PNG, mediaType: "image/png" },
    { type: "text", text: "after" },
  ],
  maxTokens: 50,
};
const text = (t: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  parts: [{ type: "text", text: t }],
  maxTokens: 50,
  ...more,
});

const KEYS = {
  OPENAI_API_KEY: KEY,
  COMPATIBLE_API_KEY: KEY,
  GEMINI_API_KEY: KEY,
  ANTHROPIC_API_KEY: KEY,
};

/** A runtime whose waits take no time and are written down. */
function quickRuntime(options: RuntimeOptions = {}) {
  const waits: number[] = [];
  const runtime = createRuntime({
    cache: "off",
    env: KEYS,
    hooks: {
      sleep: async (ms) => {
        waits.push(ms);
      },
      random: () => 1,
    },
    ...options,
  });
  onTestFinished(() => runtime.close());
  return { runtime, waits };
}

async function setting(
  script: Script,
  options: RuntimeOptions = {},
  provider: Provider = "openai",
) {
  const server = await providerServer(script);
  onTestFinished(() => server.close());
  const { runtime, waits } = quickRuntime(options);
  const client = runtime.client(`${provider}/some-model`, { baseUrl: server.url(provider) });
  return { server, runtime, waits, client };
}

const PRICES = `schemaVersion: 1
prices:
  - { model: "*/some-model", as_of: "2026-11-01", input: 10, cachedInput: 1, output: 100 }
`;
function pricesFile(): string {
  const file = join(scratch(), "prices.yaml");
  writeFileSync(file, PRICES);
  return file;
}

describe.each(PROVIDERS)("%s", (provider) => {
  it("ok: text, usage, cost, who answered, what was sent", async () => {
    const { client, runtime, server } = await setting(
      answer("[1]"),
      { pricesFile: pricesFile() },
      provider,
    );
    const reply = await client.generate(ASK);
    expect(reply).toMatchObject({
      text: "[1]",
      outcome: "ok",
      model: "some-model",
      cached: false,
      failedAttempts: [],
      sent: { maxTokens: 50, temperature: null, images: [{ bytes: 7, mediaType: "image/png" }] },
    });
    expect(reply.usage).toMatchObject({ input: 120, cachedInput: 64, output: 30 });
    // 56 at 10, 64 at 1, 30 at 100 dollars a million
    expect(reply.cost).toBeCloseTo((560 + 64 + 3000) / 1e6, 12);
    expect(runtime.spent()).toMatchObject({ calls: 1, cacheHits: 0, unpriced: [], uncosted: 0 });
    expect(runtime.spent().cost).toBeCloseTo(reply.cost!, 12);
    expect(server.requests).toHaveLength(1);
  });

  it("preview says what generate sends, and sends nothing", async () => {
    const { client, server } = await setting(answer(), {}, provider);
    const preview = await client.preview(ASK);
    expect(server.requests).toHaveLength(0);
    expect(preview.method).toBe("POST");
    expect(JSON.stringify(preview)).not.toContain(KEY);
    await client.generate(ASK);
    expect(server.requests[0]!.body).toEqual(JSON.parse(JSON.stringify(preview.body)));
    expect(`${server.origin}${server.requests[0]!.path}`).toBe(preview.url);
  });

  it("429 with Retry-After waits as long as asked, then succeeds; there is one retry layer", async () => {
    const { client, server, waits } = await setting(
      [rateLimited({ "retry-after": "3" }), answer()],
      {},
      provider,
    );
    const reply = await client.generate(ASK);
    expect(reply.outcome).toBe("ok");
    expect(waits).toEqual([3000]);
    expect(reply.failedAttempts).toMatchObject([{ status: 429, waitedMs: 3000 }]);
    expect(server.requests).toHaveLength(2);
    for (const { headers } of server.requests)
      expect(headers["x-stainless-retry-count"] ?? "0").toBe("0");
    expect(server.requests[0]!.rawBody).toBe(server.requests[1]!.rawBody);
  });

  it("500, then ok, with growing waits; five failures are the end", async () => {
    const oops = failure({ status: 500, message: "oops" });
    const { client, server, waits } = await setting([oops, oops, oops, answer()], {}, provider);
    expect((await client.generate(ASK)).outcome).toBe("ok");
    expect(waits).toEqual([500, 1000, 2000]);
    server.play(oops);
    const reply = await client.generate(ASK);
    expect(reply).toMatchObject({
      outcome: "provider_error",
      error: { status: 500, retry: "transient" },
    });
    expect(reply.failedAttempts).toHaveLength(4);
    expect(server.requests).toHaveLength(4 + 5);
  });

  it("a connection that is cut is tried again, also in the middle of a body", async () => {
    const { client, server } = await setting([reset, resetMidBody, answer()], {}, provider);
    const reply = await client.generate(ASK);
    expect(reply.outcome).toBe("ok");
    expect(reply.failedAttempts).toHaveLength(2);
    expect(server.requests).toHaveLength(3);
  });

  it("401 is not tried again, is fatal, and does not show the key", async () => {
    const { client, server } = await setting(
      failure({ status: 401, message: `Incorrect API key provided: ${KEY}` }),
      {},
      provider,
    );
    const reply = await client.generate(ASK);
    expect(server.requests).toHaveLength(1);
    expect(reply).toMatchObject({
      outcome: "provider_error",
      error: { status: 401, retry: "never", fatal: true },
    });
    expect(JSON.stringify(reply)).not.toContain(KEY);
  });

  it("a body that never comes ends with the deadline", async () => {
    const { client } = await setting(
      silentBody,
      { timeoutMs: 150, retry: { maxAttempts: 1 } },
      provider,
    );
    const reply = await client.generate(ASK);
    expect(reply).toMatchObject({ outcome: "provider_error", error: { code: "timeout" } });
  });

  it("cancelling ends a call in flight, and none is begun after it", async () => {
    const stop = new AbortController();
    const { client, server } = await setting(
      (call) => {
        setTimeout(() => stop.abort(), 20);
        return silentBody(call);
      },
      {},
      provider,
    );
    const request = { ...ASK, signal: stop.signal };
    expect((await client.generate(request)).outcome).toBe("cancelled");
    expect((await client.generate(request)).outcome).toBe("cancelled");
    expect(server.requests).toHaveLength(1);
  });

  it("the second time the answer comes from the cache", async () => {
    const folder = scratch();
    const { client, server, runtime } = await setting(
      respond((call) => `answer ${call.n}`),
      { cache: "on", cacheFolder: folder, pricesFile: pricesFile() },
      provider,
    );
    const first = await client.generate(ASK);
    await runtime.close();
    const second = quickRuntime({ cache: "only", cacheFolder: folder, pricesFile: pricesFile() });
    const reply = await second.runtime
      .client(`${provider}/some-model`, { baseUrl: server.url(provider) })
      .generate(ASK);
    expect(reply).toMatchObject({ text: "answer 0", cached: true, latencyMs: 0, cost: 0 });
    expect(reply).toMatchObject({
      usage: first.usage,
      sent: first.sent,
      raw: first.raw,
      model: first.model,
      cachedLatencyMs: first.latencyMs,
    });
    expect(second.runtime.spent()).toMatchObject({ calls: 0, cacheHits: 1, cost: null });
    expect(server.requests).toHaveLength(1);
  });
});

describe("limits of retries", () => {
  it("a wait beyond the cap is not begun, and the next call stands back for the cap", async () => {
    const { client, server, waits } = await setting([
      rateLimited({ "retry-after": "120" }),
      answer(),
    ]);
    const reply = await client.generate(ASK);
    expect(server.requests).toHaveLength(1);
    expect(waits).toEqual([]);
    expect(reply).toMatchObject({
      outcome: "provider_error",
      error: { fatal: false, status: 429 },
    });
    expect(reply.error!.message).toContain("120 s");
    expect((await client.generate(ASK)).outcome).toBe("ok");
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThan(20_000);
    expect(waits[0]).toBeLessThanOrEqual(60_000);
    await client.generate(ASK);
    expect(waits).toHaveLength(1);
  });

  it("a wait of hours ends the run", async () => {
    const { client, server } = await setting(rateLimited({ "retry-after": "10800" }));
    expect((await client.generate(ASK)).error).toMatchObject({ fatal: true, status: 429 });
    expect(server.requests).toHaveLength(1);
  });

  it("a rate limit gets more patience than a fault", async () => {
    const { client, server } = await setting(rateLimited({}));
    expect((await client.generate(ASK)).outcome).toBe("provider_error");
    expect(server.requests).toHaveLength(12);
  });

  it("a quota that is used up is never tried again", async () => {
    const { client, server } = await setting(
      failure({
        status: 429,
        message: "quota",
        code: "insufficient_quota",
        type: "insufficient_quota",
        headers: { "retry-after": "1" },
      }),
    );
    expect((await client.generate(ASK)).error).toMatchObject({ retry: "never", fatal: true });
    expect(server.requests).toHaveLength(1);
  });

  it("nobody listening is told as such, after the tries, and ends the run", async () => {
    const server = await providerServer();
    const { runtime, waits } = quickRuntime();
    const client = runtime.client("openai/m", { baseUrl: server.url("openai") });
    await server.close();
    const reply = await client.generate(ASK);
    expect(waits).toHaveLength(4);
    expect(reply.error).toMatchObject({ code: "connection", fatal: true });
    expect(reply.error!.message).toContain("ECONNREFUSED");
  });

  it("the wait of one call holds back all calls of the account, and no other account", async () => {
    let wake = (): void => {};
    const slept = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const limited = choose((call) =>
      call.parts.some((p) => p.type === "text" && p.text === "first") && call.n === 0
        ? rateLimited({ "retry-after": "9" })
        : answer(),
    );
    const server = await providerServer(limited);
    const other = await providerServer();
    onTestFinished(() => server.close());
    onTestFinished(() => other.close());
    const waits: number[] = [];
    const { runtime } = quickRuntime({
      hooks: {
        sleep: (ms) => {
          waits.push(ms);
          return slept;
        },
        random: () => 1,
      },
    });
    const client = runtime.client("openai/m", { baseUrl: server.url("openai") });
    const first = client.generate(text("first"));
    await expect.poll(() => waits.length).toBe(1);
    const second = client.generate(text("second"));
    const elsewhere = runtime.client("openai/m", { baseUrl: other.url("openai") });
    expect((await elsewhere.generate(text("x"))).outcome).toBe("ok");
    expect(server.requests).toHaveLength(1);
    wake();
    expect((await Promise.all([first, second])).map((r) => r.outcome)).toEqual(["ok", "ok"]);
    expect(waits).toEqual([9000]);
  });

  it("waiting is measured and booked", async () => {
    const server = await providerServer([rateLimited({ "retry-after-ms": "120" }), answer()]);
    onTestFinished(() => server.close());
    const runtime = createRuntime({ cache: "off", env: {} });
    onTestFinished(() => runtime.close());
    const started = performance.now();
    const reply = await runtime.client("openai/m", { baseUrl: server.url("openai") }).generate(ASK);
    expect(reply.waitedMs).toBeGreaterThanOrEqual(110);
    expect(reply.waitedMs).toBeLessThanOrEqual(Math.ceil(performance.now() - started));
    expect(runtime.spent().waitedMs).toBe(reply.waitedMs);
  });

  it("a call that is given up while it waits ends at once", async () => {
    // longer than any test may take
    const server = await providerServer(rateLimited({ "retry-after": "3600" }));
    onTestFinished(() => server.close());
    const retry = { retryAfterCapMs: 7_200_000 };
    const runtime = createRuntime({ cache: "off", env: {}, retry });
    onTestFinished(() => runtime.close());
    const stop = new AbortController();
    const call = runtime
      .client("openai/m", { baseUrl: server.url("openai") })
      .generate({ ...ASK, signal: stop.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    setTimeout(() => stop.abort(), 50);
    expect((await call).outcome).toBe("cancelled");
  });
});

/**
 * Answers the oldest call only while so many are open, or all that are still to come: as wide as that a caller must
 * get, however slow it is.
 * @param total calls there will be
 */
function together(width: number | (() => number), total: number, onAnswer = (): void => {}) {
  const waiting: (() => void)[] = [];
  let answered = 0;
  const release = (): void => {
    const wanted = Math.min(typeof width === "number" ? width : width(), total - answered);
    if (waiting.length < wanted || waiting.length === 0) return;
    answered++;
    waiting.shift()!();
    onAnswer();
  };
  const script: Scenario = async (call) => {
    const turn = new Promise<void>((resolve) => waiting.push(resolve));
    release();
    await turn;
    // those that nobody joins any more
    setImmediate(release);
    return answer()(call);
  };
  return script;
}

describe("concurrency", () => {
  const many = (client: { generate(r: ModelRequest): Promise<unknown> }, n: number) =>
    Promise.all(Array.from({ length: n }, (_, i) => client.generate(text(`call ${i}`))));

  it("fixed: never more in flight than asked, all models of an account together", async () => {
    const { server, runtime } = await setting(together(3, 30), { concurrency: 3 });
    const [a, b] = ["a", "b"].map((m) =>
      runtime.client(`openai/${m}`, { baseUrl: server.url("openai") }),
    );
    await Promise.all([many(a!, 15), many(b!, 15)]);
    expect(server.requests).toHaveLength(30);
    expect(server.peak).toBe(3);
  });

  it("auto: begins with eight and grows while all goes well", async () => {
    // each window is answered only once it is full: what is waited for must come
    let width = 8;
    let left = width;
    const { server, client } = await setting(
      together(
        () => width,
        300,
        () => {
          if (--left > 0 || width === 20) return;
          width++;
          left = 2 * width;
        },
      ),
      { concurrency: "auto" },
    );
    await many(client, 300);
    expect(server.requests).toHaveLength(300);
    expect(server.peak).toBeGreaterThanOrEqual(12);
    expect(server.peak).toBeLessThanOrEqual(64);
  });

  it("auto: finds what a server bears; nothing is lost on the way", async () => {
    let open = 0;
    let full = (): void => {};
    const filled = new Promise<void>((resolve) => {
      full = resolve;
    });
    const server = await providerServer(async (call) => {
      if (open >= 6) {
        full();
        return rateLimited({ "retry-after-ms": "15" })(call);
      }
      open++;
      // however slowly calls come in, the first ones meet a server that is full
      await filled;
      return later(15, async (c) => {
        open--;
        return answer()(c);
      })(call);
    });
    onTestFinished(() => server.close());
    const runtime = createRuntime({ cache: "off", env: {}, retry: { baseMs: 5 } });
    onTestFinished(() => runtime.close());
    const client = runtime.client("openai/m", { baseUrl: server.url("openai") });
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, i) => client.generate(text(`call ${i}`))),
    );
    expect(replies.filter((r) => r.outcome !== "ok")).toEqual([]);
    const refused = server.requests.length - 200;
    expect(refused).toBe(replies.reduce((sum, r) => sum + r.failedAttempts.length, 0));
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(100);
  });
});

describe("parameters that a model refuses", () => {
  const refusing = (field: string, message: string, code = "unsupported_value") =>
    choose((call) =>
      field in call.body ? failure({ status: 400, message, code, param: field }) : answer("[]"),
    );
  const NO_TEMPERATURE =
    "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.";

  it("temperature: left out at once, noted, and not sent again in this process", async () => {
    const { client, server, waits } = await setting(refusing("temperature", NO_TEMPERATURE));
    const reply = await client.generate(text("a", { temperature: 0 }));
    expect(reply.outcome).toBe("ok");
    expect(reply.sent).toMatchObject({ temperature: null });
    expect(reply.sent!.changes.join()).toContain("temperature");
    expect(reply.failedAttempts).toMatchObject([{ status: 400, waitedMs: 0 }]);
    expect(waits).toEqual([]);
    expect(server.requests).toHaveLength(2);
    const next = await client.generate(text("b", { temperature: 0 }));
    expect(next.failedAttempts).toEqual([]);
    expect(server.requests).toHaveLength(3);
    expect((await client.preview(text("c", { temperature: 0 }))).body).not.toHaveProperty(
      "temperature",
    );
  });

  it("many calls in flight: each is sent once more, nothing else is dropped", async () => {
    const refuse = refusing("temperature", NO_TEMPERATURE);
    let all = (): void => {};
    const inFlight = new Promise<void>((resolve) => {
      all = resolve;
    });
    const { client, server } = await setting(
      async (call) => {
        // nobody is answered before all ten have asked
        if (call.n === 9) all();
        await inFlight;
        return refuse(call);
      },
      { concurrency: 10 },
    );
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        client.generate(text(`${i}`, { temperature: 0, seed: 3 })),
      ),
    );
    expect(replies.every((r) => r.outcome === "ok" && r.sent!.seed === 3)).toBe(true);
    expect(server.requests).toHaveLength(20);
  });

  it("what was learned is the model's and the address's, and stays out of the cache's key", async () => {
    const folder = scratch();
    const { client, server, runtime } = await setting(refusing("temperature", NO_TEMPERATURE), {
      cache: "on",
      cacheFolder: folder,
    });
    await client.generate(text("a", { temperature: 0 }));
    const again = runtime.client("openai/some-model", { baseUrl: server.url("openai") });
    await again.generate(text("b", { temperature: 0 }));
    expect(server.requests).toHaveLength(3);
    const other = runtime.client("openai/other", { baseUrl: server.url("openai") });
    await other.generate(text("b", { temperature: 0 }));
    expect(server.requests).toHaveLength(5);
    await runtime.close();
    // a new process knows nothing of the refusal and finds the answers all the same
    const next = quickRuntime({ cache: "only", cacheFolder: folder }).runtime;
    const found = next.client("openai/some-model", { baseUrl: server.url("openai") });
    for (const t of ["a", "b"])
      expect(await found.generate(text(t, { temperature: 0 }))).toMatchObject({
        outcome: "ok",
        cached: true,
        sent: { temperature: null },
      });
  });

  const schema = { name: "plan", schema: { type: "object", properties: {} } };
  const format = (call: { body: Record<string, unknown> }) =>
    (call.body.response_format as { type: string } | undefined)?.type ?? "none";

  it("structured output goes down from schema to JSON to words, and says where it stands", async () => {
    const { client, server } = await setting(
      choose((call) =>
        format(call) === "none"
          ? answer("{}")
          : failure({
              status: 400,
              message: `response_format of type ${format(call)} is not supported`,
              param: "response_format",
              code: "unsupported_parameter",
            }),
      ),
    );
    const reply = await client.generate(text("a", { jsonSchema: schema }));
    expect(reply).toMatchObject({ outcome: "ok", sent: { structured: "prompt" } });
    expect(server.requests.map(format)).toEqual(["json_schema", "json_object", "none"]);
    await client.generate(text("b", { jsonSchema: schema }));
    expect(server.requests.map(format).at(-1)).toBe("none");
    expect(server.requests).toHaveLength(4);
  });

  it("a mode that was asked for is kept: a refusal is an error", async () => {
    const { server, runtime } = await setting(
      failure({
        status: 400,
        message: "response_format of type json_schema is not supported",
        param: "response_format",
        code: "unsupported_parameter",
      }),
    );
    const client = runtime.client("openai/some-model", {
      baseUrl: server.url("openai"),
      structured: "schema",
    });
    expect(client.settings).toMatchObject({ structured: "schema" });
    expect((await client.generate(text("a", { jsonSchema: schema }))).outcome).toBe(
      "provider_error",
    );
    expect(server.requests).toHaveLength(1);
  });
});

describe("the cache", () => {
  const cached = (script: Script, options: RuntimeOptions = {}) =>
    setting(script, { cache: "on", cacheFolder: scratch(), ...options });

  it.each([
    ["ok", answer("[]")],
    ["refused", answer({ refusal: "no" })],
    ["truncated", answer({ text: "[", finish: "length" })],
    ["filtered", answer({ text: "", finish: "filter" })],
  ] as const)("keeps what is an answer: %s", async (outcome, scenario) => {
    const { client, server } = await cached(scenario);
    for (const hit of [false, true])
      expect(await client.generate(ASK)).toMatchObject({ outcome, cached: hit });
    expect(server.requests).toHaveLength(1);
  });

  it("never keeps an error", async () => {
    const { client, server } = await cached([
      failure({ status: 400, message: "no" }),
      failure({ status: 400, message: "filtered", code: "content_filter" }),
      htmlPage(200),
      answer("[2]"),
    ]);
    const outcomes = [];
    for (let i = 0; i < 5; i++) outcomes.push((await client.generate(ASK)).outcome);
    expect(outcomes).toEqual(["provider_error", "filtered", "provider_error", "ok", "ok"]);
    expect(server.requests).toHaveLength(4);
  });

  it("asks anew for another epoch, temperature, picture or model", async () => {
    const { client, server, runtime } = await cached(answer());
    const image = (n: number) => ({
      type: "image" as const,
      data: Uint8Array.of(n),
      mediaType: "image/png" as const,
    });
    const requests: ModelRequest[] = [
      ASK,
      { ...ASK, epoch: 1 },
      { ...ASK, temperature: 0 },
      { ...ASK, parts: [image(1), image(2)] },
      { ...ASK, parts: [image(2), image(1)] },
    ];
    for (let round = 0; round < 2; round++)
      for (const request of requests) await client.generate(request);
    expect(server.requests).toHaveLength(requests.length);
    await runtime.client("openai/other", { baseUrl: server.url("openai") }).generate(ASK);
    expect(server.requests).toHaveLength(requests.length + 1);
  });

  it("only: a miss sends nothing and says so", async () => {
    const { client, server } = await cached(answer(), { cache: "only" });
    expect(await client.generate(ASK)).toMatchObject({
      outcome: "provider_error",
      error: { code: "cache_miss", retry: "never", fatal: false },
    });
    expect(server.requests).toHaveLength(0);
  });

  it("off: reads and writes nothing", async () => {
    const folder = scratch();
    const { client, server } = await setting(answer(), { cache: "off", cacheFolder: folder });
    await client.generate(ASK);
    await client.generate(ASK);
    expect(server.requests).toHaveLength(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a folder that cannot be written costs a warning and nothing else", async () => {
    const file = join(scratch(), "file");
    writeFileSync(file, "");
    const warnings: string[] = [];
    const { client, runtime } = await cached(answer(), {
      cacheFolder: join(file, "answers"),
      onWarning: (w) => warnings.push(w),
    });
    for (let i = 0; i < 3; i++) expect((await client.generate(ASK)).outcome).toBe("ok");
    await runtime.close();
    expect(warnings).toHaveLength(1);
  });
});

describe("the budget", () => {
  // a call takes 120 + 30 tokens and $0.003624
  it("--max-cost ends further calls with limit, fatally; in all no more is spent", async () => {
    const { client, runtime, server } = await setting(later(5, answer()), {
      ...{ maxCost: 0.05, pricesFile: pricesFile(), concurrency: 8 },
    });
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, i) => client.generate(text(`${i}`))),
    );
    const ok = replies.filter((r) => r.outcome === "ok");
    const over = replies.filter((r) => r.outcome === "limit");
    expect(ok.length + over.length).toBe(40);
    expect(ok.length).toBeGreaterThan(5);
    expect(server.requests).toHaveLength(ok.length);
    expect(over[0]!.error).toMatchObject({ code: "max_cost", fatal: true });
    expect(runtime.spent().cost).toBeLessThanOrEqual(0.05);
  });

  it("--max-tokens-total does the same; what a run spent before counts", async () => {
    const { client } = await setting(answer(), {
      maxTokensTotal: 1000,
      alreadySpent: { tokens: 800 },
    });
    expect((await client.generate(text("a"))).outcome).toBe("ok");
    expect((await client.generate(text("b"))).error).toMatchObject({
      code: "max_tokens_total",
      fatal: true,
    });
  });

  it("answers from the cache cost nothing of it", async () => {
    const { client, runtime } = await setting(answer(), {
      ...{ cache: "on", cacheFolder: scratch(), maxTokensTotal: 220 },
    });
    for (let i = 0; i < 5; i++) expect((await client.generate(text("a"))).outcome).toBe("ok");
    expect(runtime.spent()).toMatchObject({ calls: 1, cacheHits: 4 });
  });

  it("a server that does not count is counted as expected", async () => {
    const { client } = await setting(answer({ text: "[]", usage: null }), { maxTokensTotal: 100 });
    expect(await client.generate(text("a"))).toMatchObject({ outcome: "ok", cost: null });
    expect((await client.generate(text("b"))).outcome).toBe("limit");
  });

  it("--max-cost without a price is a usage error that names --prices", async () => {
    const { runtime } = quickRuntime({ maxCost: 1 });
    expect(() => runtime.client("openai/some-model")).toThrow(/openai\/some-model.*--prices/);
    expect(() => runtime.client("compatible/m", { baseUrl: "http://localhost:1/v1" })).toThrow(
      /--prices/,
    );
    expect(runtime.client("openai/gpt-5.4").name).toBe("openai/gpt-5.4");
  });

  it.each([
    [{ maxCost: Number.NaN }, /--max-cost/],
    [{ maxCost: -1 }, /--max-cost/],
    [{ maxTokensTotal: Number.NaN }, /--max-tokens-total/],
    [{ maxTokensTotal: 1.5 }, /--max-tokens-total/],
    [{ concurrency: 0 }, /--concurrency/],
    [{ concurrency: Number.NaN }, /--concurrency/],
    [{ timeoutMs: 0 }, /timeout/],
    [{ timeoutMs: Number.NaN }, /timeout/],
    [{ timeoutMs: 1e12 }, /timeout/],
  ] as [RuntimeOptions, RegExp][])("figures that make no sense are refused: %o", (options, what) =>
    expect(() => createRuntime(options)).toThrow(what),
  );
});

describe("names, keys and addresses", () => {
  it("an unknown provider is named, with those that are known", () => {
    const { runtime } = quickRuntime();
    for (const name of ["gpt-5.4", "opnai/gpt-5.4", "/m", "openai/", "openai/ ", ""])
      expect(() => runtime.client(name), name).toThrow(/openai.*google.*anthropic/s);
  });

  it("a missing key names its variable, a bad base URL the flag", () => {
    const { runtime } = quickRuntime({ env: {} });
    expect(() => runtime.client("openai/m")).toThrow(/OPENAI_API_KEY/);
    expect(() => runtime.client("google/m")).toThrow(/GEMINI_API_KEY|GOOGLE_API_KEY/);
    expect(() => runtime.client("anthropic/m")).toThrow(/ANTHROPIC_API_KEY/);
    expect(() => runtime.client("openai/m", { baseUrl: "localhost:8000" })).toThrow(/--base-url/);
  });

  it("keys are in no file, answer, error or client after everything has failed", async () => {
    const folder = scratch();
    const leak = `Bearer ${KEY}`;
    const shown: string[] = [];
    for (const provider of PROVIDERS) {
      const scenarios = [
        answer(`said ${leak}`),
        answer({ text: "[]", model: KEY }),
        answer({ refusal: leak }),
        answer({ text: leak, finish: "length" as const }),
        failure({ status: 400, message: leak }),
        failure({ status: 401, message: leak }),
        failure({ status: 429, message: leak, code: "insufficient_quota" }),
        failure({ status: 429, message: leak, headers: { "retry-after": "500" } }),
        failure({ status: 500, message: leak }),
        streamedError({ status: 529, message: leak }),
        htmlPage(502),
        reset,
        resetMidBody,
      ];
      for (const [i, scenario] of scenarios.entries()) {
        const server: ProviderServer = await providerServer(scenario);
        const { runtime } = quickRuntime({
          ...{ cache: "on", cacheFolder: folder, onWarning: (w: string) => shown.push(w) },
          ...(i % 2 ? { retry: { maxAttempts: 2 } } : {}),
        });
        const client = runtime.client(`${provider}/some-model`, { baseUrl: server.url(provider) });
        const reply = await client.generate({ ...ASK, epoch: i });
        shown.push(JSON.stringify(reply), JSON.stringify(client), JSON.stringify(runtime));
        shown.push(JSON.stringify(await client.preview(ASK)), JSON.stringify(runtime.spent()));
        await runtime.close();
        await server.close();
      }
    }
    const files = (readdirSync(folder, { recursive: true }) as string[])
      .map((f) => join(folder, f))
      .filter((f) => existsSync(f) && statSync(f).isFile());
    expect(files.length).toBeGreaterThanOrEqual(4 * 4);
    for (const content of [...shown, ...files.map((f) => readFileSync(f, "utf8")), ...files])
      expect(content).not.toContain(KEY);
  });
});
