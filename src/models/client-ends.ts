import type { Spending } from "./budget.js";
import { outcomeOfError } from "./failure.js";
import type { ModelError, ModelOutcome, Usage } from "./types.js";

export const CANCELLED: ModelError = {
  code: "cancelled",
  message: "cancelled",
  status: null,
  retry: "never",
  fatal: false,
};

export function cacheMiss(name: string): ModelError {
  return {
    code: "cache_miss",
    message: `the cache holds no answer of ${name} to this request, and with --cache only nothing is sent`,
    status: null,
    retry: "never",
    fatal: false,
  };
}

/** Where a provider did not count, what was expected stands in: a limit must not be passed by silence. */
export function actual(usage: Usage, cost: number | null, expected: Spending): Spending {
  const counted = usage.input !== null && usage.output !== null;
  return {
    cost: cost ?? expected.cost,
    tokens: counted ? usage.input! + usage.output! : expected.tokens,
  };
}

/** How a call ends whose last error this is. */
export function outcomeOf(error: ModelError, signal: AbortSignal | undefined): ModelOutcome {
  if (error.code === "max_cost" || error.code === "max_tokens_total") return "limit";
  const outcome = outcomeOfError(error);
  return outcome === "provider_error" && signal?.aborted ? "cancelled" : outcome;
}
