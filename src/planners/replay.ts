import { NormactError, UsageError } from "../core/errors.js";
import type { ModelOutcome, Usage } from "../models/types.js";
import type { Planner } from "./types.js";

export interface ReplayKey {
  episodeId: string;
  /** 0-based */
  turn: number;
  cue: string;
  /** which repetition; 0 when left out */
  epoch?: number;
}

/** An answer as a run's log keeps it. */
export interface RecordedReply {
  /** null where the call gave no answer */
  raw: string | null;
  outcome: ModelOutcome | "invalid_output";
  usage: Usage | null;
  model: string | null;
}

/** Opens a run by its name; the answer finds a reply in it, or null. */
export type ReplayReader = (run: string) => Promise<(key: ReplayKey) => RecordedReply | null>;

/**
 * Answers word for word what was answered in an earlier run, by episode, turn and cue.
 * @throws NormactError no_recorded_reply when the run has none for a turn
 */
export async function replayPlanner(run: string, reader?: ReplayReader): Promise<Planner> {
  if (!reader) {
    throw new UsageError("no_replay_reader", `replay/${run} needs the runs' folder to read from`);
  }
  const find = await reader(run);
  return {
    name: `replay/${run}`,
    label: `the answers of run ${run}, word for word`,
    needsPicture: false,
    privileged: false,
    async plan({ episodeId, turn, cue, epoch = 0 }) {
      const found = find({ episodeId, turn, cue, epoch });
      if (!found) {
        throw new NormactError(
          "no_recorded_reply",
          `run ${run} has no answer for ${episodeId}, turn ${turn}, cue ${cue}; choose its episodes (--episodes) and its cue (--cue)`,
          2,
        );
      }
      return {
        raw: found.raw ?? "",
        // Whether a text is a plan is found out anew.
        outcome: found.outcome === "invalid_output" ? "ok" : found.outcome,
        usage: found.usage,
        latencyMs: 0,
        ...(found.model === null ? {} : { model: found.model }),
      };
    },
  };
}
