import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { costOf } from "../../src/models/cost.js";
import { estimateTokens, imageTokens } from "../../src/models/cost-estimate.js";
import { addUsage, Ledger } from "../../src/models/cost-ledger.js";
import { loadPrices, priceOf } from "../../src/models/prices.js";
import { NO_USAGE } from "../../src/models/types.js";
import { root, scratch } from "../helpers/cli.js";

const usage = (input: number, output: number, cachedInput: number | null = null) => ({
  ...{ input, output, cachedInput },
  reasoning: null,
});
const OPENAI = "https://api.openai.com/v1";
const prices = loadPrices();

describe("the price table", () => {
  it("dates every entry and says where it comes from, once a model", () => {
    const table = parse(readFileSync(join(root, "src/models/prices.yaml"), "utf8"));
    const names = table.prices.map((p: { model: string }) => p.model);
    expect(new Set(names).size).toBe(names.length);
    for (const price of table.prices) {
      expect(price.as_of).toMatch(/^2026-\d\d-\d\d$/);
      expect(Object.keys(table.sources)).toContain(price.source);
      expect(price.output).toBeGreaterThan(price.input);
      if (price.cachedInput !== undefined) expect(price.cachedInput).toBeLessThan(price.input);
    }
    for (const provider of ["openai", "google", "anthropic"])
      expect(names.filter((n: string) => n.startsWith(`${provider}/`)).length).toBeGreaterThan(5);
  });

  it("knows dated releases of a model, and takes no relative for it", () => {
    for (const name of ["gpt-5.4", "gpt-5.4-2026-03-05", "gpt-5.4-latest"])
      expect(priceOf(prices, `openai/${name}`)?.model).toBe("openai/gpt-5.4");
    expect(priceOf(prices, "openai/gpt-5.4-mini")?.input).toBe(0.75);
    expect(priceOf(prices, "anthropic/claude-sonnet-4-5-20250929")?.input).toBe(3);
    expect(priceOf(prices, "google/gemini-2.5-flash-preview-09-2025")).toBeNull();
    expect(priceOf(prices, "openai/gpt-5.4-turbo")).toBeNull();
    expect(priceOf(prices, "openai/gpt-5x4")).toBeNull();
  });

  it("holds at the provider's own address only", () => {
    expect(priceOf(prices, "openai/gpt-5.4", OPENAI)).not.toBeNull();
    expect(priceOf(prices, "openai/gpt-5.4", "http://localhost:8000/v1")).toBeNull();
    expect(priceOf(prices, "openai/gpt-5.4", "https://api.openai.com.evil.example/v1")).toBeNull();
  });
});

describe("what a call cost", () => {
  it("prices input, cached input and output", () => {
    // 1M new input at 2.5, 1M cached at 0.25, 1M output at 15 (below the long-context threshold per million)
    expect(costOf(prices, "openai/gpt-5.4", usage(200_000, 1_000_000, 100_000))).toBeCloseTo(
      0.25 + 0.025 + 15,
      10,
    );
    expect(costOf(prices, "openai/gpt-5.4", usage(0, 0))).toBe(0);
  });

  it("a long request has its own price, all of its tokens included", () => {
    expect(costOf(prices, "google/gemini-2.5-pro", usage(200_000, 0))).toBeCloseTo(0.25, 10);
    expect(costOf(prices, "google/gemini-2.5-pro", usage(200_001, 0))).toBeCloseTo(0.5000025, 10);
  });

  it("without a figure for cached input it is priced like other input", () => {
    expect(costOf(prices, "openai/gpt-5-nano", usage(1_000_000, 0, 1_000_000))).toBeCloseTo(0.05);
  });

  it("is unknown, not zero, without a price or without counts", () => {
    expect(costOf(prices, "openai/some-model", usage(1, 1))).toBeNull();
    expect(costOf(prices, "compatible/llava", usage(1, 1))).toBeNull();
    expect(costOf(prices, "openai/gpt-5.4", NO_USAGE)).toBeNull();
    expect(costOf(prices, "openai/gpt-5.4", { ...usage(1, 1), output: null })).toBeNull();
    expect(costOf(prices, "openai/gpt-5.4", usage(1, 1), "http://localhost:1/v1")).toBeNull();
  });
});

describe("--prices FILE", () => {
  const file = (text: string) => {
    const path = join(scratch(), "prices.yaml");
    writeFileSync(path, text);
    return path;
  };
  const entry = (model: string, input: number) =>
    `  - { model: "${model}", as_of: "2026-11-01", input: ${input}, output: 9 }\n`;

  it("comes before the built-in table, at any address, and knows stars", () => {
    const own = loadPrices(
      file(
        `schemaVersion: 1\nprices:\n${entry("openai/gpt-5.4", 7)}${entry("compatible/*", 0)}${entry("compatible/big-*", 1)}`,
      ),
    );
    expect(priceOf(own, "openai/gpt-5.4", "http://localhost:8000/v1")?.input).toBe(7);
    expect(priceOf(own, "openai/gpt-5.4", OPENAI)?.input).toBe(7);
    expect(priceOf(own, "openai/gpt-5.4-mini", OPENAI)?.input).toBe(0.75);
    expect(priceOf(own, "compatible/llava", "http://localhost:8000/v1")?.input).toBe(0);
    expect(priceOf(own, "compatible/big-llava", "http://localhost:8000/v1")?.input).toBe(1);
  });

  it("a broken one is refused with its name and the place", () => {
    const bad = (text: string, what: RegExp) => expect(() => loadPrices(file(text))).toThrow(what);
    bad("prices: [", /prices\.yaml is no YAML/);
    bad("prices: []", /prices\.yaml is no price table at schemaVersion/);
    bad(`schemaVersion: 1\nprices:\n${entry("gpt-5.4", 1)}`, /at prices\.0\.model/);
    bad(`schemaVersion: 1\nprices:\n${entry("openai/a", -1)}`, /at prices\.0\.input/);
    bad(`schemaVersion: 1\nprices:\n  - { model: a/b, input: 1, output: 2 }`, /as_of/);
    bad("", /no price table/);
    expect(() => loadPrices("/nowhere/p.yaml")).toThrow(/\/nowhere\/p\.yaml.*no such file/);
  });
});

describe("token estimates", () => {
  // measured sizes of one picture, text taken off
  it.each([
    ["anthropic/claude-opus-5-5", 512, 512, 361],
    ["anthropic/claude-opus-5-5", 1024, 1024, 1369],
    ["anthropic/claude-opus-5-5", 1920, 1080, 2691],
    ["anthropic/claude-haiku-4-5", 1920, 1080, 1568],
    ["openai/gpt-5.5", 512, 512, 308],
    ["openai/gpt-6-astra", 1920, 1080, 2448],
    // 2048 × 4096 is brought to 768 × 1536: two by three tiles
    ["openai/gpt-4o", 2048, 4096, 85 + 6 * 170],
    ["openai/gpt-4o", 512, 512, 255],
    ["openai/gpt-5", 512, 512, 210],
    ["openai/gpt-5-mini", 1024, 1024, 1659],
    ["google/gemini-2.5-pro", 384, 384, 258],
    ["google/gemini-2.5-pro", 1536, 768, 516],
    ["google/gemini-3.1-pro-preview", 1536, 768, 1120],
    ["compatible/qwen", 280, 280, 100],
  ])("%s counts %d × %d as %d", (name, width, height, tokens) =>
    expect(imageTokens(name, { width, height })).toBe(tokens),
  );

  it("adds text, schema and pictures; output is the limit that is set", () => {
    const image = { sha256: "", mediaType: "image/png", bytes: 1, width: 512, height: 512 };
    const parts = [{ type: "text" as const, text: "x".repeat(400) }];
    const plain = estimateTokens({ parts }, "openai/gpt-5.5", []);
    const full = estimateTokens(
      { parts, system: "y".repeat(40), maxTokens: 77, jsonSchema: { name: "a", schema: { a: 1 } } },
      "openai/gpt-5.5",
      [image, { ...image, width: null }],
    );
    expect(plain.input).toBeGreaterThanOrEqual(100);
    expect(full.input - plain.input).toBe(10 + 2 + 308 + 1000);
    expect(full.output).toBe(77);
  });
});

describe("the books", () => {
  it("sum by model and in all; what is unknown stays unknown", () => {
    const books = new Ledger();
    expect(books.spent()).toMatchObject({ calls: 0, cost: null, usage: NO_USAGE });
    const call = { priced: true, answered: true, waitedMs: 5 };
    books.book("openai/a", { ...call, usage: usage(10, 1, 4), cost: 0.5 });
    books.book("openai/a", { ...call, usage: NO_USAGE, cost: null });
    books.book("compatible/b", { ...call, usage: usage(5, 2), cost: null, priced: false });
    books.book("compatible/b", {
      ...{ priced: false, answered: false, waitedMs: 0, usage: NO_USAGE, cost: null },
    });
    books.hit("openai/a");
    expect(books.spent()).toEqual({
      calls: 4,
      cacheHits: 1,
      usage: { input: 15, cachedInput: 4, output: 3, reasoning: null },
      cost: 0.5,
      uncosted: 2,
      waitedMs: 15,
      unpriced: ["compatible/b"],
      byModel: {
        "openai/a": {
          ...{ calls: 2, cacheHits: 1, cost: 0.5, uncosted: 1, waitedMs: 10 },
          usage: { input: 10, cachedInput: 4, output: 1, reasoning: null },
        },
        "compatible/b": {
          ...{ calls: 2, cacheHits: 0, cost: null, uncosted: 1, waitedMs: 5 },
          usage: { input: 5, cachedInput: null, output: 2, reasoning: null },
        },
      },
    });
    expect(addUsage(NO_USAGE, NO_USAGE)).toEqual(NO_USAGE);
  });
});
