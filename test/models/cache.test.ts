import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/core/hash.js";
import { AnswerCache, type CacheEntry, modelFolder } from "../../src/models/cache.js";
import { clearCache, listCache } from "../../src/models/cache-folder.js";
import { cacheKey, type KeyParts, withPicturesByHash } from "../../src/models/cache-key.js";
import { NO_USAGE } from "../../src/models/types.js";
import { root, scratch } from "../helpers/cli.js";

const entry = (key: string, name = "openai/gpt-5.4", text = "[]"): CacheEntry => ({
  schemaVersion: 1,
  key: sha256(key),
  stored: "2026-11-05T12:00:00.000Z",
  name,
  endpoint: "https://api.openai.com/v1",
  answer: {
    ...{ text, outcome: "ok", usage: NO_USAGE, raw: { id: "x" }, model: "gpt-5.4", latencyMs: 12 },
  },
});

const files = (folder: string): string[] =>
  existsSync(folder)
    ? (readdirSync(folder, { recursive: true }) as string[]).filter((f) =>
        statSync(join(folder, f)).isFile(),
      )
    : [];

describe("the key", () => {
  const png = (n: number) => ({
    type: "image" as const,
    data: Uint8Array.of(n),
    mediaType: "image/png" as const,
  });
  const text = (t: string) => ({ type: "text" as const, text: t });
  const base: KeyParts = {
    ...{ provider: "openai", api: "openai-chat", baseUrl: "https://a/v1", model: "m" },
    ...{ structured: "auto", body: { messages: [1, 2] } },
    request: { parts: [text("x")], temperature: 0, seed: 1 },
  };
  const key = (change: Partial<KeyParts>) => cacheKey({ ...base, ...change });

  it("changes with everything that shapes an answer, and with nothing else", () => {
    const { request } = base;
    const keys = [
      key({}),
      key({ provider: "compatible" }),
      key({ api: "openai-responses" }),
      key({ baseUrl: "https://b/v1" }),
      key({ model: "n" }),
      key({ structured: "json" }),
      key({ body: { messages: [2, 1] } }),
      key({ request: { ...request, epoch: 1 } }),
      key({ request: { ...request, temperature: 1 } }),
      key({ request: { ...request, seed: 2 } }),
      key({ request: { ...request, maxTokens: 5 } }),
      key({ request: { ...request, reasoningEffort: "low" } }),
      key({ request: { ...request, jsonSchema: { name: "a", schema: {} } } }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(key({ request: { ...request, epoch: 0 } })).toBe(keys[0]);
    expect(key({ request: { ...request, signal: new AbortController().signal } })).toBe(keys[0]);
    expect(cacheKey({ ...base, body: { messages: [1, 2] } })).toBe(keys[0]);
  });

  it("pictures stand as the 32 bytes of their hash, in their places", () => {
    const request = { parts: [png(1), text("a"), png(2), png(1)] };
    const { parts } = withPicturesByHash(request);
    const hashes = parts.map((p) =>
      p.type === "image" ? Buffer.from(p.data).toString("hex") : p.text,
    );
    const [one, two] = [Uint8Array.of(1), Uint8Array.of(2)].map((d) => sha256(d));
    expect(hashes).toEqual([one, "a", two, one]);
    expect(request.parts[0]).toMatchObject({ data: Uint8Array.of(1) });
  });
});

describe("answers on disk", () => {
  it("come back as they were stored, under the model's folder", async () => {
    const folder = scratch();
    const cache = new AnswerCache(folder);
    expect(cache.read("openai/gpt-5.4", sha256("k"))).toBeNull();
    await cache.write(entry("k", undefined, 'ünïcode "\n'));
    await cache.flush();
    expect(cache.read("openai/gpt-5.4", sha256("k"))).toEqual(entry("k", undefined, 'ünïcode "\n'));
    const key = sha256("k");
    expect(files(folder)).toEqual([join("openai%2Fgpt-5.4", key.slice(0, 1), `${key}.json`)]);
  });

  it("any name makes one folder below the cache's", () => {
    for (const name of [
      "a/b",
      "a/../..",
      "a/\ud800",
      "..",
      ".",
      "",
      "a/*?:\\\0",
      `a/${"é".repeat(900)}`,
    ])
      expect(modelFolder(name), name).toMatch(/^(?!\.+$)[\w%.!~'()-]{1,200}$/);
  });

  it("a corrupted, foreign or older entry is none, and is written anew", async () => {
    const folder = scratch();
    const cache = new AnswerCache(folder);
    const key = sha256("k");
    const file = join(folder, modelFolder("openai/gpt-5.4"), key.slice(0, 1), `${key}.json`);
    mkdirSync(join(file, ".."), { recursive: true });
    const good = JSON.stringify(entry("k"));
    for (const bad of [
      "",
      good.slice(0, -20),
      "null",
      "[]",
      JSON.stringify({ ...entry("k"), schemaVersion: 0 }),
      JSON.stringify(entry("another")),
      JSON.stringify({ ...entry("k"), name: "openai/other" }),
      JSON.stringify({
        ...entry("k"),
        answer: { ...entry("k").answer, outcome: "provider_error" },
      }),
    ]) {
      writeFileSync(file, bad);
      expect(cache.read("openai/gpt-5.4", key), bad).toBeNull();
    }
    await cache.write(entry("k"));
    await cache.flush();
    expect(cache.read("openai/gpt-5.4", key)).not.toBeNull();
  });

  it("many processes may share a folder: no entry is ever read torn", async () => {
    const folder = scratch();
    const script = `
      import { AnswerCache } from ${JSON.stringify(join(root, "dist/models/cache.js"))};
      const cache = new AnswerCache(${JSON.stringify(folder)});
      const key = "ab".repeat(32);
      let read = 0;
      for (let i = 0; i < 150; i++) {
        await cache.write({ schemaVersion: 1, key, stored: "", name: "a/b", endpoint: "", answer: {
          text: String(process.pid).repeat(4000), outcome: "ok", raw: null, model: "b", latencyMs: 1,
          usage: { input: null, cachedInput: null, output: null, reasoning: null } } });
        if (i % 10 === 0) { await cache.flush(); if (!cache.read("a/b", key)) throw new Error("torn"); read++; }
      }
      await cache.flush();
      console.log(read);`;
    const runs = [1, 2, 3].map(
      () =>
        new Promise<number | null>((resolve) => {
          const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
            stdio: ["ignore", "ignore", "inherit"],
          });
          child.on("close", resolve);
        }),
    );
    expect(await Promise.all(runs)).toEqual([0, 0, 0]);
    expect(files(folder).filter((f) => f.endsWith(".part"))).toEqual([]);
    expect(files(folder)).toHaveLength(1);
  });

  it("a folder that cannot be written is said once, and answers go on", async () => {
    const warnings: string[] = [];
    const file = join(scratch(), "file");
    writeFileSync(file, "");
    const cache = new AnswerCache(join(file, "answers"), (text) => warnings.push(text));
    for (const k of ["a", "b", "c"]) await cache.write(entry(k));
    await cache.flush();
    await cache.write(entry("d"));
    await cache.flush();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/not cached.*part of the path is a file.*NORMACT_CACHE/);
    expect(cache.read("openai/gpt-5.4", sha256("a"))).toBeNull();
  });

  it("a folder cleared by somebody else is made anew", async () => {
    const folder = scratch();
    const warnings: string[] = [];
    const cache = new AnswerCache(folder, (text) => warnings.push(text));
    await cache.write(entry("k"));
    await cache.flush();
    expect(clearCache({}, folder).answers).toBe(1);
    for (let i = 0; i < 2; i++) {
      await cache.write(entry("k"));
      await cache.flush();
    }
    expect(cache.read("openai/gpt-5.4", sha256("k"))).not.toBeNull();
    expect(warnings).toEqual([]);
  });
});

describe("listing and clearing", () => {
  async function filled(): Promise<string> {
    const folder = scratch();
    const cache = new AnswerCache(folder);
    for (let i = 0; i < 5; i++) await cache.write(entry(`a${i}`));
    for (let i = 0; i < 3; i++)
      await cache.write(entry(`b${i}`, "compatible/org/llava:7b", "x".repeat(9000)));
    await cache.flush();
    return folder;
  }

  it("counts answers and bytes by model, most bytes first", async () => {
    const folder = await filled();
    const models = listCache(folder);
    expect(models.map((m) => [m.name, m.answers])).toEqual([
      ["compatible/org/llava:7b", 3],
      ["openai/gpt-5.4", 5],
    ]);
    const bytes = files(folder).reduce((sum, f) => sum + statSync(join(folder, f)).size, 0);
    expect(models[0]!.bytes + models[1]!.bytes).toBe(bytes);
    expect(Date.parse(models[0]!.newest)).toBeGreaterThan(Date.now() - 60_000);
    expect(listCache(join(folder, "none"))).toEqual([]);
  });

  it("removes by model and by age, and empty folders with them", async () => {
    const folder = await filled();
    const old = files(folder).find((f) => f.startsWith("openai"))!;
    const past = new Date(Date.now() - 40 * 86_400_000);
    utimesSync(join(folder, old), past, past);
    expect(clearCache({ before: Date.now() - 30 * 86_400_000 }, folder).answers).toBe(1);
    expect(clearCache({ models: ["compatible/org/llava:7b"] }, folder).answers).toBe(3);
    expect(listCache(folder).map((m) => m.answers)).toEqual([4]);
    expect(clearCache({}, folder).answers).toBe(4);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves alone what is none of its own, follows no link, and sweeps up half-written files", async () => {
    const folder = await filled();
    const outside = scratch();
    writeFileSync(join(outside, `${sha256("x")}.json`), "mine");
    const model = join(folder, modelFolder("openai/gpt-5.4"));
    const free = [..."0123456789abcdef"].find((d) => !existsSync(join(model, d)))!;
    symlinkSync(outside, join(model, free));
    symlinkSync(outside, join(folder, "linked"));
    mkdirSync(join(folder, "notes"));
    writeFileSync(join(folder, "notes", "a.txt"), "mine");
    writeFileSync(join(model, "readme.txt"), "mine");
    const shard = readdirSync(model).find((d) => /^[0-9a-f]$/.test(d) && d !== free)!;
    writeFileSync(join(model, shard, `${sha256("y")}.json.12-3.part`), "half");
    expect(clearCache({}, folder).answers).toBe(8);
    expect(readFileSync(join(outside, `${sha256("x")}.json`), "utf8")).toBe("mine");
    expect(files(folder).sort()).toContain(join("notes", "a.txt"));
    expect(existsSync(join(model, "readme.txt"))).toBe(true);
    expect(files(folder).filter((f) => f.endsWith(".part"))).toEqual([]);
  });

  it("a folder that cannot be read is an error that names it", async () => {
    const folder = await filled();
    if (process.getuid?.() === 0) {
      // root reads everything: a file in the folder's place is refused to root, too
      writeFileSync(join(folder, "plain"), "");
      expect(() => listCache(join(folder, "plain"))).toThrow(/plain.*not a folder/);
      return;
    }
    chmodSync(folder, 0);
    expect(() => listCache(folder)).toThrow(/no permission/);
    chmodSync(folder, 0o755);
  });
});
