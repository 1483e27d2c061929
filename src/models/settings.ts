import { bytesHash } from "../core/bytes-hash.js";
import type { Capabilities } from "./adapter.js";
import { pictureSize } from "./picture-size.js";
import {
  type ModelPart,
  type ModelRequest,
  REASONING_EFFORTS,
  type ReasoningEffort,
  type SentImage,
  type SentSettings,
} from "./types.js";

/** What a request becomes at a model that takes what `can` says; every difference is put in words. */
export function settle(request: ModelRequest, can: Capabilities): SentSettings {
  const changes: string[] = [];
  const sent: SentSettings = {
    temperature: temperature(request, can, changes),
    maxTokens: maxTokens(request, can, changes),
    seed: request.seed ?? null,
    reasoningEffort: effort(request, can, changes),
    structured: structured(request, can, changes),
    images: request.parts.flatMap((part) => (part.type === "image" ? [sentImage(part)] : [])),
    changes,
  };
  if (sent.seed !== null && !can.seed) {
    changes.push(`seed: asked for ${sent.seed}, not sent (the model takes none)`);
    sent.seed = null;
  }
  warnOfImages(sent.images, can, changes);
  return sent;
}

function temperature(request: ModelRequest, can: Capabilities, changes: string[]): number | null {
  const asked = request.temperature;
  if (asked === undefined) return null;
  if (!can.temperature) {
    changes.push(
      `temperature: asked for ${asked}, not sent (the model takes nothing but its default)`,
    );
    return null;
  }
  if (can.maxTemperature !== null && asked > can.maxTemperature) {
    changes.push(
      `temperature: asked for ${asked}, sent ${can.maxTemperature} (the most the model takes)`,
    );
    return can.maxTemperature;
  }
  return asked;
}

function maxTokens(request: ModelRequest, can: Capabilities, changes: string[]): number | null {
  if (request.maxTokens !== undefined) return request.maxTokens;
  if (can.defaultMaxTokens === null) return null;
  changes.push(
    `max tokens: none asked for, sent ${can.defaultMaxTokens} (the protocol wants a limit)`,
  );
  return can.defaultMaxTokens;
}

/** The effort itself, or the nearest that the model knows (the lower one of two that are as near). */
function effort(
  request: ModelRequest,
  can: Capabilities,
  changes: string[],
): ReasoningEffort | null {
  const asked = request.reasoningEffort;
  if (asked === undefined) return null;
  if (!can.reasoningEffort) {
    changes.push(`reasoning effort: asked for ${asked}, not sent (the model takes none)`);
    return null;
  }
  if (can.efforts.length === 0 || can.efforts.includes(asked)) return asked;
  const rank = (e: ReasoningEffort) => REASONING_EFFORTS.indexOf(e);
  const distance = (e: ReasoningEffort) => Math.abs(rank(e) - rank(asked));
  const nearest = [...can.efforts].sort(
    (a, b) => distance(a) - distance(b) || rank(a) - rank(b),
  )[0]!;
  changes.push(
    `reasoning effort: asked for ${asked}, sent ${nearest} (the nearest that the model takes)`,
  );
  return nearest;
}

function structured(
  request: ModelRequest,
  can: Capabilities,
  changes: string[],
): SentSettings["structured"] {
  if (!request.jsonSchema) return null;
  // JSON mode promises an object; where a list is wanted it would only be in the way
  const list = request.jsonSchema.schema.type !== "object";
  const mode = can.structured.find((m) => !(list && m === "json")) ?? "prompt";
  if (mode !== "schema")
    changes.push(
      `structured output: asked for a schema, sent ${mode === "json" ? "JSON mode" : "the prompt's words alone"}`,
    );
  if (can.jsonAnswers === false)
    changes.push("structured output: no JSON came from this model in any way when it was checked");
  return mode;
}

function sentImage(part: Extract<ModelPart, { type: "image" }>): SentImage {
  return {
    sha256: bytesHash(part.data),
    mediaType: part.mediaType,
    bytes: part.data.byteLength,
    ...pictureSize(part.data),
  };
}

/** Nothing is resized: what is above a known limit goes out as it is, and the log says so. */
function warnOfImages(images: readonly SentImage[], can: Capabilities, changes: string[]): void {
  if (images.length > 0 && !can.images)
    changes.push("pictures: sent, though the model is said to take none");
  if (images.length > 0 && can.imageOrder === "hoisted")
    changes.push("pictures: sent in their order, though the server is known to put them first");
  if (can.maxImages !== null && images.length > can.maxImages)
    changes.push(`pictures: ${images.length} sent, the model is said to take ${can.maxImages}`);
  for (const [i, image] of images.entries()) {
    // providers count the base64 text
    const bytes = Math.ceil(image.bytes / 3) * 4;
    if (can.maxImageBytes !== null && bytes > can.maxImageBytes)
      changes.push(
        `picture ${i + 1}: ${bytes} bytes as base64 sent, the model is said to take ${can.maxImageBytes}`,
      );
    const side = Math.max(image.width ?? 0, image.height ?? 0);
    if (can.maxImageSide !== null && side > can.maxImageSide)
      changes.push(
        `picture ${i + 1}: ${side} pixels long sent, the model is said to take ${can.maxImageSide}`,
      );
  }
}

export const base64 = (data: Uint8Array): string =>
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
