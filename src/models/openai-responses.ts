import type OpenAI from "openai";
import { z } from "zod";
import type { Adapter, AdapterAnswer } from "./adapter.js";
import { readFault } from "./failure.js";
import { judge } from "./failure-judge.js";
import { openaiChat } from "./openai-chat.js";
import { readOpenAIError } from "./openai-errors.js";
import { openaiSdk } from "./openai-sdk.js";
import { type Provider, withRequestId } from "./provider.js";
import { base64, settle } from "./settings.js";
import { type ModelOutcome, NO_USAGE, type Usage } from "./types.js";

/** OpenAI's Responses (`POST /responses`); nothing is stored there. */
export const openaiResponses: Provider = {
  ...openaiChat,
  id: "openai-responses",
  path: () => "/responses",
  toRequest,
  fromResponse,
  classifyError: (thrown, context) => judge(readFault(thrown), readOpenAIError, context),
  async open(connection) {
    const client = await openaiSdk(connection);
    return async (body, _model, signal) =>
      withRequestId(
        await client.responses.create(
          body as unknown as OpenAI.Responses.ResponseCreateParamsNonStreaming,
          { signal },
        ),
      );
  },
};

export function toRequest(
  model: string,
  request: Parameters<Adapter["toRequest"]>[1],
  can: Parameters<Adapter["toRequest"]>[2],
): ReturnType<Adapter["toRequest"]> {
  const sent = settle(request, can);
  const body: Record<string, unknown> = { model };
  if (request.system) body.instructions = request.system;
  body.input = [
    {
      role: "user",
      content: request.parts.map((part) =>
        part.type === "text"
          ? { type: "input_text", text: part.text }
          : {
              type: "input_image",
              image_url: `data:${part.mediaType};base64,${base64(part.data)}`,
              detail: "high",
            },
      ),
    },
  ];
  if (sent.temperature !== null) body.temperature = sent.temperature;
  if (sent.maxTokens !== null) body[can.maxTokensField] = sent.maxTokens;
  if (sent.reasoningEffort !== null) body.reasoning = { effort: sent.reasoningEffort };
  if (sent.structured === "schema")
    body.text = { format: { type: "json_schema", ...request.jsonSchema, strict: true } };
  if (sent.structured === "json") body.text = { format: { type: "json_object" } };
  body.store = false;
  return { body, sent };
}

const count = z.number().nonnegative().nullish().catch(null);

const response = z.object({
  id: z.string().nullish(),
  _request_id: z.string().nullish(),
  model: z.string().nullish(),
  status: z.enum(["completed", "incomplete"]),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(
    z.object({
      type: z.string(),
      content: z
        .array(
          z.object({
            type: z.string(),
            text: z.string().nullish(),
            refusal: z.string().nullish(),
          }),
        )
        .nullish(),
    }),
  ),
  usage: z
    .object({
      input_tokens: count,
      input_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
      output_tokens: count,
      output_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

/** A response that failed, was cancelled or is still in line is no answer, though HTTP said 200: null. */
export function fromResponse(raw: unknown): AdapterAnswer | null {
  const parsed = response.safeParse(raw);
  if (!parsed.success) return null;
  const { output, usage, model, id, _request_id } = parsed.data;
  const content = output.flatMap((item) => (item.type === "message" ? (item.content ?? []) : []));
  const text = content
    .map((part) => (part.type === "output_text" ? (part.text ?? "") : ""))
    .join("");
  const refusal = content.map((part) => part.refusal ?? "").join("");
  return {
    text: text === "" ? refusal : text,
    outcome: outcomeOf(parsed.data.incomplete_details?.reason ?? null, refusal, parsed.data.status),
    usage: readUsage(usage),
    providerUsage: (raw as { usage?: unknown }).usage ?? null,
    model: model || null,
    requestId: _request_id ?? id ?? null,
  };
}

function outcomeOf(reason: string | null, refusal: string, status: string): ModelOutcome {
  if (refusal !== "") return "refused";
  if (reason === "content_filter") return "filtered";
  return status === "incomplete" ? "truncated" : "ok";
}

function readUsage(usage: z.infer<typeof response>["usage"]): Usage {
  if (!usage || (!usage.input_tokens && !usage.output_tokens)) return NO_USAGE;
  return {
    input: usage.input_tokens ?? null,
    cachedInput: usage.input_tokens_details?.cached_tokens ?? null,
    output: usage.output_tokens ?? null,
    reasoning: usage.output_tokens_details?.reasoning_tokens ?? null,
  };
}
