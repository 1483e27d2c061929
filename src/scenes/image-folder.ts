import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { bytesHash } from "../core/bytes-hash.js";
import { NormactError } from "../core/errors.js";
import { readBytes } from "../core/files.js";
import { sha256 } from "../core/hash.js";
import { readJsonl } from "../core/jsonl.js";
import { insideFolder } from "../core/paths.js";
import { type Dataset, readDataset } from "./dataset.js";
import type { EpisodeSpec } from "./spec.js";

const RowSchema = z.looseObject({
  id: z.string(),
  file_name: z.string(),
  rgb_file_name: z.string(),
  seg_file_name: z.string(),
  ids_file_name: z.string(),
  sha256: z.object({ observation: z.string(), rgb: z.string(), seg: z.string(), ids: z.string() }),
});
type Row = z.infer<typeof RowSchema>;

/** First views from an exported folder. */
export interface FirstViews {
  dataset: Dataset;
  /** SHA-256 over the listing, for the run's fingerprint */
  hash: string;
  /** the observation, and its colour half for those who ask */
  get(id: string): { png: Uint8Array; rgb(): Uint8Array } | undefined;
  /** @throws NormactError `bad_picture` naming the first file that is missing or altered */
  verify(specs: readonly EpisodeSpec[]): void;
}

/**
 * Opens a folder written by `normact scenes export`.
 * @throws NormactError `bad_dataset` naming the file and line at fault
 */
export function openImageFolder(dir: string): FirstViews {
  const listing = join(dir, "test", "metadata.jsonl");
  if (!existsSync(listing))
    throw new NormactError(
      "bad_dataset",
      `${dir} is no exported data set: test/metadata.jsonl is missing. Write one with: normact scenes export DIR`,
      2,
    );
  const dataset = readDataset(join(dir, "truth"));
  const rows = new Map<string, Row>();
  readJsonl(listing).rows.forEach((row, i) => {
    const parsed = RowSchema.safeParse(row);
    if (!parsed.success)
      throw new NormactError(
        "bad_dataset",
        `${listing}:${i + 1}: ${z.prettifyError(parsed.error)}`,
        2,
      );
    rows.set(parsed.data.id, parsed.data);
  });
  const picture = (id: string, name: string, want: string): Uint8Array => {
    const file = insideFolder(join(dir, "test"), name);
    if (!existsSync(file)) throw bad(id, file, "is missing");
    const bytes = readBytes(file);
    if (bytesHash(bytes) !== want) throw bad(id, file, "is not the picture that was exported");
    return bytes;
  };
  return {
    dataset,
    hash: sha256(readBytes(listing)),
    get(id) {
      const row = rows.get(id);
      if (!row) return undefined;
      return {
        png: picture(id, row.file_name, row.sha256.observation),
        rgb: () => picture(id, row.rgb_file_name, row.sha256.rgb),
      };
    },
    verify(specs) {
      for (const { id } of specs) {
        const row = rows.get(id);
        if (!row) throw bad(id, listing, "does not list it");
        picture(id, row.file_name, row.sha256.observation);
        picture(id, row.rgb_file_name, row.sha256.rgb);
        picture(id, row.seg_file_name, row.sha256.seg);
        picture(id, row.ids_file_name, row.sha256.ids);
      }
    },
  };
}

function bad(id: string, file: string, what: string): NormactError {
  return new NormactError(
    "bad_picture",
    `first view of ${id}: ${file} ${what}. Export the set again: normact scenes export DIR`,
    2,
  );
}
