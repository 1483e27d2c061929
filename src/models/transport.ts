/** Retry timing and the wait between tries, under the name by which adapters know them. */
export { sleepFor, type TransportHooks } from "./retry.js";
export { DEFAULT_RETRY, type RetryPolicy, retryAfterMs } from "./retry-timing.js";
