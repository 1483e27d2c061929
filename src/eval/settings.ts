import { UsageError } from "../core/errors.js";
import { canonicalJson, sha256 } from "../core/hash.js";
import type { Planner } from "../planners/index.js";
import {
  type CuePack,
  cueName,
  cuePackHash,
  promptTemplateHash,
  type ReadyCondition,
} from "../prompts/index.js";
import { RENDER_VERSION } from "../render/version.generated.js";
import type { EvalOptions } from "./options.js";
import type { RunSettings } from "./store.js";

/** What a run of one planner under one condition is made from. */
export interface SettingsInput {
  planner: Planner;
  condition: ReadyCondition;
  /** ids of the chosen episodes, in order */
  ids: readonly string[];
  pack: CuePack;
  dataset: { version: string; hash: string };
  /** content hash of the folder of first views */
  pictures: string | null;
  options: EvalOptions;
}

/** Everything that shapes the answers of a run; what is at its usual value and has been added later is left out. */
export function settingsOf(input: SettingsInput): RunSettings {
  const { planner, condition, pack, dataset, options } = input;
  const called = planner.endpoint !== undefined;
  return {
    model: planner.name,
    label: planner.label,
    cue: cueName(condition),
    dataset: { version: dataset.version, hash: dataset.hash, twins: options.twins },
    episodes: sha256(canonicalJson(input.ids)),
    maxTurns: options.maxTurns,
    objectList: options.objectList,
    seed: options.seed ?? 0,
    cuePack: { name: pack.name, hash: cuePackHash(pack) },
    promptTemplate: promptTemplateHash(),
    renderer: RENDER_VERSION,
    baseUrl: planner.endpoint ?? null,
    temperature: called ? (options.temperature ?? null) : null,
    maxTokens: called ? (options.maxTokens ?? null) : null,
    pictures: input.pictures,
    ...(condition.settings ? { cueSettings: inOrder(condition.settings) } : {}),
    ...((options.epochs ?? 1) > 1 ? { epochs: options.epochs } : {}),
    ...(options.reask ? { reask: true } : {}),
    ...(called && options.reasoningEffort ? { reasoningEffort: options.reasoningEffort } : {}),
    ...(called ? { client: clientOf(planner, options) } : {}),
  };
}

function clientOf(planner: Planner, options: EvalOptions): Record<string, unknown> {
  const { seed = null } = options;
  return inOrder({ ...planner.settings, planSchema: wantsSchema(options), seed });
}

/** Is the plan asked for by a schema, as far as the model takes one? */
export function wantsSchema(options: Pick<EvalOptions, "structured">): boolean {
  return options.structured !== undefined && options.structured !== "prompt";
}

/** As plain JSON with sorted keys: equal settings give equal fingerprints. */
const inOrder = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  JSON.parse(canonicalJson(settings)) as Record<string, unknown>;

/** Where two settings differ, by field (`dataset.hash`), with both values. */
export function differences(
  was: unknown,
  is: unknown,
  path = "",
): { field: string; was: unknown; is: unknown }[] {
  if (isRecord(was) && isRecord(is)) {
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    return keys.flatMap((k) => differences(was[k], is[k], path === "" ? k : `${path}.${k}`));
  }
  return canonicalJson(was ?? null) === canonicalJson(is ?? null)
    ? []
    : [{ field: path, was: was ?? null, is: is ?? null }];
}

const isRecord = (x: unknown): x is Record<string, unknown> =>
  typeof x === "object" && x !== null && !Array.isArray(x);

/** @throws UsageError `other_settings` naming every field that differs, with both values */
export function refuseOtherSettings(runId: string, was: RunSettings, is: RunSettings): void {
  const found = differences(was, is);
  if (found.length === 0) return;
  const said = found
    .map((d) => `${d.field} is ${JSON.stringify(d.was)} in the run and ${JSON.stringify(d.is)} now`)
    .join("; ");
  throw new UsageError(
    "other_settings",
    `run ${runId} cannot be gone on with under other settings: ${said}. Use the run's own, or begin a new run without --resume.`,
  );
}
