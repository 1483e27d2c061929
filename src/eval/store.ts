import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { NormactError, UsageError } from "../core/errors.js";
import { fileError, makeFolder, makeNewFolder, readText, writeWhole } from "../core/files.js";
import { sha256 } from "../core/hash.js";
import { JsonlWriter, readJsonl } from "../core/jsonl.js";
import { isHeld, takeLock } from "../core/lock.js";
import { EpisodeSpecSchema } from "../scenes/spec.js";
import type { SampleBrief } from "./brief.js";
import { briefsOf, openLog, scanLog } from "./log.js";
import { type Sample, sampleKey, wentWrong } from "./sample.js";

/** Everything that shaped the answers of a run. Equal settings give the same fingerprint. */
export const RunSettingsSchema = z.object({
  model: z.string(),
  /** what kind of planner it is, said in every table */
  label: z.string(),
  cue: z.string(),
  dataset: z.object({ version: z.string(), hash: z.string(), twins: z.boolean() }),
  /** SHA-256 over the chosen episode ids, in order */
  episodes: z.string(),
  maxTurns: z.int(),
  objectList: z.string(),
  seed: z.int(),
  cuePack: z.object({ name: z.string(), hash: z.string() }),
  promptTemplate: z.string(),
  renderer: z.string(),
  baseUrl: z.string().nullable(),
  temperature: z.number().nullable(),
  maxTokens: z.int().nullable(),
  /** folder the first views came from, by its content hash; null = rendered here */
  pictures: z.string().nullable(),
  /** of the cue condition, where it has any */
  cueSettings: z.record(z.string(), z.unknown()).optional(),
  /** repetitions of each episode, where there are several */
  epochs: z.int().optional(),
  /** answers that cannot be read are asked for once more */
  reask: z.boolean().optional(),
  /** how long the model is told to think, where it is told */
  reasoningEffort: z.string().optional(),
  /** of the model's client: API, structured output, capabilities of the user's own */
  client: z.record(z.string(), z.unknown()).optional(),
});
export type RunSettings = z.infer<typeof RunSettingsSchema>;

export const RunInfoSchema = z.object({
  schemaVersion: z.literal(1),
  runId: z.string(),
  normact: z.string(),
  node: z.string(),
  started: z.string(),
  fingerprint: z.string(),
  settings: RunSettingsSchema,
  /** episodes */
  n: z.int(),
  /** the command line that plays this run alone, after `normact` */
  command: z.array(z.string()).optional(),
  /** the matrix that asked for it, and the judge that the matrix names */
  matrix: z.object({ name: z.string(), judge: z.string().nullable() }).optional(),
});
export type RunInfo = z.infer<typeof RunInfoSchema>;

export const fingerprint = (settings: RunSettings): string =>
  sha256(JSON.stringify(RunSettingsSchema.parse(settings)));

/**
 * A run's folder: `run.json`, `episodes.jsonl` (the specs that were run, so that a log stands alone),
 * `samples.jsonl` (append-only), `images/<sha256>.png`; `lock` while a process is at work on it.
 */
export class RunStore {
  private constructor(
    readonly folder: string,
    readonly info: RunInfo,
  ) {}

  /** `samples.jsonl` */
  get log(): string {
    return join(this.folder, "samples.jsonl");
  }

  /** A new folder for a run. @throws NormactError naming a folder that cannot be written */
  static create(
    root: string,
    info: Omit<RunInfo, "runId" | "schemaVersion" | "fingerprint">,
    specs: readonly unknown[],
  ): RunStore {
    const print = fingerprint(info.settings);
    const stamp = info.started.replace(/\D/g, "").slice(0, 14);
    const slug = `${info.settings.model}-${info.settings.cue}`
      .replace(/[^A-Za-z0-9.]+/g, "-")
      .slice(0, 60);
    const name = `${stamp}-${slug}-${print.slice(0, 6)}`;
    makeFolder(root);
    let runId = name;
    for (let k = 2; !makeNewFolder(join(root, runId)); k++) runId = `${name}-${k}`;
    const folder = join(root, runId);
    const full: RunInfo = { schemaVersion: 1, runId, fingerprint: print, ...info };
    const durable = { durable: true };
    const lines = specs.map((s) => `${JSON.stringify(s)}\n`).join("");
    writeWhole(join(folder, "episodes.jsonl"), lines, durable);
    writeWhole(join(folder, "run.json"), `${JSON.stringify(full, null, 2)}\n`, durable);
    return new RunStore(folder, full);
  }

  /**
   * Opens a run by folder, or by id under `root`.
   * @throws NormactError `no_run` / `bad_run`; UsageError `grid_run` for runs of the other track
   */
  static open(root: string, run: string): RunStore {
    const folder = [resolve(run), join(root, run)].find((f) => existsSync(join(f, "run.json")));
    if (!folder) {
      const headless = [run, join(root, run)].find((f) => existsSync(join(f, "samples.jsonl")));
      if (headless)
        throw new NormactError(
          "bad_run",
          `${headless} has answers, but its run.json is missing. ${mending(headless)}`,
          2,
        );
      const known = listRuns(root).slice(0, 5);
      throw new NormactError(
        "no_run",
        `no run "${run}" here or in ${root}.${known.length > 0 ? ` The newest: ${known.join(", ")}` : " Give the run's folder, or with --out the folder that holds it"}`,
        2,
      );
    }
    const file = join(folder, "run.json");
    const value = safeJson(readText(file), file);
    if ((value as { kind?: unknown } | null)?.kind === "grid")
      throw new UsageError(
        "grid_run",
        `${run} is a run of the grid world: look at it with normact grid score or normact grid report`,
      );
    const parsed = RunInfoSchema.safeParse(value);
    if (!parsed.success)
      throw new NormactError(
        "bad_run",
        `${file}: ${z.prettifyError(parsed.error)}\n${mending(folder)}`,
        2,
      );
    return new RunStore(folder, parsed.data);
  }

  /**
   * The newest run with these settings that lacks episodes and that no other process is playing, to go on with;
   * null if there is none.
   * @param keys the samples that a complete run has
   * @param options `retryErrors`: samples that went wrong count as lacking; `onHeld` is told of a run that is passed
   * over because another process is playing it
   * @throws NormactError `bad_run` when there is one whose `run.json` cannot be read: what it holds may have cost money
   */
  static findIncomplete(
    root: string,
    settings: RunSettings,
    keys: readonly string[],
    options: { retryErrors?: boolean; onHeld?: (runId: string) => void } = {},
  ): RunStore | null {
    for (const store of RunStore.withSettings(root, settings, options.onHeld))
      if (store.lacks(keys, options.retryErrors)) return store;
    return null;
  }

  /** The newest run with these settings that has all these samples and that no other process is playing. */
  static findComplete(
    root: string,
    settings: RunSettings,
    keys: readonly string[],
    retryErrors?: boolean,
  ): RunStore | null {
    for (const store of RunStore.withSettings(root, settings))
      if (!store.lacks(keys, retryErrors)) return store;
    return null;
  }

  /** Runs with these settings that nobody is playing, newest first. @throws NormactError `bad_run` */
  private static *withSettings(
    root: string,
    settings: RunSettings,
    onHeld?: (runId: string) => void,
  ): Generator<RunStore> {
    const print = fingerprint(settings);
    const ending = new RegExp(`-${print.slice(0, 6)}(-\\d+)?$`);
    for (const id of listFolders(root)) {
      const folder = join(root, id);
      if (!ending.test(id)) continue;
      if (isHeld(join(folder, "lock"))) {
        onHeld?.(id);
        continue;
      }
      if (!existsSync(join(folder, "run.json")) && !existsSync(join(folder, "samples.jsonl")))
        continue; // ended before it began
      const store = RunStore.openToGoOn(root, id);
      if (store.info.fingerprint === print) yield store;
    }
  }

  /** Is one of these samples missing, or (with `retryErrors`) one that went wrong? */
  lacks(keys: readonly string[], retryErrors = false): boolean {
    const briefs = this.briefs();
    return keys.some((key) => {
      const brief = briefs.get(key);
      return !brief || (retryErrors && wentWrong(brief));
    });
  }

  private static openToGoOn(root: string, id: string): RunStore {
    try {
      return RunStore.open(root, id);
    } catch (error) {
      throw new NormactError(
        "bad_run",
        `${join(root, id)} looks like a run with these settings, but it cannot be gone on with (${(error as Error).message}). Restore its run.json, move the folder away, or begin anew with --fresh.`,
        2,
        { cause: error },
      );
    }
  }

  /** Keeps other processes from playing this run. @returns what ends that; null when one is playing it */
  lock(): (() => void) | null {
    return takeLock(join(this.folder, "lock"));
  }

  writer(): JsonlWriter {
    return new JsonlWriter(this.log);
  }

  /** The specs that were run, in order. */
  specs() {
    const file = join(this.folder, "episodes.jsonl");
    return readJsonl(file).rows.map((row, i) => {
      const spec = EpisodeSpecSchema.safeParse(row);
      if (!spec.success)
        throw new NormactError("bad_run", `${file}:${i + 1}: ${z.prettifyError(spec.error)}`, 2);
      return spec.data;
    });
  }

  /** The keys of the samples that this run has once it is complete. */
  keys(specs: readonly { id: string }[] = this.specs()): string[] {
    return keysOf(specs, this.info.settings.epochs);
  }

  /**
   * Finished samples by key (episode id, see `sampleKey`); a torn line is dropped, of duplicates the last complete
   * one counts. All of them at once: for long runs `briefs` and `open` need less.
   */
  samples(): Map<string, Sample> {
    const out = new Map<string, Sample>();
    scanLog(this.log, (sample) => out.set(sampleKey(sample.id, sample.epoch), sample));
    return out;
  }

  /** What summaries need of the finished samples, by key. */
  briefs(): Map<string, SampleBrief> {
    return briefsOf(this.log);
  }

  /** For reading samples one by one. */
  openLog(): ReturnType<typeof openLog> {
    return openLog(this.log);
  }
}

/** The keys of the samples that a complete run has, in data-set order; epochs of an episode stand together. */
export function keysOf(specs: readonly { id: string }[], epochs = 1): string[] {
  return specs.flatMap((s) => Array.from({ length: epochs }, (_, epoch) => sampleKey(s.id, epoch)));
}

/** Run ids under a folder, newest first. */
export function listRuns(root: string): string[] {
  return listFolders(root).filter((name) => existsSync(join(root, name, "run.json")));
}

/** Names in a folder, last first. */
function listFolders(root: string): string[] {
  if (!existsSync(root) || !statSync(root).isDirectory()) return [];
  try {
    return readdirSync(root).sort().reverse();
  } catch (error) {
    throw fileError(error, root, "read");
  }
}

function safeJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NormactError("bad_run", `${place} is not JSON. ${mending(dirname(place))}`, 2);
  }
}

const mending = (folder: string): string =>
  `What can be put in order is, by: normact run recover ${folder}`;
