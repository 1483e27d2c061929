import { defaultWorkers, WorkerPool } from "../../core/pool.js";
import { type DrawnScene, type KnownHash, type PictureJob, runPictureJob } from "./jobs.js";

/** Draws pictures on worker threads, or in this thread with `workers` 0. */
export class PicturePool {
  private readonly pool: WorkerPool | null;

  constructor(workers = defaultWorkers()) {
    this.pool =
      workers > 0 ? new WorkerPool(new URL("./worker.js", import.meta.url), workers) : null;
  }

  scene(job: Omit<PictureJob & { type: "scene" }, "type">): Promise<DrawnScene> {
    return this.run({ type: "scene", ...job }) as Promise<DrawnScene>;
  }

  hash(job: Omit<PictureJob & { type: "hash" }, "type">): Promise<KnownHash> {
    return this.run({ type: "hash", ...job }) as Promise<KnownHash>;
  }

  private run(job: PictureJob): Promise<DrawnScene | KnownHash> {
    return this.pool ? this.pool.run(job) : runPictureJob(job);
  }

  async close(): Promise<void> {
    await this.pool?.close();
  }
}
