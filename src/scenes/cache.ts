import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../core/files.js";
import { canonicalJson, sha256 } from "../core/hash.js";
import { readJsonl } from "../core/jsonl.js";
import { cacheRoot } from "../core/paths.js";
import { RENDER_VERSION } from "../render/version.generated.js";
import type { Snapshot } from "../world/types.js";
import type { PixelCounts } from "./observe.js";

/**
 * Pixel counts by what was drawn. The key is the hash of the snapshot; the file's name holds the renderer's
 * version, so a change there starts an empty cache. Each line carries a check over its numbers: one that was
 * damaged is as good as absent. Losing the cache costs time, never a result.
 */
export class IdPassCache {
  private readonly known = new Map<string, PixelCounts>();
  /** found here, not yet on disk: [key, counts] */
  private readonly fresh: [string, PixelCounts][] = [];

  constructor(private readonly file: string | null = defaultFile()) {
    for (const row of rowsOf(file)) {
      if (isRow(row)) this.known.set(row[0], row[1]);
    }
  }

  get(snapshot: Snapshot, compute: () => PixelCounts): PixelCounts {
    const key = sha256(canonicalJson(snapshot)).slice(0, 32);
    const hit = this.known.get(key);
    if (hit) return hit;
    const counts = compute();
    this.known.set(key, counts);
    this.fresh.push([key, counts]);
    return counts;
  }

  /** Appends what is new; a cache that cannot be written is no error. */
  flush(): void {
    if (!this.file || this.fresh.length === 0) return;
    try {
      makeFolder(join(this.file, ".."));
      const lines = this.fresh.map(
        ([key, counts]) => `${JSON.stringify([key, counts, check(key, counts)])}\n`,
      );
      // a line that another process left torn is closed off, so that ours stands alone
      appendFileSync(this.file, `\n${lines.join("")}`);
    } catch {
      // read-only home or full disk: work on without it
    }
    this.fresh.length = 0;
  }
}

/** Null where there is no home: then nothing is kept. */
function defaultFile(): string | null {
  try {
    return join(cacheRoot(), "idpass", `${RENDER_VERSION}.jsonl`);
  } catch {
    return null;
  }
}

/** What is kept; nothing where that cannot be read. */
function rowsOf(file: string | null): unknown[] {
  try {
    return file && existsSync(file) ? readJsonl(file).rows : [];
  } catch {
    return [];
  }
}

function check(key: string, counts: unknown): string {
  return sha256(`${key} ${JSON.stringify(counts)}`).slice(0, 16);
}

function isRow(row: unknown): row is [string, PixelCounts, string] {
  return Array.isArray(row) && typeof row[0] === "string" && row[2] === check(row[0], row[1]);
}
