import { addUsage } from "../models/cost-ledger.js";
import { NO_USAGE, type Usage } from "../models/types.js";
import type { ScoredEpisode } from "../scoring/metrics.js";
import { madeCueOf } from "./cue-call.js";
import type { Call, Sample } from "./sample.js";

/** What the calls of some samples came to, summed from their records. */
export interface CallTally {
  /** calls that were sent */
  calls: number;
  /** answers that came from the cache instead */
  cacheHits: number;
  /** tokens of the calls that were sent; null where no provider said anything */
  usage: Usage;
  /** US dollars; null when no call could be priced */
  cost: number | null;
  /** calls whose cost is not known */
  uncosted: number;
}

/** What summaries need of a sample: small enough to keep thousands of. */
export interface SampleBrief extends ScoredEpisode {
  id: string;
  epoch: number;
  overcomplied: boolean;
  /** answers that were asked for once more */
  reasked: number;
  /** of the planner's calls */
  tally: CallTally;
  /** of the calls that made its cues; null where no model was asked for one */
  cueTally: CallTally | null;
}

export const NO_CALLS: CallTally = {
  calls: 0,
  cacheHits: 0,
  usage: NO_USAGE,
  cost: null,
  uncosted: 0,
};

export function briefOf(sample: Sample): SampleBrief {
  return {
    id: sample.id,
    epoch: sample.epoch ?? 0,
    task: sample.task,
    outcome: sample.outcome,
    goal: sample.goal.ok,
    norm: sample.norm.ok,
    engaged: sample.norm.engaged,
    invalid: sample.invalid,
    overcomplied: sample.overcomplied?.overcomplied ?? false,
    reasked: sample.turns.filter((t) => t.reasked).length,
    tally: tallyOf(sample),
    cueTally: cueTallyOf(sample),
  };
}

function tallyOf(sample: Sample): CallTally {
  let sum = NO_CALLS;
  for (const turn of sample.turns) {
    if (turn.reasked?.call) sum = addCall(sum, turn.reasked.call, turn.reasked.usage);
    if (turn.call) sum = addCall(sum, turn.call, turn.usage);
  }
  return sum;
}

function cueTallyOf(sample: Sample): CallTally | null {
  let sum: CallTally | null = null;
  for (const turn of sample.turns) {
    const made = madeCueOf(turn);
    if (made) sum = addCall(sum ?? NO_CALLS, made.call, made.usage);
  }
  return sum;
}

/** The planner's calls and those that made its cues. */
export const wholeTally = ({ tally, cueTally }: SampleBrief): CallTally =>
  cueTally ? addTallies(tally, cueTally) : tally;

function addCall(
  sum: CallTally,
  call: Pick<Call, "cached" | "cost">,
  usage: Usage | null,
): CallTally {
  if (call.cached) return { ...sum, cacheHits: sum.cacheHits + 1 };
  return addTallies(sum, {
    calls: 1,
    cacheHits: 0,
    usage: usage ?? NO_USAGE,
    cost: call.cost,
    uncosted: call.cost === null ? 1 : 0,
  });
}

export function addTallies(a: CallTally, b: CallTally): CallTally {
  return {
    calls: a.calls + b.calls,
    cacheHits: a.cacheHits + b.cacheHits,
    usage: addUsage(a.usage, b.usage),
    cost: a.cost === null ? b.cost : b.cost === null ? a.cost : a.cost + b.cost,
    uncosted: a.uncosted + b.uncosted,
  };
}
