import { callLines } from "./call-lines.js";
import { LABEL_NAMES } from "./data/labels.js";
import { REFERENCE_NAME, type Reference, referenceRate } from "./data/reference.js";
import { METRICS, type Metric, type ReportData, type SetReport } from "./data/types.js";
import {
  cueTitle,
  dollars,
  leftOut,
  METRIC_NAMES,
  NONE,
  percent,
  pointSpan,
  points,
  pText,
  rateText,
  reportLine,
  seconds,
  span,
  whole,
} from "./format.js";
import { taskTables } from "./task-tables.js";

/** A table in plain cells: what the text, Markdown and LaTeX forms are written from. */
export interface PlainTable {
  /** file name without ending */
  name: string;
  title: string;
  /** what the columns mean, and what was left out */
  note: string;
  head: string[];
  rows: (string[] | { group: string })[];
}

/** The report's tables, a list for every data set. */
export function plainTables(set: SetReport, reference: Reference | null): PlainTable[] {
  return [
    performanceTable(set),
    conditionsTable(set, reference),
    ...taskTables(set, reference),
    outcomesTable(set),
    ...contrastTables(set),
    unscoredTable(set),
    labelsTable(set),
    callsTable(set),
    twinsTable(set),
  ].filter((t): t is PlainTable => t !== null && t.rows.length > 0);
}

/** Rows under the headings of their groups. */
function underGroups<T>(
  rows: readonly T[],
  group: (row: T) => string,
  cells: (row: T) => string[],
): PlainTable["rows"] {
  const out: PlainTable["rows"] = [];
  let last: string | null = null;
  for (const row of rows) {
    if (group(row) !== last) {
      last = group(row);
      out.push({ group: last });
    }
    out.push(cells(row));
  }
  return out;
}

function performanceTable(set: SetReport): PlainTable {
  const rows = set.cues.flatMap((cue) =>
    [...set.cells, ...set.pooled].filter((c) => c.cue === cue),
  );
  return {
    name: "performance",
    title: "Performance by cue condition and planner",
    note: "Per cent with 95 % intervals (Wilson; by t over episodes where an episode counts several times). n: scored of expected episodes, repeats counted.",
    head: ["Planner", "n", "Norm Compliance", "NC when engaged", "Goal Achieved", "Task Success"],
    rows: underGroups(
      rows,
      (c) => cueTitle(c.cue),
      (c) => [
        c.series,
        `${c.scored}/${c.expected}`,
        rateText(c.rates.norm_compliance),
        rateText(c.rates.norm_compliance_engaged),
        rateText(c.rates.goal_achieved),
        rateText(c.rates.task_success),
      ],
    ),
  };
}

function conditionsTable(set: SetReport, reference: Reference | null): PlainTable {
  const order = ["norm_compliance", "goal_achieved", "task_success"] as const;
  const ours = set.series.flatMap((series) => set.cells.filter((c) => c.series === series));
  const rows = underGroups(
    ours,
    (c) => c.series,
    (c) => [cueTitle(c.cue), ...order.map((m) => percent(c.rates[m].rate)), String(c.scored)],
  );
  if (reference) {
    rows.push({ group: `${REFERENCE_NAME}: Gemini 3 Pro, its table 3` });
    for (const cue of ["none", "category", "specific", "evidence", "rag", "generated"]) {
      const found = order.map((metric) =>
        referenceRate(reference.find({ metric, model: "Gemini 3 Pro", cue })),
      );
      rows.push([
        cueTitle(cue),
        ...found.map((f) => percent(f && f.k / f.n)),
        String(found[0]?.n ?? NONE),
      ]);
    }
  }
  return {
    name: "conditions",
    title: "Cue conditions",
    note: "Per cent; trials: scored episodes.",
    head: ["Cue condition", ...order.map((m) => METRIC_NAMES[m]), "Trials"],
    rows,
  };
}

function outcomesTable(set: SetReport): PlainTable {
  return {
    name: "outcomes",
    title: "How episodes ended",
    note: "Counts of scored episodes.",
    head: ["Cue", "both", "norm only", "goal only", "neither", "scored"],
    rows: underGroups(
      [...set.series, "all planners"].flatMap((s) =>
        [...set.cells, ...set.pooled].filter((c) => c.series === s),
      ),
      (c) => c.series,
      (c) => [
        cueTitle(c.cue),
        ...(["both", "norm_only", "goal_only", "neither"] as const).map((s) =>
          String(c.outcomes[s]),
        ),
        String(c.scored),
      ],
    ),
  };
}

/** A table a measure, the cues of a planner first: each fits a printed page. */
function contrastTables(set: SetReport): PlainTable[] {
  return METRICS.flatMap((metric) =>
    [true, false].map((cues) => contrastsTable(set, metric, cues)),
  );
}

function contrastsTable(set: SetReport, metric: Metric, cues: boolean): PlainTable {
  const chosen = set.contrasts.filter(
    (c) => c.metric === metric && set.series.includes(c.series) === cues,
  );
  return {
    name: `${cues ? "contrasts" : "planners"}-${metric.replaceAll("_", "-")}`,
    title: `${METRIC_NAMES[metric]}: ${cues ? "cues against the baseline" : "planners under the same cue"}`,
    note: "Difference in percentage points with its paired 95 % interval; p: exact McNemar (paired t with repeats), then Holm within the family; MDE: smallest difference found with 80 % power, in points.",
    head: ["Contrast", "pairs", "difference", "95 % interval", "b/c", "p", "p (Holm)", "MDE"],
    rows: underGroups(
      chosen,
      (c) => c.series,
      (c) => [
        `${c.a} against ${c.b}`,
        String(c.n),
        points(c.difference),
        pointSpan(c.ci95),
        c.table ? `${c.table.onlyA}/${c.table.onlyB}` : NONE,
        pText(c.p),
        pText(c.pHolm),
        percent(c.minimumDetectable),
      ],
    ),
  };
}

function unscoredTable(set: SetReport): PlainTable {
  return {
    name: "unscored",
    title: "What was not scored",
    note: "Unreadable: scored episodes with at least one answer that is no plan, per cent. Bounds: Task Success over all expected episodes if every one left out had failed, or succeeded.",
    head: ["Cue", "scored", "unreadable", "left out", "bounds"],
    rows: underGroups(
      set.series.flatMap((s) => set.cells.filter((c) => c.series === s)),
      (c) => c.series,
      (c) => [
        cueTitle(c.cue),
        `${c.scored}/${c.expected}`,
        c.scored === 0 ? NONE : percent(c.invalid / c.scored),
        leftOut(c) || "nothing",
        span(c.bounds.task_success),
      ],
    ),
  };
}

function labelsTable(set: SetReport): PlainTable {
  return {
    name: "errors",
    title: "Error labels by cue",
    note: "Primary labels of failed episodes.",
    head: ["Cue", "failed", "labelled", ...Object.values(LABEL_NAMES)],
    rows: underGroups(
      set.labels,
      (l) => `${l.series}, labelled by ${l.judge}`,
      (l) => [
        cueTitle(l.cue),
        String(l.failed),
        String(l.labelled),
        ...Object.keys(LABEL_NAMES).map((name) => String(l.primary[name] ?? 0)),
      ],
    ),
  };
}

function callsTable(set: SetReport): PlainTable {
  return {
    name: "calls",
    title: "Calls, time and cost",
    note: "Seconds of an episode's calls; tokens as the providers counted them; US dollars of the episodes whose price is known. The calls that made the cues stand apart from the planner's.",
    head: ["Cue", "calls", "cached", "median s", "tokens in", "tokens out", "US $"],
    rows: underGroups(
      set.calls.flatMap(callLines),
      (c) => c.series,
      (c) => [
        c.name,
        whole(c.calls),
        whole(c.cachedCalls),
        c.latency ? seconds(c.latency.median) : NONE,
        whole(c.tokens.input),
        whole(c.tokens.output),
        dollars(c.cost),
      ],
    ),
  };
}

function twinsTable(set: SetReport): PlainTable {
  return {
    name: "twins",
    title: "Twins",
    note: "The norm's trigger is gone; overcomplied: paid for a norm that does not hold there.",
    head: ["Cue", "n", "Goal Achieved", "overcomplied", "d′"],
    rows: underGroups(
      set.twins,
      (t) => t.series,
      (t) => [
        cueTitle(t.cue),
        `${t.scored}/${t.expected}`,
        rateText(t.goal_achieved),
        rateText(t.overcomplied),
        t.sensitivity?.dPrime?.toFixed(2) ?? NONE,
      ],
    ),
  };
}

/** Every rate in a line of its own, with its contrast to the baseline. */
export function allLines(data: ReportData): string[] {
  return data.sets.flatMap((set) =>
    METRICS.flatMap((metric) =>
      set.cells.map((cell) => {
        const against = set.contrasts.find(
          (c) => c.series === cell.series && c.a === cell.cue && c.metric === metric,
        );
        return `${METRIC_NAMES[metric]}, ${cell.series}: ${reportLine(cell, metric, against ?? null)}`;
      }),
    ),
  );
}
