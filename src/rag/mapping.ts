import { extname } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { UsageError } from "../core/errors.js";
import { sha256 } from "../core/hash.js";
import { readCsv, textPieces } from "./csv.js";
import type { SourceRow } from "./import.js";
import { NORM_WORDS, type NormWord } from "./record.js";

/** How rows of another source become norms. Templates name columns in braces: "{rot}". */
const MappingSchema = z.strictObject({
  schemaVersion: z.literal(1),
  name: z.string().min(1),
  licence: z.string().optional(),
  attribution: z.string().optional(),
  /** told by the file's ending when left out */
  format: z.enum(["csv", "tsv", "jsonl"]).optional(),
  /** the norm in one text */
  text: z.string().min(1),
  /** where it holds */
  setting: z.string().default(""),
  /** under which circumstances, in words or in NormBank's grammar */
  constraints: z.string().default(""),
  /** a column, and which of its values mean which of our three words; other values leave the norm unlabelled */
  label: z
    .strictObject({ column: z.string(), values: z.record(z.string(), z.enum(NORM_WORDS)) })
    .optional(),
  /** rows are left out unless these columns have one of these values */
  where: z.record(z.string(), z.array(z.string())).default({}),
});
type Mapping = z.infer<typeof MappingSchema>;

export interface MappedSource extends Mapping {
  /** name and hash of the mapping */
  id: string;
}

/** @throws UsageError bad_mapping */
export function readMapping(yamlText: string, file: string): MappedSource {
  let data: unknown;
  try {
    data = parse(yamlText);
  } catch (error) {
    throw new UsageError("bad_mapping", `${file}: ${(error as Error).message}`);
  }
  const mapping = MappingSchema.safeParse(data);
  if (!mapping.success)
    throw new UsageError("bad_mapping", `${file}: ${z.prettifyError(mapping.error)}`);
  return { ...mapping.data, id: `${mapping.data.name} ${sha256(yamlText).slice(0, 12)}` };
}

/** The rows of a source as its mapping reads them. */
export function* mappedRows(
  source: string,
  mapping: MappedSource,
  onBytes?: (bytes: Uint8Array) => void,
): Generator<SourceRow> {
  for (const { line, values, why } of objects(source, mapping, onBytes)) {
    if (values === null) yield { line, record: null, why: why ?? "not readable" };
    else if (Object.entries(mapping.where).every(([k, ok]) => ok.includes(values[k] ?? "")))
      yield { line, ...recordOf(values, mapping) };
  }
}

function recordOf(values: Record<string, string>, mapping: MappedSource) {
  const text = fill(mapping.text, values);
  if (text === "") return { record: null, why: `nothing in ${mapping.text}` };
  let norm: NormWord | null = null;
  if (mapping.label) norm = mapping.label.values[values[mapping.label.column] ?? ""] ?? null;
  const setting = fill(mapping.setting, values);
  const constraints = fill(mapping.constraints, values);
  return { record: { setting, behavior: text, norm, constraints, text } };
}

const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{([^{}]+)\}/g, (_, key: string) => values[key.trim()] ?? "").trim();

interface Row {
  line: number;
  values: Record<string, string> | null;
  why?: string;
}

function* objects(
  source: string,
  mapping: MappedSource,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Generator<Row> {
  const format = mapping.format ?? formatOf(source);
  const columns = columnsOf(mapping);
  if (format === "jsonl") return yield* jsonObjects(source, onBytes);
  const records = readCsv(source, { separator: format === "tsv" ? "\t" : ",", onBytes });
  const header = records.next().value?.cells?.map((c: string) => c.trim()) ?? [];
  const missing = columns.filter((c) => !header.includes(c));
  if (missing.length > 0)
    throw new UsageError(
      "wrong_header",
      `${source} lacks the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")} that the mapping names. Found: ${header.join(", ").slice(0, 300)}`,
    );
  for (const record of records) {
    if (record.cells === null) yield { line: record.line, values: null, why: record.why };
    else {
      const cells = record.cells;
      yield {
        line: record.line,
        values: Object.fromEntries(
          header.map((name: string, i: number) => [name, cells[i]!.trim()]),
        ),
      };
    }
  }
}

/** Every column that a mapping speaks of. */
function columnsOf({ text, setting, constraints, label, where }: MappedSource): string[] {
  const named = [text, setting, constraints].flatMap((t) =>
    Array.from(t.matchAll(/\{([^{}]+)\}/g), (m) => m[1]!.trim()),
  );
  return [...new Set([...named, ...(label ? [label.column] : []), ...Object.keys(where)])];
}

function formatOf(source: string): "csv" | "tsv" | "jsonl" {
  const ending = extname(source).toLowerCase();
  if (ending === ".tsv") return "tsv";
  if (ending === ".jsonl" || ending === ".ndjson") return "jsonl";
  return "csv";
}

function* jsonObjects(source: string, onBytes: (bytes: Uint8Array) => void): Generator<Row> {
  let line = 0;
  let rest = "";
  const read = function* (text: string): Generator<Row> {
    line++;
    if (text.trim() === "") return;
    try {
      const value: unknown = JSON.parse(text);
      if (value === null || typeof value !== "object" || Array.isArray(value))
        yield { line, values: null, why: "no JSON object" };
      else yield { line, values: strings(value as Record<string, unknown>) };
    } catch {
      yield { line, values: null, why: "no JSON" };
    }
  };
  for (const piece of textPieces(source, onBytes)) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) yield* read(text);
  }
  if (rest !== "") yield* read(rest);
}

const strings = (value: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(value).map(([k, v]) => [
      k,
      typeof v === "string"
        ? v.trim()
        : v === null
          ? ""
          : typeof v === "object"
            ? JSON.stringify(v)
            : String(v),
    ]),
  );
