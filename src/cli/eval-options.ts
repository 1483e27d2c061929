import { UsageError } from "../core/errors.js";
import type { EvalOptions } from "../eval/options.js";
import type { RuntimeOptions } from "../models/runtime.js";
import { parsePlannerName } from "../planners/registry.js";
import type { CueCondition } from "../prompts/index.js";
import { makeConditions } from "./cue-flags.js";
import { batchRuntime } from "./eval-batch.js";
import { commandOfRun, type EvalSet } from "./eval-plan.js";
import { lazyRuntime, type ModelFlags } from "./model-flags.js";

const CALLS_NOBODY = new Set(["scripted", "builtin", "human", "replay"]);

/** Is a model called under this name? @throws UsageError unknown_model */
export function isCalled(name: string): boolean {
  return !CALLS_NOBODY.has(parsePlannerName(name).provider);
}

/** @throws UsageError no_model_called */
function refuseIdleBatch(sets: readonly EvalSet[]): void {
  if (!sets.some((s) => s.flags.batch) || sets.some((s) => s.flags.model.some(isCalled))) return;
  throw new UsageError(
    "no_model_called",
    "--batch is for models that are called, and none is named: add --model openai/<model>, or leave --batch out",
  );
}

/** Options for the engine, and what they hold open. */
export interface OpenOptions {
  options: EvalOptions[];
  /** closes runtimes (conditions are closed by the engine) */
  close(): Promise<void>;
}

/**
 * Turns sets of flags into options for the engine. Sets with equal flags of calls share a runtime, so that limits
 * hold over all of them.
 */
export async function openOptions(
  sets: readonly EvalSet[],
  terminal: EvalOptions["terminal"],
  more: RuntimeOptions = {},
): Promise<OpenOptions> {
  const runtimes = new Map<string, ReturnType<typeof lazyRuntime>>();
  const runtimeFor = (flags: ModelFlags): ReturnType<typeof lazyRuntime> => {
    const { concurrency, cache, maxCost, maxTokensTotal, prices, capabilities, timeout } = flags;
    const shaping = { concurrency, cache, maxCost, maxTokensTotal, prices, capabilities, timeout };
    const key = JSON.stringify(shaping);
    const known = runtimes.get(key) ?? lazyRuntime(flags, more);
    runtimes.set(key, known);
    return known;
  };
  const options: EvalOptions[] = [];
  refuseIdleBatch(sets);
  for (const set of sets) {
    const { flags } = set;
    const runtime = runtimeFor(flags);
    const called = flags.model.some(isCalled);
    const batches = called && flags.batch ? await batchRuntime(flags, runtime.get) : undefined;
    const conditions: CueCondition[] = await makeConditions(flags.cue, { ...flags }, runtime.get);
    // a model may make the cues of planners that call nobody
    const asks = called || conditions.some((c) => c.previewCue !== undefined);
    options.push({
      ...flags,
      models: flags.model,
      cues: flags.cue,
      conditions,
      twins: flags.twins ?? false,
      fresh: flags.fresh ?? false,
      concurrency: flags.concurrency ?? "auto",
      terminal,
      resume: set.resume,
      matrix: set.matrix,
      commandFor: (model, cue) => commandOfRun(flags, model, cue),
      batches,
      ...(asks ? { runtime: batches ?? (await runtime.get()) } : {}),
    });
  }
  return {
    options,
    async close() {
      for (const runtime of runtimes.values()) await runtime.close();
    },
  };
}
