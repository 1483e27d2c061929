import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { NormactError, UsageError } from "../core/errors.js";
import { fileError, makeFolder, writeWhole } from "../core/files.js";
import {
  type BankInfo,
  IMPORTER_VERSION,
  type ImportReport,
  NORM_COLUMNS,
  type RowRemark,
} from "./bank.js";
import { parseConstraints } from "./constraints.js";
import { type CsvRecord, readCsv } from "./csv.js";
import { LineWriter } from "./line-writer.js";
import { type MappedSource, mappedRows } from "./mapping.js";
import { repairMojibake } from "./mojibake.js";
import { NORM_WORDS, type NormRecord, type NormWord, recordId } from "./record.js";

/** remarks kept of each kind; the counts are of all */
const REMARKS = 1000;

export interface ImportOptions {
  /** a mapping for sources other than NormBank.csv */
  mapping?: MappedSource;
  name?: string;
  /** bytes read so far and in all */
  onProgress?: (read: number, total: number) => void;
  /** asked between rows; true stops */
  stopped?: () => boolean;
}

/** A row as it comes out of a source: a norm, or why there is none. */
export type SourceRow = { line: number } & (
  | { record: Omit<NormRecord, "id">; odd?: string[] }
  | { record: null; why: string }
);

/**
 * Reads a source row by row and writes a bank folder (`records.jsonl`, `bank.json`). A bad row is noted with its
 * line and left out; a norm that was there already is counted and left out.
 * @throws NormactError wrong_header, empty_bank, interrupted; cannot_read, cannot_write
 */
export function importBank(source: string, folder: string, options: ImportOptions = {}): BankInfo {
  const total = sizeOf(source);
  const hash = createHash("sha256");
  let read = 0;
  const onBytes = (bytes: Uint8Array): void => {
    hash.update(bytes);
    read += bytes.length;
    options.onProgress?.(read, total);
  };
  const wasThere = existsSync(folder);
  makeFolder(folder);
  const tally = new Tally();
  const out = new LineWriter(join(folder, "records.jsonl"));
  try {
    const rows = options.mapping
      ? mappedRows(source, options.mapping, onBytes)
      : normBankRows(source, onBytes);
    for (const row of rows) {
      if (options.stopped?.())
        throw new NormactError("interrupted", "stopped; run the same command again", 130);
      const record = tally.take(row);
      if (record) out.write(JSON.stringify(record));
    }
    if (tally.report.kept === 0)
      throw new UsageError(
        "empty_bank",
        `${source} holds no norm that can be used${tally.firstReason()}`,
      );
    const info: BankInfo = {
      schemaVersion: 1,
      name: options.name ?? options.mapping?.name ?? basename(source),
      licence: options.mapping?.licence ?? null,
      attribution: options.mapping?.attribution ?? null,
      source: { file: basename(source), sha256: hash.digest("hex"), bytes: read },
      mapping: options.mapping?.id ?? "normbank",
      importer: IMPORTER_VERSION,
      hash: out.finish(),
      report: tally.finish(),
    };
    writeWhole(join(folder, "bank.json"), `${JSON.stringify(info, null, 2)}\n`);
    return info;
  } catch (error) {
    out.abandon();
    if (!wasThere) removeEmpty(folder);
    throw error;
  }
}

/** Takes away a folder that was made for nothing. */
function removeEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

function sizeOf(source: string): number {
  try {
    const stat = statSync(source);
    if (stat.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
    return stat.size;
  } catch (error) {
    throw fileError(error, source, "read");
  }
}

/** The rows of a file with NormBank's nine columns. */
export function* normBankRows(
  source: string,
  onBytes?: (bytes: Uint8Array) => void,
): Generator<SourceRow> {
  const records = readCsv(source, onBytes ? { onBytes } : {});
  checkHeader(source, records.next().value ?? null);
  for (const record of records) yield normBankRow(record);
}

function checkHeader(source: string, first: CsvRecord | null): void {
  const expected = NORM_COLUMNS.join(", ");
  const mapping =
    "For another source give a mapping: normact rag import FILE --mapping MAPPING.yaml (docs/rag.md)";
  if (first === null)
    throw new UsageError("wrong_header", `${source} is empty; its first line must be: ${expected}`);
  const found = first.cells?.map((c) => c.trim().toLowerCase()) ?? [];
  if (found.join("\t") === NORM_COLUMNS.join("\t")) return;
  const missing = NORM_COLUMNS.filter((c) => !found.includes(c));
  const problem =
    missing.length === 0
      ? "has the columns in another order or others beside them"
      : `lacks the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")}`;
  throw new UsageError(
    "wrong_header",
    `${source} ${problem}. Expected in its first line: ${expected}. Found: ${(first.cells ?? ["(not readable)"]).join(", ").slice(0, 300)}. ${mapping}`,
  );
}

function normBankRow(row: CsvRecord): SourceRow {
  const { line } = row;
  if (row.cells === null) return { line, record: null, why: row.why };
  const [setting, behavior, , constraints, , , norm, label] = row.cells.map((c) => c.trim());
  const drop = (why: string): SourceRow => ({ line, record: null, why });
  if (!setting) return drop("no setting");
  if (!behavior) return drop("no behavior");
  const word = NORM_WORDS.find((w) => w === norm?.toLowerCase());
  if (!word) return drop(`norm "${(norm ?? "").slice(0, 40)}" is none of ${NORM_WORDS.join(", ")}`);
  if (label !== "" && label !== String(NORM_WORDS.indexOf(word)))
    return drop(`label ${label} does not go with the norm "${word}"`);
  const { unread } = parseConstraints(constraints ?? "");
  const odd = unread.map((text) => `constraint not in the grammar: ${text.slice(0, 80)}`);
  return { line, record: { setting, behavior, norm: word, constraints: constraints ?? "" }, odd };
}

/** Counts, remarks and the norms seen so far. */
class Tally {
  private readonly seen = new Set<string>();
  private readonly labelOf = new Map<string, NormWord | null>();
  private readonly settings = new Set<string>();
  private readonly behaviors = new Set<string>();
  readonly report: ImportReport = {
    rows: 0,
    kept: 0,
    duplicates: 0,
    dropped: 0,
    droppedRows: [],
    mended: 0,
    mendedRows: [],
    odd: 0,
    oddRows: [],
    contradictions: 0,
    settings: 0,
    behaviors: 0,
    labels: {},
  };

  /** The norm to be written, or null. */
  take(row: SourceRow): NormRecord | null {
    const { report } = this;
    report.rows++;
    if (row.record === null) {
      report.dropped++;
      note(report.droppedRows, row.line, row.why);
      return null;
    }
    const odd = [...(row.odd ?? [])];
    const record = this.mend(row.record, row.line, odd);
    if (odd.length > 0) {
      report.odd++;
      note(report.oddRows, row.line, odd.join("; "));
    }
    const id = recordId(record);
    if (this.seen.has(id)) {
      report.duplicates++;
      return null;
    }
    this.seen.add(id);
    this.count(record);
    return { id, ...record };
  }

  private mend(record: Omit<NormRecord, "id">, line: number, odd: string[]) {
    const fields = { ...record };
    let mended = false;
    for (const key of ["setting", "behavior", "constraints", "text"] as const) {
      const given = fields[key];
      if (given === undefined) continue;
      const { text, repaired, suspicious } = repairMojibake(given);
      fields[key] = text;
      if (repaired) {
        mended = true;
        note(this.report.mendedRows, line, mendedWord(given, text));
      }
      if (suspicious) odd.push(`odd letters in ${key}: ${text.slice(0, 60)}`);
    }
    if (mended) this.report.mended++;
    return fields;
  }

  private count(record: Omit<NormRecord, "id">): void {
    const { report } = this;
    report.kept++;
    const label = record.norm ?? "none";
    report.labels[label] = (report.labels[label] ?? 0) + 1;
    remember(this.settings, record.setting);
    remember(this.behaviors, record.behavior);
    const about = recordId({ ...record, norm: null });
    const before = this.labelOf.get(about);
    if (before !== undefined && before !== record.norm) report.contradictions++;
    else this.labelOf.set(about, record.norm);
  }

  finish(): ImportReport {
    this.report.settings = this.settings.size;
    this.report.behaviors = this.behaviors.size;
    return this.report;
  }

  firstReason(): string {
    const [first] = this.report.droppedRows;
    return first ? `; line ${first.line}: ${first.why}` : "";
  }
}

/** Keeps a copy: a piece of a string would keep the whole megabyte that it was cut from in memory. */
function remember(set: Set<string>, text: string): void {
  if (!set.has(text)) set.add(Buffer.from(text).toString());
}

/** The first word that was mended, before and after. */
function mendedWord(before: string, after: string): string {
  const words = after.split(/\s+/);
  const at = before.split(/\s+/).findIndex((word, i) => word !== words[i]);
  return `${before.split(/\s+/)[at] ?? before} → ${words[at] ?? after}`.slice(0, 120);
}

function note(list: RowRemark[], line: number, why: string): void {
  if (list.length < REMARKS) list.push({ line, why });
}
