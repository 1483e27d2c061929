import { describe, expect, it } from "vitest";
import { createRuntime, type RuntimeOptions } from "../../src/models/runtime.js";
import type { ModelRequest, ModelResponse } from "../../src/models/types.js";
import * as fake from "../servers/index.js";

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const ASK: ModelRequest = {
  parts: [
    { type: "text", text: "before" },
    { type: "image", data: PNG, mediaType: "image/png" },
    { type: "text", text: "after" },
  ],
};
const NULLS = { input: null, cachedInput: null, output: null, reasoning: null };
const COUNTED = { input: 120, cachedInput: 64, output: 30, reasoning: 12 };

interface Run {
  answer: ModelResponse;
  requests: fake.SeenRequest[];
  waits: number[];
}

/** One call of a subject against a script; waits take no time and are written down. */
async function run(
  subject: fake.Subject,
  script: fake.Script,
  request: ModelRequest = ASK,
  options: RuntimeOptions = {},
): Promise<Run> {
  await using server = await fake.providerServer(script);
  const waits: number[] = [];
  const runtime = createRuntime({
    cache: "off",
    env: subject.env,
    hooks: {
      sleep: async (ms) => {
        waits.push(ms);
      },
      random: () => 1,
    },
    ...options,
  });
  const client = runtime.client(`${subject.provider}/${subject.model}`, {
    baseUrl: server.url(subject.provider),
    api: subject.api,
  });
  const answer = await client.generate(request);
  await runtime.close();
  for (const { headers } of server.requests)
    expect(headers["x-stainless-retry-count"] ?? "0", "the SDK retried by itself").toBe("0");
  expect(JSON.stringify(answer)).not.toContain(subject.key);
  return { answer, requests: server.requests, waits };
}

const ok = fake.answer("[]");

describe.each(fake.SUBJECTS)("$name", (subject) => {
  const { protocol } = subject;
  const tell = (script: fake.Script, request = ASK, options: RuntimeOptions = {}) =>
    run(subject, script, request, options);
  const oneCall = (r: Run) => expect(r.requests).toHaveLength(1);

  it("ok: text, usage, model, request id", async () => {
    const r = await tell(ok);
    oneCall(r);
    expect(r.answer).toMatchObject({
      text: "[]",
      outcome: "ok",
      usage: COUNTED,
      model: subject.model,
      requestId: "id-0",
      failedAttempts: [],
    });
    expect(r.answer.error).toBeUndefined();
    expect(r.requests[0]!.protocol).toBe(protocol);
    expect(r.requests[0]!.parts.map((p) => p.type)).toEqual(["text", "image", "text"]);
  });

  it("ok, slowly: the time is the call's", async () => {
    const r = await tell(fake.after(80, ok));
    expect(r.answer.outcome).toBe("ok");
    expect(r.answer.latencyMs).toBeGreaterThanOrEqual(70);
  });

  it("latencies inverted: each answer goes to its own question", async () => {
    await using server = await fake.providerServer(
      fake.choose((call) => {
        const part = call.parts[0];
        const text = part?.type === "text" ? part.text : "";
        return fake.after(100 - 10 * Number(text), fake.answer(JSON.stringify([Number(text)])));
      }),
    );
    const runtime = createRuntime({ cache: "off", env: subject.env, concurrency: 8 });
    const client = runtime.client(`${subject.provider}/${subject.model}`, {
      baseUrl: server.url(subject.provider),
      api: subject.api,
    });
    const asked = [1, 2, 3, 4, 5, 6, 7, 8];
    const answers = await Promise.all(
      asked.map((n) => client.generate({ parts: [{ type: "text", text: String(n) }] })),
    );
    await runtime.close();
    expect(answers.map((a) => a.text)).toEqual(asked.map((n) => `[${n}]`));
    expect(server.requests).toHaveLength(8);
  });

  it("429 with retry-after 1, then ok", async () => {
    const r = await tell([fake.rateLimited(), ok]);
    expect(r.answer.outcome).toBe("ok");
    expect(r.waits).toEqual([1000]);
    expect(r.answer.failedAttempts).toMatchObject([{ status: 429, waitedMs: 1000 }]);
    expect(r.requests).toHaveLength(2);
    expect(r.requests[1]!.rawBody).toBe(r.requests[0]!.rawBody);
  });

  it("429 with an HTTP date, then ok", async () => {
    const at = new Date(Date.now() + 50_000).toUTCString();
    const r = await tell([fake.rateLimited({ "retry-after": at }), ok]);
    expect(r.answer.outcome).toBe("ok");
    expect(r.waits).toHaveLength(1);
    expect(r.waits[0]).toBeGreaterThan(20_000);
    expect(r.waits[0]).toBeLessThanOrEqual(50_000);
  });

  it("429 with a wait beyond the cap: not waited for by the call, and not fatal", async () => {
    const r = await tell([fake.rateLimitedFor(120), ok]);
    oneCall(r);
    expect(r.waits).toEqual([]);
    expect(r.answer).toMatchObject({
      outcome: "provider_error",
      usage: NULLS,
      error: { status: 429, retry: "rate_limit", fatal: false },
    });
    expect(r.answer.error!.message).toContain("120 s");
  });

  it("429 with the delay where this provider puts it", async () => {
    const r = await tell([fake.rateLimitedFor(13), ok]);
    expect(r.waits).toEqual([13_000]);
    expect(r.answer.outcome).toBe("ok");
  });

  it("429 for want of quota: never again, for nobody", async () => {
    const r = await tell([fake.spent, ok]);
    oneCall(r);
    expect(r.answer).toMatchObject({
      outcome: "provider_error",
      error: {
        status: 429,
        retry: "never",
        fatal: true,
        code: {
          chat: "insufficient_quota",
          responses: "insufficient_quota",
          google: "daily_quota",
          anthropic: "enforced_spend_limit_reached",
        }[protocol],
      },
    });
  });

  it("500, then ok", async () => {
    const r = await tell([fake.failure({ status: 500, message: "oops" }), ok]);
    expect(r.answer.outcome).toBe("ok");
    expect(r.answer.failedAttempts).toMatchObject([{ status: 500 }]);
    expect(r.requests).toHaveLength(2);
  });

  it("529, then ok", async () => {
    const r = await tell([fake.overloaded, ok]);
    expect(r.answer.outcome).toBe("ok");
    expect(r.answer.failedAttempts).toMatchObject([{ status: 529 }]);
  });

  it("200 whose body is a stream with an error, then ok", async () => {
    const r = await tell([fake.overloadedStream, ok]);
    expect(r.answer.outcome).toBe("ok");
    expect(r.requests).toHaveLength(2);
    expect(r.answer.failedAttempts).toMatchObject([
      {
        status: 200,
        code: {
          chat: "server_error",
          responses: "server_error",
          google: "UNAVAILABLE",
          anthropic: "overloaded_error",
        }[protocol],
      },
    ]);
  });

  it("the connection reset before and amid the answer: two lost deliveries, one record", async () => {
    const r = await tell([fake.reset, fake.resetMidBody, ok]);
    expect(r.answer.outcome).toBe("ok");
    expect(r.requests).toHaveLength(3);
    expect(r.answer.failedAttempts.map((a) => a.code)).toEqual(["connection", "connection"]);
  });

  it("no headers: the header timeout ends the try", async () => {
    const r = await tell([fake.silence, ok], ASK, { headerTimeoutMs: 300, timeoutMs: 60_000 });
    expect(r.answer.outcome).toBe("ok");
    // more than once where a machine is too busy to read an answer that is there
    expect(new Set(r.answer.failedAttempts.map((a) => a.code))).toEqual(new Set(["timeout"]));
  });

  it("headers and then no body: the deadline ends the try", async () => {
    const r = await tell(fake.silentBody, ASK, { timeoutMs: 200, retry: { maxAttempts: 1 } });
    expect(r.answer).toMatchObject({
      outcome: "provider_error",
      error: { code: "timeout", status: null, retry: "transient", fatal: false },
    });
  });

  it("a JSON cut off at the limit is kept as truncated", async () => {
    const r = await tell(fake.body({})).catch(() => null);
    expect(r?.answer.outcome).toBe("provider_error");
    const cut = await tell(fake.answer({ text: '[{"action":"re', finish: "length" }));
    oneCall(cut);
    expect(cut.answer).toMatchObject({
      outcome: "truncated",
      text: '[{"action":"re',
      usage: COUNTED,
    });
  });

  it("thoughts alone until the limit are truncated, without a text", async () => {
    const r = await tell(fake.reasoningOnly);
    oneCall(r);
    expect(r.answer).toMatchObject({ outcome: "truncated", text: "" });
    expect(r.answer.usage).toEqual({ ...COUNTED, output: 400, reasoning: 400 });
  });

  it("a refusal", async () => {
    const r = await tell(fake.answer({ refusal: "I cannot do that." }));
    oneCall(r);
    // Gemini has no word for it: its service stops the answer
    expect(r.answer.outcome).toBe(protocol === "google" ? "filtered" : "refused");
    expect(r.answer.text).toBe("I cannot do that.");
  });

  it("filtered in the answer, filtered before it", async () => {
    const inside = await tell(fake.answer({ text: "", finish: "filter" }));
    expect(inside.answer.outcome).toBe(protocol === "anthropic" ? "refused" : "filtered");
    const before = await tell([fake.promptFiltered, ok]);
    oneCall(before);
    expect(before.answer.outcome).toBe("filtered");
  });

  it("a prompt that is too long is a limit", async () => {
    const r = await tell([fake.contextTooLong, ok]);
    oneCall(r);
    expect(r.answer).toMatchObject({
      outcome: "limit",
      error: { code: "context_length_exceeded", retry: "never", fatal: false },
    });
  });

  it("what the model wrote is passed on as it is: unknown words, fences", async () => {
    for (const text of ['[{"action":"fly","args":{}}]', "```json\n[]\n```"]) {
      const r = await tell(fake.answer(text));
      expect(r.answer).toMatchObject({ outcome: "ok", text });
    }
  });

  it("missing usage is null, not zero; nonsense is null, too", async () => {
    const r = await tell(fake.answer({ text: "[]", usage: null }));
    expect(r.answer).toMatchObject({ outcome: "ok", usage: NULLS });
    const minus = { input: -5, cachedInput: -1, output: -2, reasoning: -3 };
    const nonsense = await tell(fake.answer({ text: "[]", usage: minus }));
    expect(nonsense.answer).toMatchObject({ outcome: "ok", text: "[]" });
    for (const count of Object.values(nonsense.answer.usage))
      expect(count ?? 0).toBeGreaterThanOrEqual(0);
  });

  it("400 for an image that is too large: once, and the run goes on", async () => {
    const r = await tell([fake.imageTooLarge, ok]);
    oneCall(r);
    expect(r.answer).toMatchObject({
      outcome: "provider_error",
      error: { code: "image_too_large", status: 400, retry: "never", fatal: false },
    });
  });

  it("a temperature that is refused is dropped, and both are told", async () => {
    const request = { ...ASK, temperature: 0, maxTokens: 500 };
    const r = await tell(fake.refusing(["temperature"]), request);
    expect(r.answer.outcome).toBe("ok");
    expect(r.requests).toHaveLength(2);
    expect(r.answer.sent).toMatchObject({ temperature: null, maxTokens: 500 });
    expect(r.answer.sent!.changes.join()).toContain("temperature: asked for 0, not sent");
  });

  it("a schema that is refused goes down to JSON mode and to words", async () => {
    const schema = { type: "object", properties: {}, additionalProperties: false };
    const request = { ...ASK, maxTokens: 500, jsonSchema: { name: "plan", schema } };
    const fields = {
      chat: ["json_schema", "response_format"],
      responses: ["schema", "text"],
      google: ["responseJsonSchema", "responseMimeType"],
      anthropic: ["output_config"],
    }[protocol];
    // the words of the error name what is known to be about the answer's form
    const script = fake.choose((call) => {
      const json = JSON.stringify(call.body);
      const field = fields.find((f) => json.includes(`"${f}":`) && f !== "schema");
      const refused = field === "text" ? json.includes('"format"') : field !== undefined;
      if (!refused) return ok;
      return fake.failure({
        status: 400,
        message: `${field === "text" ? "text.format" : field}: json_schema is not supported by this model`,
        param: field === "text" ? "text.format" : field!,
      });
    });
    const r = await tell(script, request);
    expect(r.answer.outcome).toBe("ok");
    expect(r.answer.sent!.structured).toBe("prompt");
    expect(r.requests).toHaveLength(protocol === "anthropic" ? 2 : 3);
  });

  it("a wrong key: once, fatal, and not repeated anywhere", async () => {
    const r = await tell([fake.wrongKey(subject.key), ok]);
    oneCall(r);
    expect(r.answer).toMatchObject({
      outcome: "provider_error",
      error: { retry: "never", fatal: true, status: protocol === "google" ? 400 : 401 },
    });
    expect(r.answer.error!.message).toMatch(/API key/);
    // which of the user's settings it is
    const [variable] = Object.keys(subject.env);
    expect(r.answer.error!.message).toContain(`the key comes from ${variable}`);
  });

  it("a server that repeats the key in text, page, broken JSON and error shows it to nobody", async () => {
    // `run` looks for the key in all that is recorded
    await tell(fake.answer({ text: `Bearer ${subject.key}`, reasoning: subject.key }));
    const none = { retry: { maxAttempts: 1 } };
    await tell(fake.text(`<html>${subject.key}</html>`, "text/html", 500), ASK, none);
    await tell(fake.text(`{{{ ${subject.key}`, "application/json"), ASK, none);
    await tell(fake.text(`{{{ ${subject.key}`, "text/plain"), ASK, none);
    const said = {
      status: 503,
      message: `no ${subject.key}`,
      type: subject.key,
      code: subject.key,
    };
    const r = await tell(fake.failure(said), ASK, none);
    expect(r.answer.error!.message).toContain("[key removed]");
  });

  it("HTML pages: 502 is tried again, 404 and 200 are not", async () => {
    const r = await tell([fake.htmlPage(502), ok]);
    expect(r.answer.failedAttempts).toMatchObject([{ code: "http_502", status: 502 }]);
    for (const status of [404, 200]) {
      const page = await tell([fake.htmlPage(status), ok]);
      oneCall(page);
      expect(page.answer.error).toMatchObject({ retry: "never", fatal: true, status });
      expect(page.answer.error!.message).toContain("HTML page");
      expect(page.answer.error!.message).not.toContain("<");
    }
  });

  it("broken JSON is tried again; JSON that is labelled as text is read", async () => {
    const r = await tell([fake.text("{{{", "application/json"), ok]);
    expect(r.answer.failedAttempts).toMatchObject([{ code: "bad_response", status: 200 }]);
    const labelled = await tell((call) => (response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.end(JSON.stringify(fake.answerBody(protocol, { text: "[]" }, call)));
    });
    expect(labelled.answer).toMatchObject({ outcome: "ok", text: "[]" });
  });

  it("an error packed into another one's message", async () => {
    const r = await tell([fake.nestedError, ok], ASK, { retry: { maxAttempts: 1 } });
    expect(r.answer.error).toMatchObject({ status: 503, retry: "transient" });
    expect(r.answer.error!.message).toBe("The model is overloaded.");
  });

  it("another model than the one that was asked for is recorded", async () => {
    const r = await tell(fake.answer({ text: "[]", model: "another-model-2026" }));
    expect(r.answer.model).toBe("another-model-2026");
  });

  it("cancelling ends the call", async () => {
    const stop = new AbortController();
    const script: fake.Scenario = (call) => {
      setTimeout(() => stop.abort(), 20);
      return fake.silence(call);
    };
    const r = await tell(script, { ...ASK, signal: stop.signal });
    oneCall(r);
    expect(r.answer.outcome).toBe("cancelled");
  });
});

describe("each in its own way", () => {
  const [chat, responses, google, anthropic, compatible] = fake.SUBJECTS as [
    fake.Subject,
    fake.Subject,
    fake.Subject,
    fake.Subject,
    fake.Subject,
  ];

  it.each([
    ["no candidates", "filtered", { output: 0 }],
    ["a candidate without content", "filtered", { output: 0 }],
    ["an empty content", "ok", { output: 0 }],
    ["thoughts alone", "truncated", { output: 64, reasoning: 64 }],
  ])("Gemini: %s is %s", async (name, outcome, usage) => {
    const r = await run(google, fake.GEMINI_EMPTIES[name]!);
    expect(r.requests).toHaveLength(1);
    expect(r.answer).toMatchObject({ outcome, text: "", usage: { input: 120, ...usage } });
  });

  it("Responses: 200 and failed is an error that is tried again", async () => {
    const r = await run(responses, [fake.failedResponse, ok]);
    expect(r.answer.outcome).toBe("ok");
    expect(r.answer.failedAttempts).toMatchObject([{ code: "server_error", status: 200 }]);
  });

  it("Anthropic: a limit on spending that comes as 400", async () => {
    const said = "Your credit balance is too low to access the Anthropic API.";
    const r = await run(anthropic, fake.failure({ status: 400, message: said }));
    expect(r.answer.error).toMatchObject({
      code: "insufficient_quota",
      retry: "never",
      fatal: true,
    });
  });

  it("Anthropic: an explained refusal, a full context, the answer's tool", async () => {
    const message = (more: object) =>
      fake.body({ id: "m", type: "message", role: "assistant", model: "c", content: [], ...more });
    const full = await run(anthropic, message({ stop_reason: "model_context_window_exceeded" }));
    expect(full.answer.outcome).toBe("limit");
    const tool = { type: "tool_use", id: "t", name: "plan", input: { steps: [] } };
    const used = await run(anthropic, message({ stop_reason: "tool_use", content: [tool] }));
    expect(used.answer).toMatchObject({ outcome: "ok", text: '{"steps":[]}' });
  });

  it("compatible: thoughts in the text are taken off and kept in the log", async () => {
    const said = (text: string) => run(compatible, fake.answer(text));
    const r = await said("<think>a [b]</think>\n[]");
    expect(r.answer.text).toBe("[]");
    expect(JSON.stringify(r.answer.raw)).toContain("a [b]");
    expect((await said("no opening mark</think>[]")).answer.text).toBe("[]");
    expect((await said("<think>without an end")).answer.text).toBe("");
    const beside = await run(compatible, fake.answer({ text: "[]", reasoning: "hm" }));
    expect(beside.answer.text).toBe("[]");
    const alone = await run(compatible, fake.answer({ text: "", reasoning: "hm [] hm" }));
    expect(alone.answer).toMatchObject({ outcome: "ok", text: "" });
  });

  it("compatible: numeric codes, limits of pictures, plain errors, zero usage", async () => {
    const limit = "At most 1 image(s) may be provided in one request.";
    const few = await run(
      compatible,
      fake.failure({ status: 400, message: limit, type: "BadRequestError", code: 400 }),
    );
    expect(few.answer.error).toMatchObject({ code: "BadRequestError", status: 400, fatal: false });
    const plain = await run(compatible, fake.body({ error: "model 'x' not found" }, 404));
    expect(plain.answer.error).toMatchObject({ status: 404, fatal: true });
    expect(plain.answer.error!.message).toContain("model 'x' not found");
    const detail = await run(
      compatible,
      fake.body({ object: "error", message: "wrong", code: 400 }, 400),
    );
    expect(detail.answer.error!.message).toBe("wrong");
    const hidden = await run(compatible, [
      fake.body({ error: { code: 502, message: "upstream" } }),
      ok,
    ]);
    expect(hidden.answer.failedAttempts).toMatchObject([{ status: 200 }]);
    const zeros = { input: 0, cachedInput: 0, output: 0, reasoning: 0 };
    const zero = await run(compatible, fake.answer({ text: "[]", usage: zeros }));
    expect(zero.answer.usage).toEqual(NULLS);
    expect(zero.answer.providerUsage).toMatchObject({ prompt_tokens: 0 });
  });

  it("a model that sees nothing says so for all further calls", async () => {
    const said = "This model does not support image input.";
    for (const subject of [chat, compatible]) {
      const r = await run(subject, fake.failure({ status: 400, message: said }));
      expect(r.answer.error).toMatchObject({ code: "images_unsupported", fatal: true });
    }
  });

  it("a server that dies midway is unreachable, and fatal", async () => {
    const server = await fake.providerServer(ok);
    const runtime = createRuntime({ cache: "off", env: {}, retry: { maxAttempts: 2, baseMs: 1 } });
    const client = runtime.client("compatible/m", { baseUrl: server.url("compatible") });
    expect((await client.generate(ASK)).outcome).toBe("ok");
    await server.close();
    const dead = await client.generate(ASK);
    expect(dead.error).toMatchObject({ code: "connection", fatal: true });
    expect(dead.error!.message).toContain(server.origin);
    await runtime.close();
  });
});
