import { defaultWorkers, WorkerPool } from "../core/pool.js";
import type { Planner } from "../planners/index.js";
import type { CuePack, ObjectList, ReadyCondition } from "../prompts/index.js";
import { IdPassCache } from "../scenes/cache.js";
import type { FirstViews } from "../scenes/image-folder.js";
import type { ScenePool } from "../scenes/jobs.js";
import type { EpisodeSpec } from "../scenes/spec.js";
import { briefOf, type SampleBrief } from "./brief.js";
import { playEpisode } from "./episode.js";
import { type EpisodeJob, runEpisodeJob } from "./jobs.js";
import { lanes, Outage } from "./lanes.js";
import { Openings } from "./openings.js";
import { keepImage, pictureOf } from "./pictures.js";
import { type Sample, sampleKey, wentWrong } from "./sample.js";
import type { RunStore } from "./store.js";

/** What one run (a planner under a cue condition) needs. */
export interface RunPlan {
  store: RunStore;
  specs: readonly EpisodeSpec[];
  planner: Planner;
  condition: ReadyCondition;
  pack: CuePack;
  objectList: ObjectList;
  maxTurns: number;
  seed: number;
  firstViews: FirstViews | null;
  epochs: number;
  reask: boolean;
  /** samples that went wrong are played again */
  retryErrors: boolean;
  /** samples that ended since the command began, noted here: they are not played once more */
  settled?: Set<string>;
}

export interface RunHooks {
  /** worker threads for planners that need no network; 0 = this thread */
  workers?: number | undefined;
  /** episodes at a time for planners that wait for somebody */
  concurrency: number;
  /** draws pictures */
  scenes: Pick<ScenePool, "run">;
  /** what episodes begin with, where several runs of a command share it */
  openings?(): Openings;
  /** no new episode is started once this is aborted */
  stop: AbortSignal;
  /** calls in flight are given up once this is aborted */
  abort: AbortSignal;
  onSample(sample: Sample): void;
  /** how many episodes are being played */
  onFlight?(inFlight: number): void;
}

/** One sample that a run lacks. */
interface Todo {
  spec: EpisodeSpec;
  epoch: number;
}

/**
 * Plays what a run still lacks and appends each finished sample to its log, durable before it is counted.
 * @returns what is known of all samples of the run, in data-set order
 */
export async function executeRun(run: RunPlan, hooks: RunHooks): Promise<SampleBrief[]> {
  const done = run.store.briefs();
  const todo = lacking(run, done);
  const writer = run.store.writer();
  const outage = new Outage();
  const finish = async (sample: Sample): Promise<void> => {
    // a cancelled call says nothing of the planner: the episode is played again on resume
    if (sample.outcome === "cancelled") return;
    await writer.appendShared(sample);
    done.set(sampleKey(sample.id, sample.epoch), briefOf(sample));
    run.settled?.add(sampleKey(sample.id, sample.epoch));
    hooks.onSample(sample);
    outage.note(sample);
  };
  try {
    if (worksAlone(run.planner) && !run.condition.mainThread)
      await playOnWorkers(run, todo, hooks, finish);
    else await playHere(run, todo, hooks, finish);
  } finally {
    writer.close();
  }
  return run.store.keys(run.specs).flatMap((key) => done.get(key) ?? []);
}

/** Every episode once before any comes a second time: a run that is broken off has seen all kinds. */
function lacking(run: RunPlan, done: ReadonlyMap<string, SampleBrief>): Todo[] {
  const todo: Todo[] = [];
  for (let epoch = 0; epoch < run.epochs; epoch++)
    for (const spec of run.specs) {
      const key = sampleKey(spec.id, epoch);
      const brief = done.get(key);
      if (run.settled?.has(key)) continue;
      if (!brief || (run.retryErrors && wentWrong(brief))) todo.push({ spec, epoch });
    }
  return todo;
}

/** A program that asks nobody: its episodes can be played on worker threads. */
export function worksAlone(planner: Planner): boolean {
  return /^(scripted|builtin)\//.test(planner.name);
}

/** Planners that are programs: whole episodes on worker threads. */
async function playOnWorkers(
  run: RunPlan,
  todo: readonly Todo[],
  hooks: RunHooks,
  finish: (sample: Sample) => Promise<void>,
): Promise<void> {
  const job = ({ spec, epoch }: Todo): EpisodeJob => ({
    spec,
    epoch,
    reask: run.reask,
    model: run.planner.name,
    cue: run.condition.name,
    pack: run.pack,
    objectList: run.objectList,
    maxTurns: run.maxTurns,
    // planners that draw are to draw anew in each epoch
    seed: run.seed + epoch,
    folder: run.store.folder,
  });
  const workers = Math.min(hooks.workers ?? defaultWorkers(), todo.length);
  if (workers === 0) {
    const cache = new IdPassCache();
    await lanes(todo, 1, hooks, async (one) => finish(await runEpisodeJob(job(one), cache)));
    cache.flush();
    return;
  }
  const pool = new WorkerPool(new URL("./worker.js", import.meta.url), workers);
  try {
    await lanes(todo, workers * 2, hooks, async (one) => finish(await pool.run<Sample>(job(one))));
  } finally {
    await pool.close();
  }
}

/** Planners that wait for a network or a person: here, pictures drawn on the scene workers. */
async function playHere(
  run: RunPlan,
  todo: readonly Todo[],
  hooks: RunHooks,
  finish: (sample: Sample) => Promise<void>,
): Promise<void> {
  const openings = hooks.openings?.() ?? new Openings(run.epochs > 1);
  // a person meets one episode at a time
  const width = run.planner.name.startsWith("human/") ? 1 : hooks.concurrency;
  await lanes(todo, width, hooks, async ({ spec, epoch }) => {
    const { episode, hash, look } = openings.of(spec);
    const sample = await playEpisode(episode, {
      planner: run.planner,
      condition: run.condition,
      pack: run.pack,
      objectList: run.objectList,
      maxTurns: run.maxTurns,
      seed: worksAlone(run.planner) ? run.seed + epoch : run.seed,
      epoch,
      run: run.store.info.runId,
      reask: run.reask,
      episodeHash: hash,
      look,
      draw: (snapshot, turn) => pictureOf(spec.id, snapshot, turn, run.firstViews, hooks.scenes),
      keep: (png) => keepImage(run.store.folder, png),
      signal: hooks.abort,
      clock: () => performance.now(),
    });
    await finish(sample);
  });
  openings.flush();
}
