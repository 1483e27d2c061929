import {
  type LessonFigures,
  lessonFigures,
  type SplitFigures,
  splitFigures,
} from "./metrics/success.js";
import type { EpisodeRecord } from "./records.js";
import type { GridStore } from "./store.js";

/** Scores of a run, worked out from its log alone. */
export interface GridSummary {
  schemaVersion: 1;
  runId: string;
  newcomer: string;
  label: string;
  norms: number;
  episodes: { interaction: number; seen: number; unseen: number };
  seen: SplitFigures;
  unseen: SplitFigures;
  interaction: LessonFigures;
}

/** @param only episodes to count; all that are in the run unless given */
export function summariseGrid(store: GridStore, only?: readonly string[]): GridSummary {
  const records = [...store.episodes().values()].filter((r) => only?.includes(r.id) ?? true);
  const { steps } = store.log();
  const sanctioned = new Map(
    [...steps].map(([id, lines]) => [id, lines.filter((l) => l.sanctioned).map((l) => l.turn)]),
  );
  const count = (phase: EpisodeRecord["phase"]): number =>
    records.filter((r) => r.phase === phase).length;
  const { runId, settings } = store.info;
  return {
    schemaVersion: 1,
    runId,
    newcomer: settings.newcomer,
    label: settings.label,
    norms: new Set(records.map((r) => r.norm)).size,
    episodes: {
      interaction: count("interaction"),
      seen: count("seen"),
      unseen: count("unseen"),
    },
    seen: splitFigures(records, "seen"),
    unseen: splitFigures(records, "unseen"),
    interaction: lessonFigures(records, sanctioned),
  };
}
