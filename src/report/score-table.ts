import type { EvalSummary, RunSummary } from "../eval/summary.js";
import type { Proportion } from "../scoring/intervals.js";
import type { MetricSet, OutcomeStates } from "../scoring/metrics.js";
import { textTable } from "./text-table.js";

const percent = (x: number): string => (100 * x).toFixed(1);

/** "67.3 (63.3–71.1)", in per cent with a 95 % Wilson interval; "–" where nothing was counted. */
export function rate(p: Proportion): string {
  if (p.rate === null || p.ci95 === null) return "–";
  return `${percent(p.rate)} (${percent(p.ci95[0])}–${percent(p.ci95[1])})`;
}

function metricCells(m: MetricSet): string[] {
  return [
    String(m.goal_achieved.n),
    rate(m.goal_achieved),
    rate(m.norm_compliance),
    `${rate(m.norm_compliance_engaged)} n=${m.norm_compliance_engaged.n}`,
    rate(m.task_success),
  ];
}

const HEADER = ["n", "Goal Achieved", "Norm Compliance", "… when engaged", "Task Success"];
const STATES: [keyof OutcomeStates, string][] = [
  ["both", "both"],
  ["norm_only", "norm only"],
  ["goal_only", "goal only"],
  ["neither", "neither"],
];

/** Every run in one line, then each run by task. Rates in per cent with 95 % Wilson intervals. */
export function scoreTable(summary: EvalSummary): string {
  const parts = [
    "Rates in per cent with 95 % Wilson intervals; n = scored episodes.\n",
    textTable(
      ["model", "cue", ...HEADER, ...STATES.map(([, word]) => word), "invalid", "unscored"],
      summary.runs.map((r) => [
        r.model,
        r.cue,
        ...metricCells(r.metrics),
        ...STATES.map(([key]) => String(r.outcomes[key])),
        r.scored === 0 ? "–" : `${percent(r.invalid / r.scored)}%`,
        String(r.n - r.scored),
      ]),
    ),
  ];
  for (const run of summary.runs) parts.push(byTask(run));
  return parts.join("\n");
}

function byTask(run: RunSummary): string {
  const notes = [
    `object list: ${run.objectList}`,
    `set ${run.dataset.version} (${run.dataset.hash.slice(0, 12)})${run.dataset.twins ? ", twins" : ""}`,
    ...Object.entries(run.unscored).map(([kind, n]) => `${n} unscored: ${kind}`),
    ...(run.n > run.scored && run.bounds.task_success
      ? [
          `Task Success between ${percent(run.bounds.task_success[0])} and ${percent(run.bounds.task_success[1])} if those were scored`,
        ]
      : []),
    ...(run.overcomplied
      ? [`overcomplied on ${run.overcomplied.k} of ${run.overcomplied.n} twins`]
      : []),
  ];
  return `${run.model}, cue ${run.cue} (${run.label})\n${textTable(
    ["task", ...HEADER],
    Object.entries(run.byTask).map(([task, m]) => [task, ...metricCells(m)]),
    "  ",
  )}  ${notes.join("; ")}; run ${run.runId}\n`;
}
