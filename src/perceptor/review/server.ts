import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { z } from "zod";
import { NormactError } from "../../core/errors.js";
import { readBytes } from "../../core/files.js";
import { insideFolder } from "../../core/paths.js";
import { reviewPage } from "./page.js";
import type { ReviewSession } from "./session.js";

const SaidSchema = z.strictObject({
  id: z.string().max(200),
  label: z.string().max(64),
  verdict: z.enum(["accept", "edit", "reject"]),
  text: z.string().max(4000),
});

const MAX_BODY = 64 * 1024;
const TYPES: Record<string, string> = { ".png": "image/png", ".jpg": "image/jpeg" };

/**
 * Serves the review page on this machine alone. Requests that name another host (a page that was rebound to this
 * address) or come from another page are refused, and nothing is written without the page's own token.
 */
export async function serveReview(
  session: ReviewSession,
  options: { port: number; onVerdict(id: string): void },
): Promise<{ url: string; close(): Promise<void> }> {
  const token = randomBytes(24).toString("hex");
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      end(response, 500, (error as Error).message);
    });
  });
  const port = await listen(server, options.port);
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, origin } = request.headers;
    if (!hosts.includes(host ?? ""))
      return end(response, 403, "this page is served to this machine alone");
    if (origin !== undefined && !hosts.some((h) => origin === `http://${h}`))
      return end(response, 403, "requests of other pages are refused");
    const path = new URL(request.url ?? "/", `http://${hosts[0]}`).pathname;
    if (request.method === "POST" && path === "/api/review") return say(request, response);
    if (request.method !== "GET") return end(response, 405, "not allowed");
    if (path === "/") return page(response);
    if (path === "/api/items")
      return end(response, 200, JSON.stringify(session.list()), "application/json");
    if (path.startsWith("/picture/")) picture(response, decodeURIComponent(path.slice(9)));
    else end(response, 404, "there is no such page");
  }

  function page(response: ServerResponse): void {
    const nonce = randomBytes(16).toString("base64");
    response.setHeader(
      "content-security-policy",
      `default-src 'none'; img-src 'self' data:; connect-src 'self'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    end(response, 200, reviewPage(nonce, token), "text/html; charset=utf-8");
  }

  function picture(response: ServerResponse, id: string): void {
    const item = session.items.find((i) => i.id === id);
    const type = item && TYPES[extname(item.file)];
    if (!item || !type) {
      end(response, 404, "there is no such picture");
      return;
    }
    response.setHeader("cache-control", "no-store");
    end(response, 200, readBytes(insideFolder(session.folder, item.file)), type);
  }

  async function say(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = Buffer.from(String(request.headers["x-normact-token"] ?? ""));
    const wanted = Buffer.from(token);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      return end(response, 403, "this request does not come from the review page; load it again");
    if (!String(request.headers["content-type"]).startsWith("application/json"))
      return end(response, 415, "JSON is needed");
    const said = SaidSchema.safeParse(parsed(await body(request)));
    if (!said.success) return end(response, 400, z.prettifyError(said.error));
    const wrong = session.say(said.data);
    if (wrong !== null) return end(response, 409, wrong);
    options.onVerdict(said.data.id);
    end(response, 200, "{}", "application/json");
  }

  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new NormactError(
          "no_port",
          error.code === "EADDRINUSE"
            ? `port ${port} is taken; name another one with --port, or leave it out for any free one`
            : `cannot listen on port ${port}: ${error.message}`,
          2,
        ),
      ),
    );
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

function end(
  response: ServerResponse,
  status: number,
  content: string | Uint8Array,
  type = "text/plain; charset=utf-8",
): void {
  if (response.headersSent) return;
  response.writeHead(status, {
    "content-type": type,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
  });
  response.end(content);
}

async function body(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY) throw new NormactError("too_long", "the request is too long");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
