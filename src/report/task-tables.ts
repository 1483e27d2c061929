import { REFERENCE_NAME, type Reference, referenceRate } from "./data/reference.js";
import type { Cell, Metric, SetReport } from "./data/types.js";
import { cueTitle, METRIC_NAMES, percent, taskTitle } from "./format.js";
import type { PlainTable } from "./tables.js";

/** Norm Compliance and Task Success by task: pooled where there is a pool, else planner by planner. */
export function taskTables(set: SetReport, reference: Reference | null): PlainTable[] {
  const groups =
    set.pooled.length > 0
      ? [set.pooled]
      : set.series.map((s) => set.cells.filter((c) => c.series === s));
  const metrics: readonly MetricName[] = [
    ["norm_compliance", "NC"],
    ["task_success", "TS"],
  ];
  const out = groups
    .filter((cells) => cells.length > 0)
    .flatMap((cells, i) => {
      const number = i === 0 ? "" : `-${i + 1}`;
      const of = (name: string, title: string, note: string, chosen: readonly MetricName[]) =>
        taskTable(set, cells, chosen, { name: `${name}${number}`, title, note });
      if (cells.length <= MOST_CUES_TOGETHER)
        return [
          of(
            "tasks",
            `By task, ${cells[0]!.series}`,
            "Per cent. NC: Norm Compliance, TS: Task Success.",
            metrics,
          ),
        ];
      return metrics.map(([metric]) =>
        of(
          `tasks-${metric.replaceAll("_", "-")}`,
          `${METRIC_NAMES[metric]} by task, ${cells[0]!.series}`,
          "Per cent.",
          [[metric, ""]],
        ),
      );
    });
  if (reference) {
    const cues = ["none", "category", "specific"];
    out.push({
      name: "tasks-paper",
      title: `By task, ${REFERENCE_NAME} (its table 4)`,
      note: "Per cent of 150 trials a cell, three models together.",
      head: ["Task", ...metrics.flatMap(([, short]) => cues.map((c) => `${short} ${cueTitle(c)}`))],
      rows: set.tasks.map((task) => [
        taskTitle(task),
        ...metrics.flatMap(([metric]) =>
          cues.map((cue) => {
            const found = referenceRate(reference.find({ metric, model: "all3", cue, task }));
            return percent(found && found.k / found.n);
          }),
        ),
      ]),
    });
  }
  return out;
}

type MetricName = readonly [metric: Metric, short: string];

/** With more cues than this, each measure has a table of its own: both together fit no page. */
const MOST_CUES_TOGETHER = 3;

function taskTable(
  set: SetReport,
  cells: readonly Cell[],
  metrics: readonly MetricName[],
  words: Pick<PlainTable, "name" | "title" | "note">,
): PlainTable {
  return {
    ...words,
    head: [
      "Task",
      ...metrics.flatMap(([, short]) => cells.map((c) => `${short} ${cueTitle(c.cue)}`.trim())),
    ],
    rows: set.tasks.map((task) => [
      taskTitle(task),
      ...metrics.flatMap(([m]) => cells.map((c) => percent(c.tasks[task]?.[m].rate ?? null))),
    ]),
  };
}
