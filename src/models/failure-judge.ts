import type { AdapterFailure } from "./adapter.js";
import { type Fault, isPage, shorten } from "./failure.js";
import { retryAfterMs } from "./retry-timing.js";
import type { ModelError, SettingName } from "./types.js";

/** What a provider's error body says, whatever its shape. */
export interface ErrorFacts {
  message: string;
  /** its most exact name; numbers are left to `status` */
  code: string | null;
  /** the field that is refused */
  param: string | null;
  /** of the body itself, where HTTP says 200 */
  status: number | null;
  /** no credit, no quota, a spending limit: asking again is useless. The code that is recorded then */
  spent: string | null;
  /** the key is wrong, though the status does not say so */
  wrongKey?: boolean;
  /** waiting time that stands in the body, milliseconds */
  retryAfterMs?: number | null;
}

/**
 * Whether a failed call is asked again, and whether the next one could fare better. Pure.
 * @param facts reads the provider's error body; null when there is nothing in it that it knows
 */
export function judge(
  fault: Fault,
  facts: (body: unknown) => ErrorFacts | null,
  context: { endpoint: string; now: number; timeoutMs: number },
): AdapterFailure {
  const { endpoint } = context;
  if (fault.kind === "reply") return judgeReply(fault, facts(fault.body), context);
  const error = (
    code: string,
    message: string,
    more: Partial<ModelError> = {},
  ): AdapterFailure => ({
    error: { code, message, status: null, retry: "transient", fatal: false, ...more },
    retryAfterMs: null,
  });
  switch (fault.kind) {
    case "timeout":
      return error(
        "timeout",
        fault.cause === ""
          ? `no answer from ${endpoint} within ${seconds(context.timeoutMs)}`
          : `no answer from ${endpoint} in time: ${fault.cause}`,
      );
    case "cancelled":
      return error("cancelled", "cancelled", { retry: "never" });
    case "no_json":
      return error("bad_response", `${endpoint} answered with something that is no JSON`, {
        status: 200,
      });
    case "connection":
      return error("connection", `cannot reach ${endpoint}: ${fault.cause}`, {
        // nobody listens there, there is no such host, or a proxy lets nobody through: after the retries the next
        // call is no better off
        fatal: /ECONNREFUSED|ENOTFOUND|Proxy response \(40[1237]\)/.test(fault.cause),
      });
  }
}

const seconds = (ms: number): string => `${ms < 1000 ? ms / 1000 : Math.round(ms / 1000)} s`;

function judgeReply(
  fault: Extract<Fault, { kind: "reply" }>,
  facts: ErrorFacts | null,
  { endpoint, now }: { endpoint: string; now: number },
): AdapterFailure {
  const status = fault.status < 400 ? (facts?.status ?? fault.status) : fault.status;
  const asked = facts?.retryAfterMs ?? retryAfterMs(fault.headers, now);
  const made = (error: Omit<ModelError, "status">): AdapterFailure => ({
    error: { ...error, status: fault.status },
    retryAfterMs: asked,
  });
  if (facts === null) return made(unknownReply(fault.body, status, endpoint));
  const message = shorten(facts.message, endpoint, status);
  const never = { message, retry: "never", fatal: false } as const;
  if (facts.spent !== null) return made({ ...never, code: facts.spent, fatal: true });
  const named = facts.code ?? (status < 400 ? "bad_response" : `http_${status}`);
  if (facts.wrongKey) return made({ ...never, code: named, fatal: true });
  // what it is about is said in words by requests that are wrong; other statuses speak for themselves
  const special =
    [400, 413, 422, 501].includes(status) || status < 400 ? about(facts, status) : null;
  if (special) return made({ ...never, ...special });
  const kind = byStatus(status);
  if (fault.headers?.get("x-should-retry") === "false") kind.retry = "never";
  return made({ message, code: named, ...kind });
}

function unknownReply(body: unknown, status: number, endpoint: string): Omit<ModelError, "status"> {
  const page = isPage(body);
  if (status >= 400) {
    const text = typeof body === "string" && body.trim() !== "" ? body : `HTTP ${status}`;
    return {
      code: `http_${status}`,
      message: shorten(text, endpoint, status),
      ...byStatus(status),
    };
  }
  const what = page ? "an HTML page" : "something that is no answer of a model";
  return {
    code: "bad_response",
    message: `${endpoint} answered with ${what}; is the base URL right?`,
    retry: "never",
    fatal: page,
  };
}

/** 200 means: the body held an error; what it is about is not known, and the next try may be answered. */
function byStatus(status: number): Pick<ModelError, "retry" | "fatal"> {
  if ([401, 402, 403, 404].includes(status)) return { retry: "never", fatal: true };
  if (status === 429) return { retry: "rate_limit", fatal: false };
  const passing = status < 400 || [408, 409, 425].includes(status) || status >= 500;
  return { retry: passing && status !== 501 ? "transient" : "never", fatal: false };
}

// ---------------------------------------------------------------------------------- what an error is about

const FILTERED = new Set([
  "content_filter",
  "content_policy_violation",
  "image_content_policy_violation",
  "responsible_ai_policy_violation",
  "invalid_prompt",
  "bio_policy",
]);
const FILTER_WORDS =
  /content[- ](filter|management policy)|blocked by .*policy|flagged as potentially/i;
const CONTEXT_CODES = new Set(["context_length_exceeded", "exceed_context_size_error"]);
const CONTEXT_WORDS =
  /context[_ ]length|maximum context|context (window|size)|prompt is too long|input token count .*exceed|too many (input )?tokens/i;
const NO_IMAGES =
  /(does not|doesn't|not) support (image|vision|multimodal)|not a multimodal|at most 0 image|support image input/i;
const IMAGE_SIZE = /image (exceeds|is too large|too large)|dimensions exceed|image_too_large/i;

function about(facts: ErrorFacts, status: number): (Partial<ModelError> & { code: string }) | null {
  const { code, message } = facts;
  if ((code && FILTERED.has(code)) || FILTER_WORDS.test(message)) return { code: "content_filter" };
  if ((code && CONTEXT_CODES.has(code)) || CONTEXT_WORDS.test(message))
    return { code: "context_length_exceeded" };
  if (status === 413) return { code: "request_too_large" };
  if (NO_IMAGES.test(message)) return { code: "images_unsupported", fatal: true };
  if (IMAGE_SIZE.test(message))
    return { code: code?.startsWith("image_") ? code : "image_too_large" };
  const param = status < 400 ? null : refusedSetting(facts);
  return param === null ? null : { code: "unsupported_parameter", param };
}

const SETTINGS: readonly [SettingName, RegExp][] = [
  ["temperature", /\btemperature\b/i],
  ["maxTokens", /\bmax_(completion_|output_)?tokens\b|maxOutputTokens/],
  [
    "structured",
    /response_format|json_schema|json_object|json mode|output_config|output_format|text\.format|response_?(json_?)?schema|response_?mime_?type|structured output|json schema|schema produces|guided|grammar|tool_choice|\btools?\b/i,
  ],
  ["reasoningEffort", /reasoning[_. ]effort|\beffort\b|\bthinking|\breasoning\b/i],
  ["seed", /\bseed\b/i],
];
const NOT_TAKEN =
  /unsupported|not (currently )?support|n't support|not (allowed|permitted|available|enabled|implemented|recognized)|unknown|unrecognized|unexpected|extra (inputs|fields)|deprecated|only (the default|supports|accepts|works|1)|must be (1|unset|omitted)|may only be|cannot be (used|specified|set)|can't be|invalid schema|is invalid|must contain the word|too many states/i;
const TOO_MUCH =
  /too (large|small|high|low)|must be (between|less|at most|greater)|above maximum|below minimum/i;

/** The setting that the model does not take at all; null when there is none, or only its value was wrong. */
export function refusedSetting(
  facts: Pick<ErrorFacts, "code" | "param" | "message">,
): SettingName | null {
  const { code, param, message } = facts;
  const byParam = param === null ? undefined : SETTINGS.find(([, words]) => words.test(param));
  const setting = byParam ?? SETTINGS.find(([, words]) => words.test(message));
  if (!setting) return null;
  if (code && /^(unsupported_(parameter|value)|unknown_parameter|invalid_json_schema)$/.test(code))
    return setting[0];
  // a schema that one server refuses may pass as JSON mode, whatever was wrong with it
  if (byParam?.[0] === "structured") return "structured";
  return NOT_TAKEN.test(message) && !TOO_MUCH.test(message) ? setting[0] : null;
}
