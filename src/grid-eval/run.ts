import type { Scenario } from "../grid/types.js";
import type { GridEvalPool } from "./jobs.js";
import type { NormPlan } from "./plan.js";
import { type Played, playEpisode } from "./play.js";
import type { AnswerLine, EpisodeRecord } from "./records.js";
import type { GridLog, GridStore } from "./store.js";
import { type Belief, type Newcomer, NoAnswer } from "./types.js";

export interface RunOptions {
  store: GridStore;
  newcomer: Newcomer;
  seed: number;
  plans: readonly NormPlan[];
  /** norms at a time with a model */
  concurrency: number;
  pool: GridEvalPool;
  /** no new turn is begun after this */
  stop: AbortSignal;
  onEpisode(record: EpisodeRecord): void;
  onAnswer(line: AnswerLine): void;
}

/** What kept episodes from being played. */
export interface RunProblems {
  /** the first reasons, worded */
  errors: string[];
  /** tests left out because their norm has no interaction phase in this run */
  withoutBelief: string[];
  /** a limit on cost or tokens was reached */
  limitReached: boolean;
}

export const noProblems = (): RunProblems => ({
  errors: [],
  withoutBelief: [],
  limitReached: false,
});

/**
 * Plays what a run lacks of the plans: each norm's lesson first, then its tests with the belief that the lesson
 * ended with. Norms are independent of each other.
 */
export async function executeGridRun(options: RunOptions): Promise<RunProblems> {
  const { store, newcomer, plans } = options;
  const done = store.episodes();
  const log = newcomer.paid ? store.log() : null;
  const problems = noProblems();
  let fatal = false;
  const halted = (): boolean => fatal || options.stop.aborted;
  const play = async (scenario: Scenario, belief: Belief | null): Promise<boolean> => {
    if (done.has(scenario.id)) return true;
    if (halted()) return false;
    const played = await playOne(options, log, scenario, belief, halted);
    if (!played) return false;
    store.appendSteps(newcomer.paid ? played.steps : [...played.answers, ...played.steps]);
    store.appendEpisode(played.record);
    done.set(scenario.id, played.record);
    options.onEpisode(played.record);
    return true;
  };
  const playNorm = async ({ lesson, tests, norm }: NormPlan): Promise<void> => {
    try {
      if (lesson && newcomer.phases.includes("interaction") && !(await play(lesson, null))) return;
      const taught = lessonOf(done, norm);
      if (newcomer.learns && !taught) {
        problems.withoutBelief.push(...tests.map((t) => t.id));
        return;
      }
      const played = tests.map((test) => play(test, taught?.belief ?? null));
      const ends = await Promise.allSettled(played);
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (error.reason !== "cancelled") problems.errors.push(error.message);
      problems.limitReached ||= error.reason === "limit";
      fatal ||= error.fatal;
    }
  };
  await inParallel(plans, newcomer.paid ? options.concurrency : plans.length, playNorm);
  return problems;
}

/** The finished lesson of a norm. */
function lessonOf(done: ReadonlyMap<string, EpisodeRecord>, norm: string) {
  for (const record of done.values())
    if (record.norm === norm && record.phase === "interaction") return record;
  return null;
}

async function playOne(
  options: RunOptions,
  log: GridLog | null,
  scenario: Scenario,
  belief: Belief | null,
  halted: () => boolean,
): Promise<Played | null> {
  const { newcomer, store, pool, seed } = options;
  if (!newcomer.paid) return pool.run({ newcomer: newcomer.name, seed, scenario, belief });
  const known = log?.answers.get(scenario.id);
  return playEpisode(scenario, newcomer.player(belief, scenario.norm), {
    ...(known ? { known } : {}),
    stopped: halted,
    onAnswer(line) {
      store.appendSteps([line]);
      options.onAnswer(line);
    },
  });
}

/** Runs `work` for all items, at most `width` at a time. @throws the first error, once those begun have ended */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  const lanes = Array.from({ length: Math.max(1, Math.min(width, items.length)) }, lane);
  const ends = await Promise.allSettled(lanes);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
