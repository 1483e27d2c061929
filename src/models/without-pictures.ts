import type { WirePreview } from "./types.js";

const LONG_BASE64 = /^(data:[a-z]+\/[a-z0-9.+-]+;base64,)?[A-Za-z0-9+/]{400,}={0,2}$/;

/** A request's body with its pictures said in words: size, sides and hash instead of base64. */
export function withoutPictures({ body, sent }: WirePreview): unknown {
  let next = 0;
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") {
      if (!LONG_BASE64.test(value)) return value;
      const image = sent.images[next++];
      const head = /^data:[^,]*,/.exec(value)?.[0] ?? "";
      return image
        ? `${head}<${image.bytes} bytes, ${image.width}×${image.height}, sha256 ${image.sha256}>`
        : `${head}<${value.length} characters>`;
    }
    if (Array.isArray(value)) return value.map(walk);
    if (value !== null && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, walk(v)]));
    return value;
  };
  return walk(body);
}
