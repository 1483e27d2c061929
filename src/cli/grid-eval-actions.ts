import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NormactError } from "../core/errors.js";
import { packageRoot } from "../core/paths.js";
import { evaluateGrid, type GridRunResult } from "../grid-eval/evaluate.js";
import { createNewcomer } from "../grid-eval/newcomers/registry.js";
import { phasesOf } from "../grid-eval/plan.js";
import { summariseGrid } from "../grid-eval/summary.js";
import { successRows, summaryLines } from "../grid-eval/table.js";
import { textTable } from "../report/text-table.js";
import { fail, note, print, printJson } from "./io.js";
import { type Progress, progress } from "./progress.js";

interface Flags {
  model?: string[];
  knownNorm?: boolean;
  norms?: string[];
  families?: string[];
  limit?: number;
  phases?: string[];
  out: string;
  set?: string;
  workers?: number;
  concurrency: number;
  seed?: number;
  resume?: string;
  fresh?: boolean;
  json?: boolean;
}

/** Who plays when nobody is named: the ends of the scale and the embedded learner. */
const DEFAULT_NEWCOMERS = [
  "builtin/bayes",
  "scripted/oracle",
  "scripted/norm-blind",
  "scripted/random",
  "scripted/idle",
];

export async function runGridEval(flags: Flags): Promise<void> {
  const seed = flags.seed ?? 0;
  const names = [...new Set(flags.model ?? DEFAULT_NEWCOMERS)];
  const newcomers = names.map((name) => createNewcomer(name, { seed }));
  const stop = new AbortController();
  const release = onInterrupt(stop);
  let bar: Progress | null = null;
  try {
    const results = await evaluateGrid(
      {
        newcomers,
        seed,
        norms: flags.norms,
        families: flags.families,
        limit: flags.limit,
        phases: phasesOf(flags.phases ?? ["all"]),
        out: flags.out,
        set: flags.set,
        workers: flags.workers,
        concurrency: flags.concurrency,
        fresh: flags.fresh ?? false,
        resume: flags.resume,
      },
      {
        version: String(
          JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")).version,
        ),
        now: () => new Date().toISOString(),
        stop: stop.signal,
        onStart({ folder, total, done, newcomer }) {
          if (done > 0) note(`going on with ${folder}: ${done} of ${total} episodes are there`);
          bar = progress(newcomer.name, total, done);
        },
        onEpisode: (record) => bar?.tick(record.id),
        onAnswer: () => {},
        onEnd: () => bar?.end(),
        onBusy: (runId) =>
          note(`another process is playing ${runId}: this becomes a run of its own`),
      },
    );
    show(results, flags);
    conclude(results, stop.signal.aborted);
  } finally {
    (bar as Progress | null)?.end();
    release();
  }
}

/** Ctrl-C once: begin nothing more; twice: leave at once, what is finished is kept. */
function onInterrupt(stop: AbortController): () => void {
  const onSignal = (): void => {
    if (stop.signal.aborted) {
      note("given up; what is finished is kept: run the same command again to go on");
      process.exit(130);
    }
    stop.abort();
    note("\nstopping: finishing what is in flight (Ctrl-C again to give that up too)");
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return () => {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  };
}

function show(results: readonly GridRunResult[], flags: Flags): void {
  const summaries = results.map(({ store, wanted }) => summariseGrid(store, wanted));
  if (flags.json) printJson({ schemaVersion: 1, runs: summaries });
  else {
    const { header, rows } = successRows(summaries);
    print(`Joint success by family, then task success; per cent, seen / unseen\n`);
    print(textTable(header, rows));
    for (const summary of summaries) print(summaryLines(summary).join("\n"));
  }
  for (const { store } of results) note(`run: ${join(flags.out, store.info.runId)}`);
}

/** Says what is lacking, and ends with the exit code for it. */
function conclude(results: readonly GridRunResult[], stopped: boolean): void {
  for (const { problems } of results) {
    for (const error of problems.errors.slice(0, 3)) note(error);
    if (problems.withoutBelief.length > 0)
      note(
        `${problems.withoutBelief.length} tests were left out: their norms have no interaction phase in this run`,
      );
  }
  const missing = results.reduce((n, r) => n + r.missing, 0);
  if (missing === 0) return;
  const runs = results.filter((r) => r.missing > 0).map((r) => r.store.info.runId);
  fail(
    new NormactError(
      stopped ? "interrupted" : "incomplete",
      `${missing} episodes are missing. To go on, run the same command again (it finds ${runs.join(", ")})`,
      stopped ? 130 : 3,
    ),
  );
}
