import { existsSync } from "node:fs";
import { join } from "node:path";
import { NormactError } from "../../core/errors.js";
import { makeFolder, readText, writeWhole } from "../../core/files.js";
import { sha256 } from "../../core/hash.js";
import { JsonlWriter } from "../../core/jsonl.js";
import { takeLock } from "../../core/lock.js";
import { RENDER_VERSION } from "../../render/version.generated.js";
import { episodeFromItem } from "./again.js";
import { type BenchmarkLooks, benchmarkLooks } from "./benchmark.js";
import { type Independence, independence } from "./independence.js";
import { type Item, readItems, type SetInfo } from "./item.js";
import { coloursOf } from "./looks.js";
import { PicturePool } from "./pool.js";

export interface SetPlan {
  folder: string;
  tasks: readonly string[];
  perTask: number;
  seed: number;
  workers?: number;
  /** what to keep away from; the benchmark's first views when left out */
  benchmark?: BenchmarkLooks;
}

export interface SetHooks {
  /** no new picture is begun once this is aborted */
  stop: AbortSignal;
  onBenchmark(total: number): void;
  onHash(id: string): void;
  onStart(total: number, done: number): void;
  onPicture(id: string): void;
}

export interface BuiltSet {
  info: SetInfo;
  independence: Independence;
  redraws: number;
}

/**
 * Draws a training set into a folder: `images/`, `items.jsonl`, `independence.json`, `set.json`. What is there
 * already is kept, so a set that was broken off is gone on with.
 * @throws NormactError set_incomplete (3) when it was stopped; another_set (2) when the folder holds another one
 */
export async function buildTrainingSet(plan: SetPlan, hooks: SetHooks): Promise<BuiltSet> {
  const file = join(plan.folder, "items.jsonl");
  const order = plan.tasks.flatMap((task) =>
    Array.from({ length: plan.perTask }, (_, instance) => ({ task, instance })),
  );
  const pool = new PicturePool(plan.workers);
  let release: (() => void) | null = null;
  try {
    const benchmark =
      plan.benchmark ??
      (await benchmarkLooks(pool, { onStart: hooks.onBenchmark, onHash: hooks.onHash }));
    if (benchmark.seeds.has(plan.seed))
      throw new NormactError(
        "shared_seed",
        `seed ${plan.seed} is the benchmark's own; the training set needs another: --seed ${plan.seed + 1}`,
        2,
      );
    // from here on something is written: before, a mistake leaves no folder behind
    makeFolder(join(plan.folder, "images"));
    release = lockSet(plan.folder);
    const have = itemsThere(plan, file);
    refuseToDrop(plan, have, new Set(order.map(idOf)));
    hooks.onStart(order.length, have.size);
    const writer = new JsonlWriter(file);
    let redraws = 0;
    const todo = order.filter((o) => !have.has(idOf(o)));
    try {
      await inLanes(todo, (plan.workers ?? 2) * 2 || 1, hooks.stop, async (o) => {
        const drawn = await pool.scene({ ...o, seed: plan.seed, known: benchmark.hashes });
        writeWhole(join(plan.folder, drawn.item.file), drawn.png);
        await writer.appendShared(drawn.item);
        have.set(drawn.item.id, drawn.item);
        redraws += drawn.redraws;
        hooks.onPicture(drawn.item.id);
      });
    } finally {
      writer.close();
    }
    const items = order.flatMap((o) => have.get(idOf(o)) ?? []);
    if (items.length < order.length)
      throw new NormactError(
        "set_incomplete",
        `stopped; ${order.length - items.length} of ${order.length} pictures are still to be drawn. What is there is kept; the same command goes on:`,
        hooks.stop.aborted ? 130 : 3,
      );
    const colours = new Set(items.flatMap((item) => coloursOf(episodeFromItem(item))));
    const report = independence(items, colours, benchmark);
    writeWhole(join(plan.folder, "independence.json"), `${JSON.stringify(report, null, 2)}\n`);
    const info = writeSet(plan.folder, items, {
      name: "normact-perceptor",
      origin: "rendered",
      seed: plan.seed,
      renderer: RENDER_VERSION,
    });
    return { info, independence: report, redraws };
  } finally {
    release?.();
    await pool.close();
  }
}

/** @throws NormactError set_busy (2) */
export function lockSet(folder: string): () => void {
  const release = takeLock(join(folder, "set.lock"));
  if (release) return release;
  throw new NormactError("set_busy", `another process is writing ${folder}: wait for it`, 2);
}

/** A plan of fewer tasks or pictures than the folder holds would lose the others from its list. */
function refuseToDrop(
  plan: SetPlan,
  have: ReadonlyMap<string, Item>,
  wanted: ReadonlySet<string>,
): void {
  const more = [...have.keys()].filter((id) => !wanted.has(id));
  if (more.length === 0) return;
  throw new NormactError(
    "another_set",
    `${plan.folder} holds ${more.length} picture(s) that this command leaves out (${more.slice(0, 3).join(", ")}${more.length > 3 ? "…" : ""}); name another folder with --out, or ask for all of them`,
    2,
  );
}

const idOf = (o: { task: string; instance: number }): string =>
  `${o.task}_${String(o.instance).padStart(3, "0")}`;

/** What of a plan is in its folder already, with its picture. */
function itemsThere(plan: SetPlan, file: string): Map<string, Item> {
  const have = new Map<string, Item>();
  if (!existsSync(file)) return have;
  for (const item of readItems(file)) {
    if (item.scene?.seed !== plan.seed)
      throw new NormactError(
        "another_set",
        `${plan.folder} holds another set (seed ${item.scene?.seed ?? "none"}); name another folder with --out`,
        2,
      );
    if (existsSync(join(plan.folder, item.file))) have.set(item.id, item);
  }
  return have;
}

/** Writes `items.jsonl` in order and `set.json`, which says that the set is whole. */
export function writeSet(
  folder: string,
  items: readonly Item[],
  head: Pick<SetInfo, "name" | "origin" | "seed" | "renderer">,
): SetInfo {
  const lines = items.map((i) => `${JSON.stringify(i)}\n`).join("");
  writeWhole(join(folder, "items.jsonl"), lines);
  const perTask: Record<string, number> = {};
  for (const { task } of items) perTask[task] = (perTask[task] ?? 0) + 1;
  const info: SetInfo = {
    schemaVersion: 1,
    ...head,
    images: items.length,
    perTask,
    hash: sha256(lines),
  };
  writeWhole(join(folder, "set.json"), `${JSON.stringify(info, null, 2)}\n`);
  return info;
}

/** Runs work over a list, so many at a time; stops starting when told to. */
export async function inLanes<T>(
  list: readonly T[],
  width: number,
  stop: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed: { error: unknown } | null = null;
  const lane = async (): Promise<void> => {
    while (next < list.length && !stop.aborted && !failed) {
      const item = list[next++]!;
      try {
        await work(item);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, lane));
  if (failed) throw (failed as { error: unknown }).error;
}

/** A set's items with their pictures' places. @throws NormactError bad_training_set when it is not whole */
export function openSet(folder: string): { info: SetInfo; items: Item[] } {
  const infoFile = join(folder, "set.json");
  if (!existsSync(infoFile))
    throw new NormactError(
      "bad_training_set",
      `${folder} holds no whole training set (no set.json). Write or complete it with: normact perceptor dataset --out ${folder}`,
      2,
    );
  const info = JSON.parse(readText(infoFile)) as SetInfo;
  const file = join(folder, "items.jsonl");
  if (sha256(readText(file)) !== info.hash)
    throw new NormactError(
      "bad_training_set",
      `${file} is not what ${infoFile} says; restore it, or write the set again`,
      2,
    );
  return { info, items: readItems(file) };
}
