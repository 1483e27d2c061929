import type OpenAI from "openai";
import { z } from "zod";
import type { Adapter, AdapterAnswer } from "./adapter.js";
import { readFault } from "./failure.js";
import { judge } from "./failure-judge.js";
import { readOpenAIError } from "./openai-errors.js";
import { openaiSdk } from "./openai-sdk.js";
import { type Provider, withRequestId } from "./provider.js";
import { base64, settle } from "./settings.js";
import { afterThoughts } from "./thoughts.js";
import { type ModelOutcome, NO_USAGE, type Usage } from "./types.js";

/** OpenAI's Chat Completions (`POST /chat/completions`). */
export const openaiChat: Provider = {
  id: "openai-chat",
  label: "openai",
  baseUrlVariable: "OPENAI_BASE_URL",
  keyVariables: ["OPENAI_API_KEY"],
  secretVariables: ["OPENAI_CUSTOM_HEADERS"],
  defaultBaseUrl: "https://api.openai.com/v1",
  path: () => "/chat/completions",
  toRequest,
  fromResponse,
  classifyError: (thrown, context) => judge(readFault(thrown), readOpenAIError, context),
  async open(connection) {
    const client = await openaiSdk(connection);
    // `create`, not `parse`: the latter throws text and usage of a truncated answer away
    return async (body, _model, signal) =>
      withRequestId(
        await client.chat.completions.create(
          body as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming,
          { signal },
        ),
      );
  },
};

/**
 * A request in OpenAI's words. Text and pictures keep their order; pictures travel as data URIs and ask for
 * `detail: high`, so that the small numbers on the labels stay readable.
 */
export function toRequest(
  model: string,
  request: Parameters<Adapter["toRequest"]>[1],
  can: Parameters<Adapter["toRequest"]>[2],
): ReturnType<Adapter["toRequest"]> {
  const sent = settle(request, can);
  const messages: unknown[] = [];
  if (request.system) messages.push({ role: "system", content: request.system });
  messages.push({
    role: "user",
    content: request.parts.map((part) =>
      part.type === "text"
        ? { type: "text", text: part.text }
        : {
            type: "image_url",
            image_url: {
              url: `data:${part.mediaType};base64,${base64(part.data)}`,
              detail: "high",
            },
          },
    ),
  });
  const body: Record<string, unknown> = { model, messages };
  if (sent.temperature !== null) body.temperature = sent.temperature;
  if (sent.maxTokens !== null) body[can.maxTokensField] = sent.maxTokens;
  if (sent.seed !== null) body.seed = sent.seed;
  if (sent.reasoningEffort !== null) body.reasoning_effort = sent.reasoningEffort;
  if (sent.structured === "schema")
    body.response_format = {
      type: "json_schema",
      json_schema: { ...request.jsonSchema, strict: true },
    };
  if (sent.structured === "json") body.response_format = { type: "json_object" };
  return { body, sent };
}

// a figure that makes no sense is no reason to lose the answer
const count = z.number().nonnegative().nullish().catch(null);

/** Only what is read; servers differ in the rest. */
const completion = z.object({
  id: z.string().nullish().catch(null),
  _request_id: z.string().nullish(),
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        error: z.unknown().optional(),
        message: z.object({
          content: z.union([z.string(), z.array(z.unknown())]).nullish(),
          refusal: z.string().nullish(),
        }),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
      completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

/** Reads an answer; thoughts that a server leaves in the text are taken off (thoughts.ts), `raw` keeps them. */
export function fromResponse(raw: unknown): AdapterAnswer | null {
  const parsed = completion.safeParse(raw);
  if (!parsed.success) return null;
  const choice = parsed.data.choices[0]!;
  if (choice.error || choice.finish_reason === "error") return null;
  const { refusal } = choice.message;
  const text = afterThoughts(contentText(choice.message.content));
  return {
    text: text === "" && refusal ? refusal : text,
    outcome: outcomeOf(choice.finish_reason, refusal),
    usage: readUsage(parsed.data.usage),
    providerUsage: (raw as { usage?: unknown }).usage ?? null,
    model: parsed.data.model || null,
    requestId: parsed.data._request_id ?? parsed.data.id ?? null,
  };
}

function contentText(content: string | unknown[] | null | undefined): string {
  if (!Array.isArray(content)) return content ?? "";
  const texts = content.map((part) => {
    const text = (part as { text?: unknown } | null)?.text;
    return typeof text === "string" ? text : "";
  });
  return texts.join("");
}

function outcomeOf(
  finish: string | null | undefined,
  refusal: string | null | undefined,
): ModelOutcome {
  if (refusal) return "refused";
  if (finish === "length") return "truncated";
  if (finish === "content_filter") return "filtered";
  return "ok";
}

/** Cached ⊂ prompt, reasoning ⊂ completion: as we count. Nothing but zeros is a server that does not count. */
function readUsage(usage: z.infer<typeof completion>["usage"]): Usage {
  if (!usage || (!usage.prompt_tokens && !usage.completion_tokens)) return NO_USAGE;
  return {
    input: usage.prompt_tokens ?? null,
    cachedInput: usage.prompt_tokens_details?.cached_tokens ?? null,
    output: usage.completion_tokens ?? null,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? null,
  };
}
