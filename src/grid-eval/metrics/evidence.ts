import { actionCode } from "../../grid/cells.js";
import { geometryOf } from "../../grid/layouts.js";
import { BENCHMARK_NORMS } from "../../grid/norms/index.js";
import { rulesOf } from "../../grid/rules.js";
import { EVIDENCE, type Evidence, Learner } from "../newcomers/bayes/learner.js";
import { MoveWatcher } from "../newcomers/bayes/moves.js";
import type { EpisodeRecord, StepLine } from "../records.js";
import { replayEpisode } from "../replay.js";

/** How much an interaction phase told of its norm to whoever stood where the newcomer stood. */
export interface LessonEvidence {
  norm: string;
  /** pieces of evidence by kind: own sanctions, those of others, and moves that went unmarked */
  events: Record<Evidence, number>;
  /** what they did for the hidden norm, in bits; negative where they spoke against it */
  bits: Record<Evidence, number>;
  /** bits a piece; null without any */
  perEvent: Record<Evidence, number | null>;
  /** bits that there were to be had: the norm among fifty and "something else" */
  needed: number;
  /** chance of the hidden norm at the end */
  final: number;
  /** first turn from which on its chance stays at 90 % or more; null when it never does */
  identifiedAt: number | null;
}

/** A norm counts as identified from here on. */
const IDENTIFIED = 0.9;

const zeros = (): Record<Evidence, number> => ({ own: 0, peer: 0, compliant: 0 });

/** Has the Bayesian learner watch a lesson that somebody played, and keeps the hidden norm's books. */
export function lessonEvidence(
  record: EpisodeRecord,
  steps: readonly StepLine[],
): LessonEvidence | null {
  const truth = BENCHMARK_NORMS.findIndex((norm) => norm.id === record.norm);
  if (truth < 0) return null;
  const geometry = geometryOf(record.layout);
  const [events, bits] = [zeros(), zeros()];
  const learner = new Learner(geometry, rulesOf(record.scenario.rules), (kind, _turn, gain) => {
    events[kind]++;
    bits[kind] += gain(truth);
  });
  const watcher = new MoveWatcher(geometry);
  let identifiedAt: number | null = null;
  replayEpisode(record.scenario, steps, ({ sight, line, result }) => {
    if (sight && line) {
      for (const move of watcher.see(sight)) learner.learn(move);
      watcher.act(actionCode(line.action));
      const { turn, sanctioned, displaced, reward, leg } = line;
      const own = watcher.felt({ turn, sanctioned, displaced, reward, gone: leg === 2 });
      if (own) learner.learn(own);
    }
    const sure = learner.posterior.p(truth) >= IDENTIFIED;
    identifiedAt = sure ? (identifiedAt ?? result.turn) : null;
  });
  const perEvent = Object.fromEntries(
    EVIDENCE.map((kind) => [kind, events[kind] === 0 ? null : bits[kind] / events[kind]]),
  ) as LessonEvidence["perEvent"];
  return {
    norm: record.norm,
    events,
    bits,
    perEvent,
    needed: Math.log2(BENCHMARK_NORMS.length + 1),
    final: learner.posterior.p(truth),
    identifiedAt,
  };
}
