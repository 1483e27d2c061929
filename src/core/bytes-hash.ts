import { createHash } from "node:crypto";

// a picture goes out once per cue, turn and try, and is named in key, request and log: hashed once
const digests = new WeakMap<Uint8Array, Buffer>();

/** SHA-256 of bytes that do not change afterwards; the same array is hashed once. */
export function bytesDigest(data: Uint8Array): Buffer {
  const known = digests.get(data);
  if (known) return known;
  const made = createHash("sha256").update(data).digest();
  digests.set(data, made);
  return made;
}

/** `bytesDigest` as lower-case hex. */
export const bytesHash = (data: Uint8Array): string => bytesDigest(data).toString("hex");
