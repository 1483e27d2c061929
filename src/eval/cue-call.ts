import { z } from "zod";
import { UsageSchema } from "../models/usage-schema.js";
import type { TurnRecord } from "./sample.js";

/**
 * What a condition logs of a cue that a model was called for (`cueLog` of a turn). Read apart from the sample's
 * schema: other conditions log other things, and logs of before the calls were kept hold no `call`.
 */
const MadeCueSchema = z.object({
  /** the turn whose record carries the call; later turns only repeat the cue */
  madeInTurn: z.int(),
  usage: UsageSchema.nullable(),
  call: z.object({
    cached: z.boolean(),
    cost: z.number().nullable(),
    latencyMs: z.number(),
    waitedMs: z.number(),
  }),
});

export type MadeCue = Pick<z.infer<typeof MadeCueSchema>, "usage" | "call">;

/** The call that made this turn's cue; null where none was made for it, or nothing is known of it. */
export function madeCueOf(turn: Pick<TurnRecord, "turn" | "cueLog">): MadeCue | null {
  const made = MadeCueSchema.safeParse(turn.cueLog);
  return made.success && made.data.madeInTurn === turn.turn ? made.data : null;
}
