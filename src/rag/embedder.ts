import { z } from "zod";

/** What makes vectors comparable: an index and a query must agree on every field. */
export const EmbedderInfoSchema = z.object({
  /** `Xenova/bge-base-en-v1.5`, `use-lite`… */
  model: z.string(),
  revision: z.string(),
  dtype: z.string(),
  pooling: z.string(),
  normalized: z.literal(true),
  /** put before a query, never before a passage */
  prefix: z.string(),
  dims: z.int(),
});
export type EmbedderInfo = z.infer<typeof EmbedderInfoSchema>;

/** Turns texts into vectors of length 1. */
export interface Embedder {
  readonly info: EmbedderInfo;
  /** texts of a batch that does well on this model */
  readonly batch: number;
  /** row-major, `texts.length` × `info.dims` */
  passages(texts: readonly string[]): Promise<Float32Array>;
  query(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Longest query that is embedded, in UTF-16 units: about the 512 tokens that the encoders read. */
export const QUERY_UNITS = 2000;

/** half of a surrogate pair */
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A query no longer than what an encoder reads, cut at a word. */
export function cutQuery(text: string, longest = QUERY_UNITS): { text: string; cut: boolean } {
  const clean = text.replace(LONE, "\ufffd").replace(/\s+/g, " ").trim();
  if (clean.length <= longest) return { text: clean, cut: false };
  const piece = clean.slice(0, longest + 1);
  const blank = piece.lastIndexOf(" ");
  const end = blank > longest / 2 ? blank : longest;
  return { text: piece.slice(0, end).replace(LONE, "").trim(), cut: true };
}

/** Scales each row to length 1. A row of zeros stays as it is. */
export function normalizeRows(vectors: Float32Array, dims: number): Float32Array {
  for (let at = 0; at < vectors.length; at += dims) {
    let sum = 0;
    for (let i = at; i < at + dims; i++) sum += vectors[i]! * vectors[i]!;
    const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
    for (let i = at; i < at + dims; i++) vectors[i]! *= scale;
  }
  return vectors;
}
