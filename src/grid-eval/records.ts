import { z } from "zod";
import { scenarioSchema } from "../grid/scenarios/schema.js";
import { ACTIONS, FAMILIES, GROUPS } from "../grid/types.js";
import { ANSWER_OUTCOMES } from "./types.js";

/** The lines of a run's files. `steps.jsonl` holds answers and steps, `episodes.jsonl` finished episodes. */

export const PHASES = ["interaction", "seen", "unseen"] as const;
export type PhaseName = (typeof PHASES)[number];

const position = z.tuple([z.int(), z.int()]);

const beliefSchema = z.object({
  text: z.string(),
  confidence: z.number().nullable(),
  norms: z.array(z.object({ id: z.string(), p: z.number() })).optional(),
});

const callSchema = z.object({
  raw: z.string(),
  model: z.string(),
  input: z.number().nullable(),
  cachedInput: z.number().nullable(),
  output: z.number().nullable(),
  reasoning: z.number().nullable(),
  latencyMs: z.number(),
  attempts: z.int(),
  cached: z.boolean(),
  cost: z.number().nullable(),
});

/** A decision; of paid newcomers it is on the disk before it is acted on. */
export const answerLineSchema = z.object({
  type: z.literal("answer"),
  episode: z.string(),
  turn: z.int(),
  action: z.enum(ACTIONS),
  outcome: z.enum(ANSWER_OUTCOMES),
  reasoning: z.string().optional(),
  belief: beliefSchema.optional(),
  call: callSchema.optional(),
});
export type AnswerLine = z.infer<typeof answerLineSchema>;

/** What a turn on the map came to. */
export const stepLineSchema = z.object({
  type: z.literal("step"),
  episode: z.string(),
  turn: z.int(),
  /** the newcomer's person */
  id: z.int(),
  /** before the action */
  at: position,
  action: z.enum(ACTIONS),
  /** passed by itself: nobody was asked */
  automatic: z.boolean(),
  /** goals reached, this turn included */
  leg: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  sanctioned: z.boolean(),
  /** walked into a contested cell */
  blamed: z.boolean(),
  /** was part of a contest, to blame or not, or pushed by one */
  involved: z.boolean(),
  displaced: z.boolean(),
  reward: z.number(),
  /** others who were sanctioned on this turn */
  peers: z.array(z.int()),
  /** moves of others on this turn that were not sanctioned */
  compliant: z.int(),
});
export type StepLine = z.infer<typeof stepLineSchema>;

export const episodeSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.string(),
  norm: z.string(),
  family: z.enum(FAMILIES),
  phase: z.enum(PHASES),
  layout: z.string(),
  seed: z.int(),
  /** of the newcomer's first person */
  group: z.enum(GROUPS),
  habit: z.string().nullable(),
  steps: z.int(),
  /** share of the two goals, the better of its persons */
  task: z.union([z.literal(0), z.literal(0.5), z.literal(1)]),
  /** both goals and no sanction at all */
  joint: z.union([z.literal(0), z.literal(1)]),
  sanctions: z.int(),
  blamed: z.int(),
  involved: z.int(),
  displaced: z.int(),
  legs: z.int(),
  exits: z.int(),
  /** turns on the map, and those of them that passed by themselves */
  turns: z.int(),
  automatic: z.int(),
  reward: z.number(),
  /** answers by outcome */
  answers: z.record(z.string(), z.int()),
  /** the last one of the interaction phase; null in tests and when none was ever stated */
  belief: beliefSchema.nullable(),
  /** what was played, so that the log stands alone */
  scenario: scenarioSchema,
  community: z.object({
    slots: z.int(),
    persons: z.int(),
    finished: z.int(),
    /** turns on the map of those who finished, summed */
    finishedTurns: z.int(),
    reward: z.number(),
    sanctions: z.int(),
    /** of people who know the norm: none */
    awareSanctions: z.int(),
  }),
});
export type EpisodeRecord = z.infer<typeof episodeSchema>;
