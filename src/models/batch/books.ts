import { originOf } from "../cache-key.js";
import type { RuntimeClient } from "../client.js";
import type { ModelResponse, SentSettings } from "../types.js";
import { type BatchRequest, identity } from "./journal.js";
import type { Holds } from "./outbox.js";

/** What a run's batches came to: in the runtime's books, in its answer cache, and towards its limits. */
export class BatchBooks {
  /** the run that asks, as its requests say */
  run: string | undefined;
  /** answers whose cost the budget knows */
  private readonly booked = new Set<string>();

  constructor(
    private readonly client: RuntimeClient,
    private readonly holds: Holds,
  ) {}

  /** Takes up a result that has just been fetched. */
  async book({ label, key, response }: BatchRequest & { response: ModelResponse }): Promise<void> {
    const { usage, cost = null } = response;
    const { ledger, cache } = this.client.parts.shared;
    if (this.booked.has(identity({ label, key }))) return;
    const answered = response.error === undefined;
    const priced = this.client.price !== null;
    ledger.book(this.client.name, { usage, cost, priced, answered, waitedMs: 0 });
    this.booked.add(identity({ label, key }));
    if (cache) await this.client.store(key, response, originOf({ run: this.run, label }));
  }

  /** A stored answer; what an earlier process paid for it counts towards the limits. */
  async fromBatch(
    asked: BatchRequest,
    stored: ModelResponse,
    sent: SentSettings,
  ): Promise<ModelResponse> {
    if (!this.booked.has(identity(asked))) {
      this.booked.add(identity(asked));
      const { usage, cost } = stored;
      const tag = `paid ${identity(asked)}`;
      await this.holds.hold(tag, { cost: 0, tokens: 0 }, false);
      const tokens = (usage.input ?? 0) + (usage.output ?? 0);
      this.holds.settle(tag, { cost: cost ?? 0, tokens });
    }
    return { ...stored, sent };
  }
}
