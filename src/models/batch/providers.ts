import { UsageError } from "../../core/errors.js";
import { anthropicBatch } from "./anthropic.js";
import { googleBatch } from "./google.js";
import { openaiBatch } from "./openai.js";
import type { BatchProvider } from "./types.js";

const PROVIDERS: Readonly<Record<string, BatchProvider>> = {
  openai: openaiBatch,
  anthropic: anthropicBatch,
  google: googleBatch,
};

/** @param name `provider/model` @throws UsageError no_batch */
export function batchProvider(name: string): BatchProvider {
  const found = PROVIDERS[name.slice(0, name.indexOf("/"))];
  if (found) return found;
  throw new UsageError(
    "no_batch",
    `--batch needs a provider that takes batches, and ${name} is served by none: name a model of openai/, anthropic/ or google/, or leave --batch out`,
  );
}
