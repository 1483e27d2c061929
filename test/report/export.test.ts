import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { tidyColumns, tidyCsv, tidyParquet } from "../../src/report/export/tidy.js";
import { writeInspect } from "../../src/report/export/write-inspect.js";
import { crc32 } from "../../src/report/export/zip.js";
import { scratch } from "../helpers/cli.js";
import { dataset, makeRun, sample } from "./made.js";

const some = dataset.specs.filter((_, i) => i % 50 === 0);

const run = () =>
  makeRun(scratch(), { model: "openai/made", temperature: 0.5 }, some, (s, i) => {
    const made = sample(s, i % 2 ? "both" : "goal_only");
    const turn = {
      ...made.turns[0]!,
      usage: { input: 100, cachedInput: 5, output: 10, reasoning: null },
    };
    if (i !== 3) return { ...made, turns: [turn] };
    const failed = {
      ...turn,
      outcome: "provider_error" as const,
      raw: null,
      plan: null,
      error: "down: now",
    };
    return { ...made, outcome: "provider_error", turns: [failed] };
  });

/** Files of a ZIP by its directory, unpacked and checked. */
function unzip(file: string): Map<string, string> {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const out = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const packed = bytes.readUInt32LE(at + 20);
    const length = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + length;
    const data = inflateRawSync(bytes.subarray(start, start + packed));
    expect(crc32(data)).toBe(bytes.readUInt32LE(at + 16));
    expect(data.length).toBe(bytes.readUInt32LE(at + 24));
    out.set(bytes.toString("utf8", at + 46, at + 46 + length), data.toString("utf8"));
    at += 46 + length;
  }
  return out;
}

describe("the tidy table", () => {
  it("has one row a sample, empty where there is no verdict", () => {
    const lines = tidyCsv(tidyColumns(run())).trimEnd().split("\n");
    expect(lines).toHaveLength(12);
    const head = lines[0]!.split(",");
    const row = (i: number) =>
      Object.fromEntries(lines[i + 1]!.split(",").map((v, k) => [head[k], v]));
    expect(row(1)).toMatchObject({
      scored: "true",
      goal: "true",
      success: "true",
      inputTokens: "100",
    });
    expect(row(3)).toMatchObject({
      scored: "false",
      goal: "",
      success: "",
      outcome: "provider_error",
    });
  });

  it("is the same table as Parquet", async () => {
    const columns = tidyColumns(run());
    const bytes = await tidyParquet(columns);
    // the reader that comes with the writer
    const reader = createRequire(import.meta.url).resolve("hyparquet");
    const { parquetReadObjects } = await import(reader);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const rows: Record<string, unknown>[] = await parquetReadObjects({ file });
    expect(rows).toHaveLength(11);
    for (const { name, values } of columns)
      expect(
        rows.map((r) => r[name] ?? null),
        name,
      ).toEqual(values);
  });
});

describe("the Inspect log", () => {
  it("has the same content as one JSON and as a ZIP of samples", () => {
    const store = run();
    const dir = scratch();
    expect(writeInspect(store, join(dir, "a.json"))).toBe(11);
    expect(writeInspect(store, join(dir, "a.eval"))).toBe(11);
    const log = JSON.parse(readFileSync(join(dir, "a.json"), "utf8"));
    const files = unzip(join(dir, "a.eval"));
    const { samples, ...head } = log;
    expect(JSON.parse(files.get("header.json")!)).toEqual(head);
    expect(samples).toHaveLength(11);
    for (const s of samples)
      expect(JSON.parse(files.get(`samples/${s.id}_epoch_1.json`)!)).toEqual(s);
    expect(JSON.parse(files.get("summaries.json")!)).toHaveLength(11);
    expect(JSON.parse(files.get("_journal/start.json")!).eval).toEqual(head.eval);
  });

  it("scores what was scored, and keeps an error an error", () => {
    const file = join(scratch(), "a.json");
    writeInspect(run(), file);
    const { results, samples, eval: spec, status } = JSON.parse(readFileSync(file, "utf8"));
    expect(status).toBe("success");
    expect(spec).toMatchObject({
      task: "normact/none",
      model: "openai/made",
      model_generate_config: { temperature: 0.5 },
    });
    expect(results.scores[2]).toMatchObject({
      name: "task_success",
      scored_samples: 10,
      unscored_samples: 1,
    });
    expect(results.scores[2].metrics.accuracy.value).toBeCloseTo(0.4, 12);
    expect(samples[1].scores.task_success.value).toBe("C");
    expect(samples[3].scores).toEqual({});
    expect(samples[3].error.message).toBe("provider_error: down: now");
    expect(samples[1].model_usage["openai/made"]).toMatchObject({
      input_tokens: 100,
      total_tokens: 110,
    });
  });
});
