import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decode } from "../../src/images/index.js";
import { capabilitiesOf, createAdapter } from "../../src/models/adapters.js";
import { listChecked, loadCapabilities, storeChecked } from "../../src/models/capabilities.js";
import { type CheckReport, checkModel } from "../../src/models/check.js";
import { judgeOrder, readColours, readOrder } from "../../src/models/check-probes.js";
import * as fake from "../servers/index.js";

interface Nature {
  /** puts pictures before the text, as some servers do */
  hoists?: boolean;
  /** refuses these fields */
  refuses?: string[];
  /** takes a schema and does not keep it */
  ignoresSchema?: boolean;
  blind?: boolean;
  maxImages?: number;
  guesses?: boolean;
}

/** A model that looks at the pictures it is sent, behind a server of a given nature. */
function seer(nature: Nature): fake.Scenario {
  const look = fake.respond(async (call) => {
    const parts = nature.hoists
      ? [
          ...call.parts.filter((p) => p.type === "image"),
          ...call.parts.filter((p) => p.type === "text"),
        ]
      : call.parts;
    const asked = parts.map((p) => (p.type === "text" ? p.text : "")).join("\n");
    if (asked.includes("JSON")) return colours(call, asked, nature);
    if (!asked.includes("kiwi")) return "ready";
    if (nature.guesses) return "kiwi, blue, red";
    const words = await Promise.all(
      parts
        .filter((p) => p.type === "image" || p.text.includes("KIWI"))
        .map(async (p) => (p.type === "text" ? "kiwi" : (await halves(p.base64))[0])),
    );
    return words.join(", ");
  });
  return fake.refusing(
    nature.refuses ?? [],
    fake.choose((call) => {
      const images = call.parts.filter((p) => p.type === "image").length;
      const said = `At most ${nature.maxImages} image(s) may be provided in one request.`;
      if (images > (nature.maxImages ?? 99)) return fake.failure({ status: 400, message: said });
      return look;
    }),
  );
}

async function colours(call: fake.SeenRequest, asked: string, nature: Nature): Promise<string> {
  const picture = call.parts.find((p) => p.type === "image");
  const [left, right] = nature.blind || !picture ? ["green", "none"] : await halves(picture.base64);
  const schema = JSON.stringify(call.body).includes('"leftHalfColour":{');
  const keys = asked.includes("leftHalfColour") || (schema && !nature.ignoresSchema);
  return JSON.stringify(keys ? { leftHalfColour: left, rightHalfColour: right } : { left, right });
}

async function halves(base64: string): Promise<[string, string]> {
  const { data, width, channels } = await decode(Buffer.from(base64, "base64"));
  const name = (x: number) => (data[x * channels]! > 128 ? "red" : "blue");
  return [name(0), name(width - 1)];
}

async function check(
  script: fake.Script,
  subject = fake.SUBJECTS[4]!,
): Promise<{ report: CheckReport; requests: fake.SeenRequest[] }> {
  await using server = await fake.providerServer(script);
  const adapter = createAdapter(subject.provider, {
    baseUrl: server.url(subject.provider),
    api: subject.api,
    env: subject.env,
  });
  const { capabilities } = capabilitiesOf(
    loadCapabilities({ checkedFile: null }),
    adapter,
    subject.model,
  );
  const hooks = { sleep: async () => {} };
  const report = await checkModel(adapter, subject.model, capabilities, { hooks });
  await adapter.close();
  expect(report.calls).toBe(server.requests.length);
  return { report, requests: server.requests };
}

describe("a check of a model", () => {
  it.each(fake.SUBJECTS)("$name: all is well, nothing differs", async (subject) => {
    const { report } = await check(seer({}), subject);
    expect(report).toMatchObject({
      error: null,
      servedModel: subject.model,
      temperature: "taken",
      structured: "schema",
      structuredRefused: [],
      sees: true,
      order: "kept",
      countsTokens: true,
      overrides: {},
    });
    const thinks = subject.provider === "google" || subject.provider === "anthropic";
    expect(report.reasoningEffort).toBe(thinks ? "taken" : "not tried");
    expect(report.calls).toBe(thinks ? 7 : 6);
  });

  it("finds a server that puts pictures first", async () => {
    const { report } = await check(seer({ hoists: true }));
    expect(report).toMatchObject({ order: "hoisted", sees: true });
    expect(report.overrides).toEqual({ imageOrder: "hoisted" });
  });

  it("finds what is refused: temperature, seed, schema", async () => {
    const { report } = await check(seer({ refuses: ["temperature", "seed", "json_schema"] }));
    expect(report).toMatchObject({
      temperature: "refused",
      seed: "refused",
      structured: "json",
      structuredRefused: ["schema"],
    });
    expect(report.overrides).toEqual({
      temperature: false,
      seed: false,
      structured: ["json", "prompt"],
    });
  });

  it("finds that max_tokens has another name", async () => {
    const { report } = await check(seer({ refuses: ["max_tokens"] }));
    expect(report.overrides).toEqual({ maxTokensField: "max_completion_tokens" });
  });

  it("finds that every form of structured output is refused", async () => {
    const { report } = await check(seer({ refuses: ["response_format"] }));
    expect(report.structured).toBe("prompt");
    expect(report.overrides).toEqual({ structured: ["prompt"] });
  });

  it("finds a schema that is taken and not kept", async () => {
    const { report } = await check(seer({ ignoresSchema: true }));
    expect(report).toMatchObject({ structured: "json", structuredRefused: ["schema"], sees: true });
  });

  it("finds a model that does not see, and one that refuses pictures", async () => {
    const blind = await check(seer({ blind: true }));
    expect(blind.report).toMatchObject({ sees: false, colours: "green left, none right" });
    const refused = await check(
      fake.choose((call) =>
        call.parts.some((p) => p.type === "image")
          ? fake.failure({ status: 400, message: "This model does not support image input." })
          : seer({}),
      ),
    );
    expect(refused.report).toMatchObject({ sees: null, order: "not tried", structured: "schema" });
    expect(refused.report.overrides).toEqual({ images: false });
  });

  it("finds that one picture is all that is taken", async () => {
    const { report } = await check(seer({ maxImages: 1 }));
    expect(report).toMatchObject({ order: "not tried", maxImages: 1, sees: true });
    expect(report.overrides).toEqual({ maxImages: 1 });
  });

  it("says that no way of asking brings JSON, and keeps no way as one that works", async () => {
    const { report } = await check(fake.answer("I see colours."));
    expect(report).toMatchObject({
      ...{ structured: null, jsonAnswers: false, sees: null },
      structuredRefused: ["schema", "json", "prompt"],
      overrides: { jsonAnswers: false },
    });
    const both = await check(fake.refusing(["response_format"], fake.answer("I see colours.")));
    expect(both.report.overrides).toEqual({ jsonAnswers: false, structured: ["prompt"] });
  });

  it("does not take a guess for an order", async () => {
    expect((await check(seer({ guesses: true }))).report.order).toBe("unclear");
  });

  it("stops when there is nobody to ask", async () => {
    const { report, requests } = await check(fake.wrongKey());
    expect(report.error).toMatchObject({ status: 401, fatal: true });
    expect(report).toMatchObject({ sees: null, structured: null, overrides: {} });
    expect(requests).toHaveLength(1);
  });

  it("bears a passing fault", async () => {
    const { report } = await check([
      fake.overloaded,
      fake.rateLimited({ "retry-after": "0" }),
      seer({}),
    ]);
    expect(report).toMatchObject({ error: null, order: "kept" });
    expect(report.calls).toBe(8);
  });
});

describe("what is read from answers", () => {
  it("colours", () => {
    expect(readColours('```json\n{"left": "Red", "right": "blue"}\n```')).toEqual({
      keys: false,
      left: "red",
      right: "blue",
    });
    expect(readColours("red and blue")).toBeNull();
    expect(readColours("{broken}")).toBeNull();
    expect(readColours('{"leftHalfColour":1,"rightHalfColour":"x"}')).toMatchObject({
      keys: true,
      left: null,
    });
  });

  it("order", () => {
    expect(readOrder("I think: red, kiwi, blue; so **Red, Kiwi, Blue**.")).toEqual([
      "red",
      "kiwi",
      "blue",
    ]);
    expect(readOrder("red, red, blue")).toBeNull();
    expect(judgeOrder(["red", "kiwi", "blue"], ["blue", "kiwi", "red"])).toBe("kept");
    expect(judgeOrder(["red", "blue", "kiwi"], ["blue", "red", "kiwi"])).toBe("hoisted");
    expect(judgeOrder(["red", "kiwi", "blue"], ["red", "kiwi", "blue"])).toBe("unclear");
    expect(judgeOrder(null, null)).toBe("unclear");
  });
});

describe("what is kept of a check", () => {
  const file = join(mkdtempSync(join(tmpdir(), "normact-checked-")), "capabilities.json");
  const subject = { adapter: "compatible", model: "m/x-7b", endpoint: "http://localhost:8000/v1" };
  const find = (more = {}) =>
    loadCapabilities({ checkedFile: file }).find({ ...subject, official: false, ...more });

  it("holds for that model at that address, and is replaced by the next", () => {
    storeChecked(subject, { temperature: false, structured: ["prompt"] }, file);
    expect(find()).toMatchObject({
      capabilities: { temperature: false, structured: ["prompt"], seed: true },
      overrides: { temperature: false, structured: ["prompt"] },
    });
    expect(find({ model: "m/other" }).overrides).toEqual({});
    expect(find({ endpoint: "http://localhost:9000/v1" }).overrides).toEqual({});
    storeChecked(subject, { seed: false }, file);
    expect(find().overrides).toEqual({ seed: false });
    expect(listChecked(file)).toEqual([{ ...subject, found: { seed: false } }]);
    storeChecked(subject, {}, file);
    expect(listChecked(file)).toEqual([]);
  });
});
