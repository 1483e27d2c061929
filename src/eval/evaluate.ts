import { NormactError, UsageError } from "../core/errors.js";
import { makeFolder, readText } from "../core/files.js";
import { canonicalJson, sha256 } from "../core/hash.js";
import {
  createPlanner,
  type Planner,
  type PlannerOptions,
  type RecordedReply,
  type ReplayKey,
  type Terminal,
} from "../planners/index.js";
import {
  CUE_REGISTRY,
  type CueCondition,
  type CuePack,
  cueList,
  cueName,
  cuePackHash,
  defaultCuePack,
  loadCuePack,
  type ObjectList,
  promptTemplateHash,
  type ReadyCondition,
  withCondition,
} from "../prompts/index.js";
import { RENDER_VERSION } from "../render/version.generated.js";
import { readDataset, selectSpecs } from "../scenes/dataset.js";
import { type FirstViews, openImageFolder } from "../scenes/image-folder.js";
import { ScenePool } from "../scenes/jobs.js";
import type { EpisodeSpec } from "../scenes/spec.js";
import { executeRun, type RunPlan } from "./run.js";
import type { Sample } from "./sample.js";
import { type RunSettings, RunStore } from "./store.js";
import { type EvalSummary, summarise } from "./summary.js";

export interface EvalOptions {
  models: string[];
  cues: string[];
  /** conditions that are made elsewhere or set up otherwise, in the places of those of their names */
  conditions?: readonly CueCondition[] | undefined;
  tasks?: string[] | undefined;
  episodes?: string[] | undefined;
  limit?: number | undefined;
  maxTurns: number;
  /** of planners that draw; sent to models only when given */
  seed?: number | undefined;
  /** where a person sits, for human/terminal */
  terminal?: Terminal | undefined;
  /** folder that holds the runs */
  out: string;
  cuePack?: string | undefined;
  /** exported ImageFolder whose pictures are the first views */
  dataset?: string | undefined;
  twins: boolean;
  objectList: ObjectList;
  workers?: number | undefined;
  concurrency: number;
  baseUrl?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  /** begin anew even if an unfinished run with these settings is there */
  fresh: boolean;
}

export interface EvalHooks {
  version: string;
  /** ISO time, given from outside */
  now(): string;
  stop: AbortSignal;
  abort: AbortSignal;
  onStart(run: {
    runId: string;
    folder: string;
    total: number;
    done: number;
    planner: Planner;
  }): void;
  onSample(sample: Sample): void;
  onEnd(): void;
  /** another process is playing such a run: this one gets a folder of its own */
  onBusy(runId: string): void;
}

export interface EvalResult {
  summary: EvalSummary;
  /** runs that still lack episodes */
  incomplete: { runId: string; missing: number }[];
  /** runs that were asked for and stopped before they began */
  notBegun: number;
}

/**
 * Every model under every cue condition, one run each. Names are checked before anything is written. A run with
 * the same settings that was broken off is gone on with.
 * @throws UsageError for an unknown model, cue, task or episode
 */
export async function evaluate(options: EvalOptions, hooks: EvalHooks): Promise<EvalResult> {
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
  const specs = selectSpecs(dataset, options);
  firstViews?.verify(specs);
  const planners: Planner[] = [];
  for (const name of new Set(options.models)) planners.push(await planner(name, options));
  refuseUnused(planners, options);
  makeRunsFolder(options.out);

  const drawing = planners.some((p) => p.needsPicture) || conditions.some((c) => c.mainThread);
  const scenes = new ScenePool(drawing ? options.workers : 0);
  const result: EvalResult = {
    summary: { schemaVersion: 1, runs: [] },
    incomplete: [],
    notBegun: 0,
  };
  try {
    for (const condition of conditions)
      for (const p of planners) {
        if (hooks.stop.aborted) {
          result.notBegun++;
          continue;
        }
        const settings = settingsOf(p, condition, specs, pack, dataset.info, firstViews, options);
        const { store, release } = openStore(settings, specs, options, hooks);
        const run: RunPlan = {
          store,
          specs,
          planner: p,
          condition,
          pack,
          objectList: options.objectList,
          maxTurns: options.maxTurns,
          seed: options.seed ?? 0,
          firstViews,
        };
        const { runId } = store.info;
        hooks.onStart({
          runId,
          folder: store.folder,
          total: specs.length,
          done: countDone(store, specs),
          planner: p,
        });
        const samples = await executeRun(run, {
          ...hooks,
          workers: options.workers,
          concurrency: options.concurrency,
          scenes,
        }).finally(release);
        hooks.onEnd();
        if (samples.length < specs.length)
          result.incomplete.push({ runId, missing: specs.length - samples.length });
        result.summary.runs.push(summarise(store.info, samples));
      }
  } finally {
    for (const p of planners) p.close?.();
    for (const c of conditions) await c.close?.();
    await scenes.close();
  }
  return result;
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
  const { baseUrl, temperature, maxTokens } = options;
  const given = Object.entries({
    "--base-url": baseUrl,
    "--temperature": temperature,
    "--max-tokens": maxTokens,
  }).find(([, value]) => value !== undefined);
  if (given)
    throw new UsageError(
      "no_model_called",
      `${given[0]} is for models that are called, and none is named: add --model openai/<model>, or leave ${given[0]} out`,
    );
}

function planner(name: string, options: EvalOptions): Promise<Planner> {
  const { seed, baseUrl, temperature, maxTokens } = options;
  const given: PlannerOptions = { replay: replayReader(options.out) };
  if (seed !== undefined) given.seed = seed;
  if (options.terminal) given.terminal = options.terminal;
  if (baseUrl !== undefined) given.baseUrl = baseUrl;
  if (temperature !== undefined) given.temperature = temperature;
  if (maxTokens !== undefined) given.maxTokens = maxTokens;
  return createPlanner(name, given);
}

/** Finds the answers of an earlier run by episode and turn. */
function replayReader(root: string) {
  return async (run: string): Promise<(key: ReplayKey) => RecordedReply | null> => {
    const store = RunStore.open(root, run);
    const samples = store.samples();
    return ({ episodeId, turn, cue }) => {
      if (cue !== store.info.settings.cue) return null;
      const found = samples.get(episodeId)?.turns[turn];
      return found
        ? { raw: found.raw, outcome: found.outcome, usage: found.usage, model: found.model }
        : null;
    };
  };
}

function settingsOf(
  planner: Planner,
  condition: ReadyCondition,
  specs: readonly EpisodeSpec[],
  pack: CuePack,
  info: { version: string; hash: string },
  firstViews: FirstViews | null,
  options: EvalOptions,
): RunSettings {
  return {
    model: planner.name,
    label: planner.label,
    cue: cueName(condition),
    dataset: { version: info.version, hash: info.hash, twins: options.twins },
    episodes: sha256(canonicalJson(specs.map((s) => s.id))),
    maxTurns: options.maxTurns,
    objectList: options.objectList,
    seed: options.seed ?? 0,
    cuePack: { name: pack.name, hash: cuePackHash(pack) },
    promptTemplate: promptTemplateHash(),
    renderer: RENDER_VERSION,
    baseUrl: planner.endpoint ?? null,
    temperature: planner.endpoint === undefined ? null : (options.temperature ?? null),
    maxTokens: planner.endpoint === undefined ? null : (options.maxTokens ?? null),
    pictures: firstViews?.hash ?? null,
    ...(condition.settings ? { cueSettings: inOrder(condition.settings) } : {}),
  };
}

/** Settings as plain JSON with sorted keys: equal settings give equal fingerprints. */
const inOrder = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  JSON.parse(canonicalJson(settings)) as Record<string, unknown>;

function countDone(store: RunStore, specs: readonly EpisodeSpec[]): number {
  const done = store.samples();
  return specs.filter((s) => done.has(s.id)).length;
}

/** The unfinished run with these settings or a new one, with nobody else at work on it. */
function openStore(
  settings: RunSettings,
  specs: readonly EpisodeSpec[],
  options: EvalOptions,
  hooks: EvalHooks,
): { store: RunStore; release: () => void } {
  const ids = specs.map((s) => s.id);
  for (;;) {
    const store =
      (options.fresh ? null : RunStore.findIncomplete(options.out, settings, ids, hooks.onBusy)) ??
      createStore(settings, specs, options, hooks);
    const release = store.lock();
    if (release) return { store, release };
  }
}

function createStore(
  settings: RunSettings,
  specs: readonly EpisodeSpec[],
  options: EvalOptions,
  hooks: EvalHooks,
): RunStore {
  return RunStore.create(
    options.out,
    {
      normact: hooks.version,
      node: process.version,
      started: hooks.now(),
      settings,
      n: specs.length,
    },
    specs,
  );
}

/** The message that ends an evaluation that was broken off. */
export function interrupted(result: EvalResult): NormactError {
  return new NormactError("interrupted", `stopped; ${left(result)}`, 130);
}

/** The message that ends an evaluation whose runs lack episodes though nobody stopped it. */
export function unfinished(result: EvalResult): NormactError {
  return new NormactError("unfinished", `not complete; ${left(result)}`, 3);
}

function left({ incomplete, notBegun }: EvalResult): string {
  const missing = incomplete.reduce((sum, r) => sum + r.missing, 0);
  const parts = [
    ...(missing > 0 ? [`${missing} episode(s) of ${incomplete.length} run(s)`] : []),
    ...(notBegun > 0 ? [`${notBegun} whole run(s)`] : []),
  ];
  return `${parts.join(" and ")} are still to play. What is finished is kept: run the same command again to go on.`;
}
