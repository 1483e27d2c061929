import type { Connection } from "../provider.js";

/** Where a batch stands, whatever its provider calls it. */
export const BATCH_STATES = [
  "waiting",
  "running",
  "done",
  "failed",
  "expired",
  "cancelled",
] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** Has the provider put it away? What it answered can be fetched then. */
export const hasEnded = (state: BatchState): boolean => state !== "waiting" && state !== "running";

export interface BatchStatus {
  state: BatchState;
  /** requests that have come to an end, and all of them; null where the provider does not say */
  done: number | null;
  total: number | null;
  /** why it failed */
  reason: string | null;
}

/** What became of one request of a batch, as the provider puts it. */
export type BatchItem =
  | { id: string; kind: "answered"; raw: unknown }
  | { id: string; kind: "error"; status: number | null; body: unknown }
  | { id: string; kind: "expired" | "cancelled" };

/** A file of requests, one a line in the provider's words. */
export interface BatchFile {
  path: string;
  /** lines in it */
  count: number;
  /** a name of ours that the provider keeps with the batch, where it can: at most 64 of [a-z0-9-] */
  tag: string;
  model: string;
  /** path of a direct call, below the endpoint */
  callPath: string;
}

/** A batch that may have been made though nobody heard of it. */
export interface LostBatch {
  tag: string;
  count: number;
  /** not before; milliseconds since 1970 */
  since: number;
  /** batches that are known to be others */
  known: readonly string[];
}

/** A provider's batch endpoint through its SDK; throws what the SDK throws. No retries in here. */
export interface BatchApi {
  /** @returns the provider's id of the batch */
  submit(file: BatchFile): Promise<string>;
  /** the batch that was made under a tag; null when there is none */
  find(lost: LostBatch): Promise<string | null>;
  poll(id: string): Promise<BatchStatus>;
  /** in any order; requests that are missing among them were not come to. @param order ids as they were sent */
  results(id: string, order: readonly string[]): AsyncIterable<BatchItem>;
  cancel(id: string): Promise<void>;
}

/** The most that goes into one batch. */
export interface BatchLimits {
  requests: number;
  bytes: number;
}

/** One provider's file. */
export interface BatchProvider {
  /** of one batch; the bytes are kept below what the provider takes, as they pass through memory */
  limits: BatchLimits;
  /** one request as a line of the file. @param id at most 64 of [A-Za-z0-9_-] */
  line(
    id: string,
    body: Record<string, unknown>,
    call: Pick<BatchFile, "callPath">,
  ): Record<string, unknown>;
  open(connection: Connection): Promise<BatchApi>;
}
