import { z } from "zod";
import { COLS, ROWS } from "../cells.js";
import { DOORS, GROUPS, type Scenario } from "../types.js";

/** The form of scenarios and of the benchmark's lines, for whatever reads them from a file. */

const position = z
  .tuple([
    z
      .int()
      .min(0)
      .max(ROWS - 1),
    z
      .int()
      .min(0)
      .max(COLS - 1),
  ])
  .readonly();

const goal = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("cell"), at: position, name: z.string().optional() }),
  z.strictObject({ kind: z.literal("chair") }),
  z.strictObject({ kind: z.literal("zone") }),
  z.strictObject({ kind: z.literal("counter") }),
  z.strictObject({ kind: z.literal("door"), door: z.enum(DOORS).nullable() }),
]);

const arrival = z.strictObject({
  group: z.enum(GROUPS),
  due: z.int().min(1),
  at: position,
  goals: z.tuple([goal, goal]).readonly(),
  leg: z.union([z.literal(0), z.literal(1)]).optional(),
  hold: z.int().min(0).optional(),
  dwell: z.int().min(0).optional(),
});

export const scenarioSchema = z.strictObject({
  schemaVersion: z.literal(1),
  id: z.string(),
  norm: z.string(),
  layout: z.string(),
  seed: z.int().min(0),
  phase: z.enum(["interaction", "seen", "unseen", "free"]),
  rules: z.enum(["repaired", "literal", "custom"]),
  horizon: z.int().min(1),
  capacity: z.int().min(1),
  slots: z
    .array(
      z.strictObject({
        policy: z.enum(["newcomer", "aware", "blind"]),
        first: arrival,
        replaced: z.boolean(),
      }),
    )
    .min(1),
  habit: z.string().optional(),
  attempt: z.int().min(0),
}) satisfies z.ZodType<Scenario>;

const tally = {
  sanctions: z.int(),
  blamed: z.int(),
  displaced: z.int(),
  legs: z.int(),
  exits: z.int(),
  turns: z.int(),
  reward: z.number(),
};

const summary = z.strictObject({
  steps: z.int(),
  task: z.union([z.literal(0), z.literal(0.5), z.literal(1)]),
  joint: z.union([z.literal(0), z.literal(1)]),
  newcomer: z.strictObject(tally),
  background: z.strictObject({ ...tally, awareSanctions: z.int() }),
});

export const entrySchema = z.strictObject({
  /** place of the norm in the library */
  index: z.int().min(0),
  scenario: scenarioSchema,
  rollouts: z.union([
    z.strictObject({ oracle: summary, "norm-blind": summary }),
    z.strictObject({ oracle: summary, idle: summary }),
  ]),
});

/** A line of the benchmark: a scenario with the rollouts that prove it. */
export type BenchmarkEntry = z.infer<typeof entrySchema>;
