import { readdirSync, rmdirSync, rmSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { fileError } from "../core/files.js";
import { insideFolder } from "../core/paths.js";
import { answersFolder, modelFolder } from "./cache.js";

/** What the cache holds of one model. */
export interface CachedModel {
  /** `provider/model` */
  name: string;
  answers: number;
  bytes: number;
  /** ISO times of the first and the last answer */
  oldest: string;
  newest: string;
}

/** Answers per model, most bytes first. Opens no answer. */
export function listCache(folder = answersFolder()): CachedModel[] {
  const models: CachedModel[] = [];
  for (const dir of names(folder)) {
    let bytes = 0;
    let answers = 0;
    let oldest = Infinity;
    let newest = -Infinity;
    for (const { stat } of answersIn(join(folder, dir))) {
      answers++;
      bytes += stat.size;
      oldest = Math.min(oldest, stat.mtimeMs);
      newest = Math.max(newest, stat.mtimeMs);
    }
    if (answers === 0) continue;
    models.push({
      name: modelName(dir),
      answers,
      bytes,
      oldest: new Date(oldest).toISOString(),
      newest: new Date(newest).toISOString(),
    });
  }
  return models.sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
}

export interface ClearOptions {
  /** only answers stored before this moment; milliseconds since 1970 */
  before?: number | undefined;
  /** only these models, as `provider/model` */
  models?: readonly string[] | undefined;
}

/** Removes answers; leaves everything that is none. @returns how many, and their bytes */
export function clearCache(
  { before, models }: ClearOptions = {},
  folder = answersFolder(),
): { answers: number; bytes: number } {
  const wanted = models && new Set(models.map(modelFolder));
  const removed = { answers: 0, bytes: 0 };
  for (const dir of names(folder)) {
    if (wanted && !wanted.has(dir)) continue;
    const root = insideFolder(folder, dir);
    for (const { file, stat } of answersIn(root, true)) {
      if (before !== undefined && stat.mtimeMs >= before) continue;
      try {
        rmSync(insideFolder(root, file), { force: true });
      } catch (error) {
        throw fileError(error, join(root, file), "write");
      }
      if (file.endsWith(".part")) continue;
      removed.answers++;
      removed.bytes += stat.size;
    }
    dropEmpty(root);
  }
  return removed;
}

const SHARD = /^[0-9a-f]$/;
const ANSWER = /^[0-9a-f]{64}\.json$/;
/** what a killed process left half-written */
const PART = /^[0-9a-f]{64}\.json\.\d+-\d+\.part$/;

/** Files of the cache's own making, relative to the model's folder; nothing behind a link. */
function* answersIn(root: string, leftovers = false): Generator<{ file: string; stat: Stats }> {
  for (const shard of names(root)) {
    if (!SHARD.test(shard)) continue;
    for (const entry of entries(join(root, shard))) {
      if (!entry.isFile()) continue;
      if (!ANSWER.test(entry.name) && !(leftovers && PART.test(entry.name))) continue;
      const file = join(shard, entry.name);
      const stat = statSync(join(root, file), { throwIfNoEntry: false });
      if (stat) yield { file, stat };
    }
  }
}

/** Names of the folders in a folder; none where it is missing. */
function names(folder: string): string[] {
  return entries(folder)
    .filter((e) => e.isDirectory())
    .map((e) => e.name)
    .sort();
}

function entries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw fileError(error, folder, "read");
  }
}

function dropEmpty(root: string): void {
  for (const dir of [...names(root).map((shard) => join(root, shard)), root]) {
    try {
      rmdirSync(dir);
    } catch {
      // not empty
    }
  }
}

function modelName(dir: string): string {
  try {
    return decodeURIComponent(dir);
  } catch {
    // cut in the middle of a letter
    return dir;
  }
}
