export { type Environment, isLocalUrl, resolveEndpoint } from "./endpoint.js";
export { type OpenAIOptions, openaiClient } from "./openai.js";
export { redactText } from "./redact.js";
export * from "./runtime.js";
export { DEFAULT_RETRY, type RetryPolicy, withRetry } from "./transport.js";
export * from "./types.js";
