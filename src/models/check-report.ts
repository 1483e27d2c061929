import type { Adapter, Capabilities } from "./adapter.js";
import type { Order } from "./check-probes.js";
import type { ModelError, StructuredMode } from "./types.js";

/** `not tried`: the table says that it is not taken. */
export type Taken = "taken" | "refused" | "not tried";

export interface CheckReport {
  model: string;
  endpoint: string;
  adapter: string;
  /** why there was nothing to check; null: the model answers */
  error: ModelError | null;
  /** as the answers name it */
  servedModel: string | null;
  temperature: Taken;
  seed: Taken;
  maxTokensField: string;
  reasoningEffort: Taken;
  /** the strictest way of asking for JSON that is kept; null: none gave a JSON answer */
  structured: StructuredMode | null;
  /** ways that were refused, or taken and not kept */
  structuredRefused: StructuredMode[];
  /** a JSON answer came in some way; null: it was not found out */
  jsonAnswers: boolean | null;
  /** red left, blue right; null when the answer could not be read or pictures are refused */
  sees: boolean | null;
  /** what the model said of the two halves */
  colours: string | null;
  order: Order | "not tried";
  /** at most so many pictures a request; null: two at once were taken, or it was not tried */
  maxImages: number | null;
  /** input tokens of the same question with a small and with a large picture; null where not told */
  pictureTokens: { small: number | null; large: number | null } | null;
  /** why the large picture was refused */
  largeRefused: string | null;
  countsTokens: boolean;
  calls: number;
  tokens: { input: number; output: number };
  /** where the findings differ from the table */
  overrides: Partial<Capabilities>;
}

/** What is known before anything was asked. */
export function emptyReport(
  adapter: Pick<Adapter, "id" | "endpoint">,
  model: string,
  table: Capabilities,
): CheckReport {
  return {
    model,
    endpoint: adapter.endpoint,
    adapter: adapter.id,
    error: null,
    servedModel: null,
    temperature: "not tried",
    seed: "not tried",
    maxTokensField: table.maxTokensField,
    reasoningEffort: "not tried",
    structured: null,
    structuredRefused: [],
    jsonAnswers: null,
    sees: null,
    colours: null,
    order: "not tried",
    maxImages: null,
    pictureTokens: null,
    largeRefused: null,
    countsTokens: false,
    calls: 0,
    tokens: { input: 0, output: 0 },
    overrides: {},
  };
}
