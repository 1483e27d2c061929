import type { GenerateContentConfig, GenerateContentParameters } from "@google/genai";
import { z } from "zod";
import { NormactError } from "../core/errors.js";
import type { Adapter, AdapterAnswer, Capabilities } from "./adapter.js";
import { readFault } from "./failure.js";
import { judge } from "./failure-judge.js";
import { readGoogleError } from "./google-errors.js";
import type { Connection, Provider } from "./provider.js";
import { base64, settle } from "./settings.js";
import {
  type ModelOutcome,
  NO_USAGE,
  type ReasoningEffort,
  type SentSettings,
  type Usage,
} from "./types.js";

/** Gemini's generateContent on the Developer API; never Vertex, whatever switches stand in the environment. */
export const google: Provider = {
  id: "google",
  label: "google",
  baseUrlVariable: "GOOGLE_GEMINI_BASE_URL",
  keyVariables: ["GOOGLE_API_KEY", "GEMINI_API_KEY"],
  defaultBaseUrl: "https://generativelanguage.googleapis.com",
  path: (model, endpoint) =>
    `${namesVersion(endpoint) ? "" : "/v1beta"}/${model.includes("/") ? model : `models/${model}`}:generateContent`,
  toRequest,
  fromResponse,
  classifyError: (thrown, context) => judge(readFault(thrown), readGoogleError, context),
  async open(connection) {
    const client = await googleSdk(connection);
    return async (body, model, signal) => {
      const answer = await client.models.generateContent(sdkParameters(body, model, signal));
      // headers of the reply, repeated by the SDK: no part of the answer
      const { sdkHttpResponse: _, ...rest } = answer;
      return rest;
    };
  },
};

const namesVersion = (endpoint: string): boolean => /\/v\d+[a-z]*\d*$/.test(endpoint);

/** The SDK (@google/genai 2.32.0) without `retryOptions`, with which it never retries. */
export async function googleSdk({ endpoint, fetch }: Connection) {
  const { GoogleGenAI } = await import("@google/genai").catch((cause: unknown) => {
    const said = "the @google/genai package cannot be loaded; run npm ci";
    throw new NormactError("missing_sdk", said, 1, { cause });
  });
  return new GoogleGenAI({
    apiKey: endpoint.apiKey,
    // said outright, so that GOOGLE_GENAI_USE_VERTEXAI and its like turn nothing over
    vertexai: false,
    httpOptions: {
      baseUrl: endpoint.baseUrl,
      fetch,
      ...(namesVersion(endpoint.baseUrl) ? { apiVersion: "" } : {}),
    },
  });
}

/** The SDK wants the body's fields in one flat `config` and puts them where they were. */
export function sdkParameters(
  body: Record<string, unknown>,
  model: string,
  signal?: AbortSignal,
): GenerateContentParameters {
  const { contents, systemInstruction, generationConfig } = body;
  return {
    model,
    contents: contents as GenerateContentParameters["contents"],
    config: {
      ...(generationConfig as GenerateContentConfig),
      ...(systemInstruction === undefined
        ? {}
        : { systemInstruction: systemInstruction as GenerateContentConfig["systemInstruction"] }),
      ...(signal ? { abortSignal: signal } : {}),
    },
  };
}

/** Thinking tokens of an effort, where a model counts them; as the service's own OpenAI-like interface has it. */
const BUDGETS: Record<ReasoningEffort, number> = {
  none: 0,
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};

export function toRequest(
  _model: string,
  request: Parameters<Adapter["toRequest"]>[1],
  can: Capabilities,
): ReturnType<Adapter["toRequest"]> {
  const sent = settle(request, can);
  const body: Record<string, unknown> = {
    contents: [
      {
        role: "user",
        parts: request.parts.map((part) =>
          part.type === "text"
            ? { text: part.text }
            : { inlineData: { mimeType: part.mediaType, data: base64(part.data) } },
        ),
      },
    ],
  };
  if (request.system) body.systemInstruction = { parts: [{ text: request.system }] };
  const config: Record<string, unknown> = {};
  if (sent.temperature !== null) config.temperature = sent.temperature;
  if (sent.maxTokens !== null) config[can.maxTokensField] = sent.maxTokens;
  if (sent.seed !== null) config.seed = sent.seed;
  if (sent.structured === "schema" || sent.structured === "json")
    config.responseMimeType = "application/json";
  // not `responseSchema`: that one knows a part of JSON Schema only
  if (sent.structured === "schema") config.responseJsonSchema = request.jsonSchema?.schema;
  const thinking = thinkingConfig(sent, can);
  if (thinking) config.thinkingConfig = thinking;
  // the SDK sends it even when it is empty
  body.generationConfig = config;
  return { body, sent };
}

function thinkingConfig(sent: SentSettings, can: Capabilities): Record<string, unknown> | null {
  const effort = sent.reasoningEffort;
  if (effort === null) return null;
  if (can.reasoningAs !== "budget") return { thinkingLevel: effort.toUpperCase() };
  const thinkingBudget = BUDGETS[effort];
  sent.changes.push(`reasoning effort: ${effort} sent as a budget of ${thinkingBudget} tokens`);
  return { thinkingBudget };
}

const count = z.number().nonnegative().nullish().catch(null);

const generated = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z
              .array(
                z.object({
                  text: z.string().nullish(),
                  thought: z.boolean().nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finishReason: z.string().nullish(),
      }),
    )
    .nullish(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: z
    .object({
      promptTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
      cachedContentTokenCount: count,
      toolUsePromptTokenCount: count,
      totalTokenCount: count,
    })
    .nullish()
    .catch(null),
  modelVersion: z.string().nullish(),
  responseId: z.string().nullish(),
});

/**
 * Reads an answer. Its four kinds of nothing: no candidate and a reason to block (filtered); a candidate stopped
 * for its content (filtered); a candidate with an empty content and STOP (an empty `ok`, which is for the reader
 * of the text to judge); thoughts alone until the limit (truncated).
 */
export function fromResponse(raw: unknown): AdapterAnswer | null {
  const parsed = generated.safeParse(raw);
  if (!parsed.success) return null;
  const { candidates, promptFeedback, usageMetadata, modelVersion, responseId } = parsed.data;
  const candidate = candidates?.[0];
  const blocked = promptFeedback?.blockReason;
  if (!candidate && !blocked) return null;
  const parts = candidate?.content?.parts ?? [];
  return {
    text: parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join(""),
    outcome: candidate ? outcomeOf(candidate.finishReason) : "filtered",
    usage: readUsage(usageMetadata),
    providerUsage: (raw as { usageMetadata?: unknown }).usageMetadata ?? null,
    model: modelVersion || null,
    requestId: responseId ?? null,
  };
}

/** Reasons that concern calls of tools leave what was written as it is; we send none. */
const ENDED = new Set([
  "STOP",
  "FINISH_REASON_UNSPECIFIED",
  "MALFORMED_FUNCTION_CALL",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
]);

function outcomeOf(reason: string | null | undefined): ModelOutcome {
  if (!reason || ENDED.has(reason)) return "ok";
  // SAFETY, RECITATION, LANGUAGE, BLOCKLIST, PROHIBITED_CONTENT, SPII, OTHER, IMAGE_…
  return reason === "MAX_TOKENS" ? "truncated" : "filtered";
}

/** The prompt's count holds what was cached, the candidates' count leaves out the thoughts; zeros are left out. */
function readUsage(usage: z.infer<typeof generated>["usageMetadata"]): Usage {
  if (!usage || usage.promptTokenCount == null) return NO_USAGE;
  const input = usage.promptTokenCount + (usage.toolUsePromptTokenCount ?? 0);
  const counted = usage.candidatesTokenCount != null || usage.thoughtsTokenCount != null;
  const rest = usage.totalTokenCount == null ? null : Math.max(0, usage.totalTokenCount - input);
  return {
    input,
    cachedInput: usage.cachedContentTokenCount ?? null,
    output: counted ? (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0) : rest,
    reasoning: usage.thoughtsTokenCount ?? null,
  };
}
