import { CancelledError, DeadlineError, UnreadableAnswer } from "./adapter.js";
import type { ModelError, ModelOutcome } from "./types.js";

/** An HTTP reply that is no JSON answer: an error's status, or a 200 with a page, a stream, a plain text. */
export class HttpFailure extends Error {
  override name = "HttpFailure";
  constructor(
    readonly status: number,
    readonly headers: Headers,
    /** as it came, at most 64 kB */
    readonly text: string,
  ) {
    super(`HTTP ${status}`);
  }
}

/** What a call failed with, before a provider's own words are read. */
export type Fault =
  | {
      kind: "reply";
      status: number;
      headers: Headers | undefined;
      /** parsed where it is JSON or holds JSON (a stream's event), else the text */
      body: unknown;
    }
  | { kind: "timeout" | "cancelled" | "no_json" | "connection"; cause: string };

/** Sorts what was thrown; the SDKs' own classes are known by their shapes, so none has to be loaded. */
export function readFault(thrown: unknown): Fault {
  for (const error of causes(thrown)) {
    if (error instanceof HttpFailure)
      return {
        kind: "reply",
        status: error.status,
        headers: error.headers,
        body: unwrap(error.text),
      };
    if (error instanceof UnreadableAnswer)
      return { kind: "reply", status: 200, headers: undefined, body: unwrap(error.body) };
    if (error instanceof DeadlineError) return { kind: "timeout", cause: "" };
    if (error instanceof CancelledError) return { kind: "cancelled", cause: "cancelled" };
    const { code, name } = error as { code?: unknown; name?: unknown };
    if (/^UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT$/.test(String(code)) || name === "TimeoutError")
      return { kind: "timeout", cause: causeText(thrown) };
    const { status } = error as { status?: unknown };
    if (typeof status === "number") return replyOfSdk(error as SdkError, status);
    if (error instanceof SyntaxError) return { kind: "no_json", cause: error.message };
  }
  const name = thrown instanceof Error ? thrown.constructor.name : "";
  if (name === "APIConnectionTimeoutError") return { kind: "timeout", cause: causeText(thrown) };
  if (name === "APIUserAbortError" || (thrown as Error | null)?.name === "AbortError")
    return { kind: "cancelled", cause: "cancelled" };
  return { kind: "connection", cause: causeText(thrown) };
}

interface SdkError extends Error {
  headers?: Headers;
  error?: unknown;
}

/** An SDK's own error: the body stands in `error` (openai: what is inside of it), or as JSON in the message. */
function replyOfSdk(error: SdkError, status: number): Fault {
  const body =
    error.error === undefined
      ? unwrap(error.message)
      : typeof error.error === "object" && error.error !== null && "error" in error.error
        ? error.error
        : { error: error.error };
  return { kind: "reply", status, headers: error.headers, body };
}

function causes(thrown: unknown): Error[] {
  const chain: Error[] = [];
  let at: unknown = thrown;
  while (at instanceof Error && chain.length < 6) {
    chain.push(at);
    at = at.cause;
  }
  return chain;
}

/**
 * JSON out of a text: the text itself, a server-sent event's `data:`, or JSON that a gateway has packed into
 * `error.message` once more. A list of one (Google's streams) is its entry.
 */
export function unwrap(given: unknown, depth = 0): unknown {
  if (typeof given === "string") {
    const inner = parseJson(given) ?? parseJson(/^data:\s*(\{.*\})\s*$/m.exec(given)?.[1]);
    return inner === undefined ? given : unwrap(inner, depth);
  }
  if (Array.isArray(given)) return given.length > 0 ? unwrap(given[0], depth) : given;
  const error = (given as { error?: { message?: unknown } } | null)?.error;
  if (depth < 3 && typeof error?.message === "string" && /^\s*\{/.test(error.message)) {
    const nested = unwrap(error.message, depth + 1);
    if ((nested as { error?: unknown } | null)?.error) return nested;
  }
  return given;
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A message of a length that a table bears; a whole HTML page is none. */
export function shorten(message: string, endpoint: string, status: number): string {
  if (isPage(message))
    return `${endpoint} answered ${status} with an HTML page; is the base URL right?`;
  return message.length > 600 ? `${message.slice(0, 600)}…` : message;
}

export const isPage = (text: unknown): boolean =>
  typeof text === "string" && /<(!doctype|html|head|body)/i.test(text);

export function causeText(thrown: unknown): string {
  const texts = causes(thrown).map((at) => {
    const { code } = at as NodeJS.ErrnoException;
    return code && !at.message.includes(String(code)) ? `${at.message} (${code})` : at.message;
  });
  return (
    texts.filter((t, i) => t.trim() !== "" && texts.indexOf(t) === i).join(": ") || String(thrown)
  );
}

/** How a call ends whose last error this is. */
export function outcomeOfError(error: ModelError): ModelOutcome {
  if (error.code === "cancelled") return "cancelled";
  if (error.code === "content_filter") return "filtered";
  if (error.code === "context_length_exceeded" || error.code === "request_too_large")
    return "limit";
  return "provider_error";
}
