import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { NormactError } from "../core/errors.js";
import { makeFolder, readText, writeWhole } from "../core/files.js";
import { sha256 } from "../core/hash.js";
import { JsonlWriter, readJsonl } from "../core/jsonl.js";
import { EpisodeSpecSchema } from "../scenes/spec.js";
import { type Sample, SampleSchema } from "./sample.js";

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
  n: z.int(),
});
export type RunInfo = z.infer<typeof RunInfoSchema>;

export const fingerprint = (settings: RunSettings): string =>
  sha256(JSON.stringify(RunSettingsSchema.parse(settings)));

/**
 * A run's folder: `run.json`, `episodes.jsonl` (the specs that were run, so that a log stands alone),
 * `samples.jsonl` (append-only), `images/<sha256>.png`.
 */
export class RunStore {
  private constructor(
    readonly folder: string,
    readonly info: RunInfo,
  ) {}

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
    let runId = `${stamp}-${slug}-${print.slice(0, 6)}`;
    for (let k = 2; existsSync(join(root, runId)); k++)
      runId = `${stamp}-${slug}-${print.slice(0, 6)}-${k}`;
    const folder = join(root, runId);
    makeFolder(folder);
    const full: RunInfo = { schemaVersion: 1, runId, fingerprint: print, ...info };
    writeWhole(join(folder, "episodes.jsonl"), specs.map((s) => `${JSON.stringify(s)}\n`).join(""));
    writeWhole(join(folder, "run.json"), `${JSON.stringify(full, null, 2)}\n`);
    return new RunStore(folder, full);
  }

  /**
   * Opens a run by folder, or by id under `root`.
   * @throws NormactError `no_run` / `bad_run`
   */
  static open(root: string, run: string): RunStore {
    const folder = [resolve(run), join(root, run)].find((f) => existsSync(join(f, "run.json")));
    if (!folder) {
      const known = listRuns(root).slice(0, 5);
      throw new NormactError(
        "no_run",
        `no run "${run}" here or in ${root}.${known.length > 0 ? ` The newest: ${known.join(", ")}` : ""}`,
      );
    }
    const file = join(folder, "run.json");
    const parsed = RunInfoSchema.safeParse(safeJson(readText(file), file));
    if (!parsed.success)
      throw new NormactError("bad_run", `${file}: ${z.prettifyError(parsed.error)}`);
    return new RunStore(folder, parsed.data);
  }

  /** The newest run with these settings that is not complete, to go on with; null if there is none. */
  static findIncomplete(root: string, settings: RunSettings): RunStore | null {
    const print = fingerprint(settings);
    for (const id of listRuns(root)) {
      if (!id.includes(`-${print.slice(0, 6)}`)) continue;
      let store: RunStore;
      try {
        store = RunStore.open(root, id);
      } catch {
        continue;
      }
      if (store.info.fingerprint === print && store.samples().size < store.info.n) return store;
    }
    return null;
  }

  writer(): JsonlWriter {
    return new JsonlWriter(join(this.folder, "samples.jsonl"));
  }

  /** The specs that were run, in order. */
  specs() {
    const file = join(this.folder, "episodes.jsonl");
    return readJsonl(file).rows.map((row, i) => {
      const spec = EpisodeSpecSchema.safeParse(row);
      if (!spec.success)
        throw new NormactError("bad_run", `${file}:${i + 1}: ${z.prettifyError(spec.error)}`);
      return spec.data;
    });
  }

  /** Finished samples by episode id; a torn line is dropped, of duplicates the last complete one counts. */
  samples(): Map<string, Sample> {
    const file = join(this.folder, "samples.jsonl");
    const out = new Map<string, Sample>();
    if (!existsSync(file)) return out;
    for (const row of readJsonl(file).rows) {
      const sample = SampleSchema.safeParse(row);
      if (sample.success) out.set(sample.data.id, sample.data);
    }
    return out;
  }
}

/** Run ids under a folder, newest first. */
export function listRuns(root: string): string[] {
  if (!existsSync(root) || !statSync(root).isDirectory()) return [];
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, "run.json")))
    .sort()
    .reverse();
}

function safeJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NormactError("bad_run", `${place} is not JSON`);
  }
}
