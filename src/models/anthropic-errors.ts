import type { ErrorFacts } from "./failure-judge.js";

/** What errors in a stream that began with HTTP 200 would have had as their status. */
const STATUS: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};
const SPENT_WORDS = /credit balance is too low|spend(ing)? limit|usage limits? .*reached/i;

/** Anthropic's `{type: "error", error: {type, message, details?}}`; null when it is none. */
export function readAnthropicError(body: unknown): ErrorFacts | null {
  const error = (body as { error?: unknown } | null)?.error;
  if (typeof error === "string" && error !== "")
    return { message: error, code: null, param: null, status: null, spent: null };
  if (typeof error !== "object" || error === null) return null;
  const { type, message, details } = error as Record<string, unknown>;
  const text = typeof message === "string" ? message : JSON.stringify(error);
  const code = (details as { error_code?: unknown } | null | undefined)?.error_code;
  const kind = typeof type === "string" ? type : null;
  return {
    message: text,
    code: typeof code === "string" ? code : kind,
    // "output_config.format: Extra inputs are not permitted"
    param: /^([a-z_]+(?:\.[a-z_0-9]+)*): /.exec(text)?.[1] ?? null,
    status: kind === null ? null : (STATUS[kind] ?? null),
    spent: spent(kind, code, text),
  };
}

/** A limit that the account's owner has set comes as 429 with a code and no `retry-after`, or as 400. */
function spent(type: string | null, code: unknown, message: string): string | null {
  if (typeof code === "string" && code.includes("spend_limit")) return code;
  if (type === "billing_error") return type;
  return SPENT_WORDS.test(message) ? "insufficient_quota" : null;
}
