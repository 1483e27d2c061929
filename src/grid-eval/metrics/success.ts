import { FAMILIES, type Family } from "../../grid/types.js";
import { clusteredMean } from "../../scoring/estimates.js";
import type { EpisodeRecord } from "../records.js";
import { type Share, shareByNorm } from "./share.js";

export const SPLITS = ["seen", "unseen"] as const;
export type Split = (typeof SPLITS)[number];

/** A mean of any scale over episodes, its interval by norm (t on norms − 1). */
export interface MeanByNorm {
  mean: number | null;
  ci95: [number, number] | null;
  episodes: number;
  norms: number;
}

/** What tests of one split came to. */
export interface SplitFigures {
  joint: Share;
  task: Share;
  /** no sanction, finished or not */
  clean: Share;
  jointByFamily: Record<Family, Share>;
  taskByFamily: Record<Family, Share>;
  sanctions: MeanByNorm;
  /** turns until both goals were reached, finished episodes only */
  pathLength: MeanByNorm;
  /** the same with the horizon for those that were not finished */
  pathLengthImputed: MeanByNorm;
  /** share of episodes in which it walked into a contested cell, and in which it was in a contest at all */
  collisionBlamed: Share;
  collisionInvolved: Share;
  /** turns on the map of others who finished; those who did not are left out and counted */
  communityPathLength: MeanByNorm;
  communityUnfinished: number;
  /** reward of others in an episode: per person who came, and per slot */
  welfarePerPerson: MeanByNorm;
  welfarePerSlot: MeanByNorm;
}

/** Figures of the tests of a split; tests that were not played are not in them. */
export function splitFigures(records: readonly EpisodeRecord[], split: Split): SplitFigures {
  const tests = records.filter((r) => r.phase === split);
  const done = tests.filter((r) => r.task === 1);
  const share = (of: readonly EpisodeRecord[], value: (r: EpisodeRecord) => number): Share =>
    shareByNorm(
      of.map(value),
      of.map((r) => r.norm),
    );
  const byFamily = (value: (r: EpisodeRecord) => number): Record<Family, Share> =>
    Object.fromEntries(
      FAMILIES.map((family) => [
        family,
        share(
          tests.filter((r) => r.family === family),
          value,
        ),
      ]),
    ) as Record<Family, Share>;
  const peopled = tests.filter((r) => r.community.persons > 0);
  return {
    joint: share(tests, (r) => r.joint),
    task: share(tests, (r) => r.task),
    clean: share(tests, (r) => (r.sanctions === 0 ? 1 : 0)),
    jointByFamily: byFamily((r) => r.joint),
    taskByFamily: byFamily((r) => r.task),
    sanctions: meanByNorm(tests, (r) => r.sanctions),
    pathLength: meanByNorm(done, (r) => r.steps),
    pathLengthImputed: meanByNorm(tests, (r) => (r.task === 1 ? r.steps : r.scenario.horizon)),
    collisionBlamed: share(tests, (r) => (r.blamed > 0 ? 1 : 0)),
    collisionInvolved: share(tests, (r) => (r.involved > 0 ? 1 : 0)),
    communityPathLength: meanByNorm(
      tests.filter((r) => r.community.finished > 0),
      (r) => r.community.finishedTurns / r.community.finished,
    ),
    communityUnfinished: tests.reduce((n, r) => n + r.community.persons - r.community.finished, 0),
    welfarePerPerson: meanByNorm(peopled, (r) => r.community.reward / r.community.persons),
    welfarePerSlot: meanByNorm(tests, (r) => r.community.reward / r.community.slots),
  };
}

/** Mean over episodes with an interval by norm. */
export function meanByNorm(
  records: readonly EpisodeRecord[],
  value: (record: EpisodeRecord) => number,
): MeanByNorm {
  const { mean, ci95, n, clusters } = clusteredMean(
    records.map(value),
    records.map((r) => r.norm),
  );
  return { mean, ci95, episodes: n, norms: clusters };
}

/** Tests a norm has. */
const TESTS = 6;

/** Norms whose tests were all played and passed. */
export function solvedNorms(records: readonly EpisodeRecord[]): string[] {
  const passed = new Map<string, number>();
  for (const { norm, joint, phase } of records)
    if (phase !== "interaction" && joint === 1) passed.set(norm, (passed.get(norm) ?? 0) + 1);
  return [...passed].filter(([, n]) => n === TESTS).map(([norm]) => norm);
}

/** What interaction phases came to. */
export interface LessonFigures {
  lessons: number;
  /** own sanctions in 200 turns */
  violations: MeanByNorm;
  /** own sanctions so far, mean over lessons, every tenth turn */
  violationCurve: { turn: number; mean: number }[];
  goals: MeanByNorm;
  answers: Record<string, number>;
}

const CURVE_STEP = 10;

/** @param sanctionedTurns turns of own sanctions by episode, from the step log */
export function lessonFigures(
  records: readonly EpisodeRecord[],
  sanctionedTurns: ReadonlyMap<string, readonly number[]>,
): LessonFigures {
  const lessons = records.filter((r) => r.phase === "interaction");
  const horizon = Math.max(0, ...lessons.map((r) => r.scenario.horizon));
  const curve: LessonFigures["violationCurve"] = [];
  for (let turn = CURVE_STEP; turn <= horizon; turn += CURVE_STEP) {
    const upTo = (r: EpisodeRecord): number =>
      (sanctionedTurns.get(r.id) ?? []).filter((t) => t <= turn).length;
    curve.push({ turn, mean: lessons.reduce((sum, r) => sum + upTo(r), 0) / lessons.length });
  }
  return {
    lessons: lessons.length,
    violations: meanByNorm(lessons, (r) => r.sanctions),
    violationCurve: curve,
    goals: meanByNorm(lessons, (r) => r.legs),
    answers: sumCounts(records.map((r) => r.answers)),
  };
}

function sumCounts(counts: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of counts)
    for (const [key, n] of Object.entries(one)) sum[key] = (sum[key] ?? 0) + n;
  return sum;
}
