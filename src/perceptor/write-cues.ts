import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { NormactError } from "../core/errors.js";
import { makeFolder, writeWhole } from "../core/files.js";
import { JsonlWriter } from "../core/jsonl.js";
import { takeLock } from "../core/lock.js";
import { pluralIs, sentence } from "../core/shown.js";
import { CUE_FAILURES } from "../prompts/conditions.js";
import { goalText } from "../prompts/goal.js";
import type { CuePack } from "../prompts/pack.js";
import type { IdPassCache } from "../scenes/cache.js";
import { pixelCounts, visibleObjects } from "../scenes/observe.js";
import { type EpisodeSpec, episodeFromSpec } from "../scenes/spec.js";
import { createWorld } from "../world/index.js";
import type { Snapshot } from "../world/types.js";
import { pictureHash } from "./condition.js";
import { checkedCue } from "./cue.js";
import { type CueRow, readCueFile } from "./cue-file.js";
import { inLanes } from "./dataset/build.js";
import type { PictureSource, SceneSource, WrittenCue } from "./types.js";
import { sceneView } from "./view.js";

export interface CuePlan {
  source: SceneSource | PictureSource;
  specs: readonly EpisodeSpec[];
  pack: CuePack;
  out: string;
  /** cues in flight */
  concurrency: number;
}

export interface CueHooks {
  stop: AbortSignal;
  cache: IdPassCache;
  /** the colour picture of a first view, PNG */
  rgb(spec: EpisodeSpec, snapshot: Snapshot): Promise<Uint8Array>;
  onStart(total: number, done: number): void;
  onCue(row: CueRow): void;
}

/** After so many failures without a cue between them nobody is at home. */
const GIVE_UP_AFTER = 5;

/**
 * Writes the cues of first views to a file, each durable before it is counted; what the file has is kept. At the
 * end the file stands in the data set's order.
 * @returns all rows
 * @throws NormactError cues_incomplete (3) with the command that goes on; cue_file_of_another (2)
 */
export async function writeCues(plan: CuePlan, hooks: CueHooks): Promise<CueRow[]> {
  const { specs, out } = plan;
  makeFolder(dirname(out));
  const release = takeLock(`${out}.lock`);
  if (!release) throw new NormactError("cue_file_busy", `another process is writing ${out}`, 2);
  try {
    const have = rowsThere(plan);
    const todo = specs.filter((s) => !have.has(keyOf(s)));
    hooks.onStart(specs.length, specs.length - todo.length);
    const failures: Error[] = [];
    let inARow = 0;
    const writer = new JsonlWriter(out);
    const stop = new AbortController();
    const stopped = AbortSignal.any([hooks.stop, stop.signal]);
    try {
      await inLanes(todo, plan.concurrency, stopped, async (spec) => {
        try {
          const row = await rowOf(plan, spec, hooks);
          await writer.appendShared(row);
          have.set(keyOf(spec), row);
          hooks.onCue(row);
          inARow = 0;
        } catch (error) {
          const { code, exitCode } = error as NormactError;
          if (!CUE_FAILURES.includes(code)) throw error;
          if (exitCode === 2) throw error;
          failures.push(error as Error);
          if (++inARow >= GIVE_UP_AFTER) stop.abort();
        }
      });
    } finally {
      writer.close();
      hooks.cache.flush();
    }
    inOrder(plan, have);
    const missing = specs.filter((s) => !have.has(keyOf(s))).length;
    if (missing > 0) {
      const why = failures[0] ? ` The first failure: ${sentence(failures[0].message)}` : "";
      throw new NormactError(
        "cues_incomplete",
        `${missing} of ${pluralIs(specs.length, "cue")} missing.${why} What is there is kept; the same command goes on:`,
        hooks.stop.aborted ? 130 : 3,
      );
    }
    return specs.map((s) => have.get(keyOf(s))!);
  } finally {
    release();
  }
}

const keyOf = (s: { id: string; twin?: boolean }): string => `${s.id}~${s.twin ?? false}`;

/** What the file holds; it must be of the same source with the same settings. */
function rowsThere({ source, out }: CuePlan): Map<string, CueRow> {
  const have = new Map<string, CueRow>();
  if (!existsSync(out)) return have;
  for (const row of readCueFile(out)) {
    if (
      row.perceptor !== source.name ||
      JSON.stringify(row.settings) !== JSON.stringify(source.settings)
    )
      throw new NormactError(
        "cue_file_of_another",
        `${out} holds cues of ${row.perceptor}${row.perceptor === source.name ? " with other settings" : ""}; name another file with --out`,
        2,
      );
    have.set(`${row.episode}~${row.twin}`, row);
  }
  return have;
}

async function rowOf(plan: CuePlan, spec: EpisodeSpec, hooks: CueHooks): Promise<CueRow> {
  const { source, pack } = plan;
  const episode = episodeFromSpec(spec);
  const snapshot = createWorld(episode).snapshot();
  const goal = goalText(pack, episode);
  const png = await hooks.rgb(spec, snapshot);
  let written: WrittenCue;
  if (source.kind === "scene") {
    const visible = visibleObjects(snapshot, pixelCounts(snapshot, hooks.cache));
    const text = source.write(sceneView(goal, visible));
    written = { text, outcome: "ok", model: source.name, usage: null, cached: false };
  } else {
    written = await source.write({ goal, png });
  }
  return {
    schemaVersion: 1,
    episode: spec.id,
    twin: spec.twin ?? false,
    image: await pictureHash(png),
    goal,
    cue: written.text,
    outcome: written.outcome,
    flags: checkedCue(written).flags,
    perceptor: source.name,
    model: written.model,
    settings: { ...source.settings },
    usage: written.usage,
  };
}

/** Brings the file into the data set's order; rows of other episodes follow. */
function inOrder({ specs, out }: CuePlan, have: ReadonlyMap<string, CueRow>): void {
  const wanted = new Set(specs.map(keyOf));
  const rows = [
    ...specs.flatMap((s) => have.get(keyOf(s)) ?? []),
    ...[...have].filter(([key]) => !wanted.has(key)).map(([, row]) => row),
  ];
  writeWhole(out, rows.map((r) => `${JSON.stringify(r)}\n`).join(""));
}
