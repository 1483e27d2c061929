import { join } from "node:path";
import { UsageError } from "../core/errors.js";
import { readText } from "../core/files.js";
import { cacheRoot } from "../core/paths.js";
import type { BankInfo, RowRemark } from "../rag/bank.js";
import { note, print, printJson } from "./io.js";
import { type Progress, progress } from "./progress.js";
import { stopOnSignal } from "./stopping.js";

interface ImportFlags {
  out?: string;
  mapping?: string;
  name?: string;
  json?: boolean;
}

/** `normact rag import FILE` */
export async function importFile(file: string, flags: ImportFlags): Promise<void> {
  const [{ importBank }, { readMapping }] = await Promise.all([
    import("../rag/import.js"),
    import("../rag/mapping.js"),
  ]);
  const mapping = flags.mapping ? readMapping(readText(flags.mapping), flags.mapping) : undefined;
  const folder = flags.out ?? (await defaultBankFolder(file));
  const started = performance.now();
  const bar = megabytes(`import ${file}`);
  let info: BankInfo;
  try {
    info = importBank(file, folder, {
      ...(mapping ? { mapping } : {}),
      ...(flags.name ? { name: flags.name } : {}),
      onProgress: bar.at,
    });
  } finally {
    bar.end();
  }
  const seconds = (performance.now() - started) / 1000;
  if (flags.json) printJson({ folder, seconds, ...info });
  else print(bankReport(info));
  note(`bank: ${folder}   index it with: normact rag build --bank ${folder} --out ${folder}-index`);
}

async function defaultBankFolder(file: string): Promise<string> {
  const { basename, extname } = await import("node:path");
  const name = basename(file, extname(file)).replace(/[^\w.-]+/g, "-");
  if (name === "") throw new UsageError("no_name", "name a folder for the bank with --out DIR");
  return join(cacheRoot(), "rag", "banks", name);
}

/** A bar over megabytes. */
function megabytes(title: string): { at(read: number, total: number): void; end(): void } {
  let bar: Progress | null = null;
  let shown = 0;
  return {
    at(read, total) {
      bar ??= progress(title, Math.max(1, Math.ceil(total / 2 ** 20)));
      for (; shown < Math.floor(read / 2 ** 20); shown++) bar.tick("MB");
    },
    end: () => bar?.end(),
  };
}

const SHOWN = 20;

/** What became of a source, in lines. */
export function bankReport(info: BankInfo): string {
  const { report: r, source } = info;
  const share = (n: number): string =>
    r.kept === 0 ? "–" : `${((100 * n) / r.kept).toFixed(1)} %`;
  const labels = Object.entries(r.labels).map(([label, n]) => `${label} ${n} (${share(n)})`);
  const lines = [
    `${info.name}: ${r.kept} norms of ${r.rows} rows`,
    `source       ${source.file}, ${source.bytes} bytes, SHA-256 ${source.sha256}`,
    `licence      ${info.licence ?? "not said by the source"}`,
    `settings     ${r.settings}; behaviours ${r.behaviors}`,
    `labels       ${labels.join(", ")}`,
    `duplicates   ${r.duplicates} left out${r.rows > 0 ? ` (${((100 * r.duplicates) / r.rows).toFixed(1)} % of the rows)` : ""}`,
    `contradictions ${r.contradictions} (same setting, behaviour and constraints, another label; kept)`,
    ...remarks("dropped", r.dropped, r.droppedRows),
    ...remarks("letters mended", r.mended, r.mendedRows),
    ...remarks("odd, kept", r.odd, r.oddRows),
  ];
  return lines.join("\n");
}

function remarks(what: string, count: number, rows: readonly RowRemark[]): string[] {
  const more = count - Math.min(SHOWN, rows.length);
  return [
    `${what.padEnd(12)} ${count}`,
    ...rows.slice(0, SHOWN).map((r) => `  line ${r.line}: ${r.why}`),
    ...(more > 0 && rows.length > 0
      ? [`  … and ${more} more (bank.json lists the first thousand)`]
      : []),
  ];
}

interface BuildFlags {
  bank?: string;
  embedder: string;
  models?: string;
  out?: string;
  json?: boolean;
}

/** `normact rag build` */
export async function build(flags: BuildFlags): Promise<void> {
  const [{ bankOf, indexPlace }, { openEmbedder }, { modelPlace }, { buildIndex }] =
    await Promise.all([
      import("../rag/open.js"),
      import("../rag/embedders.js"),
      import("../rag/models.js"),
      import("../rag/build.js"),
    ]);
  const bank = bankOf(flags.bank);
  const { embedder, fallback } = await openEmbedder(flags.embedder, modelPlace(flags.models));
  if (fallback) note(fallback);
  const out = flags.out ?? indexPlace(bank, embedder);
  const { stop, done } = stopOnSignal("the texts in hand are finished and kept");
  const bar = texts(`embed with ${embedder.info.model}`);
  try {
    const { meta, embedded, ms } = await buildIndex(bank, embedder, out, {
      stop,
      onProgress: bar.at,
    });
    const rate = embedded / (ms / 1000);
    if (flags.json)
      printJson({
        schemaVersion: 1,
        folder: out,
        embedded,
        seconds: ms / 1000,
        textsPerSecond: rate,
        id: meta.id,
        fingerprint: meta.fingerprint,
        records: meta.records,
        chunks: meta.chunks,
      });
    else
      print(
        `${meta.bank.name}: ${meta.records} norms in ${meta.chunks} chunks, ${meta.fingerprint.embedder.dims} columns; ` +
          `${embedded} embedded now in ${(ms / 1000).toFixed(1)} s (${rate.toFixed(0)}/s)\nindex ${out} (${meta.id.slice(0, 12)})`,
      );
  } finally {
    bar.end();
    done();
    await embedder.close();
    bank.records.close();
  }
}

/** A bar over embedded texts, given how many are done. */
export function texts(title: string): { at(done: number, total: number): void; end(): void } {
  let bar: Progress | null = null;
  let shown = 0;
  return {
    at(done, total) {
      if (!bar) {
        bar = progress(title, total, done);
        shown = done;
      }
      for (; shown < done; shown++) bar.tick("texts");
    },
    end: () => bar?.end(),
  };
}
