import { pluralIs } from "../../core/shown.js";
import type { RuntimeClient } from "../client.js";
import type { FailedAttempt, ModelResponse, SettingName } from "../types.js";
import { type BatchRequest, identity } from "./journal.js";

/**
 * Settings that a model refuses inside a batch: as in single calls the setting is dropped, and the requests that
 * ended with the refusal are put down once more, for a further wave.
 */
export class Refusals {
  /** earlier tries, by request */
  private readonly tries = new Map<string, FailedAttempt[]>();
  private readonly counts = new Map<SettingName, number>();
  private waves = 0;

  constructor(private readonly client: RuntimeClient) {}

  /** Waves that were added for settings dropped so far. */
  get further(): number {
    return this.waves;
  }

  /**
   * Is the request to be asked again, without what was refused?
   * @param known how many refusals were known when it was written
   */
  takes(request: BatchRequest, { error }: ModelResponse, known: number): boolean {
    if (!error?.param || !this.client.learn(error, known)) return false;
    const { code, status, param } = error;
    const before = this.tries.get(identity(request)) ?? [];
    this.tries.set(identity(request), [...before, { code, status, waitedMs: 0 }]);
    this.counts.set(param, (this.counts.get(param) ?? 0) + 1);
    return true;
  }

  /** The answer with the tries before it. */
  withTries(request: BatchRequest, response: ModelResponse): ModelResponse {
    const failedAttempts = this.tries.get(identity(request));
    return failedAttempts ? { ...response, failedAttempts } : response;
  }

  /** What was dropped since this was last asked, in words. */
  told(): string[] {
    const lines = [...this.counts].map(
      ([setting, n]) =>
        `batch: ${this.client.name} does not take ${setting}: ${pluralIs(n, "request")} asked again without it`,
    );
    if (lines.length > 0) this.waves++;
    this.counts.clear();
    return lines;
  }
}
