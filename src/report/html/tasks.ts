import { countPoint, taskChart } from "../charts/figures.js";
import type { PointChart } from "../charts/points.js";
import { REFERENCE_NAME, type Reference, referenceRate } from "../data/reference.js";
import type { Cell, Metric, SetReport } from "../data/types.js";
import { cueTitle, METRIC_NAMES, percent, span, taskTitle } from "../format.js";
import { pointFigure, type SectionContext } from "./context.js";
import { grouped, table } from "./table.js";
import { type Html, html } from "./template.js";

/** By task: a figure and a table for the planners together, or for each where they are not pooled. */
export async function byTask(c: SectionContext): Promise<Html[]> {
  const { set, reference } = c;
  const groups =
    set.pooled.length > 0
      ? [set.pooled]
      : set.series.map((s) => set.cells.filter((x) => x.series === s));
  const out: Html[] = [];
  for (const cells of groups.filter((g) => g.length > 0)) {
    const chart = taskChart(set.tasks, cells);
    out.push(
      await pointFigure(
        c,
        chart,
        `Norm Compliance and Task Success by task (${cells[0]!.series}), per cent, with 95 % intervals.`,
        {
          title: `Norm Compliance and Task Success by task, ${cells[0]!.series}`,
          description: `Per cent with 95 % intervals, ${set.tasks.length} tasks under ${cells.length} cue conditions; the numbers are in the table below.`,
        },
      ),
      taskTable(c, cells),
    );
  }
  if (reference) out.push(await paperTasks(c, reference));
  return out;
}

function taskTable({ set, numbers }: SectionContext, cells: readonly Cell[]): Html {
  const order = ["norm_compliance", "task_success", "goal_achieved"] as const;
  const rows = order.flatMap((metric) => set.tasks.map((task) => ({ metric, task })));
  return table<{ metric: Metric; task: string }>(
    html`<b>${numbers.table()}</b> By task, ${cells[0]!.series}; per cent. Scored episodes a task: ${countRange(set, cells)}.`,
    [
      { head: "Task", align: "left", cell: ({ task }) => taskTitle(task) },
      ...cells.map((cell) => ({
        head: cueTitle(cell.cue),
        cell: ({ metric, task }: { metric: Metric; task: string }) => {
          const rate = cell.tasks[task]?.[metric];
          return html`<span title="${span(rate?.ci95 ?? null)}">${percent(rate?.rate ?? null)}</span>`;
        },
      })),
    ],
    grouped(rows, (r) => METRIC_NAMES[r.metric]),
  );
}

function countRange(set: SetReport, cells: readonly Cell[]): string {
  const counts = cells.flatMap((x) => set.tasks.flatMap((t) => x.tasks[t]?.task_success.n ?? []));
  const low = Math.min(...counts);
  const high = Math.max(...counts);
  return low === high ? String(low) : `${low} to ${high}`;
}

async function paperTasks(c: SectionContext, reference: Reference): Promise<Html> {
  const metrics = ["norm_compliance", "task_success"] as const;
  const cues = ["none", "category", "specific"];
  const chart: PointChart = {
    unit: "%",
    rows: c.set.tasks.map(taskTitle),
    panels: metrics.map((m) => ({ title: METRIC_NAMES[m], domain: [0, 100] })),
    series: cues.map((cue) => ({
      name: cueTitle(cue),
      hollow: true,
      points: metrics.map((metric) =>
        c.set.tasks.map((task) =>
          countPoint(referenceRate(reference.find({ metric, model: "all3", cue, task }))),
        ),
      ),
    })),
  };
  return pointFigure(
    c,
    chart,
    `${REFERENCE_NAME}: the same figure from the paper’s table 4 (three models, 150 trials a mark; the intervals are computed here from its counts).`,
    {
      title: `${REFERENCE_NAME}: by task`,
      description:
        "The paper's table 4, three models together, 150 trials a task and cue; Wilson intervals are ours.",
    },
  );
}
