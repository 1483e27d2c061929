import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { NormactError } from "../core/errors.js";
import type { Adapter, AdapterAnswer, Capabilities } from "./adapter.js";
import { readAnthropicError } from "./anthropic-errors.js";
import { readFault } from "./failure.js";
import { judge } from "./failure-judge.js";
import { type Connection, ownHeaders, type Provider, withRequestId } from "./provider.js";
import { base64, settle } from "./settings.js";
import {
  type ModelOutcome,
  type ModelRequest,
  NO_USAGE,
  type ReasoningEffort,
  type SentSettings,
  type Usage,
} from "./types.js";

/** Anthropic's Messages (`POST /v1/messages`). */
export const anthropic: Provider = {
  id: "anthropic",
  label: "anthropic",
  baseUrlVariable: "ANTHROPIC_BASE_URL",
  keyVariables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
  secretVariables: ["ANTHROPIC_CUSTOM_HEADERS"],
  defaultBaseUrl: "https://api.anthropic.com",
  // the SDK puts the version there itself
  trimBaseUrl: (url) => url.replace(/\/v1$/, ""),
  path: () => "/v1/messages",
  toRequest,
  fromResponse,
  classifyError: (thrown, context) => judge(readFault(thrown), readAnthropicError, context),
  async open(connection) {
    const client = await anthropicSdk(connection);
    return async (body, _model, signal) =>
      withRequestId(
        await client.messages.create(body as unknown as Anthropic.MessageCreateParamsNonStreaming, {
          signal,
          // named, or the SDK refuses long answers without streaming (above 21,333 tokens)
          timeout: connection.timeoutMs + 1000,
          headers: versionFor(body),
        }),
      );
  },
};

/**
 * The SDK sends version 2026-10-21, in which no model takes a temperature (the types know none); the models that
 * do (the capability table says which) take it with the version before.
 */
export const versionFor = (body: Record<string, unknown>): Record<string, string> =>
  body.temperature === undefined ? {} : { "anthropic-version": "2023-06-01" };

/** The SDK (@anthropic-ai/sdk 1.14.0): no retries, no profile of the machine, only the key that was found. */
export async function anthropicSdk({ endpoint, env, fetch }: Connection): Promise<Anthropic> {
  const { default: SDK } = await import("@anthropic-ai/sdk").catch((cause: unknown) => {
    const said = "the @anthropic-ai/sdk package cannot be loaded; run npm ci";
    throw new NormactError("missing_sdk", said, 1, { cause });
  });
  const bearer = endpoint.keyVariable === "ANTHROPIC_AUTH_TOKEN";
  return new SDK({
    apiKey: bearer ? null : endpoint.apiKey,
    authToken: bearer ? endpoint.apiKey : null,
    baseURL: endpoint.baseUrl,
    defaultHeaders: ownHeaders(env, "ANTHROPIC_CUSTOM_HEADERS"),
    maxRetries: 0,
    fetch,
    logLevel: "off",
  });
}

export function toRequest(
  model: string,
  request: ModelRequest,
  can: Capabilities,
): ReturnType<Adapter["toRequest"]> {
  // JSON of any shape is nothing that can be asked for here
  const structured = can.structured.filter((mode) => mode !== "json");
  const sent = settle(request, { ...can, structured });
  const body: Record<string, unknown> = { model, [can.maxTokensField]: sent.maxTokens };
  if (request.system) body.system = request.system;
  body.messages = [
    {
      role: "user",
      content: request.parts.map((part) =>
        part.type === "text"
          ? { type: "text", text: part.text }
          : {
              type: "image",
              source: { type: "base64", media_type: part.mediaType, data: base64(part.data) },
              // otherwise the service makes it smaller and tells nobody
              transformations: { oversized_image: "error" },
            },
      ),
    },
  ];
  shape(body, request, can, sent);
  think(body, can, sent);
  if (sent.temperature !== null) body.temperature = sent.temperature;
  return { body, sent };
}

/** The answer's form: a format of its own, or a tool that has to be called. */
function shape(
  body: Record<string, unknown>,
  { jsonSchema }: ModelRequest,
  can: Capabilities,
  sent: SentSettings,
): void {
  if (!jsonSchema || sent.structured !== "schema") return;
  if (can.structuredAs === "format") {
    body.output_config = { format: { type: "json_schema", schema: jsonSchema.schema } };
  } else if (jsonSchema.schema.type === "object") {
    const description = "Takes the answer.";
    body.tools = [{ name: jsonSchema.name, description, input_schema: jsonSchema.schema }];
    body.tool_choice = { type: "tool", name: jsonSchema.name };
  } else {
    sent.structured = "prompt";
    sent.changes.push(
      "structured output: asked for a schema, sent the prompt's words alone (a tool takes objects only)",
    );
  }
}

/** Thinking tokens of an effort, where a model counts them; 1024 is the least. */
const BUDGETS: Record<ReasoningEffort, number> = {
  none: 0,
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 24_576,
  max: 32_768,
};

function think(body: Record<string, unknown>, can: Capabilities, sent: SentSettings): void {
  const effort = sent.reasoningEffort;
  if (effort === null) return;
  const budget = Math.min(BUDGETS[effort], (sent.maxTokens ?? 0) - 1024);
  const hindrance = body.tool_choice
    ? "a tool that must be called excludes thinking"
    : can.reasoningAs === "budget" && budget < 1024
      ? `a limit of ${sent.maxTokens} tokens leaves no room`
      : null;
  if (effort === "none") {
    body.thinking = { type: "disabled" };
  } else if (hindrance) {
    sent.reasoningEffort = null;
    sent.changes.push(`reasoning effort: asked for ${effort}, not sent (${hindrance})`);
  } else if (can.reasoningAs === "budget") {
    body.thinking = { type: "enabled", budget_tokens: budget };
    sent.changes.push(`reasoning effort: ${effort} sent as a budget of ${budget} tokens`);
  } else {
    body.thinking = { type: "adaptive" };
    body.output_config = { ...(body.output_config as object), effort };
  }
  const thinks = body.thinking !== undefined && effort !== "none";
  if (thinks && sent.temperature !== null && sent.temperature !== 1) {
    sent.changes.push(
      `temperature: asked for ${sent.temperature}, not sent (thinking takes nothing but its default)`,
    );
    sent.temperature = null;
  }
}

const count = z.number().nonnegative().nullish().catch(null);

const message = z.object({
  id: z.string().nullish(),
  _request_id: z.string().nullish(),
  type: z.literal("message"),
  model: z.string().nullish(),
  content: z.array(
    z.object({ type: z.string(), text: z.string().nullish(), input: z.unknown().optional() }),
  ),
  stop_reason: z.string().nullish(),
  stop_details: z.object({ explanation: z.string().nullish() }).nullish().catch(null),
  usage: z
    .object({
      input_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      output_tokens: count,
      output_tokens_details: z.object({ thinking_tokens: count }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

/** Reads an answer; the call of the answer's tool is its input as JSON, thoughts are left out. */
export function fromResponse(raw: unknown): AdapterAnswer | null {
  const parsed = message.safeParse(raw);
  if (!parsed.success) return null;
  const { content, stop_reason, stop_details, usage, model, id, _request_id } = parsed.data;
  const text = content
    .map((block) => {
      if (block.type === "text") return block.text ?? "";
      return block.type === "tool_use" ? JSON.stringify(block.input ?? {}) : "";
    })
    .join("");
  const refused = stop_reason === "refusal";
  return {
    text: text === "" && refused ? (stop_details?.explanation ?? "") : text,
    outcome: outcomeOf(stop_reason),
    usage: readUsage(usage),
    providerUsage: (raw as { usage?: unknown }).usage ?? null,
    model: model || null,
    requestId: _request_id ?? id ?? null,
  };
}

function outcomeOf(reason: string | null | undefined): ModelOutcome {
  switch (reason) {
    case "refusal":
      return "refused";
    case "max_tokens":
    // a turn that pauses for tools of the service (we send none) is not at its end
    case "pause_turn":
      return "truncated";
    case "model_context_window_exceeded":
      return "limit";
    default:
      return "ok";
  }
}

/** The input count leaves out what came from the cache and what went into it: we count the three together. */
function readUsage(usage: z.infer<typeof message>["usage"]): Usage {
  if (!usage || (usage.input_tokens == null && usage.output_tokens == null)) return NO_USAGE;
  const cached = usage.cache_read_input_tokens ?? null;
  const fresh = usage.input_tokens ?? null;
  return {
    input: fresh === null ? null : fresh + (cached ?? 0) + (usage.cache_creation_input_tokens ?? 0),
    cachedInput: cached,
    output: usage.output_tokens ?? null,
    reasoning: usage.output_tokens_details?.thinking_tokens ?? null,
  };
}
