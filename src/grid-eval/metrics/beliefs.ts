import { clusteredMean } from "../../scoring/estimates.js";
import { checkBelief } from "../beliefs/check.js";
import type { AnswerLine, EpisodeRecord, StepLine } from "../records.js";
import type { Belief } from "../types.js";
import type { MeanByNorm } from "./success.js";

/** Scores a belief from 0 (unrelated) to 1 (the same rule); null when it has no score. */
export type BeliefScore = (belief: Belief, norm: string) => number | null;

/** By the offline check: how far the belief forbids the same moves. */
export const offlineScore: BeliefScore = (belief, norm) => checkBelief(belief, norm).agreement;

/** A lesson with what was said and done in it. */
export interface Lesson {
  record: EpisodeRecord;
  answers: ReadonlyMap<number, AnswerLine>;
  steps: readonly StepLine[];
}

/** The belief held after each turn on which the newcomer stood on the map. */
export function beliefsByTurn({ answers, steps }: Lesson): Map<number, Belief> {
  const held = new Map<number, Belief>();
  let belief: Belief | undefined;
  for (const { turn } of steps) {
    belief = answers.get(turn)?.belief ?? belief;
    if (belief) held.set(turn, belief);
  }
  return held;
}

export interface CurvePoint {
  turn: number;
  mean: number | null;
  /** lessons in the mean, and those left out because no belief or no score was there */
  n: number;
  without: number;
}

const CURVE_STEP = 10;

/** Mean score of the belief held, every tenth turn. */
export function beliefCurve(lessons: readonly Lesson[], score: BeliefScore): CurvePoint[] {
  const horizon = Math.max(0, ...lessons.map((l) => l.record.scenario.horizon));
  const held = lessons.map((lesson) => ({
    norm: lesson.record.norm,
    turns: [...beliefsByTurn(lesson)],
  }));
  const points: CurvePoint[] = [];
  for (let turn = CURVE_STEP; turn <= horizon; turn += CURVE_STEP) {
    const scores = held.flatMap(({ norm, turns }) => {
      const last = turns.filter(([t]) => t <= turn).at(-1);
      return last ? (score(last[1], norm) ?? []) : [];
    });
    const n = scores.length;
    const mean = n === 0 ? null : scores.reduce((a, b) => a + b, 0) / n;
    points.push({ turn, mean, n, without: lessons.length - n });
  }
  return points;
}

export const EVENTS = ["own", "peer", "compliance"] as const;
export type BeliefEvent = (typeof EVENTS)[number];

/** What the newcomer was shown by a turn: its own mark first, then marks of others, then moves without one. */
export function eventOf(step: StepLine): BeliefEvent | null {
  if (step.sanctioned) return "own";
  if (step.peers.length > 0) return "peer";
  return step.compliant > 0 ? "compliance" : null;
}

export interface BeliefChange extends MeanByNorm {
  /** turns whose belief, or the next one, has no score */
  without: number;
}

/**
 * How much the belief improves from a turn to the next, by what the turn showed: marks of a turn are seen on the
 * next one, so the change is looked for there.
 */
export function beliefChange(
  lessons: readonly Lesson[],
  score: BeliefScore,
): Record<BeliefEvent, BeliefChange> {
  const found: Record<BeliefEvent, { change: number; norm: string }[]> = {
    own: [],
    peer: [],
    compliance: [],
  };
  const without: Record<BeliefEvent, number> = { own: 0, peer: 0, compliance: 0 };
  for (const lesson of lessons) {
    const { norm } = lesson.record;
    const held = beliefsByTurn(lesson);
    for (const step of lesson.steps) {
      const event = eventOf(step);
      const [now, next] = [held.get(step.turn), held.get(step.turn + 1)];
      if (!event || !now || !next) continue;
      const [a, b] = [score(now, norm), score(next, norm)];
      if (a === null || b === null) without[event]++;
      else found[event].push({ change: b - a, norm });
    }
  }
  const of = (event: BeliefEvent): BeliefChange => {
    const { mean, ci95, n, clusters } = clusteredMean(
      found[event].map((f) => f.change),
      found[event].map((f) => f.norm),
    );
    return { mean, ci95, episodes: n, norms: clusters, without: without[event] };
  };
  return { own: of("own"), peer: of("peer"), compliance: of("compliance") };
}

/** Final beliefs by the offline check. */
export interface FinalBeliefs {
  lessons: number;
  right: number;
  /** stated, but about another norm or more than the norm */
  wrong: number;
  /** stated in words that the check cannot place */
  unplaced: number;
  none: number;
  byNorm: { norm: string; text: string | null; nearest: string | null; right: boolean }[];
  /** final beliefs that come down to the habit of the background, where there was one */
  habitTaken: number;
}

export function finalBeliefs(records: readonly EpisodeRecord[]): FinalBeliefs {
  const lessons = records.filter((r) => r.phase === "interaction");
  const checks = lessons.map((record) => ({
    record,
    check: checkBelief(record.belief, record.norm),
  }));
  const stated = checks.filter(({ record }) => record.belief);
  const right = stated.filter(({ check }) => check.right).length;
  const unplaced = stated.filter(({ check }) => check.nearest === null).length;
  return {
    lessons: lessons.length,
    right,
    wrong: stated.length - right - unplaced,
    unplaced,
    none: lessons.length - stated.length,
    byNorm: checks.map(({ record, check }) => ({
      norm: record.norm,
      text: record.belief?.text ?? null,
      nearest: check.nearest,
      right: check.right,
    })),
    habitTaken: checks.filter(
      ({ record, check }) => record.habit !== null && check.norms.includes(record.habit),
    ).length,
  };
}
