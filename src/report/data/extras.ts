import { quantile } from "../../scoring/resampling.js";
import { sensitivity } from "../../scoring/sensitivity.js";
import { METRIC_OF, rateOf } from "./measure.js";
import type { LoadedRun } from "./rows.js";
import type { CallSummary, CueQuality, ReportRow, TwinCell } from "./types.js";

/** Calls, tokens, latency and cost of a run, summed from its records. */
export function callsOf({ store, series, cue, rows }: LoadedRun): CallSummary {
  const total = (pick: (r: ReportRow) => number | null): number | null => {
    const known = rows.map(pick).filter((v): v is number => v !== null);
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
  };
  const seconds = rows
    .flatMap((r) => (r.latencyMs === null ? [] : [r.latencyMs / 1000]))
    .sort((a, b) => a - b);
  const called = rows.filter((r) => r.calls > 0);
  return {
    series,
    cue,
    run: store.info.runId,
    calls: total((r) => r.calls) ?? 0,
    cachedCalls: total((r) => r.cachedCalls) ?? 0,
    answers: total((r) => r.answers) ?? 0,
    latency:
      seconds.length === 0
        ? null
        : {
            n: seconds.length,
            median: quantile(seconds, 0.5),
            p90: quantile(seconds, 0.9),
            max: seconds.at(-1)!,
          },
    tokens: {
      input: total((r) => r.inputTokens),
      cachedInput: total((r) => r.cachedInputTokens),
      output: total((r) => r.outputTokens),
      reasoning: total((r) => r.reasoningTokens),
    },
    cost: total((r) => r.cost),
    uncosted: called.filter((r) => r.cost === null).length,
  };
}

/** What a cue's log says of its making (from the cache? in which turn? with how many tokens?), not of its quality. */
const BOOKKEEPING = /^(cached|madeInTurn|queryCut|attempts|latencyMs)$|^usage\./;

/** What a cue condition logged of itself (retrieval scores, checks), beside the success of its episodes. */
export function cueQualityOf({ store, series, cue, rows }: LoadedRun): CueQuality | null {
  const logged = rows.filter((r) => Object.keys(r.cueLog).length > 0);
  if (logged.length === 0) return null;
  const names = [...new Set(logged.flatMap((r) => Object.keys(r.cueLog)))]
    .filter((name) => !BOOKKEEPING.test(name))
    .sort();
  const values: CueQuality["values"] = {};
  for (const name of names) {
    const own = logged.filter((r) => r.cueLog[name] !== undefined);
    const mean = own.reduce((sum, r) => sum + r.cueLog[name]!, 0) / own.length;
    const scored = own.filter((r) => r.scored);
    values[name] = {
      n: own.length,
      mean,
      successAbove: rateOf(
        scored.filter((r) => r.cueLog[name]! > mean),
        METRIC_OF.task_success,
      ),
      successBelow: rateOf(
        scored.filter((r) => r.cueLog[name]! <= mean),
        METRIC_OF.task_success,
      ),
    };
  }
  return { series, cue, run: store.info.runId, n: logged.length, values };
}

/** A twin run: the goal, what was paid for an absent norm, and d′ beside the run of the episodes. */
export function twinCell(twin: LoadedRun, instances: LoadedRun | undefined): TwinCell {
  const scored = twin.rows.filter((r) => r.scored);
  const partner = new Map(instances?.rows.filter((r) => r.scored).map((r) => [key(r), r]));
  const pairs = scored.flatMap((r) => {
    const instance = partner.get(key(r));
    return instance ? [{ instance, twin: r }] : [];
  });
  return {
    series: twin.series,
    cue: twin.cue,
    run: twin.store.info.runId,
    expected: twin.expected,
    scored: scored.length,
    goal_achieved: rateOf(scored, METRIC_OF.goal_achieved),
    overcomplied: rateOf(scored, (r) => r.overcomplied === true),
    sensitivity:
      pairs.length === 0
        ? null
        : sensitivity(
            { k: pairs.filter((p) => p.instance.norm).length, n: pairs.length },
            { k: pairs.filter((p) => p.twin.overcomplied === true).length, n: pairs.length },
          ),
  };
}

const key = (r: ReportRow): string => `${r.id}#${r.epoch}`;
