import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BatchClient } from "../../src/models/batch/client.js";
import { BatchRuntime } from "../../src/models/batch/runtime.js";
import type { BatchWaves, WaveOptions } from "../../src/models/batch/waves.js";
import { RuntimeClient } from "../../src/models/client.js";
import { createRuntime, type RuntimeOptions } from "../../src/models/runtime.js";
import type { ModelRequest } from "../../src/models/types.js";
import { scratch } from "../helpers/cli.js";
import {
  type BatchScript,
  type BatchSeen,
  type BatchServer,
  batchServer,
} from "../servers/batch.js";

const KEY = "sk-batch-test-key-0123456789";
const ENV = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, GEMINI_API_KEY: KEY };
const PROVIDERS = ["openai", "anthropic", "google"] as const;
const MODELS = {
  openai: "openai/gpt-5.4",
  anthropic: "anthropic/claude-opus-4-6",
  google: "google/gemini-2.5-flash",
};
const ask = (label: string, text = label): ModelRequest => ({
  label,
  maxTokens: 100,
  parts: [
    { type: "text", text },
    { type: "image", data: PNG, mediaType: "image/png" },
  ],
});
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

interface Bench {
  server: BatchServer;
  waves: BatchWaves;
  folder: string;
  said: string[];
  runtime: BatchRuntime;
}

async function bench(
  provider: (typeof PROVIDERS)[number],
  options: {
    server: BatchServer;
    folder?: string;
    runtime?: RuntimeOptions;
    limits?: WaveOptions["limits"];
    model?: string;
  },
): Promise<Bench> {
  const folder = options.folder ?? scratch();
  const said: string[] = [];
  const inner = createRuntime({
    env: ENV,
    cache: "off",
    retry: { maxAttempts: 3, baseMs: 1, maxMs: 2 },
    ...options.runtime,
  });
  const runtime = new BatchRuntime(inner, {
    say: (line) => said.push(line),
    pollMs: 5,
    limits: options.limits,
  });
  const model = options.model ?? MODELS[provider];
  runtime.client(model, { baseUrl: options.server.url(provider) });
  const waves = await runtime.made(model)!.open(folder);
  onTestFinished(async () => {
    waves.close();
    await runtime.close();
  });
  return { server: options.server, waves, folder, said, runtime };
}

async function serve(script: BatchScript = {}): Promise<BatchServer> {
  const server = await batchServer(script);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

const never = () => new AbortController().signal;

/** A batch that is never done; whoever waits for it gives up once it was asked after. */
const stopAtFirstPoll =
  (stop: AbortController) =>
  ({ polls }: BatchSeen): number => {
    if (polls > 0) stop.abort();
    return 1000;
  };

const mixed: BatchScript = {
  fate: ({ text }) => {
    if (text.includes("bad"))
      return { kind: "error", error: { status: 400, message: "the picture cannot be read" } };
    if (text.includes("late")) return { kind: "expired" };
    if (text.includes("gone")) return { kind: "missing" };
    if (text.includes("no")) return { kind: "answer", answer: { refusal: "I will not" } };
    return { kind: "answer", answer: `said: ${text}` };
  },
};

test.each(PROVIDERS)(
  "%s: results out of order find their requests; errors, expiry and silence are told apart",
  async (provider) => {
    const server = await serve(mixed);
    const { waves, said, runtime } = await bench(provider, { server });
    const labels = ["e/1#0@0", "bad#0@0", "late ü 2#0@0", "no#0@0", "gone#0@0", "e/3#1@2"];
    for (const label of labels) {
      const first = await waves.answer(ask(label));
      expect(first.outcome).toBe("cancelled");
      expect(first.error?.code).toBe("waiting_for_batch");
    }
    // the same request again is not put down twice
    await waves.answer(ask("e/1#0@0"));
    expect(waves.waiting).toBe(6);
    expect(await waves.run(never())).toBe(true);
    expect(waves.waiting).toBe(0);
    expect(server.batches).toHaveLength(1);
    expect(server.batches[0]!.requests).toHaveLength(6);
    expect(server.batches[0]!.requests.every((r) => r.pictures === 1)).toBe(true);
    const got = await Promise.all(labels.map((label) => waves.answer(ask(label))));
    const shown = got.map((r) => [r.outcome, r.error?.code ?? r.text]);
    expect(shown[0]).toEqual(["ok", "said: e/1#0@0"]);
    expect(shown[1]![0]).toBe("provider_error");
    expect(got[1]!.error?.message).toContain("the picture cannot be read");
    expect(got[1]!.error?.retry).toBe("never");
    expect(shown[2]).toEqual(["provider_error", "batch_expired"]);
    expect(got[2]!.error?.retry).toBe("transient");
    expect(["refused", "filtered"]).toContain(shown[3]![0]);
    // Anthropic knows no silence: what is not among the results has expired
    expect(["no_result", "batch_expired"]).toContain(shown[4]![1]);
    expect(shown[5]).toEqual(["ok", "said: e/3#1@2"]);
    expect(got[0]!.usage).toMatchObject({ input: 120, cachedInput: 64, output: 30 });
    expect(got[0]!.sent?.images).toHaveLength(1);
    expect(said.some((line) => line.includes("sent 6 requests"))).toBe(true);
    expect(runtime.spent().calls).toBe(6);
  },
);

test.each(PROVIDERS)("%s: a body in a batch is the body of a direct call", async (provider) => {
  const server = await serve();
  const { waves, runtime } = await bench(provider, { server });
  const request = { ...ask("a#0@0"), temperature: 1, system: "Be brief." };
  await waves.answer(request);
  await waves.run(never());
  const { body } = await runtime.made(MODELS[provider])!.preview(request);
  const sent = server.batches[0]!.requests[0]!.body;
  if (provider === "google") {
    const { model, ...rest } = sent;
    expect(model).toBe("models/gemini-2.5-flash");
    const { systemInstruction, ...direct } = body as Record<string, unknown>;
    expect(rest).toMatchObject(direct);
    expect(JSON.stringify(rest.systemInstruction)).toContain("Be brief.");
    expect(systemInstruction).toBeDefined();
  } else expect(sent).toEqual(body);
  if (provider === "anthropic" && (body as { temperature?: number }).temperature !== undefined)
    expect(server.batches[0]!.headers["anthropic-version"]).toBe("2023-06-01");
});

test("whoever stops before the wave is sent has sent nothing and left no file", async () => {
  const server = await serve();
  const { waves, folder } = await bench("openai", { server });
  await waves.answer(ask("a#0@0"));
  const stop = new AbortController();
  stop.abort();
  expect(await waves.run(stop.signal)).toBe(false);
  waves.close();
  expect(server.calls).toEqual([]);
  expect(readdirSync(join(folder, "batch-requests"))).toEqual([]);
});

test.each(PROVIDERS)("%s: what was under way is fetched by the next process", async (provider) => {
  const stop = new AbortController();
  const server = await serve({ polls: stopAtFirstPoll(stop) });
  const folder = scratch();
  const first = await bench(provider, { server, folder });
  await first.waves.answer(ask("a#0@0"));
  expect(await first.waves.run(stop.signal)).toBe(false);
  expect(first.said.at(-1)).toContain("run the same command again");
  first.waves.close();
  server.script.polls = 1;
  const second = await bench(provider, { server, folder });
  expect(second.waves.waiting).toBe(1);
  expect((await second.waves.answer(ask("a#0@0"))).outcome).toBe("cancelled");
  expect(await second.waves.run(never())).toBe(true);
  expect((await second.waves.answer(ask("a#0@0"))).outcome).toBe("ok");
  expect(server.batches).toHaveLength(1);
});

test.each(PROVIDERS)(
  "%s: a batch that was made while nobody heard of it is found, not made again",
  async (provider) => {
    const server = await serve({ silentCreate: () => true });
    const { waves } = await bench(provider, { server });
    await waves.answer(ask("a#0@0"));
    expect(await waves.run(never())).toBe(true);
    expect((await waves.answer(ask("a#0@0"))).outcome).toBe("ok");
    expect(server.batches).toHaveLength(1);
  },
);

test.each(PROVIDERS)("%s: more than a batch takes becomes several batches", async (provider) => {
  const server = await serve();
  const { waves, folder } = await bench(provider, {
    server,
    limits: { requests: 2, bytes: 1e6 },
  });
  for (const n of [1, 2, 3, 4, 5]) await waves.answer(ask(`e${n}#0@0`));
  await waves.run(never());
  expect(server.batches.map((b) => b.requests.length)).toEqual([2, 2, 1]);
  const ids = server.batches.flatMap((b) => b.requests.map((r) => r.id));
  expect(new Set(ids).size).toBe(5);
  expect(ids.every((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id))).toBe(true);
  expect(readdirSync(join(folder, "batch-requests"))).toEqual([]);
});

test("the bytes of a batch are counted, too", async () => {
  const server = await serve();
  const { waves } = await bench("openai", { server, limits: { requests: 99, bytes: 1500 } });
  for (const n of [1, 2, 3]) await waves.answer(ask(`e${n}#0@0`, "x".repeat(500)));
  await waves.run(never());
  expect(server.batches.length).toBe(3);
});

test.each(["openai", "google"] as const)(
  "%s: a batch that fails as a whole ends the run with its reason, and nothing is spoilt",
  async (provider) => {
    const server = await serve({ fails: () => "the file has too many tokens" });
    const { waves, folder } = await bench(provider, { server });
    await waves.answer(ask("a#0@0"));
    await expect(waves.run(never())).rejects.toMatchObject({
      code: "provider_refuses",
      message: expect.stringContaining("too many tokens"),
    });
    waves.close();
    server.script.fails = () => null;
    const again = await bench(provider, { server, folder });
    expect((await again.waves.answer(ask("a#0@0"))).outcome).toBe("cancelled");
    await again.waves.run(never());
    expect((await again.waves.answer(ask("a#0@0"))).outcome).toBe("ok");
    expect(server.batches).toHaveLength(2);
  },
);

test("Gemini without keys in its results: by place", async () => {
  const server = await serve({ ...mixed, withoutKeys: true });
  const { waves } = await bench("google", { server });
  for (const n of [1, 2, 3]) await waves.answer(ask(`e${n}#0@0`));
  await waves.run(never());
  for (const n of [1, 2, 3])
    expect((await waves.answer(ask(`e${n}#0@0`))).text).toBe(`said: e${n}#0@0`);
});

test("a cancelled batch leaves its requests to be asked again", async () => {
  const server = await serve({ polls: 3 });
  const { waves, runtime } = await bench("anthropic", { server });
  await waves.answer(ask("a#0@0"));
  server.script.onCreate = (batch) => {
    batch.cancelled = true;
  };
  await waves.run(never());
  const got = await waves.answer(ask("a#0@0"));
  expect([got.outcome, got.error?.code]).toEqual(["provider_error", "batch_cancelled"]);
  expect(runtime.spent().cost).toBeNull();
});

test("a client cancels by id", async () => {
  const server = await serve();
  const runtime = createRuntime({ env: ENV, cache: "off" });
  onTestFinished(() => runtime.close());
  for (const provider of PROVIDERS) {
    const client = runtime.client(MODELS[provider], { baseUrl: server.url(provider) });
    const batches = new BatchClient(client as RuntimeClient);
    const { waves } = await bench(provider, { server });
    await waves.answer(ask("a#0@0"));
    const stop = new AbortController();
    server.script.polls = stopAtFirstPoll(stop);
    await waves.run(stop.signal);
    const { id } = server.batches.at(-1)!;
    await batches.cancel(id);
    expect((await batches.poll(id)).state).toBe("cancelled");
  }
});

test("half the price where the table says so, and the limit is asked before anything is sent", async () => {
  const server = await serve();
  const prices = join(scratch(), "prices.yaml");
  writeFileSync(
    prices,
    "schemaVersion: 1\nbatch: { openai: 0.5 }\nprices:\n  - { model: openai/gpt-5.4, as_of: 2026-11-30, input: 1000, output: 1000 }\n",
  );
  const cheap = await bench("openai", { server, runtime: { pricesFile: prices, maxCost: 100 } });
  await cheap.waves.answer(ask("a#0@0"));
  await cheap.waves.run(never());
  // 150 tokens at 1,000 dollars a million, halved
  expect((await cheap.waves.answer(ask("a#0@0"))).cost).toBeCloseTo(0.075, 9);
  expect(cheap.runtime.spent().cost).toBeCloseTo(0.075, 9);
  expect(cheap.said.some((line) => line.includes("0.5 of the price"))).toBe(true);

  const dear = await bench("openai", {
    server,
    runtime: { pricesFile: prices, maxCost: 0.01 },
    limits: { requests: 1, bytes: 1e6 },
  });
  await dear.waves.answer(ask("b#0@0"));
  await dear.waves.answer(ask("c#0@0"));
  await expect(dear.waves.run(never())).rejects.toMatchObject({
    code: "limit_reached",
    exitCode: 3,
  });
  expect(server.batches).toHaveLength(1);
});

test("the answer cache is read before and filled after", async () => {
  const server = await serve(mixed);
  const cache = { cache: "on" as const, cacheFolder: scratch() };
  const first = await bench("openai", { server, runtime: cache });
  await first.waves.answer(ask("a#0@0"));
  await first.waves.run(never());
  await first.runtime.close();
  const second = await bench("openai", { server, runtime: cache });
  const hit = await second.waves.answer(ask("a#0@0"));
  expect([hit.cached, hit.text, hit.cost]).toEqual([true, "said: a#0@0", 0]);
  expect(server.batches).toHaveLength(1);
});

test("no file and no line of progress holds the key", async () => {
  const stop = new AbortController();
  const server = await serve({ ...mixed, polls: stopAtFirstPoll(stop) });
  const { waves, folder, said } = await bench("openai", { server });
  await waves.answer(ask("bad#0@0"));
  await waves.run(stop.signal);
  const files = [folder, join(folder, "batch-requests")].flatMap((dir) =>
    readdirSync(dir, { withFileTypes: true })
      .filter((f) => f.isFile())
      .map((f) => readFileSync(join(dir, f.name), "utf8")),
  );
  expect(files.length).toBeGreaterThanOrEqual(3);
  expect([...files, ...said].join("\n")).not.toContain(KEY);
});

test("servers without batches are refused by name", async () => {
  const runtime = new BatchRuntime(createRuntime({ env: ENV, cache: "off" }), { say() {} });
  onTestFinished(() => runtime.close());
  expect(() => runtime.client("compatible/m", { baseUrl: "http://127.0.0.1:9/v1" })).toThrow(
    /openai\/, anthropic\/ or google\//,
  );
});

test("a server that knows no batches says so once and ends resumably", async () => {
  const server = await serve();
  const runtime = createRuntime({
    env: ENV,
    cache: "off",
    retry: { maxAttempts: 2, baseMs: 1, maxMs: 1 },
  });
  onTestFinished(() => runtime.close());
  const client = runtime.client(MODELS.openai, { baseUrl: `${server.url("anthropic")}/none` });
  expect(client).toBeInstanceOf(RuntimeClient);
  const batches = new BatchClient(client as RuntimeClient);
  await expect(batches.poll("batch_1")).rejects.toMatchObject({
    code: "provider_refuses",
    exitCode: 3,
  });
  expect(server.calls).toHaveLength(1);
});

/** Models of which the table says that they take a temperature, and how their services refuse one. */
const TAKES = { ...MODELS, openai: "openai/gpt-4o" };
const REFUSALS = {
  openai: {
    ...{ status: 400, code: "unsupported_value", param: "temperature" },
    message: "Unsupported value: 'temperature' does not support 0 with this model.",
  },
  anthropic: { status: 400, message: "temperature: Extra inputs are not permitted" },
  google: {
    status: 400,
    message: `Invalid JSON payload received. Unknown name "temperature" at 'generation_config'.`,
  },
};

test.each(PROVIDERS)(
  "%s: a setting that the model refuses is dropped, and a further wave asks without it",
  async (provider) => {
    const server = await serve({
      fate: ({ body, text }) =>
        JSON.stringify(body).includes('"temperature"')
          ? { kind: "error", error: REFUSALS[provider] }
          : { kind: "answer", answer: `said: ${text}` },
    });
    const model = TAKES[provider];
    const { waves, said, folder, runtime } = await bench(provider, { server, model });
    const asks = ["a", "b"].map((label) => ({ ...ask(label), temperature: 0 }));
    for (const one of asks) await waves.answer(one);
    expect(await waves.run(never())).toBe(true);
    expect(said).toContain(
      `batch: ${model} does not take temperature: 2 requests are asked again without it`,
    );
    expect(waves.further).toBe(1);
    for (const one of asks) expect((await waves.answer(one)).outcome).toBe("cancelled");
    expect(await waves.run(never())).toBe(true);
    expect(server.batches.map((b) => b.requests.length)).toEqual([2, 2]);
    const got = await Promise.all(asks.map((one) => waves.answer(one)));
    for (const [i, reply] of got.entries()) {
      expect(reply).toMatchObject({ outcome: "ok", text: `said: ${"ab"[i]}` });
      expect(reply.failedAttempts.map((a) => a.code)).toEqual(["unsupported_parameter"]);
      expect(reply.sent?.temperature).toBeNull();
      expect(reply.sent?.changes.join()).toContain("temperature: asked for 0, not sent");
    }
    expect(runtime.spent().calls).toBe(2);
    waves.close();
    // a later process knows what was sent, and needs no wave of its own to find it out
    const later = await bench(provider, { server, model, folder });
    expect(await later.waves.answer(asks[0]!)).toMatchObject({
      ...{ outcome: "ok", sent: { temperature: null } },
    });
    await later.waves.answer({ ...ask("c"), temperature: 0 });
    expect(await later.waves.run(never())).toBe(true);
    expect(server.batches.map((b) => b.requests.length)).toEqual([2, 2, 1]);
    expect(later.waves.further).toBe(0);
  },
);

test("a refusal that nothing can be done about stays an error and adds no wave", async () => {
  const error = { ...REFUSALS.openai, param: "temperature" };
  const server = await serve({ fate: () => ({ kind: "error", error }) });
  const { waves } = await bench("openai", { server, model: TAKES.openai });
  const one = { ...ask("a"), temperature: 0 };
  await waves.answer(one);
  await waves.run(never());
  await waves.answer(one);
  await waves.run(never());
  expect(waves.further).toBe(1);
  expect(await waves.answer(one)).toMatchObject({
    ...{ outcome: "provider_error", error: { code: "unsupported_parameter" } },
  });
  expect(waves.waiting).toBe(0);
});

test("the same question under two names is sent once where answers are kept", async () => {
  const server = await serve({ fate: ({ text }) => ({ kind: "answer", answer: text }) });
  const runtime = { cache: "on" as const, cacheFolder: scratch() };
  const { waves } = await bench("openai", { server, runtime });
  const twins = [ask("a", "the same"), ask("b", "the same")];
  for (const one of twins) await waves.answer(one);
  expect(await waves.run(never())).toBe(true);
  expect(server.batches.map((b) => b.requests.length)).toEqual([1]);
  const [first, second] = await Promise.all(twins.map((one) => waves.answer(one)));
  expect([first!.cached, second!.cached]).toEqual([false, true]);
  expect(second!.text).toBe("the same");
});

test("google: what is more than one request may hold becomes several batches, each below 20 MB", async () => {
  const server = await serve({ fate: () => ({ kind: "answer", answer: "[]" }) });
  const { waves } = await bench("google", { server });
  const labels = ["1", "2", "3", "4", "5"];
  const large = (label: string): ModelRequest => ({
    ...{ label, maxTokens: 10 },
    parts: [
      { type: "text", text: label },
      { type: "image", data: Buffer.alloc(6_000_000, Number(label)), mediaType: "image/png" },
    ],
  });
  for (const label of labels) await waves.answer(large(label));
  expect(await waves.run(never())).toBe(true);
  expect(server.batches.map((b) => b.requests.length)).toEqual([2, 2, 1]);
  for (const { headers } of server.batches)
    expect(Number(headers["content-length"])).toBeLessThan(20e6);
  for (const label of labels) expect((await waves.answer(large(label))).outcome).toBe("ok");
});
