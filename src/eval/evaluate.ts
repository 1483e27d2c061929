import { NormactError } from "../core/errors.js";
import { plural } from "../core/shown.js";
import type { Planner } from "../planners/index.js";
import { CUE_FAILURES } from "../prompts/conditions.js";
import { cueName, type ReadyCondition } from "../prompts/index.js";
import { ScenePool } from "../scenes/jobs.js";
import { executeInWaves, refuseWhileBatched } from "./batch.js";
import { addTallies, type CallTally, NO_CALLS, type SampleBrief, wholeTally } from "./brief.js";
import { type Cell, cellsOf, openStore } from "./cells.js";
import { completeAlready } from "./going-on.js";
import { type Openings, sharedOpenings } from "./openings.js";
import type { EvalHooks, EvalOptions, EvalResult } from "./options.js";
import { type Prepared, prepare } from "./prepare.js";
import { executeRun, type RunPlan } from "./run.js";
import { wentWrong } from "./sample.js";
import { keysOf, RunStore } from "./store.js";
import { summarise } from "./summary.js";

export type { EvalHooks, EvalOptions, EvalResult } from "./options.js";

/** Episodes in flight where the limiter decides how many calls are: as many as it ever allows. */
const AUTO_EPISODES = 64;
/** Episodes at a time of planners that call nobody and are played here all the same. */
const LOCAL_EPISODES = 4;
/** Errors that end the runs of one planner and no others. */
const ENDS_A_PLANNER = ["provider_refuses", "server_gone"];

/**
 * Plays every run that the options ask for, one after the other. Names are checked before anything is written. A
 * run with the same settings that was broken off is gone on with.
 * @param options one set of options, or several (a matrix, runs to go on with)
 * @throws UsageError for an unknown model, cue, task or episode, or a run that was made under other settings
 */
export async function evaluate(
  options: EvalOptions | readonly EvalOptions[],
  hooks: EvalHooks,
): Promise<EvalResult> {
  const sets: Prepared[] = [];
  for (const one of [options].flat() as EvalOptions[]) sets.push(await prepare(one));
  const cells = sets.flatMap(cellsOf);
  for (const [cell, store] of completeAlready(cells)) cell.complete = store;
  const draws = sets.some(
    (s) => s.planners.some((p) => p.needsPicture) || s.conditions.some((c) => c.mainThread),
  );
  const scenes = new ScenePool(draws ? sets[0]?.options.workers : 0);
  const shared = { scenes, openings: sharedOpenings(playsAgain(cells)) };
  const result: EvalResult = {
    summary: { schemaVersion: 1, runs: [] },
    incomplete: [],
    wentWrong: [],
    failures: [],
  };
  const out = new Set<Planner | ReadyCondition>();
  try {
    for (const cell of cells) {
      if (
        hooks.stop.aborted ||
        result.failures.some(endsAll) ||
        out.has(cell.planner) ||
        out.has(cell.condition)
      )
        leaveForLater(cell, hooks, result);
      else {
        const failure = await playCell(cell, hooks, shared, result);
        if (failure) out.add(ofTheCue(failure) ? cell.condition : cell.planner);
      }
    }
  } finally {
    for (const set of sets) {
      for (const p of set.planners) p.close?.();
      for (const c of set.conditions) await c.close?.();
    }
    await scenes.close();
  }
  return result;
}

/** Batches play every episode from its first turn with each wave. */
const playsAgain = (cells: readonly Cell[]): boolean =>
  cells.length > 1 || cells.some((c) => (c.epochs ?? 1) > 1 || c.prepared.options.batches);

const endsAll = (error: NormactError): boolean => error.code === "limit_reached";
const ofTheCue = (error: NormactError): boolean => CUE_FAILURES.includes(error.code);

/** @returns why its planner, its condition or everything can go no further; null when all is well */
async function playCell(
  cell: Cell,
  hooks: EvalHooks,
  shared: { scenes: ScenePool; openings: () => Openings },
  result: EvalResult,
): Promise<NormactError | null> {
  const { prepared, planner, condition } = cell;
  const { options, specs } = prepared;
  const { store, release } = openStore(cell, hooks);
  const plan: RunPlan = {
    store,
    specs,
    planner,
    condition,
    pack: prepared.pack,
    objectList: options.objectList,
    maxTurns: options.maxTurns,
    seed: options.seed ?? 0,
    firstViews: prepared.firstViews,
    epochs: options.epochs ?? 1,
    reask: options.reask ?? false,
    retryErrors: options.retryErrors ?? false,
  };
  const keys = store.keys(specs);
  let failure: NormactError | null = null;
  try {
    if (!options.batches) refuseWhileBatched(store);
    const before = store.briefs();
    const { runId } = store.info;
    const still = (b: SampleBrief | undefined) => b && !(plan.retryErrors && wentWrong(b));
    hooks.onStart({
      runId,
      folder: store.folder,
      total: keys.length,
      done: keys.filter((k) => still(before.get(k))).length,
      planner,
      cue: cueName(condition),
    });
    const { batches } = options;
    const settings = {
      ...hooks,
      workers: options.workers,
      concurrency: width(planner, options),
      ...shared,
    };
    const played = batches ? executeInWaves(plan, settings, batches) : executeRun(plan, settings);
    const briefs = await played.catch((error: unknown) => {
      failure = planFailure(error);
      const done = store.briefs();
      return keys.flatMap((k) => done.get(k) ?? []);
    });
    hooks.onEnd();
    book(store, briefs, keys.length, result);
  } finally {
    release();
  }
  if (failure) {
    result.failures.push(failure);
    hooks.onFailure?.(failure);
  }
  return failure;
}

function width(planner: Planner, { concurrency }: EvalOptions): number {
  if (concurrency !== "auto") return concurrency;
  return planner.endpoint === undefined ? LOCAL_EPISODES : AUTO_EPISODES;
}

/** An error after which other runs can go on, or all can be gone on with later; any other is thrown. */
function planFailure(error: unknown): NormactError {
  if (!(error instanceof NormactError)) throw error;
  if (ENDS_A_PLANNER.includes(error.code) || endsAll(error)) return error;
  // a program that cannot be started is the command's own mistake: nothing is gone on with before it is mended
  if (ofTheCue(error) && error.exitCode === 3) return error;
  throw error;
}

function book(store: RunStore, briefs: SampleBrief[], total: number, result: EvalResult): void {
  const { runId } = store.info;
  if (briefs.length < total)
    result.incomplete.push({ runId, missing: total - briefs.length, begun: true });
  const wrong = briefs.filter(wentWrong).length;
  if (wrong > 0) result.wentWrong.push({ runId, samples: wrong });
  result.summary.runs.push(summarise(store.info, briefs));
}

/** A run that is not begun gets its folder all the same: then the command that resumes can name it. */
function leaveForLater(cell: Cell, hooks: EvalHooks, result: EvalResult): void {
  const { store, release } = openStore(cell, hooks);
  release();
  const done = store.briefs();
  const missing = store.keys(cell.prepared.specs).filter((k) => !done.has(k)).length;
  if (missing > 0)
    result.incomplete.push({ runId: store.info.runId, missing, begun: done.size > 0 });
}

/** The message that ends an evaluation that was broken off. */
export function interrupted(result: EvalResult): NormactError {
  return new NormactError("interrupted", `stopped; ${left(result)}`, 130);
}

/** The message that ends an evaluation whose runs lack episodes though nobody stopped it. */
export function unfinished(result: EvalResult): NormactError {
  return new NormactError("unfinished", `not complete; ${left(result)}`, 3);
}

function left({ incomplete }: EvalResult): string {
  const begun = incomplete.filter((r) => r.begun);
  const missing = begun.reduce((sum, r) => sum + r.missing, 0);
  const whole = incomplete.length - begun.length;
  const parts = [
    ...(begun.length > 0
      ? [`${plural(missing, "episode")} of ${plural(begun.length, "run")}`]
      : []),
    ...(whole > 0 ? [`${plural(whole, "whole run")}`] : []),
  ];
  return `still to play: ${parts.join(" and ")}. What is finished is kept: run the same command again to go on.`;
}

/** What the runs that these options would go on with have come to so far. */
export async function alreadySpent(options: readonly EvalOptions[]): Promise<CallTally> {
  const sets: Prepared[] = [];
  for (const one of options) sets.push(await prepare(one));
  const cells = sets.flatMap(cellsOf);
  const complete = completeAlready(cells);
  let sum = NO_CALLS;
  for (const cell of cells) {
    const { settings, specs, epochs, out, retryErrors } = cell;
    const store =
      cell.prepared.resume ??
      complete.get(cell) ??
      RunStore.findIncomplete(out, settings, keysOf(specs, epochs), { retryErrors });
    for (const brief of store?.briefs().values() ?? []) sum = addTallies(sum, wholeTally(brief));
  }
  for (const { planners, conditions } of sets) {
    for (const planner of planners) planner.close?.();
    for (const condition of conditions) await condition.close?.();
  }
  return sum;
}
