import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openHttp } from "../../src/models/http.js";

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function against<T>(
  handler: Handler,
  work: (url: string, fetch: typeof globalThis.fetch) => Promise<T>,
  headerTimeoutMs = 60_000,
) {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    handler(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = await openHttp({ endpoint: url, timeoutMs: 60_000, headerTimeoutMs, env: {} });
  try {
    return await work(url, http.fetch);
  } finally {
    await http.close();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

const json = (response: ServerResponse, value: unknown, headers = {}) => {
  response.writeHead(200, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
};
const post = (body: string, more: RequestInit = {}): RequestInit => ({
  ...{ method: "POST", body, headers: { "content-type": "application/json", "x-own": "1" } },
  ...more,
});

describe("the fetch that SDKs are given", () => {
  it("sends text byte by byte, with its headers, and reads status, headers and JSON", async () => {
    const said = { text: "ünïcode 漢字 \u{1f600}" };
    const reply = await against(
      (request, response, body) =>
        json(
          response,
          { body: JSON.parse(body), headers: request.headers },
          { "x-request-id": "r1" },
        ),
      async (url, fetch) => {
        const response = await fetch(`${url}/v1`, post(JSON.stringify(said)));
        const data = (await response.json()) as Record<string, unknown>;
        return { response, data };
      },
    );
    expect(reply.response.status).toBe(200);
    expect(reply.response.headers.get("x-request-id")).toBe("r1");
    expect(reply.data.body).toEqual(said);
    expect(reply.data.headers).toMatchObject({
      "x-own": "1",
      "content-length": String(Buffer.byteLength(JSON.stringify(said))),
    });
  });

  it("follows a redirect that keeps the method, as fetch does", async () => {
    const data = await against(
      (request, response, body) => {
        if (request.url === "/new") return json(response, { method: request.method, body });
        response.writeHead(307, { location: "/new" });
        response.end();
      },
      async (url, fetch) => (await fetch(`${url}/old`, post("[1]"))).json(),
    );
    expect(data).toEqual({ method: "POST", body: "[1]" });
  });

  it("gives no key to another server that a redirect names, however many lie between", async () => {
    const keys = { "x-api-key": "k", "x-goog-api-key": "k", authorization: "k", "x-own": "k" };
    const seen = await against(
      (request, response, body) => json(response, { headers: request.headers, body }),
      (other) =>
        against(
          (request, response) => {
            const location = request.url === "/old" ? "/new" : `${other}/there`;
            response.writeHead(307, { location });
            response.end();
          },
          async (url, fetch) =>
            (await fetch(`${url}/old`, post("[1]", { headers: keys }))).json() as Promise<{
              headers: Record<string, string>;
              body: string;
            }>,
        ),
    );
    expect(seen.body).toBe("[1]");
    expect(Object.keys(keys).filter((name) => name in seen.headers)).toEqual([]);
  });

  it("ends a redirect that leads round and round", async () => {
    let asked = 0;
    const status = await against(
      (_, response) => {
        asked++;
        response.writeHead(307, { location: "/old" });
        response.end();
      },
      async (url, fetch) =>
        fetch(`${url}/old`, post("[1]")).then(
          () => "an answer",
          (error: { status?: number }) => error.status,
        ),
    );
    expect({ status, asked }).toEqual({ status: 307, asked: 6 });
  });

  it("follows a redirect with a body of bytes: a call with a picture", async () => {
    const text = JSON.stringify({ said: "ünïcode", picture: "A".repeat(20_000) });
    const data = await against(
      (request, response, body) => {
        if (request.url === "/new") return json(response, { body });
        response.writeHead(308, { location: "/new" });
        response.end();
      },
      async (url, fetch) =>
        (await fetch(`${url}/old`, post(Buffer.from(text) as unknown as string))).json(),
    );
    expect(data).toEqual({ body: text });
  });

  it.each([
    ["gzip", (b: Buffer) => gzipSync(b)],
    ["deflate", (b: Buffer) => deflateSync(b)],
    ["br", (b: Buffer) => brotliCompressSync(b)],
    ["gzip, br", (b: Buffer) => brotliCompressSync(gzipSync(b))],
  ] as const)("reads what a server packs as %s without being asked to", async (name, pack) => {
    let requests = 0;
    const data = await against(
      (_request, response) => {
        requests++;
        response.writeHead(200, { "content-type": "application/json", "content-encoding": name });
        response.end(pack(Buffer.from('{"ok":"ü"}')));
      },
      async (url, fetch) => (await fetch(url, post("[1]"))).json(),
    );
    expect(data).toEqual({ ok: "ü" });
    expect(requests).toBe(1);
  });

  it("an abort is an AbortError; late headers, a cut connection and a closed port have their causes", async () => {
    const silent: Handler = () => {};
    const thrown = (handler: Handler, init: RequestInit = {}, headerTimeoutMs?: number) =>
      against(
        handler,
        (url, fetch) =>
          fetch(url, post("[1]", init)).then(
            () => null,
            (error: unknown) => error as Error & { cause?: { code?: string } },
          ),
        headerTimeoutMs,
      );
    const aborted = await thrown(silent, { signal: AbortSignal.abort() });
    expect(aborted!.name).toBe("AbortError");
    const stop = new AbortController();
    expect((await thrown(() => stop.abort(), { signal: stop.signal }))!.name).toBe("AbortError");
    expect((await thrown(silent, {}, 100))!.cause!.code).toBe("UND_ERR_HEADERS_TIMEOUT");
    const cut = await thrown((request) => request.socket.resetAndDestroy());
    expect(cut).toBeInstanceOf(TypeError);
    expect(cut!.cause!.code).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    const half = await thrown((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
      response.write("{");
      setTimeout(() => response.destroy(), 20);
    });
    expect(half).toBeInstanceOf(TypeError);
    let gone = "";
    await against(silent, async (url) => {
      gone = url;
    });
    const refused = await against(silent, (_url, fetch) =>
      fetch(gone, post("[1]")).catch((error) => error),
    );
    expect(refused.cause.code).toBe("ECONNREFUSED");
  });

  it("leaves everything that is no plain POST of a text to fetch", async () => {
    const data = await against(
      (request, response, body) => json(response, { method: request.method, body }),
      async (url, fetch) => [
        await (await fetch(url)).json(),
        await (await fetch(url, post("", { body: Buffer.from("bytes") }))).json(),
      ],
    );
    expect(data).toEqual([
      { method: "GET", body: "" },
      { method: "POST", body: "bytes" },
    ]);
  });
});
