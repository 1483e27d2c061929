import type { ErrorFacts } from "./failure-judge.js";

const SPENT = new Set(["insufficient_quota", "billing_hard_limit_reached", "billing_not_active"]);
const SPENT_WORDS =
  /exceeded your current quota|insufficient (credits|balance|quota)|billing hard limit/i;

/**
 * OpenAI's `{error: {message, type, param, code}}`, and what servers that speak its language make of it:
 * a number as code, a plain text as error, `{object: "error", message}`, `{detail}`, an error inside a choice,
 * a Responses object that has failed. Null when it is none of these.
 */
export function readOpenAIError(body: unknown): ErrorFacts | null {
  if (typeof body !== "object" || body === null) return null;
  const top = body as Record<string, unknown>;
  const choice = (top.choices as { error?: unknown }[] | undefined)?.[0]?.error;
  const error = top.error ?? choice ?? (top.object === "error" ? top : null);
  if (typeof error === "string" && error !== "") return plain(error);
  if (typeof error === "object" && error !== null) return read(error as Record<string, unknown>);
  const said = top.detail ?? top.message;
  if (typeof said === "string") return plain(said);
  if (said !== undefined) return plain(JSON.stringify(said));
  // a Responses object that never came to an end
  if (top.object === "response" && typeof top.status === "string")
    return { ...plain(`the response ended as ${top.status}`), code: `response_${top.status}` };
  return null;
}

const plain = (message: string): ErrorFacts => ({
  message,
  code: null,
  param: null,
  status: null,
  spent: SPENT_WORDS.test(message) ? "insufficient_quota" : null,
});

function read(error: Record<string, unknown>): ErrorFacts {
  const names = [error.code, error.type].filter((n): n is string => typeof n === "string");
  const code = names.find((name) => name !== "" && !/^\d+$/.test(name)) ?? null;
  const message =
    typeof error.message === "string" ? error.message : JSON.stringify(error.message ?? error);
  const spent = names.find((name) => SPENT.has(name));
  return {
    message,
    code,
    param: typeof error.param === "string" ? error.param : null,
    status: statusOf(error.code, code),
    spent: spent ?? (SPENT_WORDS.test(message) ? "insufficient_quota" : null),
  };
}

/** HTTP's number, where the body knows it better than the reply's own status. */
function statusOf(given: unknown, code: string | null): number | null {
  const number = Number(given);
  if (Number.isInteger(number) && number >= 400 && number < 600) return number;
  if (code === "rate_limit_exceeded") return 429;
  if (code === "server_error") return 500;
  return code?.startsWith("image_") || code?.startsWith("invalid_") ? 400 : null;
}
