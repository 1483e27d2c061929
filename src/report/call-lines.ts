import type { CallFigures, CallSummary } from "./data/types.js";
import { cueTitle } from "./format.js";

/** One line of a table of calls. */
export interface CallLine extends CallFigures {
  series: string;
  /** the cue, or what of a run's calls the line holds */
  name: string;
}

/** A run's lines: the planner's calls; where a model made the cues, its calls and both together below. */
export function callLines(run: CallSummary): CallLine[] {
  const { series, cue, cues, totalCost } = run;
  const planner = { ...run, name: cueTitle(cue) };
  if (!cues) return run.calls > 0 ? [planner] : [];
  const both: CallLine = {
    series,
    name: "= both",
    calls: run.calls + cues.calls,
    cachedCalls: run.cachedCalls + cues.cachedCalls,
    // an episode waits for its cue and then for its planner, but most cues are shared: there is no one figure
    latency: null,
    tokens: {
      input: sum(run.tokens.input, cues.tokens.input),
      cachedInput: sum(run.tokens.cachedInput, cues.tokens.cachedInput),
      output: sum(run.tokens.output, cues.tokens.output),
      reasoning: sum(run.tokens.reasoning, cues.tokens.reasoning),
    },
    cost: totalCost,
    uncosted: run.uncosted + cues.uncosted,
  };
  return [planner, { ...cues, series, name: "+ its cues" }, both];
}

const sum = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : a + b;
