import { z } from "zod";
import { NormactError } from "../../core/errors.js";
import { readJsonl } from "../../core/jsonl.js";

const SeenSchema = z.object({
  name: z.string(),
  kind: z.string(),
  location: z.tuple([z.number(), z.number(), z.number()]),
  distance: z.number(),
  state: z.string().nullable(),
  posture: z.string().nullable(),
  facing: z.number().nullable(),
});

/** Of a picture that was drawn here: which scene it is, and how far from the benchmark it lies. */
const SceneSchema = z.object({
  variant: z.string(),
  place: z.string(),
  seed: z.int(),
  instance: z.int(),
  /** redraws that the checks asked for */
  attempt: z.int(),
  /** hash of the episode */
  episode: z.string(),
  /** shape of the place, turned or not */
  layout: z.string(),
  viewpoint: z.string(),
  phash: z.string(),
  nearest: z.object({ id: z.string(), distance: z.int() }).nullable(),
  visible: z.array(SeenSchema),
  /** names of what the norm shows itself by */
  evidence: z.array(z.string()),
});

/** One picture of a training set: a line of its `items.jsonl`. */
export const ItemSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  /** below the set's folder */
  file: z.string(),
  task: z.string(),
  dimension: z.string(),
  goal: z.string(),
  /** a rule of its own, in place of the label prompt's for its task */
  rule: z.string().optional(),
  /** pictures of one group never stand on both sides of the split */
  group: z.string(),
  /** SHA-256 of the raw pixels */
  image: z.string(),
  width: z.int(),
  height: z.int(),
  origin: z.enum(["rendered", "own"]),
  scene: SceneSchema.optional(),
});
export type Item = z.infer<typeof ItemSchema>;

export const SetInfoSchema = z.object({
  schemaVersion: z.literal(1),
  name: z.string(),
  origin: z.enum(["rendered", "own"]),
  images: z.int(),
  perTask: z.record(z.string(), z.int()),
  /** of a drawn set */
  seed: z.int().nullable(),
  renderer: z.string().nullable(),
  /** SHA-256 over the lines of `items.jsonl` */
  hash: z.string(),
});
export type SetInfo = z.infer<typeof SetInfoSchema>;

/**
 * The items of a set, by id in order of the file; of an item that stands there twice the last one.
 * @throws NormactError bad_training_set naming the record
 */
export function readItems(file: string): Item[] {
  const items = new Map<string, Item>();
  readJsonl(file).rows.forEach((row, i) => {
    const parsed = ItemSchema.safeParse(row);
    if (!parsed.success)
      throw new NormactError(
        "bad_training_set",
        `${file}, record ${i + 1}: ${z.prettifyError(parsed.error)}`,
        2,
      );
    items.set(parsed.data.id, parsed.data);
  });
  return [...items.values()];
}
