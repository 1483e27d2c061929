import { existsSync } from "node:fs";
import { fileError } from "../core/files.js";
import { type FileLine, jsonlLines, LineReader } from "../core/jsonl.js";
import { briefOf, type SampleBrief } from "./brief.js";
import { type Sample, SampleSchema, sampleKey } from "./sample.js";

/** Where a line stands in a log. */
export type Place = Pick<FileLine, "offset" | "bytes">;

/**
 * Reads a log line by line, one sample in memory at a time. Lines that hold no sample (torn by a crash, foreign)
 * are handed to `onBroken`.
 * @throws NormactError when the file cannot be read
 */
export function scanLog(
  file: string,
  onSample: (sample: Sample, line: FileLine) => void,
  onBroken: (line: FileLine) => void = () => {},
): void {
  if (!existsSync(file)) return;
  try {
    for (const line of jsonlLines(file)) {
      if (line.text.trim() === "") continue;
      const sample = readSample(line.text);
      if (sample) onSample(sample, line);
      else onBroken(line);
    }
  } catch (error) {
    throw fileError(error, file, "read");
  }
}

function readSample(text: string): Sample | null {
  try {
    const sample = SampleSchema.safeParse(JSON.parse(text));
    return sample.success ? sample.data : null;
  } catch {
    return null;
  }
}

/** What summaries need of each sample, by key; of several lines for one sample the last complete one counts. */
export function briefsOf(file: string): Map<string, SampleBrief> {
  const briefs = new Map<string, SampleBrief>();
  scanLog(file, (sample) => briefs.set(sampleKey(sample.id, sample.epoch), briefOf(sample)));
  return briefs;
}

/** Opens a log for reading single samples, in any order. */
export function openLog(file: string): {
  /** undefined when there is none */
  get(key: string): Sample | undefined;
  close(): void;
} {
  const places = new Map<string, Place>();
  scanLog(file, (sample, { offset, bytes }) =>
    places.set(sampleKey(sample.id, sample.epoch), { offset, bytes }),
  );
  const reader = existsSync(file) ? new LineReader(file) : null;
  return {
    get(key) {
      const place = places.get(key);
      return place ? (readSample(reader!.text(place)) ?? undefined) : undefined;
    },
    close: () => reader?.close(),
  };
}
