import { NormactError } from "../../core/errors.js";
import { sentence } from "../../core/shown.js";
import { UnreadableAnswer } from "../adapter.js";
import type { RuntimeClient } from "../client.js";
import { costAt } from "../cost.js";
import { HttpFailure, outcomeOfError } from "../failure.js";
import { ConnectedAdapter } from "../provider.js";
import { decideRetry } from "../retry-timing.js";
import { type ModelError, type ModelResponse, NO_USAGE, type Usage } from "../types.js";
import { CANCELLED, EXPIRED } from "./ends.js";
import { batchProvider } from "./providers.js";
import type {
  BatchApi,
  BatchFile,
  BatchItem,
  BatchProvider,
  BatchStatus,
  LostBatch,
} from "./types.js";

/** A batch could not be made, asked after or fetched, retries included. Other planners may go on. */
export class BatchFailure extends NormactError {
  override name = "BatchFailure";
  constructor(
    model: string,
    readonly error: ModelError,
  ) {
    super(
      error.retry === "never" || error.fatal ? "provider_refuses" : "server_gone",
      `${model}: ${sentence(error.message)} What is finished is kept, and so is what the provider holds: run the same command again to go on.`,
      3,
    );
  }
}

/**
 * Batches of one model: bodies are those of direct calls, answers and errors are read as those of direct calls.
 * Requests are retried here like everywhere else; a batch that may have been made already is looked for first.
 */
export class BatchClient {
  readonly limits: BatchProvider["limits"];
  private readonly adapter: ConnectedAdapter;
  private readonly provider: BatchProvider;
  private readonly callPath: string;
  private api: Promise<BatchApi> | null = null;

  /** @throws UsageError no_batch */
  constructor(private readonly model: RuntimeClient) {
    const { adapter } = model.parts;
    if (!(adapter instanceof ConnectedAdapter)) throw new Error("batches need a connected adapter");
    this.adapter = adapter;
    this.provider = batchProvider(model.name);
    this.limits = this.provider.limits;
    this.callPath = adapter.path(model.model);
  }

  /** A request as a line of a batch's file. @param id at most 64 of [A-Za-z0-9_-] */
  line(id: string, body: Record<string, unknown>): string {
    return JSON.stringify(this.provider.line(id, body, { callPath: this.callPath }));
  }

  /** What so many tokens cost in a batch, in US dollars; null when it is not known. */
  cost(usage: Usage): number | null {
    const { price } = this.model;
    const cost = costAt(price, usage);
    return cost === null ? null : cost * (price?.batch ?? 1);
  }

  /** @returns the provider's id @throws BatchFailure */
  async submit(
    file: Pick<BatchFile, "path" | "count" | "tag">,
    lost: Pick<LostBatch, "since" | "known">,
    signal?: AbortSignal,
  ): Promise<string> {
    const { path, count, tag } = file;
    const whole = { path, count, tag, model: this.model.model, callPath: this.callPath };
    let again = false;
    return this.retried(async (api) => {
      const made = again ? await api.find({ tag, count, ...lost }) : null;
      again = true;
      return made ?? api.submit(whole);
    }, signal);
  }

  /** @throws BatchFailure */
  find(lost: LostBatch, signal?: AbortSignal): Promise<string | null> {
    return this.retried((api) => api.find(lost), signal);
  }

  /** @throws BatchFailure */
  poll(id: string, signal?: AbortSignal): Promise<BatchStatus> {
    return this.retried((api) => api.poll(id), signal);
  }

  /** In any order. @param order the requests' ids as they were sent @throws BatchFailure */
  async *results(
    id: string,
    order: readonly string[],
  ): AsyncGenerator<{ id: string; response: ModelResponse }> {
    try {
      const api = await this.open();
      for await (const item of api.results(id, order))
        yield { id: item.id, response: this.read(item) };
    } catch (thrown) {
      throw this.failure(thrown).failure;
    }
  }

  /** @throws BatchFailure */
  cancel(id: string): Promise<void> {
    return this.retried((api) => api.cancel(id));
  }

  /** A request that was not answered, with what it failed with. */
  failed(error: ModelError): ModelResponse {
    return {
      ...{ text: "", outcome: outcomeOfError(error), usage: NO_USAGE, raw: null },
      ...{ model: this.model.model, latencyMs: 0, failedAttempts: [], waitedMs: 0 },
      ...{ cached: false, cost: null, error },
    };
  }

  private read(item: BatchItem): ModelResponse {
    if (item.kind === "expired") return this.failed(EXPIRED);
    if (item.kind === "cancelled") return this.failed(CANCELLED);
    if (item.kind === "answered") {
      const raw = this.adapter.redact(item.raw);
      const answer = this.adapter.fromResponse(raw);
      if (!answer) return this.unanswered(new UnreadableAnswer(raw));
      const { text, outcome, usage, model, providerUsage, requestId } = answer;
      return {
        ...{ text, outcome, usage, raw, model: model ?? this.model.model },
        ...{ latencyMs: 0, failedAttempts: [], waitedMs: 0, cached: false },
        ...{ cost: this.cost(usage), providerUsage, requestId },
      };
    }
    const { status, body } = item as Extract<BatchItem, { kind: "error" }>;
    return this.unanswered(
      status !== null && status >= 400
        ? new HttpFailure(status, new Headers(), JSON.stringify(body))
        : new UnreadableAnswer(body),
    );
  }

  private unanswered(thrown: unknown): ModelResponse {
    return this.failed(this.adapter.classifyError(thrown, Date.now()).error);
  }

  private open(): Promise<BatchApi> {
    this.api ??= this.adapter.connection().then((c) => this.provider.open(c));
    return this.api;
  }

  private async retried<T>(call: (api: BatchApi) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { policy, random, sleep } = this.model.parts.shared;
    for (let attempt = 1; ; attempt++) {
      try {
        return await call(await this.open());
      } catch (thrown) {
        const { failure, askedMs } = this.failure(thrown);
        const decision = decideRetry(failure.error, askedMs, attempt, policy, random());
        if (!decision.again || signal?.aborted) throw failure;
        await sleep(decision.waitMs, signal);
      }
    }
  }

  /** @throws errors that have nothing to do with the provider (an SDK that is missing) */
  private failure(thrown: unknown): { failure: BatchFailure; askedMs: number | null } {
    if (thrown instanceof NormactError) throw thrown;
    const { error, retryAfterMs } = this.adapter.classifyError(thrown, Date.now());
    return { failure: new BatchFailure(this.model.name, error), askedMs: retryAfterMs };
  }
}
