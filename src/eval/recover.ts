import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { NormactError } from "../core/errors.js";
import { readText, writeWhole } from "../core/files.js";
import { canonicalJson, sha256 } from "../core/hash.js";
import { type FileLine, jsonlLines, LineReader } from "../core/jsonl.js";
import { isHeld } from "../core/lock.js";
import { plural } from "../core/shown.js";
import { readDataset } from "../scenes/dataset.js";
import { type EpisodeSpec, EpisodeSpecSchema, twinOf } from "../scenes/spec.js";
import { scanLog } from "./log.js";
import { sampleKey } from "./sample.js";
import { listRuns, type RunInfo, RunInfoSchema, RunStore } from "./store.js";

/** What was done to a run's folder. Originals are kept beside as `.bak`. */
export interface Recovery {
  runId: string;
  samples: number;
  /** lines that hold no sample: moved to `samples.broken.jsonl` */
  broken: number;
  /** lines that a later one for the same sample replaces: left out */
  replaced: number;
  /** files that were written anew */
  rebuilt: string[];
  /** in words: what is lost or could not be put right */
  lost: string[];
}

/**
 * Puts a run's folder in order after a crash or an accident: lines that hold no sample go to a file of their own,
 * replaced ones are left out, `run.json` and `episodes.jsonl` are made again where they can be. Nothing is deleted.
 * @throws NormactError no_run, run_busy
 */
export function recoverRun(root: string, run: string): Recovery {
  const folder = [run, join(root, run)].find((f) =>
    ["run.json", "samples.jsonl", "episodes.jsonl"].some((file) => existsSync(join(f, file))),
  );
  if (!folder) throw new NormactError("no_run", `no run "${run}" here or in ${root}`, 2);
  if (isHeld(join(folder, "lock")))
    throw new NormactError("run_busy", `a process is playing ${run}: stop it first`);
  const runId = folder.split(/[\\/]/).filter(Boolean).at(-1)!;
  const result: Recovery = {
    runId,
    samples: 0,
    broken: 0,
    replaced: 0,
    rebuilt: [],
    lost: [],
  };
  const ids = cleanLog(folder, result);
  const info = runInfo(folder, root, runId, result);
  if (info) rebuildEpisodes(folder, info, ids, result);
  return result;
}

/** @returns ids of the episodes in the log */
function cleanLog(folder: string, result: Recovery): string[] {
  const file = join(folder, "samples.jsonl");
  const last = new Map<string, FileLine>();
  const broken: string[] = [];
  const ids = new Set<string>();
  let open = false;
  scanLog(
    file,
    (sample, line) => {
      const key = sampleKey(sample.id, sample.epoch);
      if (last.has(key)) result.replaced++;
      // a replaced sample's place is its last line's
      last.delete(key);
      last.set(key, line);
      ids.add(sample.id);
      open = !line.closed;
    },
    (line) => broken.push(line.text),
  );
  result.samples = last.size;
  result.broken = broken.length;
  if (broken.length + result.replaced === 0 && !open) return [...ids];
  if (broken.length > 0) {
    writeWhole(freeName(join(folder, "samples.broken.jsonl")), `${broken.join("\n")}\n`);
    result.lost.push(
      `${plural(broken.length, "line")} without a whole sample; what was a sample of this run is played again on resume`,
    );
  }
  const reader = new LineReader(file);
  const lines = [...last.values()].map((line) => `${reader.text(line)}\n`);
  reader.close();
  replace(file, lines.join(""));
  result.rebuilt.push("samples.jsonl");
  return [...ids];
}

/** The run's own `run.json`, or that of a run with the same settings as the folder's name tells. */
function runInfo(folder: string, root: string, runId: string, result: Recovery): RunInfo | null {
  const file = join(folder, "run.json");
  const own = existsSync(file) ? parse(readText(file)) : null;
  const info = RunInfoSchema.safeParse(own);
  if (info.success) return info.data;
  const print = /-([0-9a-f]{6})(-\d+)?$/.exec(runId)?.[1];
  const like = listRuns(root)
    .filter((id) => id !== runId)
    .flatMap((id) => {
      try {
        return [RunStore.open(root, id).info];
      } catch {
        return [];
      }
    })
    .find((other) => print !== undefined && other.fingerprint.startsWith(print));
  if (!like) {
    result.lost.push(
      "run.json cannot be read, and no other run here has the same settings to take it from: put back a copy of it; the samples themselves are whole",
    );
    return null;
  }
  const rebuilt: RunInfo = { ...like, runId };
  replace(file, `${JSON.stringify(rebuilt, null, 2)}\n`);
  result.rebuilt.push("run.json");
  result.lost.push(
    `run.json was taken from ${like.runId}, which has the same settings; the time of its start is that run's`,
  );
  return rebuilt;
}

/** The specs again from the shipped set, if they are the ones that the run's settings name. */
function rebuildEpisodes(folder: string, info: RunInfo, ids: string[], result: Recovery): void {
  const file = join(folder, "episodes.jsonl");
  const present = existsSync(file) ? specLines(file) : [];
  if (present.length === info.n) return;
  const dataset = readDataset();
  const all = dataset.specs.map((s) => (info.settings.dataset.twins ? twinOf(s) : s));
  const chosen = [all, all.filter((s) => ids.includes(s.id))].find(
    (specs) => sha256(canonicalJson(specs.map((s) => s.id))) === info.settings.episodes,
  );
  if (!chosen || dataset.info.hash !== info.settings.dataset.hash) {
    result.lost.push(
      `episodes.jsonl holds ${present.length} of ${info.n} specs, and which the others were cannot be told: put back a copy of it`,
    );
    return;
  }
  replace(file, chosen.map((s) => `${JSON.stringify(s)}\n`).join(""));
  result.rebuilt.push("episodes.jsonl");
}

function specLines(file: string): EpisodeSpec[] {
  return [...jsonlLines(file)].flatMap(({ text }) => {
    const spec = EpisodeSpecSchema.safeParse(parse(text));
    return spec.success ? [spec.data] : [];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Puts a new file in place of another, which is kept as `.bak`. */
function replace(file: string, text: string): void {
  if (existsSync(file)) renameSync(file, freeName(`${file}.bak`));
  writeWhole(file, text, { durable: true });
}

function freeName(file: string): string {
  if (!existsSync(file)) return file;
  for (let k = 2; ; k++) if (!existsSync(`${file}.${k}`)) return `${file}.${k}`;
}
