import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { NormactError, UsageError } from "../core/errors.js";
import { readText } from "../core/files.js";
import { canonicalJson, sha256 } from "../core/hash.js";
import { shellLine } from "../core/shell.js";
import { indexBackend } from "./backends.js";
import { SHIPPED_NAME } from "./bank.js";
import { CHUNK_RULE_VERSION } from "./chunk.js";
import { type EmbedderInfo, EmbedderInfoSchema } from "./embedder.js";
import { withIndexFile } from "./index-file.js";
import { TEXT_TEMPLATE_VERSION } from "./record.js";
import { RecordFile } from "./record-file.js";
import type { BackendName, VectorIndex } from "./vector-index.js";

/** Raised when the same bank and encoder would give another index. */
export const BUILDER_VERSION = 1;

/** What an index was made from and how: two that agree here hold the same vectors. */
export const FingerprintSchema = z.object({
  /** SHA-256 of the bank's records */
  bank: z.string(),
  /** version of the words that are embedded */
  template: z.int(),
  chunking: z.int(),
  embedder: EmbedderInfoSchema,
  builder: z.int(),
});
export type Fingerprint = z.infer<typeof FingerprintSchema>;

export const MetaSchema = z.object({
  schemaVersion: z.literal(1),
  fingerprint: FingerprintSchema,
  /** SHA-256 over the fingerprint */
  id: z.string(),
  bank: z.object({ name: z.string(), source: z.string(), licence: z.string().nullable() }),
  records: z.int(),
  chunks: z.int(),
  /** record of each chunk, where a record has more than one; null when chunk i is record i */
  chunkRecords: z.array(z.int()).nullable(),
  files: z.object({ index: z.string(), records: z.string() }),
});
export type Meta = z.infer<typeof MetaSchema>;

export function fingerprintOf(bankHash: string, embedder: EmbedderInfo): Fingerprint {
  return {
    bank: bankHash,
    template: TEXT_TEMPLATE_VERSION,
    chunking: CHUNK_RULE_VERSION,
    embedder,
    builder: BUILDER_VERSION,
  };
}

export const fingerprintId = (print: Fingerprint): string => sha256(canonicalJson(print));

export const INDEX_FILE = "index.faiss";
export const RECORDS_FILE = "records.jsonl";
export const META_FILE = "meta.json";

/** @throws NormactError no_index, bad_index */
export function readMeta(folder: string): Meta {
  const file = join(folder, META_FILE);
  if (!existsSync(file))
    throw new UsageError(
      "no_index",
      `${folder} holds no index (no ${META_FILE}). Build one: ${shellLine(["normact", "rag", "build", "--out", folder])}`,
    );
  let data: unknown;
  try {
    data = JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof NormactError) throw error;
    throw damaged(folder, null, `${file} is no JSON`, error);
  }
  const meta = MetaSchema.safeParse(data);
  if (!meta.success) throw damaged(folder, null, `${file}: ${z.prettifyError(meta.error)}`);
  return meta.data;
}

/** An index that cannot be used; its last line is the command that makes it anew. */
function damaged(folder: string, meta: Meta | null, why: string, cause?: unknown): NormactError {
  const own = meta !== null && meta.bank.name !== SHIPPED_NAME;
  const with_ =
    meta === null
      ? " (with the --bank and --embedder that it was made with)"
      : own
        ? ` (BANK is the folder or CSV of "${meta.bank.name}")`
        : "";
  return new NormactError(
    "bad_index",
    `${why}. Build it again${with_}:\n${rebuildCommand(folder, meta)}`,
    2,
    { cause },
  );
}

/** The command that builds an index anew; BANK stands for a bank whose path the index does not know. */
export function rebuildCommand(folder: string, meta: Meta | null): string {
  const words = ["normact", "rag", "build"];
  if (meta) {
    const { model, dtype } = meta.fingerprint.embedder;
    if (meta.bank.name !== SHIPPED_NAME) words.push("--bank", "BANK");
    words.push("--embedder", model.includes("/") && dtype !== "q8" ? `${model}@${dtype}` : model);
  }
  return shellLine([...words, "--out", folder]);
}

/** What a caller knows of the index that it wants; a field left out is not compared. */
export interface Expected {
  bank?: string;
  embedder?: EmbedderInfo;
}

/** Fields in which an index differs from what is expected, "field: has x, expected y". */
export function differences(meta: Meta, expected: Expected): string[] {
  const { fingerprint: has } = meta;
  const out: string[] = [];
  const compare = (field: string, a: unknown, b: unknown): void => {
    if (a !== b)
      out.push(`${field}: the index has ${JSON.stringify(a)}, expected ${JSON.stringify(b)}`);
  };
  compare("builder", has.builder, BUILDER_VERSION);
  compare("template", has.template, TEXT_TEMPLATE_VERSION);
  compare("chunking", has.chunking, CHUNK_RULE_VERSION);
  if (expected.bank !== undefined) compare("bank", has.bank, expected.bank);
  if (expected.embedder)
    for (const key of Object.keys(expected.embedder) as (keyof EmbedderInfo)[])
      compare(`embedder.${key}`, has.embedder[key], expected.embedder[key]);
  return out;
}

export interface OpenIndex {
  folder: string;
  meta: Meta;
  vectors: VectorIndex;
  records: RecordFile;
  /** the record of a row of the index */
  recordOf(row: number): number;
  close(): void;
}

/**
 * Opens an index folder.
 * @throws NormactError index_mismatch (names every field), bad_index, no_index
 */
export async function openIndex(
  folder: string,
  { backend = "flat", expected = {} }: { backend?: BackendName; expected?: Expected } = {},
): Promise<OpenIndex> {
  const meta = readMeta(folder);
  const differing = differences(meta, expected);
  if (differing.length > 0)
    throw new UsageError(
      "index_mismatch",
      `the index in ${folder} does not fit: ${differing.join("; ")}. Build another one (normact rag build --out DIR), or leave out what asks for it`,
    );
  const { records, vectors } = await openFiles(folder, meta, backend);
  const { chunkRecords } = meta;
  return {
    folder,
    meta,
    vectors,
    records,
    recordOf: (row) => (chunkRecords ? chunkRecords[row]! : row),
    close() {
      records.close();
      vectors.close();
    },
  };
}

async function openFiles(folder: string, meta: Meta, backend: BackendName) {
  const file = join(folder, INDEX_FILE);
  let records: RecordFile | null = null;
  try {
    withIndexFile(file, (_, head) => {
      const { dims } = meta.fingerprint.embedder;
      if (head.rows !== meta.chunks || head.dims !== dims)
        throw new NormactError(
          "bad_index",
          `${file} has ${head.rows} rows of ${head.dims}, but ${META_FILE} says ${meta.chunks} of ${dims}: the files are of different builds`,
        );
    });
    records = RecordFile.open(join(folder, RECORDS_FILE), meta.records);
    return { records, vectors: await (await indexBackend(backend)).open(file) };
  } catch (error) {
    records?.close();
    // a file that lacks, was cut off or is another's: the index is made anew
    if (error instanceof NormactError && /^(bad_index|bad_bank|cannot_read)$/.test(error.code))
      throw damaged(folder, meta, error.message, error);
    throw error;
  }
}
