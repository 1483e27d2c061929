import { closestMatch } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import { plural } from "../core/shown.js";
import { answersFolder } from "../models/cache.js";
import { type CachedModel, clearCache, listCache } from "../models/cache-folder.js";
import { textTable } from "../report/text-table.js";
import type { CacheClearFlags, CacheListFlags } from "./cache.js";
import { note, print, printJson } from "./io.js";

export function list({ json }: CacheListFlags): void {
  const folder = answersFolder();
  const models = listCache(folder);
  const answers = models.reduce((sum, m) => sum + m.answers, 0);
  const bytes = models.reduce((sum, m) => sum + m.bytes, 0);
  if (json) {
    printJson({ schemaVersion: 1, folder, answers, bytes, models });
    return;
  }
  if (models.length === 0) {
    note(`no answers are kept in ${folder}`);
    return;
  }
  const row = (m: CachedModel): string[] => [
    m.name,
    String(m.answers),
    size(m.bytes),
    m.oldest.slice(0, 10),
    m.newest.slice(0, 10),
  ];
  print(textTable(["model", "answers", "size", "oldest", "newest"], models.map(row)));
  note(`${plural(answers, "answer")}, ${size(bytes)}, in ${folder}`);
}

export function clear({ olderThan, model: models, json }: CacheClearFlags): void {
  const folder = answersFolder();
  const known = listCache(folder).map((m) => m.name);
  for (const name of models ?? []) if (!known.includes(name)) throw unknown(name, known, folder);
  const before = olderThan === undefined ? undefined : Date.now() - olderThan;
  const removed = clearCache({ before, models }, folder);
  if (json) printJson({ schemaVersion: 1, folder, removed });
  else
    print(`removed ${plural(removed.answers, "answer")}, ${size(removed.bytes)}, from ${folder}`);
}

function unknown(name: string, known: readonly string[], folder: string): UsageError {
  const near = closestMatch(name, known);
  const guess = near === null ? "" : ` Did you mean "${near}"?`;
  return new UsageError(
    "unknown_model",
    `the cache in ${folder} holds no answers of "${name}".${guess} Models: ${known.length > 0 ? known.join(", ") : "none"}.`,
  );
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  while (value >= 1000 && units.length > 1) {
    value /= 1000;
    units.shift();
  }
  return `${value.toFixed(1)} ${units[0]}`;
}
