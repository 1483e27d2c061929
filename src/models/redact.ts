/** What looks like a provider's key, also half masked as error messages quote it. */
const KEY_SHAPE = /\b(?:sk|key|gsk|xai|AIza)-?[A-Za-z0-9_*.-]{16,}/g;
const BEARER = /\b(Bearer|api[-_ ]?key["']?\s*[:=])\s*["']?[A-Za-z0-9_*.-]{8,}/gi;
const SHOWN = "[key removed]";

/** `text` without the given secrets and without anything that looks like a key. */
export function redactText(text: string, secrets: readonly string[]): string {
  let out = text;
  for (const secret of secrets) {
    if (secret.length >= 4 && secret !== "none") out = out.split(secret).join(SHOWN);
  }
  return out.replace(KEY_SHAPE, SHOWN).replace(BEARER, (_m, label: string) => `${label} ${SHOWN}`);
}

/** The same for every string inside a JSON value; only the known secrets, so that answers stay as they are. */
export function redactValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") {
    let out = value;
    for (const secret of secrets) {
      if (secret.length >= 4 && secret !== "none") out = out.split(secret).join(SHOWN);
    }
    return out;
  }
  if (Array.isArray(value)) return value.map((v) => redactValue(v, secrets));
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, redactValue(v, secrets)]));
  }
  return value;
}
