import { NormactError } from "../core/errors.js";
import { defaultWorkers, WorkerPool } from "../core/pool.js";
import type { Scenario } from "../grid/types.js";
import { localNewcomer } from "./newcomers/local.js";
import { type Played, playEpisode } from "./play.js";
import type { Belief } from "./types.js";

/** An episode for a worker thread, with a newcomer that calls nobody. */
export interface GridEvalJob {
  newcomer: string;
  seed: number;
  scenario: Scenario;
  belief: Belief | null;
}

export async function runGridEvalJob(job: GridEvalJob): Promise<Played> {
  const newcomer = localNewcomer(job.newcomer, job.seed);
  if (!newcomer)
    throw new NormactError("unknown_newcomer", `${job.newcomer} is no newcomer of this program`, 2);
  const played = await playEpisode(job.scenario, newcomer.player(job.belief, job.scenario.norm));
  return played as Played;
}

/** Plays episodes of local newcomers on worker threads, or in this thread with `workers` 0. */
export class GridEvalPool {
  private readonly pool: WorkerPool | null;

  constructor(workers = defaultWorkers()) {
    this.pool =
      workers > 0 ? new WorkerPool(new URL("./worker.js", import.meta.url), workers) : null;
  }

  async run(job: GridEvalJob): Promise<Played> {
    return this.pool ? this.pool.run<Played>(job) : runGridEvalJob(job);
  }

  async close(): Promise<void> {
    await this.pool?.close();
  }
}
