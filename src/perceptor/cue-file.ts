import { z } from "zod";
import { NormactError } from "../core/errors.js";
import { readJsonl } from "../core/jsonl.js";
import { UsageSchema } from "../models/usage-schema.js";

/** One line of a cue file: whose first view, what was written, by whom and how. */
export const CueRowSchema = z.object({
  schemaVersion: z.literal(1),
  episode: z.string(),
  twin: z.boolean(),
  /** SHA-256 of the colour picture's raw pixels */
  image: z.string().regex(/^[0-9a-f]{64}$/),
  goal: z.string(),
  /** word for word; null where none came (see `outcome`) */
  cue: z.string().nullable(),
  outcome: z.enum(["ok", "refused", "truncated", "filtered"]),
  flags: z.array(z.string()),
  /** as `--perceptor` takes it */
  perceptor: z.string(),
  /** who wrote it, as the provider names it */
  model: z.string(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  usage: UsageSchema.nullable(),
});
export type CueRow = z.infer<typeof CueRowSchema>;

/**
 * The rows of a cue file; of an episode that stands there twice the last one. A torn last line is dropped.
 * @throws NormactError bad_cue_file naming the line
 */
export function readCueFile(file: string): CueRow[] {
  const rows = new Map<string, CueRow>();
  readJsonl(file).rows.forEach((row, i) => {
    const parsed = CueRowSchema.safeParse(row);
    if (!parsed.success)
      throw new NormactError(
        "bad_cue_file",
        `${file}, record ${i + 1}: ${z.prettifyError(parsed.error)}`,
        2,
      );
    rows.set(`${parsed.data.episode}~${parsed.data.twin}`, parsed.data);
  });
  return [...rows.values()];
}
