import { countPoint, cueChart } from "../charts/figures.js";
import { REFERENCE_NAME, type Reference, referenceRate } from "../data/reference.js";
import { type Cell, METRICS, type Metric, type SetReport } from "../data/types.js";
import { cueTitle, METRIC_NAMES, percent, rateText, reportLine, span } from "../format.js";
import { OF_PAPER, pointFigure, type SectionContext } from "./context.js";
import { grouped, table } from "./table.js";
import { type Html, html } from "./template.js";

/** Performance by cue and planner: the figure, the table, and every figure in a line. */
export async function performance(c: SectionContext): Promise<Html> {
  const { set, numbers, reference } = c;
  const chart = cueChart(set, reference ? paperSeries(reference) : []);
  const figure = await pointFigure(
    c,
    chart,
    html`Performance by cue condition and planner, per cent, with 95 % intervals. ${reference && OF_PAPER}`,
    {
      title: "Goal Achieved, Norm Compliance and Task Success by cue and planner",
      description: `Per cent with 95 % intervals. ${set.cells.map((x) => `${x.series}, ${x.cue}: ${METRICS.map((m) => `${METRIC_NAMES[m]} ${percent(x.rates[m].rate)}`).join(", ")}`).join(". ")}.`,
    },
  );
  const rows = [...set.cells, ...set.pooled];
  return html`${figure}
${table(
  html`<b>${numbers.table()}</b> Rates in per cent with 95 % intervals (Wilson; by t over episodes where an episode counts several times). <i>n</i>: scored of expected episodes, repeats counted. Engaged: of the episodes in which the planner came to where the norm bears.`,
  [
    { head: "Planner", align: "left", cell: (r: Cell) => r.series },
    { head: "n", cell: (r) => `${r.scored}/${r.expected}` },
    { head: "Norm Compliance", cell: (r) => rateText(r.rates.norm_compliance) },
    { head: "… when engaged", cell: (r) => percent(r.rates.norm_compliance_engaged.rate) },
    { head: "Goal Achieved", cell: (r) => rateText(r.rates.goal_achieved) },
    {
      head: "Task Success",
      cell: (r) =>
        html`<b>${percent(r.rates.task_success.rate)}</b> (${span(r.rates.task_success.ci95)})`,
    },
    { head: "if norms vary", cell: (r) => span(withinRates(r.byTaskError.ci95)) },
  ],
  grouped(rows, (r) => cueTitle(r.cue)).sort(
    (a, b) =>
      set.cues.findIndex((x) => cueTitle(x) === a.heading) -
      set.cues.findIndex((x) => cueTitle(x) === b.heading),
  ),
)}
<p>“If norms vary” is the interval of Task Success with standard errors by task: how far the rate may lie on other norms than these ${set.tasks.length}, cut off at 0 and 100.</p>
<details><summary>Every rate in one line</summary><ul class="lines">${METRICS.flatMap((m) => set.cells.map((cell) => html`<li>${METRIC_NAMES[m]}, ${cell.series}: ${lineOf(set, cell, m)}</li>`))}</ul></details>`;
}

/** An interval of a rate by a symmetric rule, cut to what rates can be. */
const withinRates = (ci: readonly [number, number] | null): [number, number] | null =>
  ci === null ? null : [Math.max(0, ci[0]), Math.min(1, ci[1])];

function lineOf(set: SetReport, cell: Cell, metric: Metric): string {
  const against = set.contrasts.find(
    (x) => x.series === cell.series && x.a === cell.cue && x.metric === metric,
  );
  return reportLine(cell, metric, against ?? null);
}

function paperSeries(reference: Reference) {
  const of = (model: string, name: string) => ({
    name,
    point: (cue: string, metric: Metric) =>
      countPoint(referenceRate(reference.find({ metric, model, cue }))),
  });
  return [
    of("Gemini 3 Pro", `${REFERENCE_NAME}: Gemini 3 Pro`),
    of("all3", `${REFERENCE_NAME}: three models`),
  ];
}

/** The six-condition table in the paper's layout, a planner a group. */
export function conditionTable({ set, numbers, reference }: SectionContext): Html {
  interface Row {
    group: string;
    cue: string;
    values: (number | null)[];
    n: number;
  }
  const order = ["norm_compliance", "goal_achieved", "task_success"] as const;
  const rows: Row[] = set.series.flatMap((series) =>
    set.cells
      .filter((x) => x.series === series)
      .map((x) => ({
        group: series,
        cue: x.cue,
        values: order.map((m) => x.rates[m].rate),
        n: x.scored,
      })),
  );
  const cues = ["none", "category", "specific", "evidence", "rag", "generated"];
  for (const cue of reference ? cues : []) {
    const found = order.map((metric) =>
      referenceRate(reference!.find({ metric, model: "Gemini 3 Pro", cue })),
    );
    rows.push({
      group: `${REFERENCE_NAME}: Gemini 3 Pro (its table 3)`,
      cue,
      values: found.map((f) => f && f.k / f.n),
      n: found[0]?.n ?? 0,
    });
  }
  return table<Row>(
    html`<b>${numbers.table()}</b> Cue conditions in the layout of the paper’s table 3; per cent.`,
    [
      { head: "Cue condition", align: "left", cell: (r) => cueTitle(r.cue) },
      ...order.map((m, i) => ({
        head: METRIC_NAMES[m],
        cell: (r: Row) => percent(r.values[i]!),
      })),
      { head: "Trials", cell: (r) => r.n },
    ],
    grouped(rows, (r) => r.group),
  );
}
