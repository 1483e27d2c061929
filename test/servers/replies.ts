import { setTimeout as wait } from "node:timers/promises";
import type { FakeAnswer, FakeError, Reply, Scenario, SeenRequest } from "./types.js";
import { answerBody, errorBody } from "./wire.js";

/** A JSON body as it stands, for every protocol. */
export const body =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Scenario =>
  () =>
    json(value, status, headers);

/** The same with a status and headers; the lowest layer. */
export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };

/** A text of any type, a page or a broken JSON for instance. */
export const text =
  (value: string, type: string, status = 200): Scenario =>
  () =>
  (response) => {
    response.writeHead(status, { "content-type": type });
    response.end(value);
  };

/** What a model says, in the caller's language. */
export const answer =
  (said: string | FakeAnswer = "[]"): Scenario =>
  (call) =>
    json(
      answerBody(call.protocol ?? "chat", typeof said === "string" ? { text: said } : said, call),
    );

/** An answer made from the request. */
export const respond =
  (say: (call: SeenRequest) => string | FakeAnswer | Promise<string | FakeAnswer>): Scenario =>
  async (call) =>
    answer(await say(call))(call);

/** A scenario by what is asked. */
export const choose =
  (pick: (call: SeenRequest) => Scenario): Scenario =>
  (call) =>
    pick(call)(call);

/** A refusal of the provider, in the caller's language. */
export const failure =
  (error: FakeError): Scenario =>
  (call) =>
    json(errorBody(call.protocol ?? "chat", error), error.status, error.headers);

/** Any scenario, later. */
export const after =
  (ms: number, then: Scenario): Scenario =>
  async (call) => {
    await wait(ms);
    return then(call);
  };

export const rateLimited = (headers: Record<string, string> = { "retry-after": "1" }): Scenario =>
  failure({
    status: 429,
    message: "Rate limit reached, slow down",
    code: "rate_limit_exceeded",
    headers,
  });

/** The connection is cut before anything is answered. */
export const reset: Scenario = () => (_response, socket) => {
  socket.resetAndDestroy();
};

/** Headers and the first bytes of a body, then the connection is cut. */
export const resetMidBody: Scenario = () => (response, socket) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
  response.write('{"id":"x","choices":[');
  setTimeout(() => socket.resetAndDestroy(), 20).unref();
};

/** No headers, ever: the caller's patience decides. */
export const silence: Scenario = () => () => {};

/** Headers at once, a first byte, and then nothing more. */
export const silentBody: Scenario = () => (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write("{");
};

export const htmlPage = (status: number): Scenario =>
  text(
    "<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>",
    "text/html",
    status,
  );

/** HTTP 200 whose body is a stream with an error, as gateways and Anthropic send it. */
export const streamedError =
  (error: FakeError): Scenario =>
  (call) =>
    text(
      `event: error\ndata: ${JSON.stringify(errorBody(call.protocol ?? "chat", error))}\n\n`,
      "text/event-stream",
    )(call);
