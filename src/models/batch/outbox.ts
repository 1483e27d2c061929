import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { NormactError } from "../../core/errors.js";
import { plural } from "../../core/shown.js";
import type { Reservation, Spending } from "../budget.js";
import type { RuntimeClient } from "../client.js";
import { estimateTokens } from "../cost-estimate.js";
import { type ModelRequest, NO_USAGE } from "../types.js";
import { type BatchClient, BatchFailure } from "./client.js";
import { type BatchJournal, type BatchRequest, wireId } from "./journal.js";
import { Part } from "./part.js";
import type { BatchLimits } from "./types.js";

/** What is held back of the limits for batches under way, by tag. */
export class Holds {
  private readonly held = new Map<string, Reservation>();

  constructor(private readonly client: RuntimeClient) {}

  /** @throws NormactError limit_reached where `strict` and the limits leave no room */
  async hold(tag: string, expected: Spending, strict: boolean): Promise<void> {
    const { budget } = this.client.parts.shared;
    if (!budget.limited) return;
    // batches under way are not waited for: they may take a day
    const now = new AbortController();
    const asked = budget.reserve({ ...expected }, now.signal);
    now.abort();
    const reserved = await asked;
    if (reserved !== null && "settle" in reserved) this.held.set(tag, reserved);
    else if (strict) {
      const said =
        reserved?.message.replace("the next call", "the next batch") ??
        `the batches of this wave may take more than the limits leave (this one $${expected.cost.toFixed(4)}, ${expected.tokens} tokens). Raise --max-cost or --max-tokens-total to go on.`;
      throw new NormactError("limit_reached", `${said} What is finished is kept.`, 3);
    }
  }

  settle(tag: string, actual: Spending | null): void {
    this.held.get(tag)?.settle(actual);
    this.held.delete(tag);
  }
}

interface OutboxOptions {
  client: RuntimeClient;
  batches: BatchClient;
  journal: BatchJournal;
  holds: Holds;
  folder: string;
  limits: BatchLimits;
  say(line: string): void;
}

/** Where requests of a wave are put down until they are sent, as many to a batch as the provider takes. */
export class Outbox {
  private parts: Part[] = [];
  private priceTold = false;

  constructor(private readonly options: OutboxOptions) {}

  putDown(asked: BatchRequest, request: ModelRequest): void {
    const { client, batches, folder, limits } = this.options;
    const { body, sent } = client.build(request);
    const line = batches.line(wireId(asked), body);
    let part = this.parts.at(-1);
    const { refusals } = client.parts.learned;
    if (!part?.fits(line, limits) || part.without.length !== refusals.length) {
      const tag = `normact-${Date.now().toString(36)}-${randomBytes(4).toString("hex")}`;
      part = new Part(tag, join(folder, `${tag}.jsonl`), [...refusals]);
      this.parts.push(part);
    }
    const { input, output } = estimateTokens(request, client.name, sent.images);
    const cost = batches.cost({ ...NO_USAGE, input, output }) ?? 0;
    part.add(asked, line, { cost, tokens: input + output });
  }

  /**
   * Sends all of it; the limits are asked before anything is sent.
   * @throws BatchFailure, NormactError limit_reached
   */
  async send(stop: AbortSignal): Promise<void> {
    const { journal, holds, client, say } = this.options;
    if (this.parts.length === 0) return;
    this.sayPrice();
    await this.reserve();
    const wave = journal.waves;
    const count = this.parts.length;
    for (let i = 0; i < count && !stop.aborted; i++) {
      const part = this.parts.shift()!;
      const { tag, requests, expected, without } = part;
      const hash = part.close();
      const since = Date.now();
      journal.intend({
        ...{ tag, wave, part: i, model: client.name, endpoint: client.endpoint },
        ...{ sha256: hash, requests, expected },
        ...(without.length > 0 ? { without: [...without] } : {}),
      });
      const id = await this.submit(part, since).catch((error: unknown) => {
        holds.settle(tag, null);
        throw error;
      });
      journal.submitted(tag, id);
      const of = count > 1 ? ` (${i + 1} of ${count})` : "";
      say(`batch: sent ${plural(requests.length, "request")} to ${client.name} as ${id}${of}`);
    }
  }

  /** Drops what was not sent. */
  close(): void {
    for (const part of this.parts.splice(0)) {
      part.close();
      rmSync(part.path, { force: true });
    }
  }

  private async submit({ tag, path, requests }: Part, since: number): Promise<string> {
    const { batches, journal } = this.options;
    const { known } = journal;
    try {
      return await batches.submit({ path, count: requests.length, tag }, { since, known });
    } catch (error) {
      // refused outright: there is nothing to look for later
      if (error instanceof BatchFailure && error.error.retry === "never")
        journal.ended(tag, "never_sent");
      throw error;
    }
  }

  private async reserve(): Promise<void> {
    const { holds } = this.options;
    try {
      for (const { tag, expected } of this.parts) await holds.hold(tag, expected, true);
    } catch (error) {
      for (const { tag } of this.parts) holds.settle(tag, null);
      throw error;
    }
  }

  private sayPrice(): void {
    if (this.priceTold) return;
    this.priceTold = true;
    const { client, say } = this.options;
    const { price, name } = client;
    const cost = this.parts.reduce((sum, part) => sum + part.expected.cost, 0);
    const rate =
      price?.batch === undefined
        ? "at the full price: the price table names none for batches"
        : `at ${price.batch} of the price of single calls`;
    say(
      price === null
        ? `batch: no price of ${name} is known`
        : `batch: about $${cost.toFixed(cost < 1 ? 4 : 2)} for this wave, ${rate}`,
    );
  }
}
