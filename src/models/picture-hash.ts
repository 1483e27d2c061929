import { createHash } from "node:crypto";

// a picture goes out once per cue, turn and try, and is named in key, request and log: hashed once
const digests = new WeakMap<Uint8Array, Buffer>();

/** SHA-256 of a picture's bytes, which must not change afterwards. */
export function pictureDigest(data: Uint8Array): Buffer {
  const known = digests.get(data);
  if (known) return known;
  const made = createHash("sha256").update(data).digest();
  digests.set(data, made);
  return made;
}

export const pictureHash = (data: Uint8Array): string => pictureDigest(data).toString("hex");
