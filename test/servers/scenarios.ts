import { answer, body, choose, failure, rateLimited, streamedError } from "./replies.js";
import type { FakeUsage, Protocol, Scenario, SeenRequest } from "./types.js";
import { answerBody, USAGE } from "./wire.js";

/**
 * What providers do, each in its own words: `Record<Protocol, …>` where they differ. Tests state beside the name
 * what has to be recorded.
 */

/** By protocol; the caller's decides. */
export const each = (table: Partial<Record<Protocol, Scenario>>, otherwise: Scenario): Scenario =>
  choose((call) => table[call.protocol ?? "chat"] ?? otherwise);

/** No quota, no credit: asking again is useless. */
export const spent: Scenario = each(
  {
    google: failure({
      status: 429,
      message: "You exceeded your current quota, please check your plan and billing details.",
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.QuotaFailure",
          violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }],
        },
        { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "13s" },
      ],
    }),
    anthropic: failure({
      status: 429,
      message: "This organization has reached its monthly limit.",
      details: { error_code: "enforced_spend_limit_reached" },
    }),
  },
  failure({
    status: 429,
    message: "You exceeded your current quota, please check your plan and billing details.",
    type: "insufficient_quota",
    code: "insufficient_quota",
  }),
);

/** How long to wait, in the place where the provider says it. */
export const rateLimitedFor = (seconds: number): Scenario =>
  each(
    {
      google: failure({
        status: 429,
        message: "Resource has been exhausted",
        details: [
          { "@type": "type.googleapis.com/google.rpc.Help", links: [] },
          {
            "@type": "type.googleapis.com/google.rpc.RetryInfo",
            retryDelay: `${seconds}s`,
          },
        ],
      }),
    },
    rateLimited({ "retry-after": String(seconds) }),
  );

export const wrongKey = (shown = ""): Scenario =>
  each(
    {
      google: failure({
        status: 400,
        message: `API key not valid. Please pass a valid API key. ${shown}`,
        details: [
          { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" },
        ],
      }),
    },
    failure({ status: 401, message: `Incorrect API key provided: ${shown}` }),
  );

export const overloaded = failure({ status: 529, message: "Overloaded" });
export const overloadedStream = streamedError({ status: 529, message: "Overloaded" });

export const contextTooLong: Scenario = each(
  {
    google: failure({
      status: 400,
      message:
        "The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).",
    }),
    anthropic: failure({
      status: 400,
      message: "prompt is too long: 210000 tokens > 200000 maximum",
    }),
  },
  failure({
    status: 400,
    message: "This model's maximum context length is 4096 tokens.",
    code: "context_length_exceeded",
  }),
);

/** Stopped before the model was asked. */
export const promptFiltered: Scenario = each(
  {
    google: body({
      promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
      usageMetadata: { promptTokenCount: 120, totalTokenCount: 120 },
      modelVersion: "served",
    }),
    anthropic: failure({ status: 400, message: "Output blocked by content filtering policy" }),
  },
  failure({ status: 400, message: "Your request was flagged", code: "content_filter" }),
);

export const imageTooLarge: Scenario = each(
  {
    google: failure({ status: 400, message: "Unable to process input image: image too large" }),
    anthropic: failure({
      status: 400,
      message:
        "messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6275800 bytes > 5242880 bytes",
    }),
    responses: failure({ status: 400, message: "Image is too large", code: "image_too_large" }),
  },
  failure({ status: 400, message: "Image is too large", code: "image_too_large" }),
);

/** The first that is sent of these fields is refused, in the provider's words. */
export const refusing = (fields: readonly string[], then: Scenario = answer()): Scenario =>
  choose((call) => {
    const field = fields.find((name) => holds(call.body, name));
    return field === undefined ? then : notTaken(field);
  });

function holds(value: unknown, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key === name || holds(inner, name));
}

const notTaken = (field: string): Scenario =>
  each(
    {
      google: failure({
        status: 400,
        message: `Invalid JSON payload received. Unknown name "${field}" at 'generation_config': Cannot find field.`,
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            fieldViolations: [
              { field: "generation_config", description: `Unknown name "${field}"` },
            ],
          },
        ],
      }),
      anthropic: failure({ status: 400, message: `${field}: Extra inputs are not permitted` }),
    },
    failure({
      status: 400,
      message: `Unsupported parameter: '${field}' is not supported with this model.`,
      param: field,
      code: "unsupported_parameter",
    }),
  );

/** Thoughts and nothing else until the limit. */
export const reasoningOnly: Scenario = (call) => {
  const usage: FakeUsage = { ...USAGE, output: 400, reasoning: 400 };
  const protocol = call.protocol ?? "chat";
  const said = { reasoning: "let me think", finish: "length" as const, usage };
  // Chat Completions hide the thoughts, what is left is an empty text
  return body(
    answerBody(protocol, protocol === "chat" ? { text: "", finish: "length", usage } : said, call),
  )(call);
};

/** Gemini's four ways to say nothing. */
export const GEMINI_EMPTIES: Record<string, Scenario> = {
  "no candidates": promptFiltered,
  "a candidate without content": body({
    candidates: [{ finishReason: "SAFETY", index: 0, safetyRatings: [] }],
    usageMetadata: { promptTokenCount: 120, totalTokenCount: 120 },
  }),
  "an empty content": body({
    candidates: [{ content: {}, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 120, totalTokenCount: 120 },
  }),
  "thoughts alone": body({
    candidates: [
      {
        content: { role: "model", parts: [{ text: "hm", thought: true }] },
        finishReason: "MAX_TOKENS",
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 120, thoughtsTokenCount: 64, totalTokenCount: 184 },
  }),
};

/** HTTP 200 and yet no answer. */
export const failedResponse: Scenario = body({
  id: "resp_1",
  object: "response",
  status: "failed",
  error: { code: "server_error", message: "The model produced no answer" },
  output: [],
  usage: null,
});

/** A gateway that packs the provider's error into a message of its own. */
export const nestedError: Scenario = (call: SeenRequest) =>
  body(
    {
      error: {
        message: JSON.stringify({
          error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" },
        }),
        code: 503,
        status: "Service Unavailable",
      },
    },
    503,
  )(call);
