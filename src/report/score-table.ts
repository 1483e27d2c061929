import type {
  EpisodeRunSummary,
  EvalSummary,
  RunSummary,
  TwinMetrics,
  TwinRunSummary,
} from "../eval/summary.js";
import type { TwinSummary } from "../eval/twins.js";
import type { Proportion } from "../scoring/intervals.js";
import type { MetricSet, OutcomeStates } from "../scoring/metrics.js";
import type { Sensitivity } from "../scoring/sensitivity.js";
import { textTable } from "./text-table.js";

const percent = (x: number): string => (100 * x).toFixed(1);

/** "67.3 (63.3–71.1)", in per cent with a 95 % Wilson interval; "–" where nothing was counted. */
export function rate(p: Proportion): string {
  if (p.rate === null || p.ci95 === null) return "–";
  return `${percent(p.rate)} (${percent(p.ci95[0])}–${percent(p.ci95[1])})`;
}

const HEADER = ["n", "Goal Achieved", "Norm Compliance", "… when engaged", "Task Success"];
const TWIN_HEADER = ["n", "Goal Achieved", "overcomplied"];
const STATES: [keyof OutcomeStates, string][] = [
  ["both", "both"],
  ["norm_only", "norm only"],
  ["goal_only", "goal only"],
  ["neither", "neither"],
];

function metricCells(m: MetricSet): string[] {
  return [
    String(m.goal_achieved.n),
    rate(m.goal_achieved),
    rate(m.norm_compliance),
    `${rate(m.norm_compliance_engaged)} n=${m.norm_compliance_engaged.n}`,
    rate(m.task_success),
  ];
}

const twinCells = (m: TwinMetrics): string[] => [
  String(m.goal_achieved.n),
  rate(m.goal_achieved),
  rate(m.overcomplied),
];

/** Unreadable answers as a share, unscored episodes as a count. */
const leftOut = (r: RunSummary): string[] => [
  r.scored === 0 ? "–" : `${percent(r.invalid / r.scored)}%`,
  String(r.n - r.scored),
];

/** Every run in one line, then each run by task. Rates in per cent with 95 % Wilson intervals. */
export function scoreTable(summary: EvalSummary): string {
  const episodes = summary.runs.filter((r): r is EpisodeRunSummary => !r.twins);
  const twins = summary.runs.filter((r): r is TwinRunSummary => r.twins);
  const parts = ["Rates in per cent with 95 % Wilson intervals; n = scored episodes.\n"];
  if (episodes.length > 0)
    parts.push(
      textTable(
        ["model", "cue", ...HEADER, ...STATES.map(([, word]) => word), "invalid", "unscored"],
        episodes.map((r) => [
          r.model,
          r.cue,
          ...metricCells(r.metrics),
          ...STATES.map(([key]) => String(r.outcomes[key])),
          ...leftOut(r),
        ]),
      ),
    );
  if (twins.length > 0)
    parts.push(
      "Twins: the norm's trigger is gone; overcomplied = paid for a norm that does not hold.\n" +
        textTable(
          ["model", "cue", ...TWIN_HEADER, "invalid", "unscored"],
          twins.map((r) => [r.model, r.cue, ...twinCells(r.metrics), ...leftOut(r)]),
        ),
    );
  for (const run of summary.runs) parts.push(byTask(run));
  return parts.join("\n");
}

function byTask(run: RunSummary): string {
  const notes = [
    ...(run.epochs && run.samples
      ? [
          `${run.epochs} epochs, averaged by episode (${run.samples.scored}/${run.samples.n} samples)`,
        ]
      : []),
    `object list: ${run.objectList}`,
    `set ${run.dataset.version} (${run.dataset.hash.slice(0, 12)})${run.twins ? ", twins" : ""}`,
    ...Object.entries(run.unscored).map(([kind, n]) => `${n} unscored: ${kind}`),
  ];
  if (!run.twins && run.n > run.scored && run.bounds.task_success) {
    const [lo, hi] = run.bounds.task_success;
    notes.push(`Task Success between ${percent(lo)} and ${percent(hi)} if those were scored`);
  }
  const table =
    Object.keys(run.byTask).length === 0
      ? "  no episode played yet\n"
      : run.twins
        ? textTable(["task", ...TWIN_HEADER], rows(run.byTask, twinCells), "  ")
        : textTable(["task", ...HEADER], rows(run.byTask, metricCells), "  ");
  return `${run.model}, cue ${run.cue} (${run.label})\n${table}  ${notes.join("; ")}; run ${run.runId}\n`;
}

function rows<T>(values: Record<string, T>, cells: (value: T) => string[]): string[][] {
  return Object.entries(values).map(([name, value]) => [name, ...cells(value)]);
}

/** Instances beside their twins: hits, false alarms and d′ by task. */
export function twinTable(summary: TwinSummary): string {
  const cells = (s: Sensitivity): string[] => [
    String(s.hits.n),
    rate(s.hits),
    rate(s.falseAlarms),
    s.dPrime === null ? "–" : s.dPrime.toFixed(2),
  ];
  return `${summary.model}, cue ${summary.cue}: norm kept where it holds (hits), paid for where it does not (false alarms)\n${textTable(
    ["task", "pairs", "hits", "false alarms", "d′"],
    [...rows(summary.byTask, cells), null, ["all", ...cells(summary.overall)]],
  )}`;
}
