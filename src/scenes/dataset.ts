import { join } from "node:path";
import { z } from "zod";
import { unknownName } from "../core/closest.js";
import { NormactError, UsageError } from "../core/errors.js";
import { readText, writeWhole } from "../core/files.js";
import { sha256 } from "../core/hash.js";
import { packageRoot } from "../core/paths.js";
import { type EpisodeSpec, EpisodeSpecSchema, twinOf } from "./spec.js";

const DatasetInfoSchema = z.object({
  schemaVersion: z.literal(1),
  name: z.string(),
  version: z.string(),
  seed: z.int(),
  instances: z.int(),
  tasks: z.array(z.string()),
  episodes: z.int(),
  hash: z.string(),
});
export type DatasetInfo = z.infer<typeof DatasetInfoSchema>;

export interface Dataset {
  info: DatasetInfo;
  specs: EpisodeSpec[];
}

/** Version of the shipped set; goes up whenever a published episode changes. */
export const DATASET_VERSION = "1.0.0";

/** Where the shipped set lies. */
export function defaultDatasetFolder(): string {
  return join(packageRoot(), "scenes", "embodied");
}

/** SHA-256 over the lines of the set, in order. */
export function datasetHash(specs: readonly EpisodeSpec[]): string {
  return sha256(specs.map((s) => `${JSON.stringify(s)}\n`).join(""));
}

/** Writes `episodes.jsonl` and `dataset.json`. @returns what was written */
export function writeDataset(
  folder: string,
  specs: EpisodeSpec[],
  settings: { seed: number; instances: number; tasks: string[] },
): DatasetInfo {
  const info: DatasetInfo = {
    schemaVersion: 1,
    name: "normact-embodied",
    version: DATASET_VERSION,
    ...settings,
    episodes: specs.length,
    hash: datasetHash(specs),
  };
  writeWhole(join(folder, "episodes.jsonl"), specs.map((s) => `${JSON.stringify(s)}\n`).join(""));
  writeWhole(join(folder, "dataset.json"), `${JSON.stringify(info, null, 2)}\n`);
  return info;
}

/**
 * Reads a set and proves that it is whole.
 * @throws NormactError `bad_dataset` naming file and line
 */
export function readDataset(folder = defaultDatasetFolder()): Dataset {
  const infoFile = join(folder, "dataset.json");
  const listFile = join(folder, "episodes.jsonl");
  const info = DatasetInfoSchema.safeParse(parseJson(readText(infoFile), infoFile));
  if (!info.success) throw bad(infoFile, z.prettifyError(info.error));
  const specs: EpisodeSpec[] = [];
  readText(listFile)
    .split("\n")
    .forEach((line, i) => {
      if (line === "") return;
      const spec = EpisodeSpecSchema.safeParse(parseJson(line, `${listFile}:${i + 1}`));
      if (!spec.success) throw bad(`${listFile}:${i + 1}`, z.prettifyError(spec.error));
      specs.push(spec.data);
    });
  const twice = specs.find((s, i) => specs.findIndex((other) => other.id === s.id) !== i);
  if (twice) throw bad(listFile, `episode ${twice.id} stands there twice`);
  if (datasetHash(specs) !== info.data.hash)
    throw bad(
      listFile,
      `its lines do not have the hash that ${infoFile} states; restore it or rebuild the set`,
    );
  return { info: info.data, specs };
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad(place, "not JSON");
  }
}

function bad(place: string, what: string): NormactError {
  return new NormactError("bad_dataset", `${place}: ${what}`, 2);
}

/** What to take of a set: task ids, episode ids, the first `limit` of each task or of all. */
export interface Selection {
  tasks?: string[] | undefined;
  episodes?: string[] | undefined;
  limit?: number | undefined;
  twins?: boolean | undefined;
}

/**
 * Picks episodes, in data-set order. `limit` takes that many in all, spread over the chosen tasks.
 * @throws UsageError for a task or an id that the set does not hold, with the closest match, and when nothing is left
 */
export function selectSpecs(dataset: Dataset, selection: Selection): EpisodeSpec[] {
  const known = [...new Set(dataset.specs.map((s) => s.task))];
  for (const task of selection.tasks ?? [])
    if (!known.includes(task)) throw unknownName("task", task, known);
  let specs = dataset.specs.filter((s) => !selection.tasks || selection.tasks.includes(s.task));
  if (selection.episodes) {
    const ids = dataset.specs.map((s) => s.id);
    for (const id of selection.episodes)
      if (!ids.includes(id)) throw unknownName("episode", id, ids);
    const wanted = new Set(selection.episodes);
    specs = specs.filter((s) => wanted.has(s.id));
  }
  if (specs.length === 0)
    throw new UsageError(
      "nothing_selected",
      "no episode is left: none of those in --episodes belongs to a task in --tasks",
    );
  if (selection.limit !== undefined) specs = spread(specs, selection.limit);
  return selection.twins ? specs.map(twinOf) : specs;
}

/** The first of every task, then the second of every task… up to `limit`; in set order again. */
function spread(specs: EpisodeSpec[], limit: number): EpisodeSpec[] {
  const rank = new Map<EpisodeSpec, number>();
  const seen = new Map<string, number>();
  for (const s of specs) {
    rank.set(s, seen.get(s.task) ?? 0);
    seen.set(s.task, (seen.get(s.task) ?? 0) + 1);
  }
  const chosen = new Set([...specs].sort((a, b) => rank.get(a)! - rank.get(b)!).slice(0, limit));
  return specs.filter((s) => chosen.has(s));
}

/** @throws UsageError with the closest id */
export function specById(dataset: Dataset, id: string): EpisodeSpec {
  const spec = dataset.specs.find((s) => s.id === id);
  if (!spec)
    throw unknownName(
      "episode",
      id,
      dataset.specs.map((s) => s.id),
    );
  return spec;
}
