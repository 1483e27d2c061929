import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../core/errors.js";
import { readText, writeWhole } from "../core/files.js";
import { defaultWorkers } from "../core/pool.js";
import { RunStore } from "../eval/store.js";
import type { ExtraSections } from "../report/html/page.js";
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
  const grid = runs.filter((run) => isGridRun(options.out, run));
  const stores = runs
    .filter((run) => !grid.includes(run))
    .map((run) => RunStore.open(options.out, run));
  if (stores.length === 0)
    throw new UsageError(
      "grid_runs_only",
      `these are runs of the grid track alone: normact grid report ${runs.join(" ")}`,
    );
  if (grid.length > 0 && options.html === undefined)
    note(
      "runs of the grid track are on the page alone (--html FILE); for their tables: normact grid report",
    );
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
  if (options.html !== undefined) {
    const { reportHtml } = await import("../report/html/page.js");
    writeWhole(options.html, await reportHtml(data, reference, gridSections(grid, options)));
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

/** Is it a run of the other track? What cannot be read is left to the reader of runs to complain about. */
function isGridRun(root: string, run: string): boolean {
  const file = [resolve(run), join(root, run)]
    .map((folder) => join(folder, "run.json"))
    .find((name) => existsSync(name));
  if (file === undefined) return false;
  try {
    return (JSON.parse(readText(file)) as { kind?: unknown } | null)?.kind === "grid";
  } catch {
    return false;
  }
}

/** The grid track's parts of a page that covers both. */
function gridSections(runs: readonly string[], options: ReportCliOptions): ExtraSections {
  return async (numbers) => {
    if (runs.length === 0) return [];
    const { GridStore } = await import("../grid-eval/store.js");
    const { scoreGridRun } = await import("../grid-eval/score.js");
    const { gridReportSections } = await import("../report/grid/page.js");
    const { paperRows } = await import("../report/grid/reference.js");
    const data = {
      schemaVersion: 1 as const,
      title: "Grid world",
      runs: runs.map((run) => {
        const store = GridStore.open(options.out, run);
        const { summary, norms, unread } = scoreGridRun(store, { byNorm: true });
        const { settings } = store.info;
        return { summary, settings, norms: norms ?? [], unread, telling: [] };
      }),
    };
    const parts = await gridReportSections(data, options.reference ? paperRows() : [], "", numbers);
    return parts.map((p) => ({ ...p, id: `grid-${p.id}`, title: `Grid world · ${p.title}` }));
  };
}

async function writeTables(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) writeWhole(join(folder, name), text);
  const tables = Object.keys(files).filter((name) => name !== "all.tex").length;
  note(`${tables} tables: ${folder}`);
}
