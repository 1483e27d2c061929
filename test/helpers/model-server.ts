import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface ModelCall {
  body: { model: string; messages: { role: string; content: unknown }[] };
  /** all text of the request */
  text: string;
  headers: IncomingMessage["headers"];
}

/** What the server says to a call: an answer's text, or a way of its own to respond. */
export type Answer = string | ((response: ServerResponse) => void);

/** A real HTTP server on loopback that speaks chat completions and keeps what it was asked. */
export async function modelServer(
  answer: (call: ModelCall, n: number) => Answer | Promise<Answer>,
) {
  const calls: ModelCall[] = [];
  const server = createServer((request, response) => {
    let raw = "";
    request.on("data", (d) => (raw += d));
    request.on("end", async () => {
      const body = JSON.parse(raw) as ModelCall["body"];
      const content = body.messages.flatMap((m) =>
        Array.isArray(m.content) ? m.content : [{ text: m.content }],
      );
      const text = content.map((c: { text?: string }) => c.text ?? "").join("\n");
      const call = { body, text, headers: request.headers };
      calls.push(call);
      const said = await answer(call, calls.length);
      if (typeof said !== "string") return said(response);
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          id: `c${calls.length}`,
          object: "chat.completion",
          created: 0,
          model: body.model,
          choices: [
            {
              index: 0,
              finish_reason: "stop",
              message: { role: "assistant", content: said, refusal: null },
            },
          ],
          usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}
