import { closestMatch } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import { anthropic } from "./anthropic.js";
import type { CapabilityTable, Found } from "./capabilities.js";
import { compatible } from "./compatible.js";
import { google } from "./google.js";
import { openaiChat } from "./openai-chat.js";
import { openaiResponses } from "./openai-responses.js";
import { type AdapterOptions, type ConnectedAdapter, connect, type Provider } from "./provider.js";

/** Every provider, by the name that stands before the slash. A new one is one file and one line here. */
const PROVIDERS: Readonly<Record<string, Readonly<Record<string, Provider>>>> = {
  openai: { chat: openaiChat, responses: openaiResponses },
  google: { chat: google },
  anthropic: { chat: anthropic },
  compatible: { chat: compatible },
};

export const MODEL_PROVIDERS: readonly string[] = Object.keys(PROVIDERS);

export interface CreateAdapterOptions extends AdapterOptions {
  /** of OpenAI: Chat Completions (when left out) or Responses */
  api?: "chat" | "responses";
}

/** @throws UsageError unknown_provider, unknown_api, missing_key, bad_key, missing_base_url, bad_base_url */
export function createAdapter(
  provider: string,
  options: CreateAdapterOptions = {},
): ConnectedAdapter {
  return connect(findProvider(provider, options.api), options);
}

/** @throws UsageError unknown_provider, unknown_api */
export function findProvider(name: string, api: "chat" | "responses" = "chat"): Provider {
  const apis = PROVIDERS[name];
  if (!apis) {
    const near = closestMatch(name, MODEL_PROVIDERS);
    throw new UsageError(
      "unknown_provider",
      `no model provider is called "${name}".${near ? ` Did you mean "${near}"?` : ""} There are ${MODEL_PROVIDERS.join(", ")}.`,
    );
  }
  const found = apis[api];
  if (!found) throw new UsageError("unknown_api", `${name} models know no --api ${api}`);
  return found;
}

/** What the table says of a model behind an adapter. */
export function capabilitiesOf(
  table: CapabilityTable,
  adapter: Pick<ConnectedAdapter, "id" | "endpoint" | "official">,
  model: string,
): Found {
  const { endpoint, official } = adapter;
  return table.find({ adapter: adapter.id, model, endpoint, official });
}
