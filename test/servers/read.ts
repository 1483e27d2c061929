import type { IncomingHttpHeaders } from "node:http";
import type { Protocol, SeenRequest } from "./types.js";

/** What came in, read in any of the four languages. */
export function readCall(given: {
  n: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  rawBody: string;
}): SeenRequest {
  let body: Record<string, unknown> = {};
  try {
    body = JSON.parse(given.rawBody || "{}");
  } catch {
    // uploads of files are no JSON; they stay in rawBody
  }
  const inPath = /models\/([^:/?]+):/.exec(given.path)?.[1];
  return {
    ...given,
    protocol: protocolOf(given.path),
    body,
    parts: partsOf(body),
    model: String(body.model ?? inPath ?? "").replace(/^models\//, ""),
  };
}

function protocolOf(path: string): Protocol | null {
  if (path.includes("/chat/completions")) return "chat";
  if (path.includes("/responses")) return "responses";
  if (/:(batchG|g)enerateContent|\/v1beta\/batches/.test(path)) return "google";
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
