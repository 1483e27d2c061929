import { defaultWorkers, WorkerPool } from "../core/pool.js";
import { buildNorm, checkEntry } from "../grid/scenarios/benchmark.js";
import type { BenchmarkEntry } from "../grid/scenarios/schema.js";
import type { Rules } from "../grid/types.js";

/** Work that a grid worker takes; each job is a norm, whose tables are worked out once. */
export type GridJob =
  | { type: "build"; index: number; rules: Rules["name"] }
  | { type: "check"; entries: BenchmarkEntry[] };

export function runGridJob(job: GridJob): BenchmarkEntry[] | string[][] {
  return job.type === "build" ? buildNorm(job.index, job.rules) : job.entries.map(checkEntry);
}

/** Runs grid jobs on worker threads, or in this thread with `workers` 0. */
export class GridPool {
  private readonly pool: WorkerPool | null;

  constructor(workers = defaultWorkers()) {
    this.pool =
      workers > 0 ? new WorkerPool(new URL("./grid-worker.js", import.meta.url), workers) : null;
  }

  async run<T>(job: GridJob): Promise<T> {
    return this.pool ? this.pool.run<T>(job) : (runGridJob(job) as T);
  }

  async close(): Promise<void> {
    await this.pool?.close();
  }
}
