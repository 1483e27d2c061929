import type { ErrorFacts } from "./failure-judge.js";

interface Detail {
  "@type"?: string;
  retryDelay?: string;
  reason?: string;
  violations?: { quotaId?: string; quotaMetric?: string }[];
  fieldViolations?: { field?: string; description?: string }[];
}

/** Google's `{error: {code, message, status, details}}`; null when it is none. */
export function readGoogleError(body: unknown): ErrorFacts | null {
  const error = (body as { error?: unknown } | null)?.error;
  if (typeof error === "string" && error !== "") return { ...NOTHING, message: error };
  if (typeof error !== "object" || error === null) return null;
  const { message, code, status, details } = error as Record<string, unknown>;
  const known = Array.isArray(details) ? (details as Detail[]) : [];
  const reason = known.map((d) => d.reason).find((r) => typeof r === "string") ?? null;
  const number = Number(code);
  return {
    ...NOTHING,
    message: typeof message === "string" ? message : JSON.stringify(error),
    code: reason ?? (typeof status === "string" && status !== "" ? status : null),
    param: field(known),
    status: Number.isInteger(number) && number >= 400 && number < 600 ? number : null,
    spent: spent(known, String(message)),
    wrongKey: reason === "API_KEY_INVALID" || /API key (not valid|expired)/i.test(String(message)),
    retryAfterMs: delay(known),
  };
}

const NOTHING: ErrorFacts = { message: "", code: null, param: null, status: null, spent: null };

/** `RetryInfo.retryDelay`: seconds with a fraction and an `s`. */
function delay(details: readonly Detail[]): number | null {
  for (const { retryDelay } of details) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(retryDelay ?? "")?.[1];
    if (seconds !== undefined) return Math.round(Number(seconds) * 1000);
  }
  return null;
}

/** A day's quota stays used up for hours, whatever delay is named beside it. */
function spent(details: readonly Detail[], message: string): string | null {
  const quotas = details.flatMap((d) => (Array.isArray(d.violations) ? d.violations : []));
  if (quotas.some((q) => /PerDay/i.test(`${q.quotaId} ${q.quotaMetric}`))) return "daily_quota";
  if (/per day|daily (limit|quota)/i.test(message)) return "daily_quota";
  return /billing (account|is) .*(disabled|not active)|prepayment|spend(ing)? (cap|limit)/i.test(
    message,
  )
    ? "insufficient_quota"
    : null;
}

/** The last name of the first refused field's path (`generation_config.response_json_schema`). */
function field(details: readonly Detail[]): string | null {
  const violations = details.flatMap((d) =>
    Array.isArray(d.fieldViolations) ? d.fieldViolations : [],
  );
  const path = violations.map((v) => v.field).find((f) => typeof f === "string" && f !== "");
  return path?.includes("config") ? path : null;
}
