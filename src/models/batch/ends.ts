import type { ModelError } from "../types.js";
import type { BatchStatus } from "./types.js";

/** What a request gets that has to wait for its batch: nothing is known of it yet. */
export const WAITING: ModelError = {
  code: "waiting_for_batch",
  message: "the request waits for its batch",
  status: null,
  retry: "never",
  fatal: false,
};

const passing = { status: null, retry: "transient", fatal: false } as const;

/** The provider's window was over before it came to the request: it can be asked again. */
export const EXPIRED: ModelError = {
  code: "batch_expired",
  message: "the batch's time was over before the provider came to this request",
  ...passing,
};

/** Somebody cancelled the batch at the provider. */
export const CANCELLED: ModelError = {
  code: "batch_cancelled",
  message: "the batch was cancelled before the provider came to this request",
  ...passing,
};

/** The batch has ended and says nothing of the request. */
export const NO_RESULT: ModelError = {
  code: "no_result",
  message: "the batch has ended without a result for this request",
  ...passing,
};

/** Why a request has no result; null: it counts as not sent. */
export function withoutResult({ state }: BatchStatus): ModelError | null {
  if (state === "failed") return null;
  if (state === "expired") return EXPIRED;
  return state === "cancelled" ? CANCELLED : NO_RESULT;
}
