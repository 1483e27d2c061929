import { setMaxListeners } from "node:events";
import { type Capabilities, UnreadableAnswer } from "./adapter.js";
import type { Reservation, Spending } from "./budget.js";
import { ANSWERS, isAnswer } from "./cache.js";
import { CACHE_SCHEMA, cacheKey, originOf, withPicturesByHash } from "./cache-key.js";
import { withoutSetting } from "./capabilities.js";
import { actual, CANCELLED, cacheMiss, outcomeOf } from "./client-ends.js";
import type { ClientParts, Delivered, Wire } from "./client-parts.js";
import { costAt } from "./cost.js";
import { estimateTokens } from "./cost-estimate.js";
import { type Price, priceOf } from "./prices.js";
import { type Attempt, type CallResult, callWithRetry } from "./retry.js";
import {
  type ModelClient,
  type ModelError,
  type ModelRequest,
  type ModelResponse,
  NO_USAGE,
  type SettingName,
  type Usage,
  type WirePreview,
} from "./types.js";

const NOTHING_SENT = { usage: NO_USAGE, raw: null, latencyMs: 0, failedAttempts: [] };

/**
 * cache → budget → place among the calls in flight → adapter, with retries → books → cache. Batches (batch/) go
 * another way and use the same pieces: key, cache, body and price.
 */
export class RuntimeClient implements ModelClient {
  readonly name: string;
  readonly endpoint: string;
  readonly settings: ModelClient["settings"];
  readonly model: string;
  readonly price: Price | null;
  /** the longest answer so far, where requests set no limit */
  private longest = 0;

  constructor(readonly parts: ClientParts) {
    this.name = parts.name;
    this.endpoint = parts.adapter.endpoint;
    this.settings = parts.settings;
    this.model = parts.name.slice(parts.name.indexOf("/") + 1);
    this.price = priceOf(parts.shared.prices, parts.name, this.endpoint);
  }

  async preview(request: ModelRequest): Promise<WirePreview> {
    const { body, sent } = this.build(request);
    const url = `${this.endpoint}${this.parts.adapter.path(this.model)}`;
    return { method: "POST", url, body, sent };
  }

  async generate(request: ModelRequest): Promise<ModelResponse> {
    const { shared } = this.parts;
    // one signal stops a whole run: as many listeners as calls are no leak, and Node would print a warning
    if (request.signal) setMaxListeners(0, request.signal);
    if (!shared.cache) return this.ask(request, null);
    const key = this.key(request);
    const started = performance.now();
    for (;;) {
      const hit = this.fromCache(key, request);
      if (hit) return hit;
      if (shared.mode === "only") return this.failed(cacheMiss(this.name), request.signal);
      const first = shared.flights.get(key);
      if (!first) return shared.flights.lead(key, () => this.ask(request, key));
      // the same question is under way: its answer is waited for, and asked for anew only where it brings none
      const answer = await shared.flights.follow(first, request.signal);
      if (request.signal?.aborted) return this.failed(CANCELLED, request.signal);
      const waitedMs = Math.round(performance.now() - started);
      if (answer && isAnswer(answer)) return { ...this.hit(answer), waitedMs };
    }
  }

  /** A call that is sent, as far as the limits allow. */
  private async ask(request: ModelRequest, key: string | null): Promise<ModelResponse> {
    const { budget } = this.parts.shared;
    const wire = this.build(request);
    const expected = this.expected(request, wire);
    const reserved = await budget.reserve(expected, request.signal);
    if (reserved === null) return this.failed(CANCELLED, request.signal);
    if (!("settle" in reserved)) return this.failed(reserved, request.signal);
    return this.send(request, wire, key, reserved, expected);
  }

  private async send(
    request: ModelRequest,
    first: Wire,
    key: string | null,
    reserved: Reservation,
    expected: Spending,
  ): Promise<ModelResponse> {
    const { shared, adapter } = this.parts;
    let wire = first;
    let result: CallResult<Delivered>;
    try {
      result = await callWithRetry(() => this.attempt(wire, request.signal), {
        gate: shared.gate(adapter.account),
        policy: shared.policy,
        sleep: shared.sleep,
        random: shared.random,
        signal: request.signal,
        mend: (error) => {
          if (!this.learn(error, wire.known)) return false;
          wire = this.build(request);
          return true;
        },
      });
    } catch (thrown) {
      reserved.settle(null);
      throw thrown;
    }
    const { failedAttempts, latencyMs, waitedMs } = result;
    const usage = result.ok ? result.value.answer.usage : NO_USAGE;
    const cost = costAt(this.price, usage);
    const priced = this.price !== null;
    shared.ledger.book(this.name, { usage, cost, priced, answered: result.ok, waitedMs });
    reserved.settle(result.ok ? actual(usage, cost, expected) : null);
    if (!result.ok)
      return {
        ...this.failed(result.error, request.signal),
        ...{ latencyMs, failedAttempts, waitedMs, sent: wire.sent, cost: null },
      };
    this.longest = Math.max(this.longest, usage.output ?? 0);
    const { answer, raw } = result.value;
    const response: ModelResponse = {
      text: answer.text,
      outcome: answer.outcome,
      usage,
      raw,
      model: answer.model ?? this.model,
      latencyMs,
      failedAttempts,
      waitedMs,
      cached: false,
      cost,
      sent: wire.sent,
      providerUsage: answer.providerUsage,
      requestId: answer.requestId,
    };
    if (key !== null) await this.store(key, response, originOf(request));
    return response;
  }

  /** One HTTP call; never throws for what a provider did. */
  private async attempt(wire: Wire, signal?: AbortSignal): Promise<Attempt<Delivered>> {
    const { adapter } = this.parts;
    try {
      const raw = await adapter.call(wire.body, this.model, signal);
      const answer = adapter.fromResponse(raw);
      if (!answer) throw new UnreadableAnswer(raw);
      return { ok: true, value: { answer, raw } };
    } catch (thrown) {
      return { ok: false, ...adapter.classifyError(thrown, Date.now()) };
    }
  }

  /**
   * Drops the setting that the model refused, for all calls to come; true when the next body differs. Of many calls
   * in flight the first drops it, the others only have to be made anew.
   * @param known how many refusals were known when the body was made
   */
  learn(error: ModelError, known: number): boolean {
    if (error.code !== "unsupported_parameter" || !error.param) return false;
    const { learned, structured } = this.parts;
    if (learned.refusals.length > known) return true;
    const { param } = error;
    // structured output goes down step by step, everything else is left out once
    if (param === "structured" ? structured !== "auto" : learned.refusals.includes(param))
      return false;
    if (withoutSetting(this.capabilities(), param) === null) return false;
    learned.refusals.push(param);
    return true;
  }

  /** Refusals that an earlier process met, where this one has met none. */
  adopt(refusals: readonly SettingName[]): void {
    const { learned } = this.parts;
    if (learned.refusals.length === 0) learned.refusals.push(...refusals);
  }

  /** @param refusals settings that are left out; those refused so far when left out */
  build(
    request: ModelRequest,
    refusals: readonly SettingName[] = this.parts.learned.refusals,
  ): Wire {
    const body = this.parts.adapter.toRequest(this.model, request, this.capabilities(refusals));
    return { ...body, known: refusals.length };
  }

  private capabilities(
    refusals: readonly SettingName[] = this.parts.learned.refusals,
  ): Capabilities {
    return refusals.reduce<Capabilities>(
      (can, setting) => withoutSetting(can, setting) ?? can,
      this.parts.capabilities,
    );
  }

  /**
   * Of the body as it would go out to a model of which nothing was learned yet: what the server refused in this
   * process must not decide whether an answer is found in the next.
   */
  key(request: ModelRequest): string {
    const { adapter, capabilities, structured } = this.parts;
    const { body } = adapter.toRequest(this.model, withPicturesByHash(request), capabilities);
    return cacheKey({
      provider: this.name.slice(0, this.name.indexOf("/")),
      api: adapter.id,
      baseUrl: this.endpoint,
      model: this.model,
      structured,
      body,
      request,
    });
  }

  /** The answer that is kept to a request; null where there is none. */
  fromCache(key: string, request: ModelRequest): ModelResponse | null {
    const entry = this.parts.shared.cache?.read(this.name, key);
    if (!entry) return null;
    const { cost = costAt(this.price, entry.answer.usage), ...answer } = entry.answer;
    const kept = { ...answer, cost, failedAttempts: [], waitedMs: 0, cached: false };
    if (entry.origin === undefined || entry.origin !== originOf(request)) return this.hit(kept);
    this.paidBefore(entry.origin, cost, answer.usage);
    return { ...kept, earlier: true };
  }

  /** An answer that somebody else has asked and paid for. */
  private hit({ latencyMs, earlier: _, ...answer }: ModelResponse): ModelResponse {
    this.parts.shared.ledger.hit(this.name);
    return {
      ...answer,
      ...{ latencyMs: 0, cachedLatencyMs: latencyMs, failedAttempts: [], waitedMs: 0 },
      ...{ cached: true, cost: 0 },
    };
  }

  /** What the same run has paid in an earlier process counts towards its limits, once a process. */
  private paidBefore(origin: string, cost: number | null, usage: Usage): void {
    const { budget, booked } = this.parts.shared;
    if (!budget.limited || booked.has(origin)) return;
    booked.add(origin);
    budget.count({ cost: cost ?? 0, tokens: (usage.input ?? 0) + (usage.output ?? 0) });
  }

  async store(key: string, response: ModelResponse, origin?: string): Promise<void> {
    const outcome = ANSWERS.find((o) => o === response.outcome);
    if (!outcome) return;
    const { text, usage, raw, model, latencyMs, cost, sent, providerUsage, requestId } = response;
    if (origin !== undefined && this.parts.shared.budget.limited)
      this.parts.shared.booked.add(origin);
    await this.parts.shared.cache?.write({
      schemaVersion: CACHE_SCHEMA,
      key,
      stored: new Date().toISOString(),
      name: this.name,
      endpoint: this.endpoint,
      ...(origin === undefined ? {} : { origin }),
      answer: {
        ...{ text, outcome, usage, raw, model, latencyMs, cost },
        ...{ sent, providerUsage, requestId },
      },
    });
  }

  /** What is held back of the budget while the call is in flight. */
  expected(request: ModelRequest, wire: Wire): Spending {
    const { budget } = this.parts.shared;
    if (!budget.limited) return { cost: 0, tokens: 0 };
    const { input, output } = estimateTokens(request, this.name, wire.sent.images);
    const most = request.maxTokens ?? Math.max(output, this.longest);
    const usage = { ...NO_USAGE, input, output: most };
    const cost = costAt(this.price, usage) ?? 0;
    return { cost, tokens: input + most };
  }

  private failed(error: ModelError, signal: AbortSignal | undefined): ModelResponse {
    return {
      ...NOTHING_SENT,
      ...{ text: "", outcome: outcomeOf(error, signal), model: this.model, error },
    };
  }
}
