import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { NormactError } from "../core/errors.js";
import { fileError, makeFolder, makeNewFolder, readText, writeWhole } from "../core/files.js";
import { canonicalJson, sha256 } from "../core/hash.js";
import { JsonlWriter, readJsonl } from "../core/jsonl.js";
import { isHeld, takeLock } from "../core/lock.js";
import {
  type AnswerLine,
  answerLineSchema,
  type EpisodeRecord,
  episodeSchema,
  type StepLine,
  stepLineSchema,
} from "./records.js";

/**
 * Everything that shaped the answers of a run. Which norms and phases were asked for is not part of it: a run
 * grows as more of the benchmark is played with the same settings.
 */
export const gridSettingsSchema = z.object({
  newcomer: z.string(),
  label: z.string(),
  benchmark: z.object({ version: z.string(), hash: z.string(), rules: z.string() }),
  /** habit of the background people that nobody is sanctioned for: a norm, `auto`, or none */
  distractor: z.string().nullable(),
  seed: z.int(),
  /** of the newcomer itself: model settings, prompts, what it is shown */
  own: z.record(z.string(), z.unknown()),
});
export type GridSettings = z.infer<typeof gridSettingsSchema>;

export const gridRunSchema = z.object({
  schemaVersion: z.literal(1),
  kind: z.literal("grid"),
  runId: z.string(),
  normact: z.string(),
  node: z.string(),
  started: z.string(),
  fingerprint: z.string(),
  settings: gridSettingsSchema,
});
export type GridRun = z.infer<typeof gridRunSchema>;

export const gridFingerprint = (settings: GridSettings): string => sha256(canonicalJson(settings));

/** Answers and steps of the episodes of a run. */
export interface GridLog {
  answers: Map<string, Map<number, AnswerLine>>;
  steps: Map<string, StepLine[]>;
}

/**
 * A run's folder: `run.json`, `steps.jsonl` (answers and steps, append-only), `episodes.jsonl` (finished
 * episodes); `lock` while a process is at work on it; `judged.jsonl` once a judge has read the beliefs.
 */
export class GridStore {
  private stepWriter: JsonlWriter | null = null;
  private episodeWriter: JsonlWriter | null = null;

  private constructor(
    readonly folder: string,
    readonly info: GridRun,
  ) {}

  /** A new folder for a run. @throws NormactError naming a folder that cannot be written */
  static create(
    root: string,
    info: Pick<GridRun, "normact" | "node" | "started" | "settings">,
  ): GridStore {
    const print = gridFingerprint(info.settings);
    const stamp = info.started.replace(/\D/g, "").slice(0, 14);
    const slug = info.settings.newcomer.replace(/[^A-Za-z0-9.]+/g, "-").slice(0, 50);
    const name = `${stamp}-grid-${slug}-${print.slice(0, 6)}`;
    makeFolder(root);
    let runId = name;
    for (let k = 2; !makeNewFolder(join(root, runId)); k++) runId = `${name}-${k}`;
    const run: GridRun = { schemaVersion: 1, kind: "grid", runId, fingerprint: print, ...info };
    const file = join(root, runId, "run.json");
    writeWhole(file, `${JSON.stringify(run, null, 2)}\n`, { durable: true });
    return new GridStore(join(root, runId), run);
  }

  /**
   * Opens a run by folder, or by id under `root`.
   * @throws NormactError `no_run`, `bad_run`; UsageError-like `not_a_grid_run` for runs of the embodied track
   */
  static open(root: string, run: string): GridStore {
    const folder = [resolve(run), join(root, run)].find((f) => existsSync(join(f, "run.json")));
    if (!folder) {
      const known = gridRuns(root).slice(0, 5);
      const newest = known.length > 0 ? ` The newest: ${known.join(", ")}` : "";
      throw new NormactError("no_run", `no run "${run}" here or in ${root}.${newest}`, 2);
    }
    const file = join(folder, "run.json");
    const value = safeJson(readText(file), file) as { kind?: unknown };
    if (value?.kind !== "grid")
      throw new NormactError(
        "not_a_grid_run",
        `${folder} is a run of the embodied track: use \`normact score\` and \`normact report\` for it`,
        2,
      );
    const parsed = gridRunSchema.safeParse(value);
    if (!parsed.success)
      throw new NormactError("bad_run", `${file}: ${z.prettifyError(parsed.error)}`, 2);
    return new GridStore(folder, parsed.data);
  }

  /**
   * The newest run with these settings that no other process is playing.
   * @param lacking only if it lacks one of these episodes; null takes it in any case
   * @param onHeld told of a run that is passed over because another process is playing it
   */
  static findNewest(
    root: string,
    settings: GridSettings,
    lacking: readonly string[] | null,
    onHeld: (runId: string) => void,
  ): GridStore | null {
    const print = gridFingerprint(settings);
    const ending = new RegExp(`-${print.slice(0, 6)}(-\\d+)?$`);
    for (const id of gridRuns(root)) {
      if (!ending.test(id)) continue;
      const store = GridStore.open(root, id);
      if (store.info.fingerprint !== print) continue;
      if (isHeld(join(store.folder, "lock"))) {
        onHeld(id);
        continue;
      }
      if (lacking === null) return store;
      const done = store.episodes();
      return lacking.some((episode) => !done.has(episode)) ? store : null;
    }
    return null;
  }

  /** Keeps other processes from playing this run. @returns what ends that; null when one is playing it */
  lock(): (() => void) | null {
    return takeLock(join(this.folder, "lock"));
  }

  /** Makes lines of the step log durable before it returns. */
  appendSteps(lines: readonly (AnswerLine | StepLine)[]): void {
    if (lines.length === 0) return;
    this.stepWriter ??= new JsonlWriter(join(this.folder, "steps.jsonl"));
    this.stepWriter.appendAll(lines);
  }

  appendEpisode(record: EpisodeRecord): void {
    this.episodeWriter ??= new JsonlWriter(join(this.folder, "episodes.jsonl"));
    this.episodeWriter.append(record);
  }

  close(): void {
    this.stepWriter?.close();
    this.episodeWriter?.close();
    this.stepWriter = null;
    this.episodeWriter = null;
  }

  /** Finished episodes by scenario id; torn lines are dropped, of duplicates the last one counts. */
  episodes(): Map<string, EpisodeRecord> {
    const found = new Map<string, EpisodeRecord>();
    for (const row of this.rows("episodes.jsonl")) {
      const record = episodeSchema.safeParse(row);
      if (record.success) found.set(record.data.id, record.data as EpisodeRecord);
    }
    return found;
  }

  /** Answers and steps by episode; of several lines for a turn the last one counts. */
  log(): GridLog {
    const answers: GridLog["answers"] = new Map();
    const steps = new Map<string, Map<number, StepLine>>();
    for (const row of this.rows("steps.jsonl")) {
      const { type } = row as { type?: unknown };
      if (type === "answer") {
        const line = answerLineSchema.safeParse(row);
        if (line.success) put(answers, line.data.episode, line.data.turn, line.data);
      } else if (type === "step") {
        const line = stepLineSchema.safeParse(row);
        if (line.success) put(steps, line.data.episode, line.data.turn, line.data);
      }
    }
    const inOrder = ([id, lines]: [string, Map<number, StepLine>]): [string, StepLine[]] => [
      id,
      [...lines.values()].sort((a, b) => a.turn - b.turn),
    ];
    return { answers, steps: new Map([...steps].map(inOrder)) };
  }

  private rows(name: string): unknown[] {
    const file = join(this.folder, name);
    return existsSync(file) ? readJsonl(file).rows : [];
  }
}

function put<T>(map: Map<string, Map<number, T>>, episode: string, turn: number, line: T): void {
  let lines = map.get(episode);
  if (!lines) {
    lines = new Map();
    map.set(episode, lines);
  }
  lines.set(turn, line);
}

/** Ids of the grid runs under a folder, newest first. */
export function gridRuns(root: string): string[] {
  if (!existsSync(root) || !statSync(root).isDirectory()) return [];
  let names: string[];
  try {
    names = readdirSync(root);
  } catch (error) {
    throw fileError(error, root, "read");
  }
  return names
    .filter((name) => name.includes("-grid-") && existsSync(join(root, name, "run.json")))
    .sort()
    .reverse();
}

function safeJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NormactError("bad_run", `${place} is not JSON`, 2);
  }
}
