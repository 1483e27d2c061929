import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bank, openBank } from "../../src/rag/bank.js";
import { buildIndex } from "../../src/rag/build.js";
import type { Embedder } from "../../src/rag/embedder.js";
import { normalizeRows } from "../../src/rag/embedder.js";
import { importBank } from "../../src/rag/import.js";
import { fingerprintId, openIndex, readMeta } from "../../src/rag/index-folder.js";
import { normText } from "../../src/rag/record.js";
import { verifyIndex } from "../../src/rag/verify.js";
import { scratch } from "../helpers/cli.js";
import { smallBank } from "./setup.js";

/** An encoder of letter counts: quick, and it counts what it is asked for. */
function letters(change: Partial<Embedder["info"]> = {}): Embedder & { asked: string[] } {
  const asked: string[] = [];
  const dims = 26;
  const passages = async (texts: readonly string[]): Promise<Float32Array> => {
    asked.push(...texts);
    const out = new Float32Array(texts.length * dims);
    texts.forEach((text, row) => {
      for (const c of text.toLowerCase()) {
        const i = c.charCodeAt(0) - 97;
        if (i >= 0 && i < dims) out[row * dims + i]!++;
      }
    });
    return normalizeRows(out, dims);
  };
  return {
    info: {
      model: "letters",
      revision: "1",
      dtype: "fp32",
      pooling: "none",
      normalized: true,
      prefix: "",
      dims,
      ...change,
    },
    batch: 3,
    asked,
    passages,
    query: (text) => passages([text]),
    close: async () => {},
  };
}

/** A bank with a norm that is too long for one chunk. */
function longBank(): Bank {
  const dir = scratch();
  const file = join(dir, "long.jsonl");
  const long = "This sentence is said again and again. ".repeat(60);
  writeFileSync(
    file,
    [{ t: "Be short." }, { t: long }, { t: "Be kind." }].map((r) => JSON.stringify(r)).join("\n"),
  );
  const mapping = {
    schemaVersion: 1 as const,
    name: "long",
    text: "{t}",
    setting: "",
    constraints: "",
    where: {},
    id: "long",
  };
  importBank(file, join(dir, "bank"), { mapping });
  return openBank(join(dir, "bank"));
}

describe("buildIndex", () => {
  it("writes three files that say what they are, and finds each norm by its own text", async () => {
    const out = join(scratch(), "index");
    const bank = smallBank();
    const { meta, embedded } = await buildIndex(bank, letters(), out);
    expect(embedded).toBe(10);
    expect(readdirSync(out).sort()).toEqual(["index.faiss", "meta.json", "records.jsonl"]);
    expect(meta).toMatchObject({ records: 10, chunks: 10, chunkRecords: null });
    expect(meta.id).toBe(fingerprintId(meta.fingerprint));
    const index = await openIndex(out);
    for (let row = 0; row < 10; row++) {
      const query = await letters().query(normText(index.records.get(row)));
      expect(index.vectors.search(query, 1)[0]!.row).toBe(row);
    }
    expect(await verifyIndex(index, letters())).toMatchObject([
      { ok: true },
      { ok: true },
      { ok: true },
    ]);
    index.close();
  });

  it("cuts long norms and knows which chunk is whose", async () => {
    const out = join(scratch(), "index");
    const { meta } = await buildIndex(longBank(), letters(), out);
    expect(meta.records).toBe(3);
    expect(meta.chunks).toBeGreaterThan(4);
    const index = await openIndex(out);
    expect(index.recordOf(0)).toBe(0);
    expect(index.recordOf(2)).toBe(1);
    expect(index.recordOf(meta.chunks - 1)).toBe(2);
    index.close();
  });

  it("goes on where it was stopped, and ends with the same bytes", async () => {
    const dir = scratch();
    const whole = join(dir, "whole");
    const bank = smallBank();
    await buildIndex(bank, letters(), whole);
    const parts = join(dir, "parts");
    const stop = new AbortController();
    const first = letters();
    await expect(
      buildIndex(bank, first, parts, {
        stop: stop.signal,
        onProgress: (done) => {
          if (done >= 6) stop.abort();
        },
      }),
    ).rejects.toMatchObject({
      code: "interrupted",
      exitCode: 130,
      message: expect.stringContaining("6 of 10"),
    });
    expect(existsSync(parts)).toBe(false);
    const second = letters();
    const { embedded } = await buildIndex(bank, second, parts);
    expect(embedded).toBe(4);
    expect(first.asked.length + second.asked.length).toBe(10);
    for (const file of ["index.faiss", "records.jsonl", "meta.json"])
      expect(readFileSync(join(parts, file)).equals(readFileSync(join(whole, file)))).toBe(true);
    // what a build with another encoder left is of no use
    const other = letters({ revision: "2" });
    const third = join(dir, "third");
    cpSync(whole, third, { recursive: true });
    expect((await buildIndex(bank, other, third)).embedded).toBe(10);
  });

  it("leaves folders alone that are no index, and ones that are being built", async () => {
    const dir = scratch();
    writeFileSync(join(dir, "mine.txt"), "mine");
    await expect(buildIndex(smallBank(), letters(), dir)).rejects.toThrow(/is no index/);
    expect(readFileSync(join(dir, "mine.txt"), "utf8")).toBe("mine");
    const out = join(scratch(), "index");
    const slow = letters();
    let begun = (): void => {};
    let go = (): void => {};
    const building = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const waits: Embedder = {
      ...slow,
      passages: async (texts) => {
        begun();
        await held;
        return slow.passages(texts);
      },
    };
    const running = buildIndex(smallBank(), waits, out);
    await building;
    await expect(buildIndex(smallBank(), letters(), out)).rejects.toThrow(
      /another process is building/,
    );
    go();
    await running;
  });
});

describe("openIndex", () => {
  it("refuses what does not fit, and names the fields", async () => {
    const out = join(scratch(), "index");
    const bank = smallBank();
    await buildIndex(bank, letters(), out);
    const refused = (expected: object) => openIndex(out, { expected });
    await expect(refused({ bank: "other" })).rejects.toThrow(
      new RegExp(`bank: the index has "${bank.info.hash}", expected "other"`),
    );
    for (const [field, value] of Object.entries({
      model: "bge",
      revision: "2",
      dtype: "q8",
      pooling: "mean",
      prefix: "Represent this",
      dims: 768,
    }))
      await expect(refused({ embedder: letters({ [field]: value }).info })).rejects.toThrow(
        `embedder.${field}: the index has`,
      );
    const file = join(out, "meta.json");
    const meta = JSON.parse(readFileSync(file, "utf8"));
    for (const field of ["template", "chunking", "builder"]) {
      const fingerprint = { ...meta.fingerprint, [field]: 99 };
      writeFileSync(file, JSON.stringify({ ...meta, fingerprint }));
      await expect(openIndex(out)).rejects.toThrow(`${field}: the index has 99`);
    }
  });

  it("names damaged and missing files", async () => {
    const out = join(scratch(), "index");
    await buildIndex(smallBank(), letters(), out);
    const file = join(out, "meta.json");
    const good = readFileSync(file, "utf8");
    writeFileSync(file, "{");
    expect(() => readMeta(out)).toThrow(/no JSON/);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(good), chunks: 11 }));
    await expect(openIndex(out)).rejects.toThrow(/10 rows of 26.*says 11 of 26/);
    writeFileSync(file, good);
    const vectors = readFileSync(join(out, "index.faiss"));
    vectors[200]! ^= 0xff;
    writeFileSync(join(out, "index.faiss"), vectors);
    const index = await openIndex(out);
    expect((await verifyIndex(index, letters()))[0]).toMatchObject({ ok: false });
    index.close();
    writeFileSync(join(out, "records.jsonl"), "{}\n");
    await expect(openIndex(out)).rejects.toThrow(/1 lines instead of 10/);
    await expect(openIndex(scratch())).rejects.toThrow(/holds no index.*rag build/);
  });
});
