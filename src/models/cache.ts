import { existsSync, readFileSync, rename, rm, writeFile } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { NormactError } from "../core/errors.js";
import { fileError, makeFolder } from "../core/files.js";
import { cacheRoot } from "../core/paths.js";
import { CACHE_SCHEMA } from "./cache-key.js";
import { type ModelResponse, REASONING_EFFORTS } from "./types.js";
import { UsageSchema } from "./usage-schema.js";

export type CacheMode = "on" | "off" | "only";

/** Outcomes that are answers: asking again would be a second draw. Errors are none. */
export const ANSWERS = ["ok", "refused", "truncated", "filtered"] as const;
export const isAnswer = ({ outcome }: Pick<ModelResponse, "outcome">): boolean =>
  ANSWERS.some((one) => one === outcome);

const SentSchema = z.object({
  temperature: z.number().nullable(),
  maxTokens: z.number().nullable(),
  seed: z.number().nullable(),
  reasoningEffort: z.enum(REASONING_EFFORTS).nullable(),
  structured: z.enum(["schema", "json", "prompt"]).nullable(),
  images: z.array(
    z.object({
      sha256: z.string(),
      mediaType: z.string(),
      bytes: z.number(),
      width: z.number().nullable(),
      height: z.number().nullable(),
    }),
  ),
  changes: z.array(z.string()),
});

/** A stored answer: one JSON file. */
export const CacheEntrySchema = z.object({
  schemaVersion: z.literal(CACHE_SCHEMA),
  key: z.string(),
  /** ISO time */
  stored: z.string(),
  /** `provider/model` */
  name: z.string(),
  endpoint: z.string(),
  /** who asked, where that is a run: hash of the run and of what it asked for (`originOf`) */
  origin: z.string().optional(),
  answer: z.object({
    text: z.string(),
    outcome: z.enum(ANSWERS),
    usage: UsageSchema,
    raw: z.unknown(),
    model: z.string(),
    latencyMs: z.number(),
    /** US dollars, as it was booked; absent in entries of earlier versions */
    cost: z.number().nullish(),
    sent: SentSchema.optional(),
    providerUsage: z.unknown().optional(),
    requestId: z.string().nullish(),
  }),
});
export type CacheEntry = z.infer<typeof CacheEntrySchema>;

/** Where answers are kept: a folder of the user's cache. */
export function answersFolder(): string {
  return join(cacheRoot(), "answers");
}

/** The folder of a model's answers: its name, so that listing needs to open none of them. */
export function modelFolder(name: string): string {
  // "." and ".." cannot come out: a name has a slash, which is escaped
  const text = Buffer.from(name.includes("/") ? name : `/${name}`).toString();
  return encodeURIComponent(text).replaceAll("*", "%2A").slice(0, 200);
}

/** More writes than this are not left waiting: memory stays flat on a slow disk. */
const MAX_PENDING = 64;

let parts = 0;

/**
 * Answers on disk, one file each under its key: written whole (to a neighbour, then renamed), so that any number
 * of processes may share a folder. An entry that cannot be read is no entry. A folder that cannot be written is
 * reported once and costs nothing else.
 */
export class AnswerCache {
  private readonly pending = new Set<Promise<void>>();
  /** on their way to the disk, by key: whoever asks meanwhile finds them */
  private readonly leaving = new Map<string, CacheEntry>();
  private readonly made = new Set<string>();
  private broken = false;

  constructor(
    private readonly folder: string = answersFolder(),
    private readonly onWarning: (text: string) => void = () => {},
  ) {}

  read(name: string, key: string): CacheEntry | null {
    const leaving = this.leaving.get(key);
    if (leaving) return leaving;
    const file = this.file(name, key);
    if (!existsSync(file)) return null;
    try {
      const entry = CacheEntrySchema.parse(JSON.parse(readFileSync(file, "utf8")));
      return entry.key === key && entry.name === name ? entry : null;
    } catch {
      // torn by a full disk, written by another version, gone this moment: asked again and written anew
      return null;
    }
  }

  /** Starts the write and returns; waits only where too many are under way. */
  async write(entry: CacheEntry): Promise<void> {
    if (this.broken) return;
    if (this.pending.size >= MAX_PENDING) await Promise.race(this.pending);
    this.leaving.set(entry.key, entry);
    const writing = this.store(entry).finally(() => {
      this.pending.delete(writing);
      this.leaving.delete(entry.key);
    });
    this.pending.add(writing);
  }

  /** All writes are done. */
  async flush(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  private file(name: string, key: string): string {
    return join(this.folder, modelFolder(name), key.slice(0, 1), `${key}.json`);
  }

  private async store(entry: CacheEntry): Promise<void> {
    const file = this.file(entry.name, entry.key);
    const part = `${file}.${process.pid}-${parts++}.part`;
    try {
      const folder = join(file, "..");
      if (!this.made.has(folder)) {
        makeFolder(folder);
        this.made.add(folder);
      }
      await writeWhole(part, file, JSON.stringify(entry));
    } catch (error) {
      this.giveUp(error, file);
    }
  }

  private giveUp(error: unknown, file: string): void {
    // somebody cleared the folder meanwhile: made anew with the next answer
    this.made.clear();
    if ((error as NodeJS.ErrnoException).code === "ENOENT" || this.broken) return;
    this.broken = true;
    const { message } = error instanceof NormactError ? error : fileError(error, file, "write");
    this.onWarning(
      `answers are not cached from here on: ${message}. Set NORMACT_CACHE to a folder that can be written, or use --cache off.`,
    );
  }
}

/** Callbacks cost half of what promises do here, and a run writes thousands of answers. */
function writeWhole(part: string, file: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error: Error | null): void => {
      if (error) rm(part, { force: true }, () => reject(error));
      else resolve();
    };
    writeFile(part, text, (error) => (error ? end(error) : rename(part, file, end)));
  });
}
