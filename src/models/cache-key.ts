import { bytesDigest } from "../core/bytes-hash.js";
import { canonicalJson, sha256 } from "../core/hash.js";
import type { ModelRequest } from "./types.js";

/** Raised when an entry's shape or the key's ingredients change: older entries are then not found. */
export const CACHE_SCHEMA = 1;

/** Everything that shapes an answer (design page, section 1, rule 2). */
export interface KeyParts {
  provider: string;
  /** protocol spoken: `openai-chat`, `google`… */
  api: string;
  baseUrl: string;
  model: string;
  /** how structured output was asked for: `auto` and what it goes down to are not the same wish */
  structured: string;
  /** the whole body; pictures stand in it as their hashes, where they are */
  body: Record<string, unknown>;
  /** what was asked for, whatever of it the model takes */
  request: ModelRequest;
}

/** The entry's name: SHA-256 over all of it. */
export function cacheKey({ request, ...parts }: KeyParts): string {
  const { temperature, maxTokens, seed, reasoningEffort, jsonSchema, epoch } = request;
  return sha256(
    canonicalJson({
      schemaVersion: CACHE_SCHEMA,
      ...parts,
      asked: { temperature, maxTokens, seed, reasoningEffort, jsonSchema },
      epoch: epoch ?? 0,
    }),
  );
}

/** Names what a run asks for, over all its processes; undefined where no run asks. */
export function originOf({ run, label }: Pick<ModelRequest, "run" | "label">): string | undefined {
  return run === undefined || label === undefined ? undefined : sha256(canonicalJson([run, label]));
}

/**
 * The request with each picture replaced by the 32 bytes of its SHA-256: an adapter makes of it a body that
 * differs from the real one in nothing but the pictures' bytes, and is small.
 */
export function withPicturesByHash(request: ModelRequest): ModelRequest {
  if (!request.parts.some((p) => p.type === "image")) return request;
  const parts = request.parts.map((part) =>
    part.type === "image" ? { ...part, data: bytesDigest(part.data) } : part,
  );
  return { ...request, parts };
}
