import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { fileError, makeFolder } from "../../core/files.js";
import type { RunStore } from "../../eval/store.js";
import { loadRun } from "../data/rows.js";
import { inspectHeader, inspectSamples } from "./inspect.js";
import { ZipWriter } from "./zip.js";

/**
 * Writes a run as an Inspect AI log: `.eval` (a ZIP of one JSON a sample) or `.json` by the file's ending. Sample
 * by sample, to a neighbour first and then renamed into place.
 * @returns how many samples were written
 */
export function writeInspect(store: RunStore, file: string): number {
  makeFolder(dirname(file));
  const part = `${file}.${process.pid}.part`;
  try {
    const fd = openSync(part, "w");
    let samples = 0;
    try {
      samples = file.endsWith(".eval")
        ? writeZip(store, (bytes) => writeAll(fd, bytes))
        : writeJson(store, (bytes) => writeAll(fd, bytes));
    } finally {
      closeSync(fd);
    }
    renameSync(part, file);
    return samples;
  } catch (error) {
    rmSync(part, { force: true });
    throw fileError(error, file, "write");
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}

function writeJson(store: RunStore, write: (bytes: Uint8Array) => void): number {
  const run = loadRun(store);
  const put = (text: string): void => write(Buffer.from(text));
  const head = JSON.stringify(inspectHeader(run), null, 2);
  put(`${head.slice(0, head.lastIndexOf("\n}"))},\n  "samples": [`);
  let n = 0;
  for (const sample of inspectSamples(run))
    put(`${n++ === 0 ? "" : ","}\n${JSON.stringify(sample)}`);
  put("\n  ]\n}\n");
  return n;
}

function writeZip(store: RunStore, write: (bytes: Uint8Array) => void): number {
  const run = loadRun(store);
  const zip = new ZipWriter(write);
  const head = inspectHeader(run);
  zip.add("_journal/start.json", JSON.stringify({ version: 2, eval: head.eval, plan: head.plan }));
  const summaries: Record<string, unknown>[] = [];
  for (const sample of inspectSamples(run)) {
    zip.add(`samples/${sample.id}_epoch_${sample.epoch}.json`, JSON.stringify(sample));
    summaries.push(summaryOf(sample));
  }
  zip.add("summaries.json", JSON.stringify(summaries));
  zip.add("header.json", JSON.stringify(head));
  zip.end();
  return summaries.length;
}

/** What Inspect lists without opening the sample. */
function summaryOf(sample: Record<string, unknown>): Record<string, unknown> {
  const { id, epoch, input, target, scores, model_usage, total_time, working_time, uuid } = sample;
  const { task, cue, outcome } = sample.metadata as Record<string, unknown>;
  const error = sample.error as { message: string } | undefined;
  return {
    id,
    epoch,
    input,
    target,
    metadata: { task, cue, outcome },
    scores,
    model_usage,
    total_time,
    working_time,
    uuid,
    ...(error ? { error: error.message } : {}),
    completed: true,
  };
}
