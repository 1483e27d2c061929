import { defaultWorkers } from "../core/pool.js";
import { RunStore } from "../eval/store.js";
import { note, print, printJson } from "./io.js";

export interface ReportCliOptions {
  out: string;
  html?: string;
  md?: boolean;
  csv?: string;
  latex?: string;
  json?: boolean;
  reference?: boolean;
  seed: number;
  draws: number;
  gallery: number;
  pictures: boolean;
  workers?: number;
}

/** Builds the report once and writes it in every form that was asked for. */
export async function report(runs: string[], options: ReportCliOptions): Promise<void> {
  const stores = runs.map((run) => RunStore.open(options.out, run));
  const { buildReport } = await import("../report/data/build.js");
  const { data, rows } = await buildReport(stores, {
    seed: options.seed,
    draws: options.draws,
    gallery: options.html === undefined && !options.json ? 0 : options.gallery,
    pictures: options.pictures && options.html !== undefined,
    workers: options.workers ?? defaultWorkers(),
  });
  const { loadReference } = await import("../report/data/reference.js");
  const reference = options.reference ? loadReference() : null;
  for (const { text } of [...data.notices, ...data.sets.flatMap((s) => s.notices)]) note(text);
  const { writeWhole } = await import("../core/files.js");
  if (options.html !== undefined) {
    const { reportHtml } = await import("../report/html/page.js");
    writeWhole(options.html, await reportHtml(data, reference));
    note(`page: ${options.html}`);
  }
  if (options.csv !== undefined) {
    const { csvTables } = await import("../report/csv.js");
    await writeTables(options.csv, csvTables(data, rows));
  }
  if (options.latex !== undefined) {
    const { latexTables } = await import("../report/latex.js");
    await writeTables(options.latex, latexTables(data, reference));
  }
  if (options.json) {
    const { reportJson } = await import("../report/json.js");
    printJson(reportJson(data, reference));
  }
  if (options.md) {
    const { reportMarkdown } = await import("../report/markdown.js");
    print(reportMarkdown(data, reference));
  }
  const files = options.html ?? options.csv ?? options.latex;
  if (!options.json && !options.md && files === undefined) {
    const { reportText } = await import("../report/text.js");
    print(reportText(data, reference));
  }
}

async function writeTables(folder: string, files: Record<string, string>): Promise<void> {
  const { join } = await import("node:path");
  const { writeWhole } = await import("../core/files.js");
  for (const [name, text] of Object.entries(files)) writeWhole(join(folder, name), text);
  note(`${Object.keys(files).length} tables: ${folder}`);
}
