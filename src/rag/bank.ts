import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { NormactError, UsageError } from "../core/errors.js";
import { readText } from "../core/files.js";
import { packageRoot } from "../core/paths.js";
import { RecordFile } from "./record-file.js";

/** The columns of NormBank.csv (Ziems et al. 2023), in order. */
export const NORM_COLUMNS = [
  "setting",
  "behavior",
  "setting-behavior",
  "constraints",
  "constraints_given",
  "constraint_predict",
  "norm",
  "label",
  "split",
] as const;

/** A row that could not be taken, or was taken with a remark. */
export const RowRemarkSchema = z.object({ line: z.int(), why: z.string() });
export type RowRemark = z.infer<typeof RowRemarkSchema>;

/** What became of a source's rows. */
export const ImportReportSchema = z.object({
  /** records in the source, header left out */
  rows: z.int(),
  /** distinct norms taken */
  kept: z.int(),
  /** said word for word by an earlier row */
  duplicates: z.int(),
  /** could not be used */
  dropped: z.int(),
  droppedRows: z.array(RowRemarkSchema),
  /** broken letters that were mended */
  mended: z.int(),
  mendedRows: z.array(RowRemarkSchema),
  /** taken, but something about them is odd */
  odd: z.int(),
  oddRows: z.array(RowRemarkSchema),
  /** the same setting, behaviour and constraints under another label */
  contradictions: z.int(),
  settings: z.int(),
  behaviors: z.int(),
  labels: z.record(z.string(), z.int()),
});
export type ImportReport = z.infer<typeof ImportReportSchema>;

export const BankInfoSchema = z.object({
  schemaVersion: z.literal(1),
  /** what tables and runs call it */
  name: z.string(),
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  source: z.object({ file: z.string(), sha256: z.string(), bytes: z.int() }),
  /** how it was read: "normbank" or the name and hash of a mapping */
  mapping: z.string(),
  importer: z.int(),
  /** SHA-256 of records.jsonl: the bank's identity */
  hash: z.string(),
  report: ImportReportSchema,
});
export type BankInfo = z.infer<typeof BankInfoSchema>;

/** Raised when the same source would give other records. */
export const IMPORTER_VERSION = 1;

/** A folder with `bank.json` and `records.jsonl`. */
export interface Bank {
  folder: string;
  info: BankInfo;
  records: RecordFile;
}

/** The name under which the shipped bank is known in runs and tables. */
export const SHIPPED_NAME = "normact norms";

/** The bank that ships with the package. */
export function shippedBankFile(): string {
  return join(packageRoot(), "rag", "norms.csv");
}

/** @throws NormactError no_bank, bad_bank */
export function openBank(folder: string): Bank {
  const file = join(folder, "bank.json");
  if (!existsSync(file))
    throw new UsageError(
      "no_bank",
      `${folder} holds no norm bank (no bank.json). Make one from a CSV: normact rag import FILE --out ${folder}`,
    );
  let data: unknown;
  try {
    data = JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof NormactError) throw error;
    throw new NormactError("bad_bank", `${file} is no JSON: import the bank again`, 2);
  }
  const info = BankInfoSchema.safeParse(data);
  if (!info.success)
    throw new NormactError("bad_bank", `${file}: ${z.prettifyError(info.error)}`, 2);
  return {
    folder,
    info: info.data,
    records: RecordFile.open(
      join(folder, "records.jsonl"),
      info.data.report.kept,
      ". Import the bank again: normact rag import FILE --out DIR",
    ),
  };
}
