import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export type Reply = (response: ServerResponse, socket: Socket) => void;

/** A real HTTP server on a free port that answers with the given replies in turn; the last one repeats. */
export async function fakeServer(...replies: Reply[]): Promise<{
  url: string;
  seen: SeenRequest[];
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      seen.push({
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        body: text === "" ? null : JSON.parse(text),
      });
      const reply = replies[Math.min(seen.length, replies.length) - 1]!;
      reply(response, request.socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };

export const html =
  (status: number): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "text/html" });
    response.end("<!doctype html><html><body><h1>Bad gateway</h1></body></html>");
  };

export const resetSocket: Reply = (_response, socket) => {
  socket.resetAndDestroy();
};

/** Headers and the first bytes of a body, then the line is cut. */
export const resetMidBody: Reply = (response, socket) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
  response.write('{"id":"x","choices":[');
  setTimeout(() => socket.resetAndDestroy(), 20);
};

/** Headers, and then nothing more. */
export const silentBody: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write("{");
};

export function completion(
  message: Record<string, unknown>,
  finish = "stop",
  extra: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "served-model",
    choices: [
      {
        index: 0,
        finish_reason: finish,
        logprobs: null,
        message: { role: "assistant", content: null, refusal: null, ...message },
      },
    ],
    usage: {
      prompt_tokens: 120,
      completion_tokens: 30,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 64 },
      completion_tokens_details: { reasoning_tokens: 12 },
    },
    ...extra,
  };
}

export const apiError = (
  message: string,
  code: string | number | null = null,
  type = "invalid_request_error",
): Record<string, unknown> => ({ error: { message, type, param: null, code } });
