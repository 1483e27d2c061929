import { NormactError } from "../core/errors.js";
import type { Sample } from "./sample.js";

/**
 * Runs `work` over a list, so many at a time, in order of the list. Stops starting when told to, and when one of
 * them fails; what is under way is finished first, then the failure is thrown.
 */
export async function lanes<T>(
  items: readonly T[],
  width: number,
  hooks: { stop: AbortSignal; onFlight?(inFlight: number): void },
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let broken = false;
  let inFlight = 0;
  const flight = (change: 1 | -1): void => {
    inFlight += change;
    hooks.onFlight?.(inFlight);
  };
  const lane = async (): Promise<void> => {
    while (next < items.length && !hooks.stop.aborted && !broken) {
      const item = items[next++]!;
      flight(1);
      try {
        await work(item);
      } catch (error) {
        broken = true;
        throw error;
      } finally {
        flight(-1);
      }
    }
  };
  const width_ = Math.max(1, Math.min(width, items.length));
  const ended = await Promise.allSettled(Array.from({ length: width_ }, lane));
  const failed = ended.find((l) => l.status === "rejected");
  if (failed) throw failed.reason;
}

/** So many episodes in a row without a connection mean that nobody is there any more. */
const GONE_AFTER = 20;

/** Notices a server that has gone away, so that the rest of a run is left for later instead of spoilt. */
export class Outage {
  private inARow = 0;

  /** @throws NormactError `server_gone` */
  note(sample: Sample): void {
    const error = sample.turns.at(-1)?.error ?? "";
    if (sample.outcome !== "provider_error" || !error.startsWith("connection")) {
      this.inARow = 0;
      return;
    }
    if (++this.inARow >= GONE_AFTER)
      throw new NormactError(
        "server_gone",
        `${GONE_AFTER} episodes in a row got no connection (${error}). The rest of the run is left for later: see to the server, then go on, with --retry-errors for those ${GONE_AFTER} too.`,
        3,
      );
  }
}
