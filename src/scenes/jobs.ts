import { defaultWorkers, WorkerPool } from "../core/pool.js";
import type { Snapshot } from "../world/types.js";
import { buildInstance } from "./build.js";
import { IdPassCache } from "./cache.js";
import { checkSpec } from "./checks.js";
import { drawObservation } from "./picture.js";
import { type EpisodeSpec, episodeHash } from "./spec.js";

/** Work that a scene worker takes. */
export type SceneJob =
  | { type: "build"; task: string; instance: number; seed: number }
  | { type: "check"; spec: EpisodeSpec }
  | { type: "draw"; snapshot: Snapshot };

export async function runSceneJob(job: SceneJob, cache: IdPassCache): Promise<unknown> {
  switch (job.type) {
    case "build":
      return buildInstance(job.task, job.instance, job.seed, cache);
    case "check":
      return checkSpec(job.spec, episodeHash, cache);
    case "draw":
      return drawObservation(job.snapshot);
  }
}

/** Runs scene jobs on worker threads, or in this thread with `workers` 0. */
export class ScenePool {
  private readonly pool: WorkerPool | null;
  private readonly cache: IdPassCache | null;

  constructor(workers = defaultWorkers()) {
    this.pool =
      workers > 0 ? new WorkerPool(new URL("./worker.js", import.meta.url), workers) : null;
    this.cache = workers > 0 ? null : new IdPassCache();
  }

  async run<T>(job: SceneJob): Promise<T> {
    if (this.pool) return this.pool.run<T>(job);
    return (await runSceneJob(job, this.cache!)) as T;
  }

  async close(): Promise<void> {
    this.cache?.flush();
    await this.pool?.close();
  }
}
