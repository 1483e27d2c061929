import { NormactError, UsageError } from "../core/errors.js";
import { makeFolder } from "../core/files.js";
import { canonicalJson } from "../core/hash.js";
import { readGridBenchmark } from "../scenes/grid-benchmark.js";
import { withHabits } from "./habit.js";
import { GridEvalPool } from "./jobs.js";
import { type GridChoice, type NormPlan, planNorms, scenariosOf } from "./plan.js";
import type { AnswerLine, EpisodeRecord } from "./records.js";
import { executeGridRun, type RunProblems } from "./run.js";
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
    for (const newcomer of options.newcomers) {
      const own = plans.map((plan) => fitting(plan, newcomer));
      const settings = settingsOf(newcomer, benchmark.info, options);
      results.push(await playRun(newcomer, own, settings, options, hooks, pool));
      if (hooks.stop.aborted) break;
    }
  } finally {
    await pool.close();
  }
  return results;
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
  newcomer: Newcomer,
  plans: readonly NormPlan[],
  settings: GridSettings,
  options: GridEvalOptions,
  hooks: GridEvalHooks,
  pool: GridEvalPool,
): Promise<GridRunResult> {
  const wanted = scenariosOf(plans).map((s) => s.id);
  if (wanted.length === 0)
    throw new UsageError(
      "nothing_to_play",
      `${newcomer.name} has no interaction phase: it is told the norm. Add --phases test`,
    );
  const { store, release } = openRun(newcomer, settings, wanted, options, hooks);
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
  newcomer: Newcomer,
  settings: GridSettings,
  wanted: readonly string[],
  options: GridEvalOptions,
  hooks: GridEvalHooks,
): { store: GridStore; release: () => void } {
  if (options.resume !== undefined) {
    const store = GridStore.open(options.out, options.resume);
    refuseOther(store, settings);
    const release = store.lock();
    if (!release)
      throw new NormactError("run_busy", `another process is playing ${store.info.runId}`);
    return { store, release };
  }
  // tests stand on an interaction phase: they belong to the run that has it
  const testsOnly = newcomer.learns && !options.phases.includes("interaction");
  for (;;) {
    const found = options.fresh
      ? null
      : GridStore.findNewest(options.out, settings, testsOnly ? null : wanted, hooks.onBusy);
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
