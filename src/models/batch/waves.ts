import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { NormactError } from "../../core/errors.js";
import { makeFolder } from "../../core/files.js";
import { plural } from "../../core/shown.js";
import type { RuntimeClient } from "../client.js";
import type { ModelRequest, ModelResponse } from "../types.js";
import { BatchBooks } from "./books.js";
import { BatchClient, BatchFailure } from "./client.js";
import { WAITING, withoutResult } from "./ends.js";
import {
  BatchJournal,
  type BatchRequest,
  identity,
  type OpenBatch,
  type Result,
  wireId,
} from "./journal.js";
import { Holds, Outbox } from "./outbox.js";
import { Refusals } from "./refusals.js";
import { type BatchLimits, type BatchStatus, hasEnded } from "./types.js";

export interface WaveOptions {
  /** the run's: journal, results and requests are kept there */
  folder: string;
  client: RuntimeClient;
  /** takes a line for the user */
  say(line: string): void;
  /** milliseconds between two questions after a batch; growing from 5 s to 2 min when left out */
  pollMs?: number | undefined;
  /** of one batch, where they are to be smaller than the provider's own */
  limits?: BatchLimits | undefined;
}

const FIRST_POLL_MS = 5000;
const LAST_POLL_MS = 120_000;
/** Polls in a row that may fail before a run gives up waiting (its batches go on). */
const FAILED_POLLS = 20;
/** Results that share one flush to the disk. */
const FLUSH = 200;

/**
 * Answers of one run by batches. Requests are put down (`answer` says that they wait), then `run` sends all of them
 * and waits for the results; after that, `answer` has them. What is under way stands in the run's folder, so that
 * a process that comes after a crash fetches it instead of sending it again.
 */
export class BatchWaves {
  private readonly batches: BatchClient;
  private readonly journal: BatchJournal;
  private readonly requestFolder: string;
  private readonly holds: Holds;
  private readonly outbox: Outbox;
  private readonly refusals: Refusals;
  /** requests that are put down or at the provider, by identity */
  private readonly underWay = new Set<string>();
  private readonly recovered = new Set<string>();
  private readonly books: BatchBooks;
  /** which label's request stands for a question, by cache key */
  private readonly asking = new Map<string, string>();
  private closed = false;

  private constructor(private readonly options: WaveOptions) {
    this.batches = new BatchClient(options.client);
    this.requestFolder = join(options.folder, "batch-requests");
    makeFolder(this.requestFolder);
    this.journal = new BatchJournal(options.folder);
    this.holds = new Holds(options.client);
    this.refusals = new Refusals(options.client);
    this.books = new BatchBooks(options.client, this.holds);
    // what an earlier process has found out
    options.client.adopt(this.journal.without);
    this.outbox = new Outbox({
      ...{ client: options.client, batches: this.batches, journal: this.journal },
      ...{ holds: this.holds, folder: this.requestFolder, say: options.say },
      limits: options.limits ?? this.batches.limits,
    });
  }

  /** Takes up what an earlier process left. @throws UsageError no_batch; BatchFailure; NormactError bad_batches */
  static async open(options: WaveOptions): Promise<BatchWaves> {
    const waves = new BatchWaves(options);
    try {
      await waves.recover();
    } catch (error) {
      waves.close();
      throw error;
    }
    return waves;
  }

  /** Requests that are put down or at the provider. */
  get waiting(): number {
    return this.underWay.size;
  }

  /** Waves that had to be added since a setting was refused. */
  get further(): number {
    return this.refusals.further;
  }

  /**
   * The answer to a request as far as it is there, from its batch or from the cache; else the request is put down
   * for the next batch and the outcome is `cancelled`.
   */
  async answer(request: ModelRequest): Promise<ModelResponse> {
    const { client } = this.options;
    const { shared } = client.parts;
    const asked = { label: request.label ?? "", key: client.key(request) };
    this.books.run = request.run;
    const stored = this.journal.answer(asked);
    if (stored) {
      const { response, without } = stored;
      return this.books.fromBatch(asked, response, client.build(request, without).sent);
    }
    const hit = shared.cache ? client.fromCache(asked.key, request) : null;
    if (hit) return hit;
    if (shared.mode === "only") return client.generate(request);
    // the same question under another label waits for the first one's answer, where answers are kept
    const twin = shared.cache ? this.asking.get(asked.key) : undefined;
    if (twin === undefined || twin === asked.label) {
      if (!this.underWay.has(identity(asked))) this.outbox.putDown(asked, request);
      this.underWay.add(identity(asked));
      this.asking.set(asked.key, asked.label);
    }
    return { ...this.batches.failed(WAITING), outcome: "cancelled" };
  }

  /**
   * Sends what was put down and waits until every batch has ended.
   * @returns false when `stop` ended the waiting: the batches go on
   * @throws BatchFailure, NormactError limit_reached
   */
  async run(stop: AbortSignal): Promise<boolean> {
    await this.outbox.send(stop);
    return this.collect(stop);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.outbox.close();
    this.journal.close();
  }

  // ---------------------------------------------------------------------------------------- what comes back

  private async collect(stop: AbortSignal): Promise<boolean> {
    const { say, pollMs, client } = this.options;
    const failures: string[] = [];
    let wait = pollMs ?? FIRST_POLL_MS;
    let told = "";
    let failed = 0;
    for (;;) {
      let line = "";
      try {
        line = await this.round(failures, stop);
        failed = 0;
      } catch (error) {
        if (!(error instanceof BatchFailure) || error.error.retry === "never") throw error;
        if (++failed >= FAILED_POLLS) throw error;
        line = `batch: cannot ask after it (${error.error.message}); trying again`;
      }
      if (line !== "" && line !== told) say(line);
      told = line;
      if (this.journal.open.size === 0) break;
      if (stop.aborted) {
        const ids = [...this.journal.open.values()].map((open) => open.batch).join(", ");
        say(
          `batch: ${ids} goes on at the provider; run the same command again to collect its results`,
        );
        return false;
      }
      await client.parts.shared.sleep(wait, stop);
      wait = pollMs ?? Math.min(wait * 1.5, LAST_POLL_MS);
    }
    if (failures.length === 0) return !stop.aborted;
    throw new NormactError(
      "provider_refuses",
      `${client.name}: ${failures.join("; ")}. What is finished is kept: mend this and run the same command again to go on.`,
      3,
    );
  }

  /** Asks once after every open batch. @returns how far they are */
  private async round(failures: string[], stop: AbortSignal): Promise<string> {
    let done = 0;
    let total = 0;
    let running = 0;
    for (const open of [...this.journal.open.values()]) {
      if (stop.aborted) break;
      const id = open.batch!;
      const status = await this.batches.poll(id, stop);
      const count = open.intent.requests.length;
      total += count;
      if (!hasEnded(status.state)) {
        running++;
        done += status.done ?? 0;
        continue;
      }
      done += count;
      if (status.state === "failed")
        failures.push(`batch ${id} failed: ${status.reason ?? "the provider gives no reason"}`);
      await this.fetch(open, id, status);
    }
    const left = running === 0 ? "" : `, ${plural(running, "batch", "batches")} not yet through`;
    return total === 0 ? "" : `batch: ${done} of ${plural(total, "request")} answered${left}`;
  }

  private async fetch({ intent }: OpenBatch, id: string, status: BatchStatus): Promise<void> {
    const { tag, requests, without: dropped = [] } = intent;
    const missing = new Map(requests.map((request) => [wireId(request), request]));
    const spent = { cost: 0, tokens: 0 };
    let bunch: Result[] = [];
    const flush = async (): Promise<void> => {
      this.journal.keep(id, bunch);
      for (const one of bunch) if (!one.again) await this.books.book(one);
      bunch = [];
    };
    const take = async (request: BatchRequest, given: ModelResponse): Promise<void> => {
      const again = this.refusals.takes(request, given, dropped.length);
      const response = again ? given : this.refusals.withTries(request, given);
      spent.cost += response.cost ?? 0;
      spent.tokens += (response.usage.input ?? 0) + (response.usage.output ?? 0);
      bunch.push({ ...request, response, without: dropped, again });
      if (bunch.length >= FLUSH) await flush();
    };
    const order = [...missing.keys()];
    if (status.state !== "failed")
      for await (const { id: wire, response } of this.batches.results(id, order)) {
        const request = missing.get(wire);
        // not ours, or a second time
        if (!request || !missing.delete(wire)) continue;
        await take(request, response);
      }
    const foreign = this.recovered.has(tag) && missing.size === requests.length;
    const without = foreign ? null : withoutResult(status);
    if (without)
      for (const request of missing.values()) await take(request, this.batches.failed(without));
    await flush();
    this.holds.settle(tag, spent);
    for (const line of this.refusals.told()) this.options.say(line);
    this.forget(tag, requests, foreign ? "lost" : status.state);
  }

  // ------------------------------------------------------------------------------- what an earlier process left

  /** Batches that were about to be sent when a process died are looked for; files of none are thrown away. */
  private async recover(): Promise<void> {
    for (const open of [...this.journal.open.values()]) {
      const { tag, requests, at, expected } = open.intent;
      if (open.batch === null) {
        const { known } = this.journal;
        const lost = { tag, count: requests.length, since: Date.parse(at), known };
        const found = await this.batches.find(lost);
        if (found === null) {
          this.forget(tag, requests, "never_sent");
          continue;
        }
        this.journal.submitted(tag, found);
        this.recovered.add(tag);
      }
      for (const request of requests) {
        this.underWay.add(identity(request));
        this.asking.set(request.key, request.label);
      }
      await this.holds.hold(tag, expected, false);
      this.options.say(
        `batch: ${open.batch} with ${plural(requests.length, "request")} is at the provider already`,
      );
    }
    const kept = new Set([...this.journal.open.keys()].map((tag) => `${tag}.jsonl`));
    for (const name of readdirSync(this.requestFolder))
      if (!kept.has(name)) rmSync(join(this.requestFolder, name), { force: true });
  }

  private forget(
    tag: string,
    requests: readonly BatchRequest[],
    state: Parameters<BatchJournal["ended"]>[1],
  ): void {
    this.journal.ended(tag, state);
    for (const request of requests) {
      this.underWay.delete(identity(request));
      this.asking.delete(request.key);
    }
    rmSync(join(this.requestFolder, `${tag}.jsonl`), { force: true });
  }
}
