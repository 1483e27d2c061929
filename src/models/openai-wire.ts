import { z } from "zod";
import type { ModelOutcome, ModelRequest, Usage } from "./types.js";
import { NO_USAGE } from "./types.js";

/** The body of POST /chat/completions as we send it. */
export interface ChatBody {
  model: string;
  messages: ChatMessage[];
  temperature?: number;
  max_completion_tokens?: number;
  max_tokens?: number;
  seed?: number;
  response_format?: {
    type: "json_schema";
    json_schema: { name: string; schema: Record<string, unknown>; strict: true };
  };
}

type ChatMessage = { role: "system"; content: string } | { role: "user"; content: ChatPart[] };

type ChatPart =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string; detail: "high" } };

/**
 * A request in OpenAI's words. Text and pictures keep their order; pictures travel as data URIs and ask for
 * `detail: high`, so that the small numbers on the labels stay readable. OpenAI's own service wants
 * `max_completion_tokens`, compatible servers know `max_tokens`.
 */
export function chatBody(model: string, request: ModelRequest, official: boolean): ChatBody {
  const messages: ChatMessage[] = [];
  if (request.system) messages.push({ role: "system", content: request.system });
  messages.push({
    role: "user",
    content: request.parts.map((part) =>
      part.type === "text"
        ? { type: "text", text: part.text }
        : {
            type: "image_url",
            image_url: {
              url: `data:${part.mediaType};base64,${Buffer.from(part.data).toString("base64")}`,
              detail: "high",
            },
          },
    ),
  });
  const body: ChatBody = { model, messages };
  if (request.temperature !== undefined) body.temperature = request.temperature;
  if (request.maxTokens !== undefined) {
    body[official ? "max_completion_tokens" : "max_tokens"] = request.maxTokens;
  }
  if (request.seed !== undefined) body.seed = request.seed;
  if (request.jsonSchema) {
    body.response_format = {
      type: "json_schema",
      json_schema: { ...request.jsonSchema, strict: true },
    };
  }
  return body;
}

// a figure that makes no sense is no reason to lose the answer
const count = z.number().nonnegative().nullish().catch(null);

/** Only what is read; servers differ in the rest. */
const chatResponse = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
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

export interface ChatAnswer {
  text: string;
  outcome: ModelOutcome;
  usage: Usage;
  model: string | null;
}

/** Reads an answer; null when it has not the shape of a chat completion (a proxy's page, say). */
export function readChatAnswer(body: unknown): ChatAnswer | null {
  const parsed = chatResponse.safeParse(body);
  if (!parsed.success) return null;
  const choice = parsed.data.choices[0]!;
  const { refusal } = choice.message;
  const text = contentText(choice.message.content);
  return {
    text: text === "" && refusal ? refusal : text,
    outcome: outcomeOf(choice.finish_reason, refusal),
    usage: readUsage(parsed.data.usage),
    model: parsed.data.model ?? null,
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

function readUsage(usage: z.infer<typeof chatResponse>["usage"]): Usage {
  if (!usage) return NO_USAGE;
  return {
    input: usage.prompt_tokens ?? null,
    cachedInput: usage.prompt_tokens_details?.cached_tokens ?? null,
    output: usage.completion_tokens ?? null,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? null,
  };
}
