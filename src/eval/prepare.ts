import { NormactError, UsageError } from "../core/errors.js";
import { makeFolder, readText } from "../core/files.js";
import {
  createPlanner,
  type Planner,
  type RecordedReply,
  type ReplayKey,
} from "../planners/index.js";
import {
  CUE_REGISTRY,
  type CuePack,
  cueList,
  defaultCuePack,
  loadCuePack,
  type ReadyCondition,
  withCondition,
} from "../prompts/index.js";
import { type Dataset, readDataset, selectSpecs } from "../scenes/dataset.js";
import { type FirstViews, openImageFolder } from "../scenes/image-folder.js";
import type { EpisodeSpec } from "../scenes/spec.js";
import type { EvalOptions } from "./options.js";
import { sampleKey } from "./sample.js";
import { wantsSchema } from "./settings.js";
import { RunStore } from "./store.js";

/** Some options with everything read, chosen and checked. */
export interface Prepared {
  options: EvalOptions;
  conditions: ReadyCondition[];
  planners: Planner[];
  pack: CuePack;
  dataset: Dataset["info"];
  specs: EpisodeSpec[];
  firstViews: FirstViews | null;
  /** the run to go on with */
  resume: RunStore | null;
}

/**
 * Reads and checks what options name, before anything is written.
 * @throws UsageError for an unknown model, cue, task or episode, and for flags that do not go together
 */
export async function prepare(options: EvalOptions): Promise<Prepared> {
  const registry = (options.conditions ?? []).reduce(withCondition, CUE_REGISTRY);
  const conditions = cueList(options.cues, registry);
  const pack = options.cuePack
    ? loadCuePack(readText(options.cuePack), options.cuePack)
    : defaultCuePack();
  const firstViews = options.dataset ? openImageFolder(options.dataset) : null;
  if (firstViews && options.twins)
    throw new UsageError(
      "twins_and_dataset",
      "an exported folder holds no twins: leave out --twins or --dataset",
    );
  const dataset = firstViews?.dataset ?? readDataset();
  const resume = options.resume === undefined ? null : RunStore.open(options.out, options.resume);
  const specs = selectSpecs(dataset, resume ? selectionOf(resume, options) : options);
  firstViews?.verify(specs);
  const planners: Planner[] = [];
  for (const name of new Set(options.models)) planners.push(await planner(name, options));
  refuseUnused(planners, options);
  makeRunsFolder(options.out);
  return {
    options,
    conditions,
    planners,
    pack,
    dataset: dataset.info,
    specs,
    firstViews,
    resume,
  };
}

/** The episodes of a run that is gone on with, unless others are named. */
function selectionOf(run: RunStore, options: EvalOptions) {
  const { tasks, episodes, limit, twins } = options;
  if (tasks || episodes || limit !== undefined) return { tasks, episodes, limit, twins };
  return { episodes: run.specs().map((s) => s.id), twins };
}

function makeRunsFolder(out: string): void {
  try {
    makeFolder(out);
  } catch (error) {
    const { code, message, exitCode } = error as NormactError;
    throw new NormactError(
      code,
      `${message}. Name a folder for the runs with --out DIR`,
      exitCode,
      {
        cause: error,
      },
    );
  }
}

/** Settings of calls where nobody is called: mostly a forgotten --model, and the wrong figures in the end. */
function refuseUnused(planners: readonly Planner[], options: EvalOptions): void {
  if (planners.some((p) => p.endpoint !== undefined)) return;
  const { baseUrl, temperature, maxTokens, reasoningEffort, structured, openaiApi } = options;
  const given = Object.entries({
    "--base-url": baseUrl,
    "--temperature": temperature,
    "--max-tokens": maxTokens,
    "--reasoning-effort": reasoningEffort,
    "--structured": structured,
    "--openai-api": openaiApi,
  }).find(([, value]) => value !== undefined);
  if (given)
    throw new UsageError(
      "no_model_called",
      `${given[0]} is for models that are called, and none is named: add --model openai/<model>, or leave ${given[0]} out`,
    );
}

function planner(name: string, options: EvalOptions): Promise<Planner> {
  const { seed, terminal, baseUrl, temperature, maxTokens, reasoningEffort, runtime } = options;
  const { structured, openaiApi } = options;
  const given = {
    replay: replayReader(options.out),
    ...(seed === undefined ? {} : { seed }),
    ...(terminal ? { terminal } : {}),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(runtime ? { runtime } : {}),
    ...(structured === undefined ? {} : { structured }),
    ...(openaiApi === undefined ? {} : { api: openaiApi }),
    ...(wantsSchema(options) ? { schema: true } : {}),
  };
  return createPlanner(name, given);
}

/** Finds the answers of an earlier run by episode, epoch and turn. */
function replayReader(root: string) {
  return async (run: string): Promise<(key: ReplayKey) => RecordedReply | null> => {
    const store = RunStore.open(root, run);
    const log = store.openLog();
    return ({ episodeId, turn, cue, epoch }) => {
      if (cue !== store.info.settings.cue) return null;
      const found = log.get(sampleKey(episodeId, epoch))?.turns[turn];
      return found
        ? { raw: found.raw, outcome: found.outcome, usage: found.usage, model: found.model }
        : null;
    };
  };
}
