import { quantile } from "../../scoring/resampling.js";
import { sensitivity } from "../../scoring/sensitivity.js";
import { METRIC_OF, rateOf } from "./measure.js";
import type { LoadedRun } from "./rows.js";
import type { CallFigures, CallSummary, CueQuality, ReportRow, TwinCell } from "./types.js";

/** What a call's figures are called in a row: those of the planner, or of what made its cues. */
const PLANNER = {
  calls: "calls",
  cached: "cachedCalls",
  latency: "latencyMs",
  input: "inputTokens",
  cachedInput: "cachedInputTokens",
  output: "outputTokens",
  reasoning: "reasoningTokens",
  cost: "cost",
} as const;
const CUES = {
  calls: "cueCalls",
  cached: "cueCachedCalls",
  latency: "cueLatencyMs",
  input: "cueInputTokens",
  cachedInput: "cueCachedInputTokens",
  output: "cueOutputTokens",
  reasoning: "cueReasoningTokens",
  cost: "cueCost",
} as const;

/** Calls, tokens, latency and cost of a run, summed from its records. */
export function callsOf({ store, series, cue, rows }: LoadedRun): CallSummary {
  const planner = figuresOf(rows, PLANNER);
  const cues = rows.every((r) => r.cueCalls === null) ? null : figuresOf(rows, CUES);
  return {
    series,
    cue,
    run: store.info.runId,
    ...planner,
    answers: total(rows.map((r) => r.answers)) ?? 0,
    cues,
    totalCost: total([planner.cost, cues?.cost ?? null]),
  };
}

function figuresOf(rows: readonly ReportRow[], names: typeof PLANNER | typeof CUES): CallFigures {
  const sum = (name: keyof typeof PLANNER): number | null => total(rows.map((r) => r[names[name]]));
  const seconds = rows
    .flatMap((r) => r[names.latency] ?? [])
    .map((ms) => ms / 1000)
    .sort((a, b) => a - b);
  const called = rows.filter((r) => (r[names.calls] ?? 0) > 0);
  return {
    calls: sum("calls") ?? 0,
    cachedCalls: sum("cached") ?? 0,
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
      input: sum("input"),
      cachedInput: sum("cachedInput"),
      output: sum("output"),
      reasoning: sum("reasoning"),
    },
    cost: sum("cost"),
    uncosted: called.filter((r) => r[names.cost] === null).length,
  };
}

function total(values: readonly (number | null)[]): number | null {
  const known = values.filter((v): v is number => v !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}

/** What a cue's log says of its making (from the cache? in which turn? with how many tokens?), not of its quality. */
const BOOKKEEPING = /^(cached|madeInTurn|queryCut|attempts|latencyMs)$|^(usage|call)\./;

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
