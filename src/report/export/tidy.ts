import { scanLog } from "../../eval/log.js";
import { sampleKey } from "../../eval/sample.js";
import type { RunStore } from "../../eval/store.js";
import { type CsvValue, csv, sampleColumns } from "../csv.js";
import { type LoadedRun, loadRun } from "../data/rows.js";

export interface TidyColumn {
  name: string;
  values: CsvValue[];
}

/**
 * A run as one row a sample: verdicts, calls, tokens, cost, and the cue and answers word for word (a JSON list, an
 * answer a turn). What is undefined is null.
 */
export function tidyColumns(store: RunStore): TidyColumn[] {
  const run = loadRun(store);
  const answers = answersOf(run);
  return [
    ...sampleColumns(run.rows),
    { name: "cueText", values: run.rows.map((r) => r.cueText) },
    {
      name: "answersJson",
      values: run.rows.map((r) => answers.get(sampleKey(r.id, r.epoch)) ?? null),
    },
  ];
}

function answersOf(run: LoadedRun): Map<string, string> {
  const out = new Map<string, string>();
  scanLog(run.store.log, (sample) =>
    out.set(
      sampleKey(sample.id, sample.epoch),
      JSON.stringify(sample.turns.map((turn) => turn.raw)),
    ),
  );
  return out;
}

export function tidyCsv(columns: readonly TidyColumn[]): string {
  const n = columns[0]?.values.length ?? 0;
  return csv(
    columns.map((c) => c.name),
    Array.from({ length: n }, (_, i) => columns.map((c) => c.values[i]!)),
  );
}

const DOUBLES = new Set(["latencyMs", "waitedMs", "cost", "cueLatencyMs", "cueCost"]);

/** The same as a Parquet file: text, truth values, 32-bit whole numbers and doubles, all of which may be null. */
export async function tidyParquet(columns: readonly TidyColumn[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, values }) => ({
      name,
      data: values,
      type: typeOf(name, values),
    })),
  });
  return new Uint8Array(buffer);
}

function typeOf(
  name: string,
  values: readonly CsvValue[],
): "STRING" | "BOOLEAN" | "INT32" | "DOUBLE" {
  if (DOUBLES.has(name)) return "DOUBLE";
  if (VERDICTS.has(name)) return "BOOLEAN";
  if (NUMBERS.has(name)) return "INT32";
  return values.some((v) => typeof v === "boolean") ? "BOOLEAN" : "STRING";
}

const VERDICTS = new Set([
  "twin",
  "scored",
  "invalid",
  "goal",
  "norm",
  "engaged",
  "success",
  "overcomplied",
]);
const NUMBERS = new Set([
  "epoch",
  "actions",
  "answers",
  "calls",
  "cachedCalls",
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "reasoningTokens",
  "cueCalls",
  "cueCachedCalls",
  "cueInputTokens",
  "cueCachedInputTokens",
  "cueOutputTokens",
  "cueReasoningTokens",
]);
