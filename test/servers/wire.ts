import type { FakeAnswer, FakeError, FakeUsage, Protocol, SeenRequest } from "./types.js";

export const USAGE: FakeUsage = { input: 120, cachedInput: 64, output: 30, reasoning: 12 };

/** An answer's body in the language of a protocol. */
export function answerBody(
  protocol: Protocol,
  answer: FakeAnswer,
  call: Pick<SeenRequest, "model" | "n" | "body">,
): Record<string, unknown> {
  const model = answer.model ?? call.model;
  const usage = answer.usage === undefined ? USAGE : answer.usage;
  const id = `id-${call.n}`;
  return { chat, responses, google, anthropic }[protocol](answer, { model, usage, id, call });
}

interface Frame {
  model: string;
  usage: FakeUsage | null;
  id: string;
  call: Pick<SeenRequest, "body">;
}

function chat(answer: FakeAnswer, { model, usage, id }: Frame): Record<string, unknown> {
  const finish = { stop: "stop", length: "length", filter: "content_filter" };
  const message: Record<string, unknown> = {
    role: "assistant",
    content: answer.refusal === undefined ? (answer.text ?? "") : null,
    refusal: answer.refusal ?? null,
  };
  if (answer.reasoning !== undefined) message.reasoning_content = answer.reasoning;
  return {
    id,
    object: "chat.completion",
    created: 1,
    model,
    choices: [
      { index: 0, finish_reason: finish[answer.finish ?? "stop"], logprobs: null, message },
    ],
    ...(usage && {
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        prompt_tokens_details: { cached_tokens: usage.cachedInput },
        completion_tokens_details: { reasoning_tokens: usage.reasoning },
      },
    }),
  };
}

function responses(answer: FakeAnswer, { model, usage, id }: Frame): Record<string, unknown> {
  const reason = { stop: null, length: "max_output_tokens", filter: "content_filter" }[
    answer.finish ?? "stop"
  ];
  const output: unknown[] = [];
  if (answer.reasoning !== undefined)
    output.push({
      type: "reasoning",
      id: "rs",
      summary: [{ type: "summary_text", text: answer.reasoning }],
    });
  if (answer.refusal !== undefined || answer.text !== undefined)
    output.push({
      type: "message",
      id: "msg",
      role: "assistant",
      status: reason ? "incomplete" : "completed",
      content: [
        answer.refusal === undefined
          ? { type: "output_text", text: answer.text ?? "", annotations: [] }
          : { type: "refusal", refusal: answer.refusal },
      ],
    });
  return {
    id,
    object: "response",
    created_at: 1,
    model,
    status: reason ? "incomplete" : "completed",
    incomplete_details: reason ? { reason } : null,
    error: null,
    output,
    ...(usage && {
      usage: {
        input_tokens: usage.input,
        input_tokens_details: { cached_tokens: usage.cachedInput },
        output_tokens: usage.output,
        output_tokens_details: { reasoning_tokens: usage.reasoning },
        total_tokens: usage.input + usage.output,
      },
    }),
  };
}

function google(answer: FakeAnswer, { model, usage, id }: Frame): Record<string, unknown> {
  const finish = { stop: "STOP", length: "MAX_TOKENS", filter: "SAFETY" };
  const parts: unknown[] = [];
  if (answer.reasoning !== undefined) parts.push({ text: answer.reasoning, thought: true });
  const text = answer.refusal ?? answer.text;
  if (text !== undefined) parts.push({ text });
  return {
    candidates: [
      {
        index: 0,
        content: { role: "model", parts },
        // a refusal has no field of its own here: the service stops it as prohibited
        finishReason:
          answer.refusal === undefined ? finish[answer.finish ?? "stop"] : "PROHIBITED_CONTENT",
      },
    ],
    modelVersion: model,
    responseId: id,
    // the prompt's count holds what was cached, the candidates' count leaves out the thoughts
    ...(usage && {
      usageMetadata: {
        promptTokenCount: usage.input,
        cachedContentTokenCount: usage.cachedInput,
        candidatesTokenCount: usage.output - usage.reasoning,
        thoughtsTokenCount: usage.reasoning,
        totalTokenCount: usage.input + usage.output,
      },
    }),
  };
}

function anthropic(answer: FakeAnswer, { model, usage, id, call }: Frame): Record<string, unknown> {
  const content: unknown[] = [];
  if (answer.reasoning !== undefined)
    content.push({ type: "thinking", thinking: answer.reasoning, signature: "sig" });
  const choice = call.body.tool_choice as { type?: string; name?: string } | undefined;
  if (answer.text !== undefined && answer.refusal === undefined)
    content.push(
      choice?.type === "tool"
        ? { type: "tool_use", id: "tool", name: choice.name, input: JSON.parse(answer.text) }
        : { type: "text", text: answer.text },
    );
  const stop = { stop: "end_turn", length: "max_tokens", filter: "refusal" };
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: answer.refusal === undefined ? stop[answer.finish ?? "stop"] : "refusal",
    stop_sequence: null,
    stop_details:
      answer.refusal === undefined
        ? null
        : { type: "refusal", category: "general_harms", explanation: answer.refusal },
    // the input count leaves out what came from and went into the cache
    ...(usage && {
      usage: {
        input_tokens: usage.input - usage.cachedInput,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: usage.cachedInput,
        output_tokens: usage.output,
        output_tokens_details: { thinking_tokens: usage.reasoning },
      },
    }),
  };
}

const GOOGLE_STATUS: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
  529: "UNAVAILABLE",
};
const ANTHROPIC_TYPE: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  504: "timeout_error",
  529: "overloaded_error",
};
const openaiType = (status: number): string =>
  status >= 500 ? "server_error" : status === 429 ? "requests" : "invalid_request_error";

/** An error's body in the language of a protocol. */
export function errorBody(protocol: Protocol, error: FakeError): Record<string, unknown> {
  const { status, message } = error;
  if (protocol === "google")
    return {
      error: {
        code: status,
        message,
        status: error.type ?? GOOGLE_STATUS[status] ?? "UNKNOWN",
        ...(error.details === undefined ? {} : { details: error.details }),
      },
    };
  if (protocol === "anthropic")
    return {
      type: "error",
      error: {
        type: error.type ?? ANTHROPIC_TYPE[status] ?? "api_error",
        message,
        ...(error.details === undefined ? {} : { details: error.details }),
      },
      request_id: "req_1",
    };
  return {
    error: {
      message,
      type: error.type ?? openaiType(status),
      param: error.param ?? null,
      code: error.code ?? null,
    },
  };
}
