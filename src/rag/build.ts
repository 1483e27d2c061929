import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { NormactError, UsageError } from "../core/errors.js";
import { fileError, makeFolder, readText, writeWhole } from "../core/files.js";
import { takeLock } from "../core/lock.js";
import type { Bank } from "./bank.js";
import { chunkText } from "./chunk.js";
import type { Embedder } from "./embedder.js";
import { encodeHeader, HEADER_BYTES, writeAll } from "./index-file.js";
import {
  fingerprintId,
  fingerprintOf,
  INDEX_FILE,
  META_FILE,
  type Meta,
  RECORDS_FILE,
} from "./index-folder.js";
import { normText } from "./record.js";

export interface BuildOptions {
  /** embedded so far and in all, at the start and after each batch */
  onProgress?: (done: number, total: number) => void;
  /** aborted: the batch in hand is finished and kept, then the build stops */
  stop?: AbortSignal;
}

export interface Built {
  meta: Meta;
  /** embedded by this call; the rest was there from a build that was broken off */
  embedded: number;
  ms: number;
}

/** How far a build has come; written after every few batches. */
const ProgressSchema = z.object({ schemaVersion: z.literal(1), id: z.string(), batches: z.int() });

/** batches between two notes of progress */
const NOTE_EVERY = 8;

/**
 * Builds an index folder from a bank. The work is done in a folder beside it, in an order that depends on the bank
 * alone, and goes on where a broken-off build of the same fingerprint stopped; in the end it is renamed into place.
 * @throws NormactError interrupted (130, resumable), index_busy
 */
export async function buildIndex(
  bank: Bank,
  embedder: Embedder,
  out: string,
  options: BuildOptions = {},
): Promise<Built> {
  const started = performance.now();
  const fingerprint = fingerprintOf(bank.info.hash, embedder.info);
  const id = fingerprintId(fingerprint);
  refuseForeign(out);
  makeFolder(dirname(resolve(out)));
  const work = workFolder(out);
  makeFolder(work);
  const release = takeLock(buildLock(out));
  if (!release)
    throw new NormactError(
      "index_busy",
      `another process is building ${out}: wait for it, or choose another folder with --out`,
    );
  try {
    const { texts, chunkRecords } = chunksOf(bank);
    const embedded = await embedAll(texts, embedder, work, id, options);
    const meta: Meta = {
      schemaVersion: 1,
      fingerprint,
      id,
      bank: {
        name: bank.info.name,
        source: bank.info.source.sha256,
        licence: bank.info.licence,
      },
      records: bank.records.size,
      chunks: texts.length,
      chunkRecords,
      files: { index: await fileHash(join(work, INDEX_FILE)), records: bank.info.hash },
    };
    copyFileSync(bank.records.path, join(work, RECORDS_FILE));
    writeWhole(join(work, META_FILE), `${JSON.stringify(meta)}\n`, { durable: true });
    rmSync(join(work, "progress.json"), { force: true });
    rmSync(out, { recursive: true, force: true });
    renameSync(work, out);
    return { meta, embedded, ms: performance.now() - started };
  } catch (error) {
    throw inWords(error, work);
  } finally {
    release();
  }
}

/** Where the index of a folder is built: beside it, so that it can be renamed into place. */
function workFolder(out: string): string {
  const full = resolve(out);
  return join(dirname(full), `.${basename(full)}.building`);
}

/** Held while the index of a folder is being built. */
export const buildLock = (out: string): string => `${workFolder(out)}.lock`;

/** File-system errors in words; everything else as it is. */
function inWords(error: unknown, path: string): unknown {
  return typeof (error as NodeJS.ErrnoException)?.errno === "number"
    ? fileError(error, path, "write")
    : error;
}

/** A folder with something else in it is nobody's index, and is not replaced. */
function refuseForeign(out: string): void {
  if (!existsSync(out) || existsSync(join(out, META_FILE))) return;
  throw new UsageError(
    "not_an_index",
    `${out} is there and is no index: choose another folder with --out, or remove it`,
  );
}

function chunksOf(bank: Bank): { texts: string[]; chunkRecords: number[] | null } {
  const texts: string[] = [];
  const owners: number[] = [];
  let row = 0;
  for (const record of bank.records) {
    for (const chunk of chunkText(normText(record))) {
      texts.push(chunk.text);
      owners.push(row);
    }
    row++;
  }
  const plain = owners.every((owner, i) => owner === i);
  return { texts, chunkRecords: plain ? null : owners };
}

/** Embeds what is missing into `index.faiss` of the work folder. @returns how many texts were embedded now */
async function embedAll(
  texts: readonly string[],
  embedder: Embedder,
  work: string,
  id: string,
  { onProgress, stop }: BuildOptions,
): Promise<number> {
  const { dims } = embedder.info;
  // texts of like length together: no padding is wasted
  const order = texts.map((_, i) => i);
  order.sort((a, b) => texts[a]!.length - texts[b]!.length || a - b);
  const file = join(work, INDEX_FILE);
  const noted = readProgress(work, id);
  const first = existsSync(file) ? noted : 0;
  const fd = openSync(file, first > 0 ? "r+" : "w");
  let embedded = 0;
  try {
    writeAll(fd, encodeHeader({ dims, rows: texts.length }), 0);
    ftruncateSync(fd, HEADER_BYTES + texts.length * dims * 4);
    const batches = Math.ceil(texts.length / embedder.batch);
    onProgress?.(Math.min(texts.length, first * embedder.batch), texts.length);
    for (let b = first; b < batches; b++) {
      // an encoder may never leave the thread idle, and then no signal would be heard
      await new Promise((resolve) => setImmediate(resolve));
      const rows = order.slice(b * embedder.batch, (b + 1) * embedder.batch);
      const vectors = await embedder.passages(rows.map((r) => texts[r]!));
      rows.forEach((r, i) => {
        const bytes = new Uint8Array(vectors.buffer, vectors.byteOffset + i * dims * 4, dims * 4);
        writeAll(fd, bytes, HEADER_BYTES + r * dims * 4);
      });
      embedded += rows.length;
      onProgress?.(Math.min(texts.length, (b + 1) * embedder.batch), texts.length);
      const stopped = stop?.aborted === true && b + 1 < batches;
      if (stopped || (b + 1) % NOTE_EVERY === 0) noteProgress(fd, work, id, b + 1);
      if (stopped)
        throw new NormactError(
          "interrupted",
          `stopped after ${Math.min(texts.length, (b + 1) * embedder.batch)} of ${texts.length} texts; they are kept: run the same command again to go on`,
          130,
        );
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  return embedded;
}

function noteProgress(fd: number, work: string, id: string, batches: number): void {
  // the vectors are on the disk before the note that says so
  fsyncSync(fd);
  writeWhole(join(work, "progress.json"), JSON.stringify({ schemaVersion: 1, id, batches }));
}

/** Batches that a broken-off build of the same fingerprint has finished. */
function readProgress(work: string, id: string): number {
  const file = join(work, "progress.json");
  if (!existsSync(file)) return 0;
  try {
    const progress = ProgressSchema.parse(JSON.parse(readText(file)));
    return progress.id === id ? progress.batches : 0;
  } catch {
    return 0;
  }
}

export async function fileHash(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest("hex");
}
