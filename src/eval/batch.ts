import { join } from "node:path";
import { NormactError, UsageError } from "../core/errors.js";
import { BatchJournal } from "../models/batch/journal.js";
import type { BatchRuntime } from "../models/batch/runtime.js";
import { KeptPictures } from "./batch-pictures.js";
import type { SampleBrief } from "./brief.js";
import { executeRun, type RunHooks, type RunPlan } from "./run.js";

/**
 * Plays a run by batches, one wave a turn: every episode is played as far as there are answers, what it asks next
 * is put down, all of that is sent as one wave, and when the results are there everything is played again from its
 * first turn. An episode comes the same way each time, so its earlier answers are found by what was asked.
 * @returns what is known of all samples of the run, in data-set order
 * @throws BatchFailure, NormactError limit_reached: the run can be gone on with
 */
export async function executeInWaves(
  run: RunPlan,
  hooks: RunHooks,
  runtime: BatchRuntime,
): Promise<SampleBrief[]> {
  const client = runtime.made(run.planner.name);
  // a planner that calls nobody
  if (!client) return executeRun(run, hooks);
  const { mainThread, name } = run.condition;
  if (mainThread && !runtime.keepsAnswers && name === "generated")
    throw new UsageError(
      "batch_without_cache",
      "with --batch an episode is played several times, and generated cues are the same each time only when their answers are kept: leave out --cache off",
    );
  const waves = await client.open(run.store.folder);
  const pictures = new KeptPictures(hooks.scenes, join(run.store.folder, "batch-pictures"));
  const settled = new Set<string>();
  const most = run.maxTurns * (run.reask ? 2 : 1);
  try {
    for (let wave = 0; ; wave++) {
      const briefs = await executeRun({ ...run, settled }, { ...hooks, scenes: pictures });
      if (waves.waiting === 0 && !hooks.stop.aborted) pictures.clear();
      if (waves.waiting === 0 || hooks.stop.aborted || wave >= most + waves.further) return briefs;
      if (!(await waves.run(hooks.stop))) return briefs;
    }
  } finally {
    waves.close();
  }
}

/**
 * Single calls would pay a second time for what a batch of the run is about to bring.
 * @throws NormactError batch_pending
 */
export function refuseWhileBatched(store: { folder: string; info: { runId: string } }): void {
  if (!BatchJournal.pending(store.folder)) return;
  throw new NormactError(
    "batch_pending",
    `a batch of ${store.info.runId} is at the provider: add --batch to collect its results, or begin a run of its own with --fresh`,
    2,
  );
}
