import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { answer } from "./replies.js";
import type { Protocol, Scenario, SeenRequest } from "./types.js";

/** One scenario, or several in turn (the last one repeats). */
export type Script = Scenario | readonly Scenario[];

export interface ProviderServer extends AsyncDisposable {
  /** what `--base-url` is given for a provider */
  url(provider: "openai" | "compatible" | "google" | "anthropic"): string;
  origin: string;
  /** in order of arrival */
  requests: SeenRequest[];
  /** greatest number of requests that were open at once */
  peak: number;
  /** replaces the script; what follows is answered from its beginning */
  play(script: Script): void;
  close(): Promise<void>;
}

/**
 * A real HTTP server on a free port of loopback that speaks Chat Completions, Responses, Gemini's
 * generateContent and Anthropic's Messages; which, the request's path says. Everything that comes in is kept.
 */
export async function providerServer(script: Script = answer()): Promise<ProviderServer> {
  const requests: SeenRequest[] = [];
  let playing = script;
  let played = 0;
  let open = 0;
  const server = createServer(async (request, response) => {
    open++;
    made.peak = Math.max(made.peak, open);
    response.on("close", () => open--);
    const call = await read(request, requests.length);
    requests.push(call);
    const reply = await pick(playing, played++)(call);
    if (!response.destroyed) await reply(response, request.socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  const made: ProviderServer = {
    url: (provider) =>
      provider === "openai" || provider === "compatible" ? `${origin}/v1` : origin,
    origin,
    requests,
    peak: 0,
    play(next) {
      playing = next;
      played = 0;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return made;
}

const pick = (script: Script, n: number): Scenario =>
  typeof script === "function" ? script : script[Math.min(n, script.length - 1)]!;

async function read(request: IncomingMessage, n: number): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const rawBody = Buffer.concat(chunks).toString("utf8");
  const path = request.url ?? "";
  const protocol = protocolOf(path);
  let body: Record<string, unknown> = {};
  try {
    body = JSON.parse(rawBody || "{}");
  } catch {
    // uploads of files are no JSON; they stay in rawBody
  }
  return {
    n,
    protocol,
    method: request.method ?? "",
    path,
    headers: request.headers,
    body,
    rawBody,
    parts: partsOf(body),
    model: String(body.model ?? /models\/([^:/?]+):/.exec(path)?.[1] ?? ""),
  };
}

function protocolOf(path: string): Protocol | null {
  if (path.includes("/chat/completions")) return "chat";
  if (path.includes("/responses")) return "responses";
  if (/:generateContent/.test(path)) return "google";
  if (path.includes("/v1/messages")) return "anthropic";
  return null;
}

/** Texts and pictures of the last message in any of the four languages. */
function partsOf(body: Record<string, unknown>): SeenRequest["parts"] {
  const messages = (body.messages ?? body.input ?? body.contents) as unknown;
  const last = Array.isArray(messages) ? messages.at(-1) : null;
  const content = last?.content ?? last?.parts ?? [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return (content as Record<string, unknown>[]).flatMap((part): SeenRequest["parts"] => {
    if (typeof part.text === "string") return [{ type: "text", text: part.text }];
    const base64 = base64Of(part);
    return base64 === null ? [] : [{ type: "image", base64 }];
  });
}

function base64Of(part: Record<string, unknown>): string | null {
  const at = (value: unknown, key: string) => (value as Record<string, unknown> | undefined)?.[key];
  const inline = at(part.inlineData, "data") ?? at(part.source, "data");
  if (typeof inline === "string") return inline;
  const url = at(part.image_url, "url") ?? part.image_url;
  return typeof url === "string" ? url.slice(url.indexOf(",") + 1) : null;
}
