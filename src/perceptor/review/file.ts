import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { NormactError } from "../../core/errors.js";
import { sha256 } from "../../core/hash.js";
import { readJsonl } from "../../core/jsonl.js";
import type { Label } from "../label/file.js";

/** What a person says of one label: a line of `reviews.jsonl`. */
export const ReviewSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.string(),
  verdict: z.enum(["accept", "edit", "reject"]),
  /** the text that counts: the label's own, or the one it was changed to */
  text: z.string(),
  /** hash of the label that was looked at */
  label: z.string(),
  at: z.string(),
});
export type Review = z.infer<typeof ReviewSchema>;

/** What a review holds for: these words about this picture. */
export const labelHash = (label: Pick<Label, "id" | "image" | "text">): string =>
  sha256(JSON.stringify([label.id, label.image, label.text])).slice(0, 16);

export const reviewsFile = (folder: string): string => join(folder, "reviews.jsonl");

/** Reviews by picture id, the last one of each. @throws NormactError bad_reviews naming the record */
export function readReviews(file: string): Map<string, Review> {
  const reviews = new Map<string, Review>();
  if (!existsSync(file)) return reviews;
  readJsonl(file).rows.forEach((row, i) => {
    const parsed = ReviewSchema.safeParse(row);
    if (!parsed.success)
      throw new NormactError(
        "bad_reviews",
        `${file}, record ${i + 1}: ${z.prettifyError(parsed.error)}`,
        2,
      );
    reviews.set(parsed.data.id, parsed.data);
  });
  return reviews;
}
