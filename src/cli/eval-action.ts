import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { writeWhole } from "../core/files.js";
import { packageRoot } from "../core/paths.js";
import { plural, pluralIs } from "../core/shown.js";
import { briefOf, wholeTally } from "../eval/brief.js";
import {
  alreadySpent,
  type EvalResult,
  evaluate,
  interrupted,
  unfinished,
} from "../eval/evaluate.js";
import type { EvalHooks } from "../eval/options.js";
import type { Sample } from "../eval/sample.js";
import { RunStore } from "../eval/store.js";
import { callsTable } from "../report/calls-table.js";
import { scoreTable } from "../report/score-table.js";
import { argumentsOf, shellLine } from "./command-line.js";
import { createDisplay, dollars, usualDisplay } from "./display.js";
import { type EvalFlags, evalDeclaration } from "./eval-declaration.js";
import { CALIBRATION_NOTE, TWIN_NOTE } from "./eval-notes.js";
import { type OpenOptions, openOptions } from "./eval-options.js";
import { type EvalSet, evalSets } from "./eval-plan.js";
import {
  fail,
  note,
  noteCommand,
  noteError,
  print,
  printJson,
  printMore,
  speaksInObjects,
  tell,
} from "./io.js";

export async function runEval(flags: EvalFlags, command: Command): Promise<void> {
  const sets = evalSets(flags, command);
  if (flags.dryRun) return (await import("./eval-dry-run.js")).dryRun(sets, flags);
  const signals = onSignals();
  const state = newState();
  let open: OpenOptions | null = null;
  try {
    open = await openOptions(sets, terminalOf(flags), await spentBefore(sets, flags));
    const result = await evaluate(open.options, { ...signals, ...hooksFor(flags, state) });
    show(result, flags, sets);
    close(result, { ...flags, ...limitsOf(sets) }, signals.stop.aborted, state);
  } finally {
    state.display?.end();
    await open?.close();
    signals.done();
  }
}

/** What is remembered while runs are played. */
interface State {
  display: ReturnType<typeof createDisplay> | null;
  firstError: string | null;
}

const newState = (): State => ({ display: null, firstError: null });

function hooksFor(flags: EvalFlags, state: State): Omit<EvalHooks, "stop" | "abort"> {
  let playing = false;
  return {
    version: String(JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")).version),
    now: () => new Date().toISOString(),
    onStart({ runId, folder, total, done, planner, cue }) {
      if (done > 0) note(`going on with ${folder}: ${done} of ${pluralIs(total, "episode")} there`);
      // a person at the terminal needs the screen
      playing = planner.name.startsWith("human/");
      state.display = createDisplay(playing ? "none" : (flags.display ?? usualDisplay()));
      state.display.start({ runId, title: `${planner.name} ${cue}`, total, done });
    },
    onSample(sample) {
      const { id, epoch, outcome } = sample;
      state.display?.sample({ id, epoch, outcome, cost: wholeTally(briefOf(sample)).cost });
      state.firstError ??= sample.turns.find((t) => t.error !== null)?.error ?? null;
      if (playing) note(outcomeOf(sample));
    },
    onFlight: (inFlight) => state.display?.flight(inFlight),
    onEnd: () => state.display?.end(),
    onBusy: (runId) => note(`another process is playing ${runId}: this becomes a run of its own`),
  };
}

function show(result: EvalResult, flags: EvalFlags, sets: readonly EvalSet[]): void {
  if (flags.json) printJson(result.summary);
  else {
    print(scoreTable(result.summary));
    printMore(callsTable(result.summary.runs));
    const calibrating = !flags.model && !flags.matrix && !flags.resume;
    if (calibrating) print(flags.twins ? TWIN_NOTE : CALIBRATION_NOTE);
  }
  for (const { runId } of result.summary.runs) {
    const { folder } = placeOf(runId, flags);
    if (speaksInObjects()) tell("run", { runId, folder });
    else note(`run: ${folder}`);
  }
  const judge = sets.find((s) => s.matrix?.judge)?.matrix?.judge;
  if (judge) note(`the matrix names ${judge} as judge: normact diagnose`);
}

/** Where a run lies and what it is called by: one that was named by its folder need not be under --out. */
function placeOf(runId: string, flags: EvalFlags): { folder: string; name: string } {
  for (const name of flags.resume ?? []) {
    const { folder, info } = RunStore.open(flags.out, name);
    if (info.runId === runId) return { folder, name };
  }
  return { folder: join(flags.out, runId), name: runId };
}

/** The limits that held: a run that is gone on with may bring its own. */
function limitsOf(sets: readonly EvalSet[]): Pick<EvalFlags, "maxCost" | "maxTokensTotal"> {
  const greatest = (name: "maxCost" | "maxTokensTotal"): number | undefined => {
    const given = sets.flatMap((s) => s.flags[name] ?? []);
    return given.length === 0 ? undefined : Math.max(...given);
  };
  const maxCost = greatest("maxCost");
  const maxTokensTotal = greatest("maxTokensTotal");
  return {
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(maxTokensTotal === undefined ? {} : { maxTokensTotal }),
  };
}

/** Says how it ended: exit code, and as the last line the command that goes on. */
function close(result: EvalResult, flags: EvalFlags, stopped: boolean, state: State): void {
  for (const failure of result.failures) noteError(failure);
  if (result.incomplete.length > 0) {
    // what a server that went away has spoilt is played again with the rest
    const gone = result.failures.some((f) => f.code === "server_gone");
    const retryErrors = flags.retryErrors || gone;
    const ids = [...result.incomplete, ...(retryErrors ? result.wentWrong : [])];
    fail(stopped ? interrupted(result) : unfinished(result));
    noteCommand(resumeLine(ids, result, { ...flags, retryErrors }));
    return;
  }
  const wrong = result.wentWrong.reduce((sum, r) => sum + r.samples, 0);
  if (wrong === 0) return;
  const all = result.summary.runs.every((r) => r.unscored.provider_error === r.n && r.n > 0);
  note(
    all
      ? `every call failed; the first: ${state.firstError ?? "no reason given"}`
      : `${plural(wrong, "sample")} ended without an answer (the first: ${state.firstError ?? "no reason given"}); to play those again:`,
  );
  process.exitCode = 3;
  noteCommand(resumeLine(result.wentWrong, result, { ...flags, retryErrors: true }));
}

function resumeLine(
  runs: readonly { runId: string }[],
  result: EvalResult,
  flags: EvalFlags,
): string {
  const { out, retryErrors, json } = flags;
  const limit = result.failures.some((f) => f.code === "limit_reached");
  const values = {
    resume: [...new Set(runs.map((r) => placeOf(r.runId, flags).name))],
    out,
    retryErrors,
    json,
    // what was spent counts: a limit that was reached must be raised to go on
    ...(limit && flags.maxCost !== undefined ? { maxCost: 2 * flags.maxCost } : {}),
    ...(limit && flags.maxTokensTotal !== undefined
      ? { maxTokensTotal: 2 * flags.maxTokensTotal }
      : {}),
  };
  return shellLine(["normact", "eval", ...argumentsOf(evalDeclaration(), values)]);
}

/** With limits, what unfinished runs have come to already counts. */
async function spentBefore(sets: readonly EvalSet[], flags: EvalFlags) {
  const limited = sets.some(
    (s) => s.flags.maxCost !== undefined || s.flags.maxTokensTotal !== undefined,
  );
  if (!limited || flags.fresh) return {};
  const open = await openOptions(sets, undefined);
  try {
    const { cost, usage } = await alreadySpent(open.options);
    const tokens = (usage.input ?? 0) + (usage.output ?? 0);
    if (cost !== null && cost > 0) note(`spent by these runs already: ${dollars(cost)}`);
    return { alreadySpent: { cost: cost ?? 0, tokens } };
  } finally {
    await open.close();
  }
}

/** Ctrl-C once: finish what is in flight; twice: give that up too. */
function onSignals() {
  const stop = new AbortController();
  const abort = new AbortController();
  const onSignal = (): void => {
    if (!stop.signal.aborted) {
      stop.abort();
      note("\nstopping: finishing what is in flight (Ctrl-C again to give that up too)");
    } else {
      abort.abort();
      setTimeout(() => {
        note("given up; what is finished is kept. To go on:");
        noteCommand(shellLine(["normact", ...process.argv.slice(2)]));
        process.exit(130);
      }, 2000).unref();
    }
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    stop: stop.signal,
    abort: abort.signal,
    done() {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}

/** A person talks on stderr, so that stdout stays data. */
function terminalOf(flags: EvalFlags) {
  return {
    input: process.stdin,
    output: process.stderr,
    showPicture: pictureShower(flags.out),
  };
}

/** What became of an episode that a person played. */
function outcomeOf(sample: Sample): string {
  const said = (ok: boolean, reason: { sentence: string }): string =>
    `${ok ? "yes" : "no"}: ${reason.sentence}`;
  const second = sample.overcomplied
    ? `overcomplied:    ${said(sample.overcomplied.overcomplied, sample.overcomplied.reason)}`
    : `norm compliance: ${said(sample.norm.ok, sample.norm.reason)}`;
  return `\n${sample.id}\ngoal achieved:   ${said(sample.goal.ok, sample.goal.reason)}\n${second}\n`;
}

/** Puts observations where a person can open them: a temporary folder, or one in `out` where there is none. */
function pictureShower(out: string) {
  let folder: string | null = null;
  return async (png: Uint8Array, input: { episodeId: string; turn: number }): Promise<string> => {
    folder ??= ownFolder(tmpdir()) ?? join(out, "pictures");
    const file = join(folder, `${input.episodeId.replace("/", "-")}-${input.turn}.png`);
    writeWhole(file, png);
    return file;
  };
}

/** A new folder that nobody else has; null where none can be made. */
function ownFolder(parent: string): string | null {
  try {
    return mkdtempSync(join(parent, "normact-"));
  } catch {
    return null;
  }
}
