import { join, resolve } from "node:path";
import { isHeld } from "../core/lock.js";
import { plural, pluralIs } from "../core/shown.js";
import { recoverRun } from "../eval/recover.js";
import { listRunLines, type RunLine } from "../eval/run-list.js";
import { wentWrong } from "../eval/sample.js";
import { RunStore } from "../eval/store.js";
import { summarise } from "../eval/summary.js";
import { callsTable } from "../report/calls-table.js";
import { scoreTable } from "../report/score-table.js";
import { textTable } from "../report/text-table.js";
import { shellLine } from "./command-line.js";
import { dollars } from "./display.js";
import { note, print, printJson, printMore } from "./io.js";
import type { RunFlags } from "./run.js";
import { settingRows } from "./run-settings.js";

/** `normact run ls` */
export function list(flags: RunFlags): void {
  const runs = listRunLines(flags.out);
  if (flags.json) printJson({ schemaVersion: 1, runs });
  else print(runs.length === 0 ? `no runs in ${flags.out}` : runTable(runs));
}

function runTable(runs: readonly RunLine[]): string {
  return textTable(
    ["run", "model", "cue", "done", "outcomes", "cost", "state"],
    runs.map((r) => [
      r.runId,
      r.model ?? "?",
      r.cue ?? (r.kind === "grid" ? "(grid)" : "?"),
      r.total === null ? String(r.done) : `${r.done}/${r.total}`,
      Object.entries(r.outcomes)
        .map(([kind, n]) => `${n} ${kind}`)
        .join(", "),
      r.cost === null ? "–" : dollars(r.cost),
      r.state,
    ]),
  );
}

/** `normact run show RUN` */
export function show(id: string, flags: RunFlags): void {
  const store = RunStore.open(flags.out, id);
  const { info } = store;
  const briefs = store.briefs();
  const keys = store.keys();
  const there = keys.flatMap((k) => briefs.get(k) ?? []);
  const unfinished = keys.filter((k) => !briefs.has(k));
  const wrong = there.filter(wentWrong);
  const summary = summarise(info, there);
  const playing = isHeld(join(store.folder, "lock"));
  const resume = playing ? null : resumeCommand(store, unfinished.length, wrong.length, flags);
  if (flags.json) {
    printJson({
      schemaVersion: 1,
      run: info,
      summary,
      unfinished,
      errors: wrong.map((b) => ({ id: b.id, epoch: b.epoch, outcome: b.outcome })),
      playing,
      resume,
    });
    return;
  }
  print(`${info.runId}\nstarted ${info.started}, normact ${info.normact}, node ${info.node}\n`);
  print(textTable(["setting", "value"], settingRows(info)));
  printMore(scoreTable({ schemaVersion: 1, runs: [summary] }));
  printMore(callsTable([summary]));
  const state = [
    `${there.length} of ${pluralIs(keys.length, "sample")} there`,
    ...(wrong.length > 0 ? [`${wrong.length} ended without an answer`] : []),
    ...(playing ? ["a process is playing it"] : []),
  ];
  print(`${state.join("; ")}.`);
  if (unfinished.length > 0)
    print(`lacking: ${unfinished.slice(0, 10).join(", ")}${unfinished.length > 10 ? ", …" : ""}`);
  if (resume) print(`to go on:\n${resume}`);
}

function resumeCommand(
  store: RunStore,
  lacking: number,
  wrong: number,
  flags: RunFlags,
): string | null {
  if (lacking + wrong === 0 || !store.info.command) return null;
  // a run that was named by its folder may lie elsewhere than --out
  const here = resolve(flags.out, store.info.runId) === resolve(store.folder);
  const run = here ? store.info.runId : store.folder;
  const out = flags.out === join("results", "runs") || !here ? [] : ["--out", flags.out];
  const retry = wrong > 0 ? ["--retry-errors"] : [];
  return shellLine(["normact", "eval", "--resume", run, ...out, ...retry]);
}

/** `normact run recover RUN` */
export function recover(id: string, flags: RunFlags): void {
  const result = recoverRun(flags.out, id);
  if (flags.json) printJson({ schemaVersion: 1, ...result });
  else {
    print(
      `${result.runId}: ${plural(result.samples, "whole sample")}; ${plural(result.broken, "broken line")} put aside, ${plural(result.replaced, "replaced line")} left out`,
    );
    print(
      result.rebuilt.length === 0
        ? "no file had to be written anew"
        : `written anew: ${result.rebuilt.join(", ")} (what stood there is kept as .bak)`,
    );
  }
  for (const line of result.lost) note(line);
  if (result.lost.some((l) => l.includes("put back a copy"))) process.exitCode = 1;
}
