import type OpenAI from "openai";
import { NormactError } from "../core/errors.js";
import { type Connection, ownHeaders } from "./provider.js";

/**
 * The official SDK's client (openai 6.49.0), loaded with the first call: no retries, no log of its own, only
 * the variables that it is given.
 */
export async function openaiSdk(connection: Connection): Promise<OpenAI> {
  const { endpoint, env } = connection;
  const SDK = await load();
  return new SDK({
    apiKey: endpoint.apiKey,
    adminAPIKey: null,
    baseURL: endpoint.baseUrl,
    organization: env.OPENAI_ORG_ID || null,
    project: env.OPENAI_PROJECT_ID || null,
    defaultHeaders: ownHeaders(env, "OPENAI_CUSTOM_HEADERS"),
    maxRetries: 0,
    // the clock around the call is ours
    timeout: connection.timeoutMs + 1000,
    fetch: connection.fetch,
    logLevel: "off",
  });
}

async function load(): Promise<typeof OpenAI> {
  try {
    return (await import("openai")).default;
  } catch (cause) {
    throw new NormactError("missing_sdk", "the openai package cannot be loaded; run npm ci", 1, {
      cause,
    });
  }
}
