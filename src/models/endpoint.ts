import { UsageError } from "../core/errors.js";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Endpoint {
  baseUrl: string;
  apiKey: string;
  /** where the key was found; null: nowhere */
  keyVariable: string | null;
  /** the machine itself or a private network: a key is not expected there */
  local: boolean;
}

const PRIVATE_V4 = /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|0\.0\.0\.0$)/;

/** Is this address on the own machine or network? */
export function isLocalUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "localhost" || host === "::1" || host.endsWith(".localhost")) return true;
  if (/^f[cd][0-9a-f]{2}:/.test(host) || host.startsWith("fe80:")) return true;
  if (PRIVATE_V4.test(host) && /^[\d.]+$/.test(host)) return true;
  return /\.(local|lan|internal|home)$/.test(host) || (!host.includes(".") && !host.includes(":"));
}

/** A base URL as the user gave it, checked; without its trailing slash. */
export function checkBaseUrl(text: string): string {
  const given = text.trim();
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new UsageError(
      "bad_base_url",
      `--base-url "${given}" is no address; give one like http://localhost:8000/v1`,
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new UsageError(
      "bad_base_url",
      `--base-url "${given}" must begin with http:// or https://, like http://localhost:8000/v1`,
    );
  }
  if (url.username || url.password) {
    throw new UsageError(
      "bad_base_url",
      "--base-url holds a user name or a password; keys belong in the environment, so leave them out",
    );
  }
  if (url.search || url.hash) {
    throw new UsageError(
      "bad_base_url",
      "--base-url ends in ?… or #…: paths are put behind it, and keys belong in the environment, so leave that out",
    );
  }
  return given.replace(/\/+$/, "");
}

/**
 * Where calls go and with which key. A local server needs no key ("none" is sent); any other does, unless
 * `keyOptional`. Of several key variables the first that is set counts.
 * @throws UsageError bad_base_url, missing_base_url, missing_key, bad_key (names the variable)
 */
export function resolveEndpoint(input: {
  provider: string;
  baseUrl?: string;
  /** null: there is none, the user has to name it */
  defaultBaseUrl: string | null;
  baseUrlVariable: string;
  keyVariable: string | readonly string[];
  keyOptional?: boolean;
  env: Environment;
}): Endpoint {
  const { env } = input;
  const given = input.baseUrl ?? env[input.baseUrlVariable]?.trim();
  if (!given && input.defaultBaseUrl === null) {
    throw new UsageError(
      "missing_base_url",
      `${input.provider} models need an address: give --base-url http://localhost:8000/v1 or set ${input.baseUrlVariable}`,
    );
  }
  const baseUrl = given ? checkBaseUrl(given) : (input.defaultBaseUrl ?? "");
  const local = isLocalUrl(baseUrl);
  const names = typeof input.keyVariable === "string" ? [input.keyVariable] : input.keyVariable;
  const keyVariable = names.find((name) => env[name]?.trim()) ?? null;
  const key = keyVariable === null ? undefined : env[keyVariable]?.trim();
  if (!key && !local && !input.keyOptional) {
    throw new UsageError(
      "missing_key",
      `${input.provider} models need a key: set ${names.join(" or ")} in the environment or in a .env file here, or name a server of your own with --base-url http://localhost:8000/v1`,
    );
  }
  // the value itself is never shown
  if (key && /[^\x21-\x7e]/.test(key))
    throw new UsageError(
      "bad_key",
      `${keyVariable} holds a blank, a line break or a letter that no key has: set it again`,
    );
  return { baseUrl, apiKey: key || "none", keyVariable, local };
}

/** Is this the provider's own service? Compared by host. */
export function isOfficial(baseUrl: string, official: string): boolean {
  return new URL(baseUrl).host === new URL(official).host;
}
