/**
 * Fake providers for tests.
 *
 *   await using server = await providerServer([rateLimited(), answer("[]")]);
 *   // point a client at server.url("anthropic"), call it, then look at
 *   server.requests.length; server.requests[0].body; server.requests[0].parts; server.peak;
 *
 * A script is one scenario, a list that is played in turn (its last entry repeats) or `choose(call => scenario)`.
 * Scenarios do not know the language: `answer`, `respond`, `failure` and `streamedError` write each body as the
 * protocol of the request's path wants it; those of scenarios.ts know each provider's own words (`spent`,
 * `wrongKey`, `refusing(["temperature"])`, `GEMINI_EMPTIES`…).
 *
 * The batch endpoints have a server of their own: batch.ts.
 */
export * from "./replies.js";
export * from "./scenarios.js";
export * from "./server.js";
export * from "./subjects.js";
export * from "./types.js";
export { answerBody, errorBody, USAGE } from "./wire.js";
