import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { readCall } from "./read.js";
import { answer } from "./replies.js";
import type { Scenario, SeenRequest } from "./types.js";

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
 * The batch endpoints have a server of their own (batch.ts).
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
    const call = await read(request, requests.length).catch(() => null);
    // the caller left before all was said
    if (call === null) return;
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
    play(instead) {
      playing = instead;
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
  const { method = "", url = "", headers } = request;
  return readCall({
    n,
    method,
    path: url,
    headers,
    rawBody: Buffer.concat(chunks).toString("utf8"),
  });
}
