import { judgedBeliefs, readVerdicts } from "./judge/store.js";
import {
  type BeliefChange,
  type BeliefEvent,
  type BeliefScore,
  beliefChange,
  beliefCurve,
  type CurvePoint,
  type FinalBeliefs,
  finalBeliefs,
  type Lesson,
  offlineScore,
} from "./metrics/beliefs.js";
import { type ContraryEvidence, contraryEvidence } from "./metrics/contrary.js";
import { type RuleFigures, ruleFigures } from "./metrics/rules.js";
import {
  type LessonFigures,
  lessonFigures,
  type SplitFigures,
  splitFigures,
} from "./metrics/success.js";
import type { EpisodeRecord } from "./records.js";
import type { GridLog, GridStore } from "./store.js";

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
  /** null for newcomers that call nobody */
  calls: CallFigures | null;
  /** null for newcomers that state none */
  beliefs: BeliefFigures | null;
}

/** What the answers of a run took. */
export interface CallFigures {
  answers: number;
  /** taken from the answer cache, at no cost */
  cached: number;
  /** tokens, where the provider said; null when it never did */
  input: number | null;
  output: number | null;
  /** US dollars over all answers with a known price; null when none has one */
  cost: number | null;
  /** answers whose price is not known */
  unpriced: number;
}

function callFigures(records: readonly EpisodeRecord[], log: GridLog): CallFigures | null {
  const calls = records.flatMap((r) =>
    [...(log.answers.get(r.id)?.values() ?? [])].flatMap((a) => a.call ?? []),
  );
  if (calls.length === 0) return null;
  const sum = (values: (number | null)[]): number | null => {
    const known = values.filter((v) => v !== null);
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
  };
  return {
    answers: calls.length,
    cached: calls.filter((c) => c.cached).length,
    input: sum(calls.map((c) => c.input)),
    output: sum(calls.map((c) => c.output)),
    cost: sum(calls.map((c) => c.cost)),
    unpriced: calls.filter((c) => c.cost === null).length,
  };
}

/** How right beliefs are, by the offline check and, where a judge has read them, by its scores. */
export interface BeliefFigures {
  final: FinalBeliefs;
  offline: ScoredBeliefs;
  judged: (ScoredBeliefs & { judge: string; beliefs: number; failed: number }) | null;
  contrary: ContraryEvidence;
  /** rules in final beliefs, where a judge has split them */
  rules: RuleFigures | null;
}

export interface ScoredBeliefs {
  curve: CurvePoint[];
  change: Record<BeliefEvent, BeliefChange>;
}

function beliefFigures(
  records: readonly EpisodeRecord[],
  log: GridLog,
  folder: string,
): BeliefFigures | null {
  const judged = judgedBeliefs(folder);
  const lessons = lessonsOf(records, log);
  if (!lessons.some((l) => [...l.answers.values()].some((a) => a.belief))) return null;
  const scored = (score: BeliefScore): ScoredBeliefs => ({
    curve: beliefCurve(lessons, score),
    change: beliefChange(lessons, score),
  });
  return {
    final: finalBeliefs(records),
    offline: scored(offlineScore),
    judged: judged && {
      judge: judged.judge,
      beliefs: judged.beliefs,
      failed: judged.failed,
      ...scored(judged.score),
    },
    contrary: contraryEvidence(lessons),
    rules: ruleFigures(readVerdicts(folder).rules),
  };
}

/** The lessons of a run with their answers and steps. */
export function lessonsOf(records: readonly EpisodeRecord[], log: GridLog): Lesson[] {
  return records
    .filter((r) => r.phase === "interaction")
    .map((record) => ({
      record,
      answers: log.answers.get(record.id) ?? new Map(),
      steps: log.steps.get(record.id) ?? [],
    }));
}

/** @param only episodes to count; all that are in the run unless given */
export function summariseGrid(store: GridStore, only?: readonly string[]): GridSummary {
  const records = [...store.episodes().values()].filter((r) => only?.includes(r.id) ?? true);
  const log = store.log();
  const sanctioned = new Map(
    [...log.steps].map(([id, lines]) => [id, lines.filter((l) => l.sanctioned).map((l) => l.turn)]),
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
    calls: callFigures(records, log),
    beliefs: beliefFigures(records, log, store.folder),
  };
}
