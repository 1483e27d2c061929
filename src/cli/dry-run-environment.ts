import type { Environment } from "../models/endpoint.js";
import { loadEnvironment } from "../models/environment.js";

const KEYS = ["OPENAI_API_KEY", "GEMINI_API_KEY", "ANTHROPIC_API_KEY"];

/** The environment for a command that calls nobody: keys that are not set are none that is missed. */
export function dryRunEnvironment(): Environment {
  const env = { ...loadEnvironment() };
  for (const name of KEYS) if (!env[name]?.trim()) env[name] = "none";
  return env;
}
