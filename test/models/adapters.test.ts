import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { encodeJpeg, encodePng, encodeWebp } from "../../src/images/index.js";
import { CancelledError, UnreadableAnswer } from "../../src/models/adapter.js";
import { createAdapter, findProvider } from "../../src/models/adapters.js";
import { loadCapabilities, matches, withoutSetting } from "../../src/models/capabilities.js";
import { loadEnvironment } from "../../src/models/environment.js";
import { HttpFailure, readFault, unwrap } from "../../src/models/failure.js";
import { refusedSetting } from "../../src/models/failure-judge.js";
import { readGoogleError } from "../../src/models/google-errors.js";
import { pictureSize } from "../../src/models/picture-size.js";
import { settle } from "../../src/models/settings.js";
import { afterThoughts } from "../../src/models/thoughts.js";
import { answer, providerServer, SUBJECTS } from "../servers/index.js";

describe("keys and addresses", () => {
  it.each([
    ["openai", /OPENAI_API_KEY/],
    ["google", /GOOGLE_API_KEY or GEMINI_API_KEY/],
    ["anthropic", /ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN/],
  ])("%s: a missing key names the variables", (provider, names) => {
    expect(() => createAdapter(provider, { env: {} })).toThrow(names);
  });

  it("compatible: a missing address names the variable and the flag; a key is not needed", () => {
    expect(() => createAdapter("compatible", { env: {} })).toThrow(
      /--base-url .*COMPATIBLE_BASE_URL/,
    );
    const env = { COMPATIBLE_BASE_URL: "https://models.example/v1/" };
    expect(createAdapter("compatible", { env }).endpoint).toBe("https://models.example/v1");
  });

  it("an unknown provider, an unknown API", () => {
    expect(() => createAdapter("antropic", { env: {} })).toThrow(/Did you mean "anthropic"/);
    expect(() => findProvider("google", "responses")).toThrow(/--api responses/);
  });

  it.each(SUBJECTS)("$name: a key is shown by no way to print an adapter", (subject) => {
    const adapter = createAdapter(subject.provider, {
      env: subject.env,
      api: subject.api,
      baseUrl: "http://localhost:1",
    });
    expect(JSON.stringify(adapter)).not.toContain(subject.key);
    expect(inspect(adapter, { depth: 9, showHidden: true })).not.toContain(subject.key);
    expect(adapter.account).toMatch(/^[0-9a-f]{16}$/);
  });

  it("accounts differ by key, address and provider", () => {
    const account = (key: string, baseUrl: string) =>
      createAdapter("openai", { env: { OPENAI_API_KEY: key }, baseUrl }).account;
    const all = [
      account("key-aaaaaaaa", "http://a.example"),
      account("key-bbbbbbbb", "http://a.example"),
      account("key-aaaaaaaa", "http://b.example"),
    ];
    expect(new Set(all).size).toBe(3);
  });

  const headersOf = async (
    provider: "openai" | "google" | "anthropic",
    env: Record<string, string>,
  ) => {
    await using server = await providerServer(answer("[]"));
    const adapter = createAdapter(provider, { baseUrl: server.url(provider), env });
    const chat = { model: "m", messages: [], max_tokens: 9 };
    await adapter.call(provider === "google" ? { contents: "hi" } : chat, "m");
    await adapter.close();
    return server.requests[0]!;
  };

  it("Google: GOOGLE_API_KEY wins, and no switch leads to Vertex", async () => {
    const { headers, path } = await headersOf("google", {
      GOOGLE_API_KEY: "first-key",
      GEMINI_API_KEY: "second-key",
    });
    expect(headers["x-goog-api-key"]).toBe("first-key");
    expect(path).toBe("/v1beta/models/m:generateContent");
  });

  describe("with the switches of Vertex in the process's environment", () => {
    const SWITCHES = { GOOGLE_GENAI_USE_VERTEXAI: "true", GOOGLE_GENAI_USE_ENTERPRISE: "true" };
    const before = { ...process.env };
    afterEach(() => {
      for (const name of Object.keys(SWITCHES)) process.env[name] = before[name] ?? "";
    });
    it("Google stays with the Developer API", async () => {
      Object.assign(process.env, SWITCHES);
      const { path, headers } = await headersOf("google", { GEMINI_API_KEY: "the-key" });
      expect(path).toBe("/v1beta/models/m:generateContent");
      expect(headers["x-goog-api-key"]).toBe("the-key");
    });
  });

  it("Anthropic: a temperature goes out with the version that knows one", async () => {
    await using server = await providerServer(answer("[]"));
    const env = { ANTHROPIC_API_KEY: "the-key-of-all" };
    const adapter = createAdapter("anthropic", { baseUrl: server.url("anthropic"), env });
    for (const more of [{}, { temperature: 0 }])
      await adapter.call({ model: "m", messages: [], max_tokens: 9, ...more }, "m");
    await adapter.close();
    const versions = server.requests.map((r) => r.headers["anthropic-version"]);
    expect(versions).toEqual(["2026-10-21", "2023-06-01"]);
  });

  it("Anthropic: more tokens than the SDK lets through without streaming", async () => {
    await using server = await providerServer(answer("[]"));
    const env = { ANTHROPIC_API_KEY: "the-key-of-all" };
    const adapter = createAdapter("anthropic", { baseUrl: server.url("anthropic"), env });
    const raw = await adapter.call({ model: "m", messages: [], max_tokens: 64_000 }, "m");
    expect(adapter.fromResponse(raw)?.text).toBe("[]");
    await adapter.close();
  });

  it("Anthropic: a token where there is no key; headers of one's own", async () => {
    const seen = await headersOf("anthropic", {
      ANTHROPIC_AUTH_TOKEN: "the-token",
      ANTHROPIC_CUSTOM_HEADERS: "X-Team: norms",
    });
    expect(seen.headers.authorization).toBe("Bearer the-token");
    expect(seen.headers["x-team"]).toBe("norms");
  });

  it("compatible: nothing that is meant for OpenAI reaches another server", async () => {
    await using server = await providerServer(answer("[]"));
    const meant = {
      OPENAI_CUSTOM_HEADERS: "X-Secret: hunter22",
      OPENAI_ORG_ID: "org-hunter22",
      OPENAI_API_KEY: "sk-hunter22-abcdef",
    };
    const before = Object.fromEntries(Object.keys(meant).map((k) => [k, process.env[k] ?? ""]));
    Object.assign(process.env, meant);
    try {
      const adapter = createAdapter("compatible", { baseUrl: server.url("compatible") });
      await adapter.call({ model: "m", messages: [] }, "m");
      await adapter.close();
    } finally {
      Object.assign(process.env, before);
    }
    expect(JSON.stringify(server.requests[0]!.headers)).not.toContain("hunter22");
    expect(server.requests[0]!.headers.authorization).toBe("Bearer none");
  });

  it("OpenAI: organisation, project and headers of one's own", async () => {
    const seen = await headersOf("openai", {
      OPENAI_API_KEY: "the-key-of-all",
      OPENAI_ORG_ID: "org",
      OPENAI_PROJECT_ID: "proj",
      OPENAI_CUSTOM_HEADERS: "X-Team: norms",
    });
    expect(seen.headers).toMatchObject({
      authorization: "Bearer the-key-of-all",
      "openai-organization": "org",
      "openai-project": "proj",
      "x-team": "norms",
    });
  });

  it("a base URL with the version at its end is understood by all", () => {
    const env = Object.assign({}, ...SUBJECTS.map((s) => s.env)) as Record<string, string>;
    const at = (provider: string, baseUrl: string) => {
      const adapter = createAdapter(provider, { env, baseUrl });
      return `${adapter.endpoint}${adapter.path("m")}`;
    };
    expect(at("anthropic", "http://h/v1")).toBe("http://h/v1/messages");
    expect(at("anthropic", "http://h")).toBe("http://h/v1/messages");
    expect(at("google", "http://h")).toBe("http://h/v1beta/models/m:generateContent");
    expect(at("google", "http://h/v1beta")).toBe("http://h/v1beta/models/m:generateContent");
  });
});

describe("a .env file", () => {
  const folder = mkdtempSync(join(tmpdir(), "normact-env-"));
  it("fills up what the environment does not have", () => {
    writeFileSync(
      join(folder, ".env"),
      'OPENAI_API_KEY="from file"\nGEMINI_API_KEY=g # note\nEMPTY=x\n',
    );
    const env = loadEnvironment(folder, { OPENAI_API_KEY: "from env", EMPTY: "" });
    expect(env).toMatchObject({ OPENAI_API_KEY: "from env", GEMINI_API_KEY: "g", EMPTY: "" });
  });
  it("may be missing", () => {
    expect(loadEnvironment(join(folder, "none"), { A: "1" })).toEqual({ A: "1" });
  });
});

describe("the capability table", () => {
  const table = loadCapabilities({ checkedFile: null });
  const of = (adapter: string, model: string, official = true) =>
    table.find({ adapter, model, endpoint: "https://x", official }).capabilities;

  it.each([
    ["openai-chat", "gpt-4o", { temperature: true, maxTokensField: "max_completion_tokens" }],
    ["openai-chat", "gpt-5", { temperature: false, efforts: ["minimal", "low", "medium", "high"] }],
    ["openai-chat", "gpt-5.1-2025-11-13", { efforts: ["none", "low", "medium", "high"] }],
    ["openai-chat", "o3-mini", { temperature: false, reasoningEffort: true }],
    ["openai-responses", "gpt-6-luna", { seed: false, maxTokensField: "max_output_tokens" }],
    ["google", "gemini-2.5-flash", { reasoningAs: "budget", temperature: true }],
    ["google", "gemini-3.5-flash", { reasoningAs: "level", temperature: false }],
    ["anthropic", "claude-opus-5-5", { temperature: false, seed: false, structuredAs: "format" }],
    ["anthropic", "claude-sonnet-4-6", { temperature: true, reasoningAs: "adaptive" }],
    ["anthropic", "claude-opus-4-1-20250805", { structuredAs: "tool", temperature: true }],
    ["compatible", "gpt-5", { temperature: true, maxTokensField: "max_tokens" }],
  ])("%s %s", (adapter, model, expected) => {
    expect(of(adapter, model)).toMatchObject(expected);
  });

  it("another server behind OpenAI's client is told max_tokens, unless the model is known", () => {
    expect(of("openai-chat", "llama", false).maxTokensField).toBe("max_tokens");
    expect(of("openai-chat", "gpt-5", false).maxTokensField).toBe("max_completion_tokens");
  });

  it("a file of the user's wins; its faults are named", () => {
    const folder = mkdtempSync(join(tmpdir(), "normact-caps-"));
    const put = (text: string) => {
      const file = join(folder, "capabilities.yaml");
      writeFileSync(file, text);
      return { file, checkedFile: null };
    };
    const own = loadCapabilities(
      put("schemaVersion: 1\nrules:\n  - model: gpt-*\n    temperature: false\n"),
    );
    const subject = {
      adapter: "openai-chat",
      model: "gpt-4o",
      endpoint: "https://x",
      official: true,
    };
    expect(own.find(subject).overrides).toEqual({ temperature: false });
    expect(() => loadCapabilities(put("rules: [{tempreature: 1}]"))).toThrow(/capabilities\.yaml/);
    expect(() => loadCapabilities(put("schemaVersion: 1\nrules: [{tempreature: true}]"))).toThrow(
      /tempreature/,
    );
    expect(() => loadCapabilities(put("a: [")).find(subject)).toThrow(/YAML/);
    expect(() => loadCapabilities({ file: join(folder, "none"), checkedFile: null })).toThrow(
      /none/,
    );
  });

  it("patterns", () => {
    expect(matches("gpt-5*", "GPT-5.1")).toBe(true);
    expect(matches("gpt-5.*", "gpt-5-mini")).toBe(false);
    expect(matches("*", "")).toBe(true);
  });

  it("goes down step by step after refusals, and ends", () => {
    const can = of("compatible", "m");
    expect(withoutSetting(can, "structured")?.structured).toEqual(["json", "prompt"]);
    expect(withoutSetting({ ...can, structured: ["prompt"] }, "structured")).toBeNull();
    expect(withoutSetting({ ...can, temperature: false }, "temperature")).toBeNull();
    expect(withoutSetting(can, "maxTokens")?.maxTokensField).toBe("max_completion_tokens");
    expect(withoutSetting({ ...can, maxTokensField: "maxOutputTokens" }, "maxTokens")).toBeNull();
  });
});

describe("requested and sent", () => {
  const can = loadCapabilities({ checkedFile: null }).find({
    adapter: "anthropic",
    model: "claude-sonnet-4-6",
    endpoint: "https://x",
    official: true,
  }).capabilities;
  const parts = [{ type: "text" as const, text: "x" }];

  it("temperature is cut to the most that is taken", () => {
    const sent = settle({ parts, temperature: 1.5, maxTokens: 10 }, can);
    expect(sent.temperature).toBe(1);
    expect(sent.changes).toEqual(["temperature: asked for 1.5, sent 1 (the most the model takes)"]);
  });
  it("a limit that the protocol wants is told", () => {
    const sent = settle({ parts }, can);
    expect(sent.maxTokens).toBe(32_000);
    expect(sent.changes.join()).toContain("max tokens: none asked for, sent 32000");
  });
  it("an unknown effort moves to the nearest", () => {
    expect(settle({ parts, reasoningEffort: "xhigh" }, can).reasoningEffort).toBe("high");
    expect(settle({ parts, reasoningEffort: "minimal" }, can).reasoningEffort).toBe("none");
  });
  it("JSON mode is not asked for where a list is wanted", () => {
    const jsonSchema = { name: "x", schema: { type: "array", items: {} } };
    const down = { ...can, structured: ["json", "prompt"] as const };
    expect(settle({ parts, jsonSchema }, down).structured).toBe("prompt");
  });
  it("Anthropic has no JSON mode: the words are left, and that is told", () => {
    const adapter = createAdapter("anthropic", { env: { ANTHROPIC_API_KEY: "the-key-of-all" } });
    const jsonSchema = { name: "x", schema: { type: "object" } };
    const only = { ...can, structured: ["json"] as const };
    const { body, sent } = adapter.toRequest("m", { parts, jsonSchema, maxTokens: 5 }, only);
    expect(sent.structured).toBe("prompt");
    expect(sent.changes).toEqual([
      "structured output: asked for a schema, sent the prompt's words alone",
    ]);
    expect(body.output_config).toBeUndefined();
  });
  it("pictures above a known limit are named, and sent as they are", () => {
    const data = new Uint8Array(100);
    const image = { type: "image" as const, data, mediaType: "image/png" as const };
    const tight = { ...can, maxImages: 1, maxImageBytes: 120, imageOrder: "hoisted" as const };
    const { changes, images } = settle({ parts: [image, image], maxTokens: 5 }, tight);
    expect(images).toHaveLength(2);
    expect(changes.join("\n")).toContain("2 sent, the model is said to take 1");
    expect(changes.join("\n")).toContain("136 bytes as base64");
    expect(changes.join("\n")).toContain("put them first");
  });
});

describe("what a picture's head says", () => {
  const [width, height] = [37, 21];
  const rgb = new Uint8Array(width * height * 3).fill(90);
  it("PNG, JPEG, WebP", async () => {
    expect(pictureSize(await encodePng(rgb, width, height))).toEqual({ width, height });
    expect(pictureSize(await encodeJpeg(rgb, width, height))).toEqual({ width, height });
    expect(pictureSize(await encodeWebp(rgb, width, height))).toEqual({ width, height });
  });
  it("nothing, where there is none", () => {
    for (const bytes of [
      [],
      [1, 2, 3],
      [0xff, 0xd8, 0xff, 0xff, 0xff],
      [0x89, 0x50, 0x4e, 0x47, 1, 2, 3],
    ])
      expect(pictureSize(Uint8Array.from(bytes))).toEqual({ width: null, height: null });
  });
});

describe("thoughts in a text", () => {
  it.each([
    ["plain", "plain"],
    ["<think>a</think>b", "b"],
    ["\n<thinking>a</thinking>\n\n[1]", "[1]"],
    ["a</think>b", "b"],
    ["<think>never ends", ""],
    ["the word <think> in an answer </think>", "the word <think> in an answer </think>"],
    ["", ""],
  ])("%j is %j", (text, answered) => {
    expect(afterThoughts(text)).toBe(answered);
  });
});

describe("faults", () => {
  it("are sorted by shape, whoever threw them", () => {
    const sdk = Object.assign(new Error("429 slow"), { status: 429, error: { message: "slow" } });
    expect(readFault(sdk)).toMatchObject({
      kind: "reply",
      status: 429,
      body: { error: { message: "slow" } },
    });
    // Google's SDK puts the body into the message
    const api = Object.assign(new Error('{"error":{"code":429,"message":"x"}}'), { status: 429 });
    expect(readFault(api)).toMatchObject({ body: { error: { code: 429 } } });
    const late = Object.assign(new Error("Headers Timeout Error"), {
      code: "UND_ERR_HEADERS_TIMEOUT",
    });
    expect(readFault(new TypeError("fetch failed", { cause: late })).kind).toBe("timeout");
    expect(readFault(new Error("x", { cause: new CancelledError() })).kind).toBe("cancelled");
    expect(readFault(new SyntaxError("Unexpected token")).kind).toBe("no_json");
    expect(readFault("a text").kind).toBe("connection");
    expect(readFault(new UnreadableAnswer("<html>"))).toMatchObject({
      status: 200,
      body: "<html>",
    });
  });

  it("JSON is unpacked out of texts, streams, lists and messages, and not for ever", () => {
    const inner = { error: { code: 503, message: "busy" } };
    expect(unwrap(JSON.stringify(inner))).toEqual(inner);
    expect(unwrap(`event: error\ndata: ${JSON.stringify(inner)}\n\n`)).toEqual(inner);
    expect(unwrap(JSON.stringify([inner]))).toEqual(inner);
    let packed: unknown = inner;
    for (let i = 0; i < 3; i++) packed = { error: { message: JSON.stringify(packed) } };
    expect(unwrap(packed)).toEqual(inner);
    expect(unwrap("{broken")).toBe("{broken");
  });

  it.each([
    [
      "temperature",
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
      "temperature",
      "unsupported_value",
    ],
    ["temperature", "temperature: Extra inputs are not permitted", null, null],
    ["temperature", "`temperature` may only be set to 1 when thinking is enabled", null, null],
    [
      "maxTokens",
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      "max_tokens",
      "unsupported_parameter",
    ],
    [
      "structured",
      "Invalid schema for response_format 'plan': In context=()",
      "response_format",
      null,
    ],
    ["structured", "JSON mode is not enabled for this model", null, null],
    ["reasoningEffort", "Thinking level is not supported for this model.", null, null],
    ["reasoningEffort", "Unrecognized request argument supplied: reasoning_effort", null, null],
    ["seed", "seed is not supported", null, null],
    [
      null,
      "max_tokens is too large: 200000. This model supports at most 128000 completion tokens",
      "max_tokens",
      "invalid_value",
    ],
    [null, "temperature must be between 0 and 2", "temperature", "decimal_above_max_value"],
    [null, "something else is wrong", null, null],
  ])("the refused setting %s: %s", (setting, message, param, code) => {
    expect(refusedSetting({ message, param, code })).toBe(setting);
  });

  it.each([
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    "The provided JSON schema contains features not supported by xgrammar.",
    "The specified schema produces a constraint that has too many states for serving.",
    "output_config.format.schema: For 'object' type, 'additionalProperties' is not supported",
  ])("structured output that is refused in other words: %s", (message) => {
    expect(refusedSetting({ message, param: null, code: null })).toBe("structured");
  });

  it.each([
    "max_tokens: 64000 > 32000, which is the maximum allowed number of output tokens",
    "`max_tokens` must be greater than `thinking.budget_tokens`.",
  ])("a figure that is wrong is no refusal: %s", (message) => {
    expect(refusedSetting({ message, param: "max_tokens", code: null })).toBeNull();
  });

  it("a server that says not to try again is believed", () => {
    const adapter = createAdapter("openai", { env: { OPENAI_API_KEY: "the-key-of-all" } });
    const headers = new Headers({ "x-should-retry": "false" });
    const thrown = new HttpFailure(503, headers, '{"error":{"message":"busy"}}');
    const { error } = adapter.classifyError(thrown, 0);
    expect(error).toMatchObject({ retry: "never", fatal: false, status: 503, message: "busy" });
  });

  it("Google's delays are read with their fraction", () => {
    const detail = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1.5s" };
    const body = {
      error: { code: 429, message: "m", status: "RESOURCE_EXHAUSTED", details: [detail] },
    };
    expect(readGoogleError(body)).toMatchObject({ retryAfterMs: 1500, spent: null });
    expect(readGoogleError({})).toBeNull();
    expect(readGoogleError("text")).toBeNull();
  });
});
