import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { capabilitiesOf, createAdapter } from "../../src/models/adapters.js";
import { loadCapabilities } from "../../src/models/capabilities.js";
import type { ModelPart, ModelRequest } from "../../src/models/types.js";
import { providerServer, SUBJECTS } from "../servers/index.js";

/**
 * What goes over the wire, byte for byte: test/golden/<provider>/<case>.json. A change there is a change of the
 * experiment; after looking at it, write them anew with NORMACT_GOLDEN=write npx vitest run test/models/golden.
 */
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "..", "golden");
const WRITE = process.env.NORMACT_GOLDEN === "write";

/** 3 × 2 pixels, as far as its head says. */
const PNG = Uint8Array.from([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  ...[0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0],
]);
const text = (said: string): ModelPart => ({ type: "text", text: said });
const image: ModelPart = { type: "image", data: PNG, mediaType: "image/png" };
const schema = {
  type: "object",
  properties: { steps: { type: "array", items: { type: "string" } } },
  required: ["steps"],
  additionalProperties: false,
};

const CASES: Record<string, ModelRequest> = {
  text: { parts: [text("hello")] },
  image: { parts: [image] },
  "text-image-text": { parts: [text("before"), image, text("after")] },
  "image-text-image": { parts: [image, text("between"), image] },
  system: { system: "be brief", parts: [text("hello")] },
  schema: { parts: [text("hello")], jsonSchema: { name: "plan", schema } },
  "all-settings": {
    system: "be brief",
    parts: [text("hello"), image],
    temperature: 0,
    maxTokens: 4096,
    seed: 7,
    reasoningEffort: "low",
    jsonSchema: { name: "plan", schema },
  },
};

/** A model of each provider that has to be told how long to think. */
const THINKERS: Record<string, string> = {
  openai: "gpt-5.2",
  google: "gemini-3.1-pro-preview",
  anthropic: "claude-haiku-4-5",
  compatible: "any",
};

describe.each(SUBJECTS)("$name", (subject) => {
  const thinker = { ...subject, model: THINKERS[subject.provider]! };
  const { system, ...settings } = CASES["all-settings"]!;
  const cases: [string, ModelRequest, { model: string }][] = [
    ...Object.entries(CASES).map(([name, request]): [string, ModelRequest, { model: string }] => [
      name,
      request,
      subject,
    ]),
    ["all-settings-thinker", { ...settings, parts: [text("hello")] }, thinker],
  ];

  it.each(cases)("%s", async (name, request, { model }) => {
    await using server = await providerServer();
    const adapter = createAdapter(subject.provider, {
      baseUrl: server.url(subject.provider),
      api: subject.api,
      env: subject.env,
    });
    const table = loadCapabilities({ checkedFile: "/none" });
    const { capabilities } = capabilitiesOf(table, adapter, model);
    const { body, sent } = adapter.toRequest(model, request, capabilities);
    await adapter.call(body, model);
    await adapter.close();
    const seen = server.requests[0]!;
    const { headers } = seen;
    // what the preview shows is what goes out
    expect(seen.body).toEqual(body);
    expect(seen.path).toBe(
      `${new URL(adapter.endpoint).pathname.replace(/\/$/, "")}${adapter.path(model)}`,
    );
    const version = headers["anthropic-version"];
    const wire = {
      method: seen.method,
      path: seen.path,
      ...(version ? { "anthropic-version": version } : {}),
      body: JSON.parse(seen.rawBody),
      sent,
    };
    const file = join(FOLDER, subject.name.replace(" ", "-"), `${name}.json`);
    const written = `${JSON.stringify(wire, null, 2)}\n`;
    if (WRITE) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, written);
    }
    expect(existsSync(file), `${file} is missing`).toBe(true);
    expect(written).toBe(readFileSync(file, "utf8"));
  });
});
