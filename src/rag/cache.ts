import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readBytes, readText, writeWhole } from "../core/files.js";
import { canonicalJson, sha256 } from "../core/hash.js";
import { cacheRoot } from "../core/paths.js";
import type { EmbedderInfo } from "./embedder.js";

/** Answers that cost time, kept on the disk: reranker scores and the vectors of queries. */

const RerankSchema = z.object({
  schemaVersion: z.literal(1),
  query: z.string(),
  rows: z.array(z.int()),
  scores: z.array(z.number()),
});

const short = (text: string): string => sha256(text).slice(0, 20);

/** Scores by query, index and reranker. */
export class RerankCache {
  private readonly folder: string;

  constructor(indexId: string, reranker: { name: string; revision: string }, root = cacheRoot()) {
    const who = short(`${reranker.name}\u0000${reranker.revision}`);
    this.folder = join(root, "rag", "rerank", indexId.slice(0, 20), who);
  }

  /** The scores of these rows, in their order; null when another list was scored or none. */
  get(query: string, rows: readonly number[]): number[] | null {
    const file = this.file(query);
    if (!existsSync(file)) return null;
    try {
      const kept = RerankSchema.parse(JSON.parse(readText(file)));
      if (kept.query !== query) return null;
      const byRow = new Map(kept.rows.map((row, i) => [row, kept.scores[i]]));
      const scores = rows.map((row) => byRow.get(row));
      return scores.every((s) => s !== undefined) ? (scores as number[]) : null;
    } catch {
      // a damaged entry is as good as none
      return null;
    }
  }

  put(query: string, rows: readonly number[], scores: readonly number[]): void {
    writeWhole(this.file(query), JSON.stringify({ schemaVersion: 1, query, rows, scores }));
  }

  private file(query: string): string {
    const key = short(query);
    return join(this.folder, key.slice(0, 2), `${key}.json`);
  }
}

/** Vectors of queries by encoder; little-endian float32. */
export class QueryCache {
  private readonly folder: string;
  private readonly memory = new Map<string, Float32Array>();

  constructor(
    private readonly info: EmbedderInfo,
    root = cacheRoot(),
  ) {
    this.folder = join(root, "rag", "queries", short(canonicalJson(info)));
  }

  get(query: string): Float32Array | null {
    const known = this.memory.get(query);
    if (known) return known;
    const file = this.file(query);
    if (!existsSync(file)) return null;
    const bytes = readBytes(file);
    if (bytes.length !== this.info.dims * 4) return null;
    const vector = new Float32Array(this.info.dims);
    new Uint8Array(vector.buffer).set(bytes);
    this.memory.set(query, vector);
    return vector;
  }

  put(query: string, vector: Float32Array): void {
    this.memory.set(query, vector);
    writeWhole(
      this.file(query),
      new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    );
  }

  private file(query: string): string {
    const key = short(query);
    return join(this.folder, key.slice(0, 2), `${key}.f32`);
  }
}
