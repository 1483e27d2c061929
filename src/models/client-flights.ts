import type { ModelResponse } from "./types.js";

/** What a question under way comes to; null where it ended with an exception. Never rejects. */
export type Flight = Promise<ModelResponse | null>;

/**
 * Questions under way, by cache key: whoever asks the same waits for the first answer. A question that ends without
 * an answer says nothing for those who waited; they ask for themselves.
 */
export class Flights {
  private readonly open = new Map<string, Flight>();

  get(key: string): Flight | undefined {
    return this.open.get(key);
  }

  /** Asks, and lets others wait for it meanwhile. */
  async lead(key: string, ask: () => Promise<ModelResponse>): Promise<ModelResponse> {
    const asked = ask();
    this.open.set(
      key,
      asked.catch(() => null),
    );
    try {
      return await asked;
    } finally {
      this.open.delete(key);
    }
  }

  /** Waits for somebody else's question. @returns null when it threw, or when `signal` was aborted first */
  follow(flight: Flight, signal: AbortSignal | undefined): Flight {
    if (signal === undefined) return flight;
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const end = (answer: ModelResponse | null): void => {
        signal.removeEventListener("abort", onAbort);
        resolve(answer);
      };
      const onAbort = (): void => end(null);
      signal.addEventListener("abort", onAbort, { once: true });
      void flight.then(end);
    });
  }
}
