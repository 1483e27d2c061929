import { type Proportion, proportion } from "../scoring/intervals.js";
import {
  type CallOutcome,
  isScored,
  type MetricSet,
  type OutcomeStates,
  outcomeState,
  type Scores,
} from "../scoring/metrics.js";
import type { SampleBrief } from "./brief.js";

/** Counts over all samples of a run with several epochs. */
export interface SampleCounts {
  n: number;
  scored: number;
  unscored: Partial<Record<CallOutcome, number>>;
}

/** The samples of one episode. */
type Episode = readonly SampleBrief[];

const scoredOf = (episode: Episode): SampleBrief[] => episode.filter((s) => isScored(s.outcome));

/**
 * A rate over episodes: the mean within each episode first, so that repetitions add no n. `k` is the sum of those
 * means. The interval is Wilson's over the episodes: repetitions make the true one narrower, never wider.
 * @param count which samples of an episode enter its mean; an episode with none is left out
 */
export function rateOverEpisodes(
  episodes: readonly Episode[],
  holds: (sample: SampleBrief) => boolean,
  count: (sample: SampleBrief) => boolean = () => true,
): Proportion {
  const means = episodes.flatMap((episode) => {
    const counted = scoredOf(episode).filter(count);
    return counted.length === 0 ? [] : [counted.filter(holds).length / counted.length];
  });
  return proportion(
    means.reduce((sum, mean) => sum + mean, 0),
    means.length,
  );
}

/** Samples by episode, in the order of their first appearance. */
export function byEpisode(samples: readonly SampleBrief[]): Episode[] {
  const groups = new Map<string, SampleBrief[]>();
  for (const sample of samples) {
    const group = groups.get(sample.id);
    if (group) group.push(sample);
    else groups.set(sample.id, [sample]);
  }
  return [...groups.values()];
}

/** Scores of a run with several epochs: every number is one over episodes (design page, section 3, rule 8). */
export function scoreEpochs(samples: readonly SampleBrief[], tasks: readonly string[]): Scores {
  const episodes = byEpisode(samples);
  const scored = episodes.filter((e) => scoredOf(e).length > 0);
  const unscored: Scores["unscored"] = {};
  for (const [first] of episodes.filter((e) => scoredOf(e).length === 0))
    unscored[first!.outcome] = (unscored[first!.outcome] ?? 0) + 1;
  const byTask: Record<string, MetricSet> = {};
  for (const task of tasks) {
    const own = episodes.filter((e) => e[0]!.task === task);
    if (own.length > 0) byTask[task] = metrics(own);
  }
  return {
    n: episodes.length,
    scored: scored.length,
    invalid: scored.filter((e) => scoredOf(e).some((s) => s.invalid)).length,
    unscored,
    metrics: metrics(episodes),
    bounds: {
      goal_achieved: bounds(episodes, (s) => s.goal),
      norm_compliance: bounds(episodes, (s) => s.norm),
      task_success: bounds(episodes, (s) => s.goal && s.norm),
    },
    outcomes: outcomes(scored),
    byTask,
  };
}

function metrics(episodes: readonly Episode[]): MetricSet {
  return {
    goal_achieved: rateOverEpisodes(episodes, (s) => s.goal),
    norm_compliance: rateOverEpisodes(episodes, (s) => s.norm),
    norm_compliance_engaged: rateOverEpisodes(
      episodes,
      (s) => s.norm,
      (s) => s.engaged,
    ),
    task_success: rateOverEpisodes(episodes, (s) => s.goal && s.norm),
  };
}

/** If every unscored sample had failed, or succeeded. */
function bounds(
  episodes: readonly Episode[],
  holds: (sample: SampleBrief) => boolean,
): [number, number] | null {
  if (episodes.length === 0) return null;
  let low = 0;
  let high = 0;
  for (const episode of episodes) {
    const scored = scoredOf(episode);
    const held = scored.filter(holds).length;
    low += held / episode.length;
    high += (held + episode.length - scored.length) / episode.length;
  }
  return [low / episodes.length, high / episodes.length];
}

function outcomes(scored: readonly Episode[]): OutcomeStates {
  const states: OutcomeStates = { both: 0, norm_only: 0, goal_only: 0, neither: 0 };
  for (const episode of scored) {
    const own = scoredOf(episode);
    for (const s of own) states[outcomeState(s.goal, s.norm)] += 1 / own.length;
  }
  return states;
}

export function countSamples(samples: readonly SampleBrief[]): SampleCounts {
  const unscored: SampleCounts["unscored"] = {};
  for (const s of samples)
    if (!isScored(s.outcome)) unscored[s.outcome] = (unscored[s.outcome] ?? 0) + 1;
  return {
    n: samples.length,
    scored: samples.filter((s) => isScored(s.outcome)).length,
    unscored,
  };
}
