import { join } from "node:path";
import { fileHash } from "./build.js";
import { chunkText } from "./chunk.js";
import type { Embedder } from "./embedder.js";
import { INDEX_FILE, type OpenIndex, RECORDS_FILE } from "./index-folder.js";
import { exactDot } from "./ranking.js";
import { normText } from "./record.js";

export interface VerifyStep {
  check: string;
  ok: boolean;
  said: string;
}

/** norms embedded again, spread over the index */
const SAMPLES = 8;
/** encoders differ by rounding from batch to batch, never by more */
const SAME = 0.999;

/** Is an index what its `meta.json` says: its files by hash, its rows by embedding some norms again? */
export async function verifyIndex(index: OpenIndex, embedder: Embedder): Promise<VerifyStep[]> {
  const { folder, meta } = index;
  const steps: VerifyStep[] = [];
  for (const [file, wanted] of [
    [INDEX_FILE, meta.files.index],
    [RECORDS_FILE, meta.files.records],
  ] as const) {
    const found = await fileHash(join(folder, file));
    steps.push({
      check: file,
      ok: found === wanted,
      said:
        found === wanted ? `SHA-256 ${found.slice(0, 12)}` : "its bytes are not those of the build",
    });
  }
  steps.push(await embedAgain(index, embedder));
  return steps;
}

/** Each sampled norm, embedded again, must find a row of its own with an inner product of 1. */
async function embedAgain(index: OpenIndex, embedder: Embedder): Promise<VerifyStep> {
  const { records, vectors } = index;
  const count = Math.min(SAMPLES, records.size);
  let worst = 1;
  for (let i = 0; i < count; i++) {
    const row = Math.floor((i * records.size) / count);
    const [first] = chunkText(normText(records.get(row)));
    if (!first) continue;
    const vector = await embedder.passages([first.text]);
    const [best] = vectors.search(vector, 1);
    const length = Math.sqrt(exactDot(vector, 0, vector, 0, vector.length));
    worst = Math.min(worst, (best?.score ?? 0) / (length || 1));
  }
  return {
    check: "vectors",
    ok: worst >= SAME,
    said: `${count} norms embedded again; smallest inner product with the nearest row ${worst.toFixed(5)}`,
  };
}
