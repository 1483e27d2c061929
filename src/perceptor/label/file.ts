import { existsSync } from "node:fs";
import { z } from "zod";
import { NormactError } from "../../core/errors.js";
import { readJsonl } from "../../core/jsonl.js";
import { UsageSchema } from "../../models/usage-schema.js";

/** One label: a line of `labels.jsonl`. */
export const LabelSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.string(),
  /** SHA-256 of the picture's raw pixels */
  image: z.string(),
  rule: z.string(),
  /** word for word as the last answer came, but for a model's thinking and line breaks; null where none came */
  text: z.string().nullable(),
  /** `ok`: two English sentences; `flagged`: to be looked at before it is used */
  status: z.enum(["ok", "flagged"]),
  flags: z.array(z.string()),
  /** answers that were asked for */
  attempts: z.int(),
  /** what was wrong with earlier answers, in order */
  earlier: z.array(z.object({ text: z.string().nullable(), flags: z.array(z.string()) })),
  /** as `--labeller` takes it */
  labeller: z.string(),
  /** the model that answered, as its provider names it */
  model: z.string(),
  /** hash of the prompt as it was sent for this picture */
  promptVersion: z.string(),
  usage: UsageSchema.nullable(),
});
export type Label = z.infer<typeof LabelSchema>;

/**
 * Labels by picture id; of an id that stands there twice the last one. A torn last line is dropped.
 * @throws NormactError bad_labels naming the record
 */
export function readLabels(file: string): Map<string, Label> {
  const labels = new Map<string, Label>();
  if (!existsSync(file)) return labels;
  readJsonl(file).rows.forEach((row, i) => {
    const parsed = LabelSchema.safeParse(row);
    if (!parsed.success)
      throw new NormactError(
        "bad_labels",
        `${file}, record ${i + 1}: ${z.prettifyError(parsed.error)}`,
        2,
      );
    labels.set(parsed.data.id, parsed.data);
  });
  return labels;
}
