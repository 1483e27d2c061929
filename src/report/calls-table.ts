import { plural } from "../core/shown.js";
import type { RunSummary } from "../eval/summary.js";
import type { CallOutcome } from "../scoring/metrics.js";
import { textTable } from "./text-table.js";

const money = (cost: number | null): string =>
  cost === null ? "–" : `$${cost.toFixed(cost < 1 ? 4 : 2)}`;
const count = (n: number | null): string => (n === null ? "–" : String(n));

/** "3 refused, 1 truncated"; "all scored". */
export function outcomeText(unscored: Partial<Record<CallOutcome, number>>): string {
  const parts = Object.entries(unscored).map(([kind, n]) => `${n} ${kind}`);
  return parts.length === 0 ? "all scored" : parts.join(", ");
}

/**
 * How the calls of runs ended and what they took, run by run and for every cue; "" where nobody was called. Calls
 * that made cues stand apart from the planner's. All of it is summed from the runs' records.
 */
export function callsTable(runs: readonly RunSummary[]): string {
  const called = runs.filter((r) => r.calls + r.cacheHits > 0 || r.cueCalls);
  if (called.length === 0) return "";
  const rows: (string[] | null)[] = called.flatMap((r) =>
    lines([r.model, r.cue, `${r.scored}/${r.n}`, outcomeText(r.unscored)], [r]),
  );
  const cues = [...new Set(called.map((r) => r.cue))];
  if (called.length > 1) {
    rows.push(null);
    for (const cue of cues)
      rows.push(
        ...lines(
          ["all", cue, "", ""],
          called.filter((r) => r.cue === cue),
        ),
      );
    if (cues.length > 1) rows.push(...lines(["all", "all", "", ""], called));
  }
  const missing = called.reduce((n, r) => n + r.uncosted + (r.cueCalls?.uncosted ?? 0), 0);
  const note =
    missing > 0 ? `Without a known cost: ${plural(missing, "call")}, missing from the sums.\n` : "";
  return `Calls, tokens and cost, from the runs' records; – = not known.\n${textTable(
    [
      "model",
      "cue",
      "scored",
      "outcomes",
      "calls",
      "cached",
      "input",
      "output",
      "reasoning",
      "cost",
    ],
    rows,
  )}${note}`;
}

type Figures = Pick<RunSummary, "calls" | "cacheHits" | "usage" | "cost">;

/** The planner's calls; under them, where a model made the cues, its calls and both together. */
function lines(head: [string, string, string, string], runs: readonly RunSummary[]): string[][] {
  const planner = [...head, ...figures(sum(runs))];
  const made = runs.flatMap((r) => r.cueCalls ?? []);
  if (made.length === 0) return [planner];
  return [
    planner,
    ["  + its cues", head[1], "", "", ...figures(sum(made))],
    ["  = both", head[1], "", "", ...figures(sum([...runs, ...made]))],
  ];
}

function figures({ calls, cacheHits, usage, cost }: Figures): string[] {
  return [
    String(calls),
    String(cacheHits),
    // where the cache answered everything nothing was spent, which is known
    ...[usage.input, usage.output, usage.reasoning].map((n) => count(calls === 0 ? (n ?? 0) : n)),
    money(calls === 0 ? (cost ?? 0) : cost),
  ];
}

function sum(parts: readonly Figures[]): Figures {
  const add = (pick: (r: Figures) => number | null): number | null =>
    parts.reduce<number | null>((total, r) => {
      const value = pick(r);
      return value === null ? total : (total ?? 0) + value;
    }, null);
  return {
    calls: add((r) => r.calls) ?? 0,
    cacheHits: add((r) => r.cacheHits) ?? 0,
    usage: {
      input: add((r) => r.usage.input),
      cachedInput: add((r) => r.usage.cachedInput),
      output: add((r) => r.usage.output),
      reasoning: add((r) => r.usage.reasoning),
    },
    cost: add((r) => r.cost),
  };
}
