import { extname, join } from "node:path";
import { NormactError, UsageError } from "../core/errors.js";
import { readText, writeWhole } from "../core/files.js";
import { plural, pluralIs } from "../core/shown.js";
import { judgeRun, judgeSpent } from "../grid-eval/judge/run.js";
import {
  AGREEMENT,
  agreementOf,
  sheetCsv,
  sheetHtml,
  sheetRows,
} from "../grid-eval/judge/sheet.js";
import { readVerdicts } from "../grid-eval/judge/store.js";
import { GridStore } from "../grid-eval/store.js";
import type { ModelRuntime } from "../models/runtime.js";
import { textTable } from "../report/text-table.js";
import { shellLine } from "./command-line.js";
import { batchRuntime } from "./eval-batch.js";
import { fail, note, print, printJson } from "./io.js";
import { lazyRuntime, type ModelFlags } from "./model-flags.js";
import { type Progress, progress } from "./progress.js";
import { goOnCommand } from "./same-command.js";
import { stopOnSignal } from "./stopping.js";

interface JudgeFlags extends ModelFlags {
  judge: string;
  rules?: boolean;
  limit?: number;
  batch?: boolean;
  batchPoll?: number;
  out: string;
  json?: boolean;
}

/** Beliefs at a time when the number of calls adapts by itself. */
const AT_A_TIME = 16;

export async function judge(run: string, flags: JudgeFlags): Promise<void> {
  const store = GridStore.open(flags.out, run);
  const release = store.lock();
  if (!release)
    throw new NormactError("run_busy", `another process is at work on ${store.info.runId}`);
  const runtime = lazyRuntime(flags);
  const signal = stopOnSignal("finishing the beliefs in hand");
  let bar: Progress | null = null;
  try {
    const batches = flags.batch ? await batchRuntime(flags, runtime.get) : null;
    const models = batches ?? (await singleCalls(store, runtime));
    const client = models.client(flags.judge, {
      ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
      ...(flags.openaiApi === undefined ? {} : { api: flags.openaiApi }),
      ...(flags.structured === undefined ? {} : { structured: flags.structured }),
    });
    const limited = flags.maxCost !== undefined || flags.maxTokensTotal !== undefined;
    const spent = judgeSpent(store, flags.judge);
    if (limited && spent.cost > 0)
      note(`spent by this judge on the run already: $${spent.cost.toFixed(4)}`);
    if (limited) models.countSpent(spent);
    const result = await judgeRun(store, {
      client,
      batches: batches?.made(flags.judge),
      rules: flags.rules ?? false,
      limit: flags.limit,
      concurrency: typeof flags.concurrency === "number" ? flags.concurrency : AT_A_TIME,
      stop: signal.stop,
      onVerdict(_done, total) {
        bar ??= progress(`judge ${flags.judge}`, total);
        bar.tick();
      },
    });
    (bar as Progress | null)?.end();
    if (flags.json) printJson(result);
    else
      print(
        `${result.beliefs} to judge (each distinct belief once${flags.rules ? ", final ones by their rules as well" : ""}): ${result.asked} judged now, ${result.known} before, ${result.failed} without a verdict`,
      );
    const out = flags.out === join("results", "runs") ? [] : ["--out", flags.out];
    note(`scores: ${shellLine(["normact", "grid", "score", run, ...out])}`);
    if (result.missing > 0)
      fail(
        new NormactError(
          signal.stop.aborted ? "interrupted" : "incomplete",
          `${pluralIs(result.missing, "belief")} not judged yet${result.error ? ` (${result.error})` : ""}. To go on:\n${goOnCommand(result.limitReached)}`,
          signal.stop.aborted ? 130 : 3,
        ),
      );
  } finally {
    (bar as Progress | null)?.end();
    await runtime.close();
    signal.done();
    release();
  }
}

/** Single calls would pay a second time for what a batch of the run is about to bring. */
async function singleCalls(
  store: GridStore,
  runtime: ReturnType<typeof lazyRuntime>,
): Promise<ModelRuntime> {
  const { BatchJournal } = await import("../models/batch/journal.js");
  if (BatchJournal.pending(store.folder))
    throw new NormactError(
      "batch_pending",
      `a batch of ${store.info.runId} is at the provider: add --batch to collect its results`,
      2,
    );
  return runtime.get();
}

export function sheet(
  run: string,
  options: { out: string; to: string; n: number; seed: number },
): void {
  const ending = extname(options.to).toLowerCase();
  if (ending !== ".csv" && ending !== ".html")
    throw new UsageError(
      "unknown_format",
      `--to "${options.to}": the file must end in .csv or .html`,
    );
  const store = GridStore.open(options.out, run);
  const rows = sheetRows(readVerdicts(store.folder).beliefs, options.n, options.seed);
  writeWhole(options.to, ending === ".csv" ? sheetCsv(rows) : sheetHtml(rows));
  note(`${options.to} written: ${rows.length} beliefs`);
}

export function agreement(files: string[], options: { json?: boolean }): void {
  const figures = agreementOf(files.map((name) => ({ name, text: readText(name) })));
  if (options.json) {
    printJson(figures);
    return;
  }
  const { ratings, counts, median, mean, empty, byScore } = figures;
  const share = (k: number): string => (ratings === 0 ? "–" : ((100 * k) / ratings).toFixed(1));
  print(
    textTable(
      ["answer", "n", "per cent"],
      AGREEMENT.map((word, k) => [word, String(counts[k]), share(counts[k] as number)]),
    ),
  );
  print(
    `${plural(ratings, "rating")} on ${plural(figures.sheets, "sheet")}, ${plural(empty, "row")} without one; median ${median ?? "–"}, mean ${mean?.toFixed(2) ?? "–"}`,
  );
  if (byScore.length === 0) return;
  print("");
  print(
    textTable(
      ["judge's score", "n", "mean answer"],
      byScore.map((row) => [String(row.score), String(row.ratings), row.mean.toFixed(2)]),
    ),
  );
}
