import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { NormactError } from "../../core/errors.js";
import { sha256 } from "../../core/hash.js";
import { JsonlWriter, jsonlLines } from "../../core/jsonl.js";
import { ANSWERS } from "../cache.js";
import { type ModelResponse, SETTING_NAMES, type SettingName } from "../types.js";
import type { BatchState } from "./types.js";

/** One request of a batch. */
const RequestSchema = z.object({
  /** what it is for: sample and turn */
  label: z.string(),
  /** hash of everything that shapes its answer */
  key: z.string(),
});
export type BatchRequest = z.infer<typeof RequestSchema>;

const base = { schemaVersion: z.literal(1), tag: z.string(), at: z.string() };

/** `batches.jsonl`: what is about to be sent, under which id the provider has it, how it ended. */
const RecordSchema = z.discriminatedUnion("type", [
  z.object({
    ...base,
    type: z.literal("intent"),
    wave: z.int(),
    part: z.int(),
    /** `provider/model` */
    model: z.string(),
    endpoint: z.string(),
    /** of the file of requests */
    sha256: z.string(),
    requests: z.array(RequestSchema),
    expected: z.object({ cost: z.number(), tokens: z.number() }),
    /** settings that the model was known to refuse, in the order in which they were dropped */
    without: z.array(z.enum(SETTING_NAMES)).optional(),
  }),
  z.object({ ...base, type: z.literal("submitted"), batch: z.string() }),
  z.object({ ...base, type: z.literal("ended"), state: z.string() }),
]);
type Record_ = z.infer<typeof RecordSchema>;
export type Intent = Extract<Record_, { type: "intent" }>;

/** A batch of this run that has not ended, as far as is known. */
export interface OpenBatch {
  intent: Intent;
  /** the provider's id; null: it is not known whether it was ever made */
  batch: string | null;
}

const ResultSchema = RequestSchema.extend({
  schemaVersion: z.literal(1),
  batch: z.string(),
  without: z.array(z.enum(SETTING_NAMES)).optional(),
  response: z.looseObject({ outcome: z.string(), text: z.string() }),
});

/** What became of a request. */
export interface Result extends BatchRequest {
  response: ModelResponse;
  /** settings that it was sent without */
  without: readonly SettingName[];
  /** refused for a setting: it is asked again, and this is no answer */
  again: boolean;
}

/** Names a request in a run. */
export const identity = ({ label, key }: BatchRequest): string => `${label} ${key}`;

/** What a provider calls a request: letters and digits, 40 of them, whatever stands in its label. */
export const wireId = (request: BatchRequest): string => sha256(identity(request)).slice(0, 40);

/** How a batch that the provider never had is put away; `lost`: another one was taken for it. */
export type EndState = BatchState | "never_sent" | "lost";

/** What a run keeps of its batches, durable before anything is waited for. */
export class BatchJournal {
  /** by tag, in order */
  readonly open = new Map<string, OpenBatch>();
  /** the provider's ids, of batches that have ended too */
  readonly known: string[] = [];
  waves = 0;
  /** of the newest batch */
  without: readonly SettingName[] = [];
  private readonly answers = new Map<string, Pick<Result, "response" | "without">>();
  private readonly log: JsonlWriter;
  private readonly results: JsonlWriter;

  /** @throws NormactError bad_batches */
  constructor(folder: string) {
    const log = join(folder, "batches.jsonl");
    const results = join(folder, "batch-results.jsonl");
    if (existsSync(log)) this.readLog(log);
    if (existsSync(results)) this.readResults(results);
    this.log = new JsonlWriter(log);
    this.results = new JsonlWriter(results);
  }

  /** Does a run have batches at its provider that nobody has fetched? */
  static pending(folder: string): boolean {
    const log = join(folder, "batches.jsonl");
    if (!existsSync(log)) return false;
    const open = new Set<string>();
    for (const record of records(log)) {
      if (record.type === "submitted") open.add(record.tag);
      if (record.type === "ended") open.delete(record.tag);
    }
    return open.size > 0;
  }

  answer(request: BatchRequest): Pick<Result, "response" | "without"> | undefined {
    return this.answers.get(identity(request));
  }

  intend(intent: Omit<Intent, "schemaVersion" | "type" | "at">): Intent {
    const record: Intent = { ...head(intent.tag), type: "intent", ...intent };
    this.log.append(record);
    this.note(record);
    return record;
  }

  submitted(tag: string, batch: string): void {
    this.log.append({ ...head(tag), type: "submitted", batch } satisfies Record_);
    this.note({ ...head(tag), type: "submitted", batch });
  }

  ended(tag: string, state: EndState): void {
    this.log.append({ ...head(tag), type: "ended", state } satisfies Record_);
    this.open.delete(tag);
  }

  /** Keeps results, durable at once; the last one of a request counts. */
  keep(batch: string, results: readonly Result[]): void {
    this.results.appendAll(
      results.map(({ label, key, response, without }) => ({
        schemaVersion: 1,
        label,
        key,
        batch,
        ...(without.length > 0 ? { without } : {}),
        response,
      })),
    );
    for (const result of results) if (!result.again) this.answers.set(identity(result), result);
  }

  close(): void {
    this.log.close();
    this.results.close();
  }

  private readLog(path: string): void {
    for (const record of records(path)) this.note(record);
  }

  private note(record: Record_): void {
    if (record.type === "intent") {
      this.open.set(record.tag, { intent: record, batch: null });
      this.waves = Math.max(this.waves, record.wave + 1);
      this.without = record.without ?? [];
    } else if (record.type === "submitted") {
      const open = this.open.get(record.tag);
      if (open) open.batch = record.batch;
      this.known.push(record.batch);
    } else this.open.delete(record.tag);
  }

  /** Errors of earlier processes are no answers: what ended with one is asked again when it is wanted again. */
  private readResults(path: string): void {
    for (const { text } of jsonlLines(path)) {
      const read = ResultSchema.safeParse(parsed(text));
      if (!read.success) continue;
      const { response: said, without = [], ...request } = read.data;
      const response = said as unknown as ModelResponse;
      if (!ANSWERS.some((outcome) => outcome === response.outcome)) continue;
      this.answers.set(identity(request), { response, without });
    }
  }
}

const head = (tag: string) => ({ schemaVersion: 1 as const, tag, at: new Date().toISOString() });

function* records(path: string): Generator<Record_> {
  for (const { text, number } of jsonlLines(path)) {
    const json = parsed(text);
    // torn by a crash: what it would have said had not begun
    if (json === undefined) continue;
    const read = RecordSchema.safeParse(json);
    if (!read.success)
      throw new NormactError("bad_batches", `${path}:${number}: ${z.prettifyError(read.error)}`, 2);
    yield read.data;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
