import { defaultWorkers, WorkerPool } from "../core/pool.js";
import type { Planner } from "../planners/index.js";
import type { CuePack, ObjectList, ReadyCondition } from "../prompts/index.js";
import { IdPassCache } from "../scenes/cache.js";
import type { FirstViews } from "../scenes/image-folder.js";
import type { ScenePool } from "../scenes/jobs.js";
import { pixelCounts } from "../scenes/observe.js";
import type { ObservationPicture } from "../scenes/picture.js";
import { type EpisodeSpec, episodeFromSpec } from "../scenes/spec.js";
import { playEpisode } from "./episode.js";
import { type EpisodeJob, keepImage, runEpisodeJob } from "./jobs.js";
import type { Sample } from "./sample.js";
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
}

export interface RunHooks {
  /** worker threads for planners that need no network; 0 = this thread */
  workers?: number;
  /** episodes at a time for planners that wait for somebody */
  concurrency: number;
  /** draws pictures */
  scenes: ScenePool;
  /** no new episode is started once this is aborted */
  stop: AbortSignal;
  /** calls in flight are given up once this is aborted */
  abort: AbortSignal;
  onSample(sample: Sample): void;
}

/**
 * Plays what a run still lacks and appends each finished episode to its log, durable before it is counted.
 * @returns all samples of the run, in data-set order
 */
export async function executeRun(run: RunPlan, hooks: RunHooks): Promise<Sample[]> {
  const done = run.store.samples();
  const todo = run.specs.filter((s) => !done.has(s.id));
  const writer = run.store.writer();
  const finish = (sample: Sample): void => {
    // a cancelled call says nothing of the planner: the episode is played again on resume
    if (sample.outcome === "cancelled") return;
    writer.append(sample);
    done.set(sample.id, sample);
    hooks.onSample(sample);
  };
  try {
    if (worksAlone(run.planner) && !run.condition.mainThread)
      await playOnWorkers(run, todo, hooks, finish);
    else await playHere(run, todo, hooks, finish);
  } finally {
    writer.close();
  }
  return run.specs.flatMap((s) => done.get(s.id) ?? []);
}

/** A program that asks nobody: its episodes can be played on worker threads. */
export function worksAlone(planner: Planner): boolean {
  return /^(scripted|builtin)\//.test(planner.name);
}

/** Planners that are programs: whole episodes on worker threads. */
async function playOnWorkers(
  run: RunPlan,
  todo: EpisodeSpec[],
  hooks: RunHooks,
  finish: (sample: Sample) => void,
): Promise<void> {
  const job = (spec: EpisodeSpec): EpisodeJob => ({
    spec,
    model: run.planner.name,
    cue: run.condition.name,
    pack: run.pack,
    objectList: run.objectList,
    maxTurns: run.maxTurns,
    seed: run.seed,
    folder: run.store.folder,
  });
  const workers = Math.min(hooks.workers ?? defaultWorkers(), todo.length);
  if (workers === 0) {
    const cache = new IdPassCache();
    await each(todo, 1, hooks.stop, async (spec) => finish(await runEpisodeJob(job(spec), cache)));
    cache.flush();
    return;
  }
  const pool = new WorkerPool(new URL("./worker.js", import.meta.url), workers);
  try {
    await each(todo, workers * 2, hooks.stop, async (spec) =>
      finish(await pool.run<Sample>(job(spec))),
    );
  } finally {
    await pool.close();
  }
}

/** Planners that wait for a network or a person: here, pictures drawn on the scene workers. */
async function playHere(
  run: RunPlan,
  todo: EpisodeSpec[],
  hooks: RunHooks,
  finish: (sample: Sample) => void,
): Promise<void> {
  const cache = new IdPassCache();
  await each(todo, hooks.concurrency, hooks.stop, async (spec) => {
    const sample = await playEpisode(episodeFromSpec(spec), {
      planner: run.planner,
      condition: run.condition,
      pack: run.pack,
      objectList: run.objectList,
      maxTurns: run.maxTurns,
      seed: run.seed,
      look: async (snapshot) => pixelCounts(snapshot, cache),
      draw: async (snapshot, turn) => {
        const stored = turn === 0 ? run.firstViews?.get(spec.id) : undefined;
        if (stored) return stored;
        const picture = await hooks.scenes.run<ObservationPicture>({ type: "draw", snapshot });
        return { png: picture.observation, rgb: picture.rgb };
      },
      keep: (png) => keepImage(run.store.folder, png),
      signal: hooks.abort,
      clock: () => performance.now(),
    });
    finish(sample);
  });
  cache.flush();
}

/** Runs `work` over a list, so many at a time, in order of the list; stops starting when told to. */
async function each<T>(
  items: readonly T[],
  width: number,
  stop: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let broken = false;
  const lane = async (): Promise<void> => {
    while (next < items.length && !stop.aborted && !broken) {
      const item = items[next++]!;
      try {
        await work(item);
      } catch (error) {
        broken = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.max(1, width) }, lane));
  const failed = lanes.find((l) => l.status === "rejected");
  if (failed) throw failed.reason;
}
