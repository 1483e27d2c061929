import { NormactError, UsageError } from "../core/errors.js";
import { makeFolder } from "../core/files.js";
import { canonicalJson } from "../core/hash.js";
import { readGridBenchmark } from "../scenes/grid-benchmark.js";
import {
  completeAlready,
  runToGoOn,
  type SpentBefore,
  spentIn,
  type WantedRun,
} from "./going-on.js";
import { withHabits } from "./habit.js";
import { GridEvalPool } from "./jobs.js";
import { type GridChoice, type NormPlan, planNorms, scenariosOf } from "./plan.js";
import type { AnswerLine, EpisodeRecord } from "./records.js";
import { executeGridRun, noProblems, type RunProblems } from "./run.js";
import { type GridSettings, GridStore } from "./store.js";
import type { Newcomer } from "./types.js";

export interface GridEvalOptions extends GridChoice {
  newcomers: readonly Newcomer[];
  seed: number;
  /** folder that holds the runs */
  out: string;
  /** folder of another benchmark */
  set?: string | undefined;
  workers?: number | undefined;
  concurrency: number;
  /** begin anew even if a run with these settings lacks episodes */
  fresh: boolean;
  /** go on with this run and no other */
  resume?: string | undefined;
  /** a habit of the background people: a norm, or `auto` */
  distractor?: string | undefined;
}

export interface GridEvalHooks {
  version: string;
  /** ISO time, given from outside */
  now(): string;
  stop: AbortSignal;
  onStart(run: {
    runId: string;
    folder: string;
    newcomer: Newcomer;
    total: number;
    done: number;
    /** answers of unfinished episodes that need not be asked for again */
    answered: number;
  }): void;
  onEpisode(record: EpisodeRecord): void;
  onAnswer(line: AnswerLine): void;
  onEnd(): void;
  /** what earlier processes have spent on these runs, before anything is played; not called where that is nothing */
  onSpentBefore(spent: SpentBefore): void;
  /** another process is playing such a run */
  onBusy(runId: string): void;
}

export interface GridRunResult {
  store: GridStore;
  /** episodes that were asked for and make sense for the newcomer, in order */
  wanted: string[];
  missing: number;
  problems: RunProblems;
}

/**
 * The two-phase protocol with each newcomer, one run each.
 * @throws UsageError for unknown norms, families or phases
 */
export async function evaluateGrid(
  options: GridEvalOptions,
  hooks: GridEvalHooks,
): Promise<GridRunResult[]> {
  const benchmark = readGridBenchmark(options.set);
  const { distractor } = options;
  const chosen = planNorms(benchmark.entries, options);
  const plans = distractor === undefined ? chosen : withHabits(chosen, distractor);
  makeFolder(options.out);
  const pool = new GridEvalPool(options.newcomers.every((n) => n.paid) ? 0 : options.workers);
  const results: GridRunResult[] = [];
  try {
    const runs = options.newcomers.map((newcomer) =>
      plannedRun(newcomer, plans, benchmark.info, options),
    );
    const apart = options.fresh || options.resume !== undefined;
    const complete = apart ? new Map<PlannedRun, GridStore>() : completeAlready(options.out, runs);
    tellSpent(runs, complete, options, hooks);
    for (const run of runs) {
      const store = complete.get(run);
      results.push(
        store
          ? { store, wanted: run.wanted, missing: 0, problems: noProblems() }
          : await playRun(run, options, hooks, pool),
      );
      if (hooks.stop.aborted) break;
    }
  } finally {
    await pool.close();
  }
  return results;
}

/** A run that the options ask for. */
interface PlannedRun extends WantedRun {
  newcomer: Newcomer;
  plans: NormPlan[];
  wanted: string[];
}

function plannedRun(
  newcomer: Newcomer,
  all: readonly NormPlan[],
  info: Parameters<typeof settingsOf>[1],
  options: GridEvalOptions,
): PlannedRun {
  const plans = all.map((plan) => fitting(plan, newcomer));
  const wanted = scenariosOf(plans).map((s) => s.id);
  if (wanted.length === 0)
    throw new UsageError(
      "nothing_to_play",
      `${newcomer.name} has no interaction phase: it is told the norm. Add --phases test`,
    );
  // tests stand on an interaction phase: they belong to the run that has it
  const testsOnly = newcomer.learns && !options.phases.includes("interaction");
  return { newcomer, plans, wanted, testsOnly, settings: settingsOf(newcomer, info, options) };
}

/** Limits hold for a run, whatever number of processes play it. */
function tellSpent(
  runs: readonly PlannedRun[],
  complete: ReadonlyMap<PlannedRun, GridStore>,
  { out, fresh, resume }: GridEvalOptions,
  hooks: GridEvalHooks,
): void {
  const sum: SpentBefore = { cost: 0, tokens: 0 };
  for (const run of runs) {
    if (!run.newcomer.paid || fresh) continue;
    const store =
      resume === undefined
        ? (complete.get(run) ?? runToGoOn(out, run))
        : GridStore.open(out, resume);
    if (!store) continue;
    const { cost, tokens } = spentIn(store);
    sum.cost += cost;
    sum.tokens += tokens;
  }
  if (sum.cost > 0 || sum.tokens > 0) hooks.onSpentBefore(sum);
}

/** The part of a plan that makes sense for a newcomer: who is told the norm has nothing to learn. */
export const fitting = (plan: NormPlan, newcomer: Newcomer): NormPlan => ({
  ...plan,
  lesson: newcomer.phases.includes("interaction") ? plan.lesson : null,
});

export function settingsOf(
  newcomer: Newcomer,
  info: { version: string; hash: string; rules: string },
  options: Pick<GridEvalOptions, "seed" | "distractor">,
): GridSettings {
  return {
    newcomer: newcomer.name,
    label: newcomer.label,
    benchmark: { version: info.version, hash: info.hash, rules: info.rules },
    distractor: options.distractor ?? null,
    seed: options.seed,
    own: { ...newcomer.settings },
  };
}

async function playRun(
  run: PlannedRun,
  options: GridEvalOptions,
  hooks: GridEvalHooks,
  pool: GridEvalPool,
): Promise<GridRunResult> {
  const { newcomer, plans, wanted } = run;
  const { store, release } = openRun(run, options, hooks);
  try {
    const before = store.episodes();
    hooks.onStart({
      runId: store.info.runId,
      folder: store.folder,
      newcomer,
      total: wanted.length,
      done: wanted.filter((id) => before.has(id)).length,
      answered: newcomer.paid ? unfinishedAnswers(store, wanted, before) : 0,
    });
    const { seed, concurrency } = options;
    const { stop, onEpisode, onAnswer } = hooks;
    const problems = await executeGridRun({
      store,
      newcomer,
      seed,
      plans,
      concurrency,
      pool,
      stop,
      onEpisode,
      onAnswer,
    });
    const done = store.episodes();
    const missing = wanted.filter((id) => !done.has(id)).length;
    return { store, wanted, missing, problems };
  } finally {
    hooks.onEnd();
    store.close();
    release();
  }
}

function unfinishedAnswers(
  store: GridStore,
  wanted: readonly string[],
  done: ReadonlyMap<string, EpisodeRecord>,
): number {
  const { answers } = store.log();
  return wanted.reduce((n, id) => n + (done.has(id) ? 0 : (answers.get(id)?.size ?? 0)), 0);
}

/** The run to go on with, or a new one, with nobody else at work on it. */
function openRun(
  run: PlannedRun,
  options: GridEvalOptions,
  hooks: GridEvalHooks,
): { store: GridStore; release: () => void } {
  const { newcomer, settings, testsOnly } = run;
  if (options.resume !== undefined) {
    const store = GridStore.open(options.out, options.resume);
    refuseOther(store, settings);
    const release = store.lock();
    if (!release)
      throw new NormactError("run_busy", `another process is playing ${store.info.runId}`);
    return { store, release };
  }
  for (;;) {
    const found = options.fresh ? null : runToGoOn(options.out, run, hooks.onBusy);
    if (!found && testsOnly)
      throw new UsageError(
        "no_belief",
        `${newcomer.name} is tested on what it has learned, and no run with these settings in ${options.out} has an interaction phase: play one first (--phases interaction, or all), or name the run with --resume`,
      );
    const store =
      found ??
      GridStore.create(options.out, {
        normact: hooks.version,
        node: process.version,
        started: hooks.now(),
        settings,
      });
    const release = store.lock();
    if (release) return { store, release };
  }
}

/** A run is gone on with under its own settings only. */
function refuseOther(store: GridStore, settings: GridSettings): void {
  const told = store.info.settings;
  // what shapes the newcomer itself is named one by one
  const flat = ({ own, ...rest }: GridSettings): Record<string, unknown> => ({ ...rest, ...own });
  const [before, now] = [flat(told), flat(settings)];
  const differ = Object.keys({ ...before, ...now }).filter(
    (key) => canonicalJson(before[key] ?? null) !== canonicalJson(now[key] ?? null),
  );
  if (differ.length > 0)
    throw new UsageError(
      "other_settings",
      `${store.info.runId} was begun with other settings (${differ.join(", ")}); give the same ones, or leave --resume out for a run of its own`,
    );
}
