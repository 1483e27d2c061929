import {
  contrastChart,
  countPoint,
  cueChart,
  labelChart,
  outcomeChart,
  STATES,
  taskChart,
} from "../charts/figures.js";
import { type PointChart, pointChart } from "../charts/points.js";
import { stackedChart } from "../charts/stacked.js";
import { LABEL_NAMES } from "../data/labels.js";
import { REFERENCE_NAME, type Reference, referenceRate } from "../data/reference.js";
import { type Cell, METRICS, type Metric, type SetReport } from "../data/types.js";
import {
  cueTitle,
  leftOut,
  METRIC_NAMES,
  NONE,
  percent,
  pointSpan,
  points,
  pText,
  rateText,
  reportLine,
  STATE_NAMES,
  span,
  taskTitle,
} from "../format.js";
import { chartFigure, type Numbering } from "./figure.js";
import { grouped, table } from "./table.js";
import { type Html, html } from "./template.js";

/** What a section is made from. */
export interface SectionContext {
  set: SetReport;
  numbers: Numbering;
  reference: Reference | null;
  /** in front of ids, so that several sets share a page */
  prefix: string;
}

const ofPaper =
  "The hollow marks and everything named “NormAct paper, other scenes” are figures that the paper prints, made on its authors’ scenes: a yardstick, no measurement of ours.";

/** Point chart values as rows for the table that stands behind a figure. */
function asTable(chart: PointChart): { head: string[]; rows: string[][] } {
  const cell = (p: { value: number; lo: number | null; hi: number | null } | null): string =>
    p === null
      ? NONE
      : p.lo === null || p.hi === null
        ? p.value.toFixed(1)
        : `${p.value.toFixed(1)} (${p.lo.toFixed(1)} to ${p.hi.toFixed(1)})`;
  return {
    head: ["", ...chart.panels.flatMap((p) => chart.series.map((s) => `${p.title}, ${s.name}`))],
    rows: chart.rows.map((row, i) => [
      row,
      ...chart.panels.flatMap((_, panel) => chart.series.map((s) => cell(s.points[panel]![i]!))),
    ]),
  };
}

/** Performance by cue and planner: the figure, the table, and every figure in a line. */
export async function performance(c: SectionContext): Promise<Html> {
  const { set, numbers, reference } = c;
  const { label, id } = numbers.figure();
  const chart = cueChart(set, reference ? paperSeries(reference) : []);
  const svg = await pointChart(chart, {
    id: c.prefix + id,
    title: "Goal Achieved, Norm Compliance and Task Success by cue and planner",
    description: `Per cent with 95 % intervals. ${set.cells.map((x) => `${x.series}, ${x.cue}: ${METRICS.map((m) => `${METRIC_NAMES[m]} ${percent(x.rates[m].rate)}`).join(", ")}`).join(". ")}.`,
  });
  const rows = [...set.cells, ...set.pooled];
  return html`${chartFigure(html`<b>${label}</b> Performance by cue condition and planner, per cent, with 95 % intervals. ${reference && ofPaper}`, svg, asTable(chart))}
${table(
  html`<b>${numbers.table()}</b> Rates in per cent with 95 % intervals (Wilson; by t over episodes where an episode counts several times). <i>n</i>: scored of expected episodes. Engaged: of the episodes in which the planner came to where the norm bears.`,
  [
    { head: "Planner", align: "left", cell: (r: Cell) => r.series },
    { head: "n", cell: (r) => `${r.scored}/${r.expected}` },
    { head: "Norm Compliance", cell: (r) => rateText(r.rates.norm_compliance) },
    { head: "… when engaged", cell: (r) => rateText(r.rates.norm_compliance_engaged) },
    { head: "Goal Achieved", cell: (r) => rateText(r.rates.goal_achieved) },
    {
      head: "Task Success",
      cell: (r) =>
        html`<b>${percent(r.rates.task_success.rate)}</b> (${span(r.rates.task_success.ci95)})`,
    },
    { head: "if norms vary", cell: (r) => span(r.byTaskError.ci95) },
  ],
  grouped(rows, (r) => cueTitle(r.cue)).sort(
    (a, b) =>
      set.cues.findIndex((x) => cueTitle(x) === a.heading) -
      set.cues.findIndex((x) => cueTitle(x) === b.heading),
  ),
)}
<p>“If norms vary” is the interval of Task Success with standard errors by task: how far the rate may lie on other norms than these ${set.tasks.length}.</p>
<details><summary>Every rate in one line</summary><ul class="lines">${METRICS.flatMap((m) => set.cells.map((cell) => html`<li>${METRIC_NAMES[m]}, ${cell.series}: ${lineOf(set, cell, m)}</li>`))}</ul></details>`;
}

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

/** By task: a figure and a table for the planners together, or for each where they are not pooled. */
export async function byTask(c: SectionContext): Promise<Html[]> {
  const { set, numbers, reference } = c;
  const groups =
    set.pooled.length > 0
      ? [set.pooled]
      : set.series.map((s) => set.cells.filter((x) => x.series === s));
  const out: Html[] = [];
  for (const cells of groups.filter((g) => g.length > 0)) {
    const { label, id } = numbers.figure();
    const chart = taskChart(set.tasks, cells);
    const svg = await pointChart(chart, {
      id: c.prefix + id,
      title: `Norm Compliance and Task Success by task, ${cells[0]!.series}`,
      description: `Per cent with 95 % intervals, ${set.tasks.length} tasks under ${cells.length} cue conditions; the numbers are in the table below.`,
    });
    out.push(
      chartFigure(
        html`<b>${label}</b> Norm Compliance and Task Success by task (${cells[0]!.series}), per cent, with 95 % intervals.`,
        svg,
        asTable(chart),
      ),
      taskTable(c, cells),
    );
  }
  if (reference) out.push(await paperTasks(c, reference));
  return out;
}

function taskTable({ set, numbers }: SectionContext, cells: readonly Cell[]): Html {
  const column = (metric: Metric, short: string) =>
    cells.map((cell) => ({
      head: `${short} ${cueTitle(cell.cue).replace(" cue", "")}`,
      cell: (task: string) =>
        html`<span title="${span(cell.tasks[task]?.[metric].ci95 ?? null)}">${percent(cell.tasks[task]?.[metric].rate ?? null)}</span>`,
    }));
  return table<string>(
    html`<b>${numbers.table()}</b> By task, ${cells[0]!.series}; per cent. NC: Norm Compliance, TS: Task Success, GA: Goal Achieved. Scored episodes a task: ${countRange(set, cells)}.`,
    [
      { head: "Task", align: "left", cell: (task) => taskTitle(task) },
      ...column("norm_compliance", "NC"),
      ...column("task_success", "TS"),
      ...column("goal_achieved", "GA"),
    ],
    [{ rows: set.tasks }],
  );
}

function countRange(set: SetReport, cells: readonly Cell[]): string {
  const counts = cells.flatMap((x) => set.tasks.flatMap((t) => x.tasks[t]?.task_success.n ?? []));
  const low = Math.min(...counts);
  const high = Math.max(...counts);
  return low === high ? String(low) : `${low} to ${high}`;
}

async function paperTasks(c: SectionContext, reference: Reference): Promise<Html> {
  const { label, id } = c.numbers.figure();
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
  const svg = await pointChart(chart, {
    id: c.prefix + id,
    title: `${REFERENCE_NAME}: by task`,
    description:
      "The paper's table 4, three models together, 150 trials a task and cue; Wilson intervals are ours.",
  });
  return chartFigure(
    html`<b>${label}</b> ${REFERENCE_NAME}: the same figure from the paper’s table 4 (three models, 150 trials a mark; the intervals are computed here from its counts).`,
    svg,
    asTable(chart),
  );
}

/** The four outcome states. */
export async function outcomes(c: SectionContext): Promise<Html> {
  const { set, numbers, reference } = c;
  const { label, id } = numbers.figure();
  const cells = [...set.cells, ...set.pooled];
  const rows = cells.map((x) => ({
    label: set.series.length === 1 ? cueTitle(x.cue) : `${cueTitle(x.cue)}, ${x.series}`,
    outcomes: x.outcomes,
  }));
  for (const [model, cue] of reference ? PAPER_OUTCOMES : []) {
    const of = (outcome: string): number =>
      referenceRate(reference!.find({ metric: "outcome_count", model, cue, outcome }))?.k ?? 0;
    rows.push({
      label: `${REFERENCE_NAME}: ${cueTitle(cue)}, ${model === "all3" ? "three models" : model}`,
      outcomes: {
        both: of("both"),
        norm_only: of("norm_only"),
        goal_only: of("goal_only"),
        neither: of("neither"),
      },
    });
  }
  const chart = outcomeChart(rows);
  const svg = await stackedChart(chart, {
    id: c.prefix + id,
    title: "Outcome states",
    description: rows
      .map(
        (r) => `${r.label}: ${STATES.map((s) => `${STATE_NAMES[s]} ${r.outcomes[s]}`).join(", ")}`,
      )
      .join(". "),
  });
  return html`${chartFigure(
    html`<b>${label}</b> How scored episodes ended, shares in per cent; their number stands at the right.${reference && html` ${ofPaper} Its counts are derived from printed rates.`}`,
    svg,
    {
      head: ["", ...STATES.map((s) => STATE_NAMES[s]), "n"],
      rows: chart.rows.map((r) => [
        r.label,
        ...r.values.map((v) => `${v} (${r.n === 0 ? NONE : ((100 * v) / r.n).toFixed(1)} %)`),
        String(r.n),
      ]),
    },
  )}`;
}

const PAPER_OUTCOMES: [string, string][] = [
  ["all3", "none"],
  ...["none", "category", "specific", "evidence", "rag", "generated"].map(
    (cue): [string, string] => ["Gemini 3 Pro", cue],
  ),
];

/** Paired contrasts: the forest plot, the tests, and what could have been found at all. */
export async function contrasts(c: SectionContext): Promise<Html> {
  const { set, numbers } = c;
  if (set.contrasts.length === 0)
    return html`<p>Nothing to compare: a contrast needs two cue conditions of a planner, or two planners under one cue, on the same episodes.</p>`;
  const chart = contrastChart(set);
  const figure = chart && numbers.figure();
  const svg =
    chart &&
    (await pointChart(chart, {
      id: c.prefix + figure!.id,
      title: "Paired differences against the baseline",
      description:
        "Differences in percentage points with 95 % intervals; the numbers are in the table below.",
    }));
  return html`${chart && svg && chartFigure(html`<b>${figure!.label}</b> What each cue changes against ${cueTitle(set.cues[0]!).toLowerCase()}, on the same episodes: paired differences in percentage points with 95 % intervals. An interval across 0 is no evidence of a change.`, svg, asTable(chart))}
${table(
  html`<b>${numbers.table()}</b> Planned contrasts. Difference in percentage points with its paired 95 % interval; <i>b</i> and <i>c</i>: episodes that only the first or only the second side gets right; <i>p</i>: exact McNemar (paired t with repeats), then corrected by Holm within its family; by task: sign-flip test over whole tasks; MDE: smallest true difference that these pairs would have found with 80 % power at α = 0.05.`,
  [
    {
      head: "Contrast",
      align: "left",
      cell: (r: SetReport["contrasts"][number]) => html`${r.a} <small>against</small> ${r.b}`,
    },
    {
      head: "pairs",
      cell: (r) =>
        html`${r.n}${
          Object.keys(r.dropped).length > 0 &&
          html` <small title="${Object.entries(r.dropped)
            .map(([k, v]) => `${v} ${k}`)
            .join(", ")}">−${Object.values(r.dropped).reduce((x, y) => x + y, 0)}</small>`
        }`,
    },
    {
      head: "difference",
      cell: (r) => html`<b>${points(r.difference)}</b> (${pointSpan(r.ci95)})`,
    },
    { head: "b / c", cell: (r) => (r.table ? `${r.table.onlyA} / ${r.table.onlyB}` : NONE) },
    { head: "p", cell: (r) => pText(r.p) },
    {
      head: "p (Holm)",
      cell: (r) =>
        html`${pText(r.pHolm)}${r.pHolm !== null && r.pHolm < 0.05 && html`<span aria-label="below 0.05">*</span>`}`,
    },
    { head: "p by task", cell: (r) => pText(r.signFlip?.p ?? null) },
    { head: "MDE", cell: (r) => percent(r.minimumDetectable) },
  ],
  grouped(set.contrasts, (r) => `${METRIC_NAMES[r.metric]} · ${r.series}`),
)}
<p>* below 0.05 after Holm. Pairs with an unscored side are left out and counted after the minus sign. The exact tests take episodes as independent; “by task” does not, and speaks of tasks, of which there are few.</p>
${
  set.omnibus.length > 0 &&
  table(
    html`<b>${numbers.table()}</b> Do the cue conditions differ at all? Cochran’s <i>Q</i> over the episodes scored under every cue; “unscored” asks whether refusals and errors depend on the cue, which would bend every contrast.`,
    [
      { head: "Planner", align: "left", cell: (r: SetReport["omnibus"][number]) => r.series },
      {
        head: "measure",
        align: "left",
        cell: (r) => (r.metric === "unscored" ? "unscored" : METRIC_NAMES[r.metric]),
      },
      { head: "episodes", cell: (r) => r.test?.n ?? NONE },
      { head: "Q", cell: (r) => r.test?.q.toFixed(2) ?? NONE },
      { head: "df", cell: (r) => r.test?.df ?? NONE },
      { head: "p", cell: (r) => (r.test ? pText(r.test.p) : "no episode differs") },
    ],
    [{ rows: set.omnibus }],
  )
}`;
}

/** What was left out of the rates, and what it could have changed. */
export function unscored({ set, numbers }: SectionContext): Html {
  const bounds = (b: [number, number] | null): string => (b === null ? NONE : span(b));
  return table<Cell>(
    html`<b>${numbers.table()}</b> What is not in the rates. Unreadable: scored episodes with at least one answer that is no plan, per cent. Bounds: Task Success over all expected episodes if every one left out had failed, or succeeded.`,
    [
      { head: "Cue", align: "left", cell: (r) => cueTitle(r.cue) },
      { head: "scored", cell: (r) => `${r.scored}/${r.expected}` },
      { head: "unreadable", cell: (r) => (r.scored === 0 ? NONE : percent(r.invalid / r.scored)) },
      {
        head: "refused",
        cell: (r) => (r.played === 0 ? NONE : percent((r.unscored.refused ?? 0) / r.played)),
      },
      { head: "left out", align: "left", cell: (r) => leftOut(r) || "nothing" },
      { head: "bounds of Task Success", cell: (r) => bounds(r.bounds.task_success) },
    ],
    grouped(set.cells, (r) => r.series),
  );
}

/** Error signals by cue (the paper's figure 3). */
export async function errorSignals(c: SectionContext): Promise<Html> {
  const { set, numbers, reference } = c;
  const judges = [...new Set(set.labels.map((l) => l.judge))];
  const parts: Html[] = [];
  for (const judge of judges) {
    const own = set.labels.filter((l) => l.judge === judge);
    const { label, id } = numbers.figure();
    const cues = set.cues.filter((cue) => own.some((l) => l.cue === cue));
    const scored = (cue: string): number =>
      set.cells
        .filter((x) => x.cue === cue && own.some((l) => l.cue === cue && l.series === x.series))
        .reduce((sum, x) => sum + x.scored, 0);
    const chart = labelChart(cues, own, scored);
    const svg = await pointChart(chart, {
      id: c.prefix + id,
      title: `Error signals by cue, labelled by ${judge}`,
      description:
        "Primary error labels as shares of all scored episodes; the numbers are in the table below.",
    });
    parts.push(
      html`${chartFigure(html`<b>${label}</b> Why episodes failed, by cue, as labelled by <code>${judge}</code>: the primary label of every failed episode, in per cent of all scored ones, with Wilson intervals.`, svg, asTable(chart))}
${table(
  html`<b>${numbers.table()}</b> Error labels by <code>${judge}</code>: primary (in brackets: given at all).`,
  [
    { head: "Cue", align: "left", cell: (r: SetReport["labels"][number]) => cueTitle(r.cue) },
    { head: "failed", cell: (r) => r.failed },
    { head: "labelled", cell: (r) => r.labelled },
    ...Object.entries(LABEL_NAMES).map(([name, title]) => ({
      head: title,
      cell: (r: SetReport["labels"][number]) => `${r.primary[name] ?? 0} (${r.any[name] ?? 0})`,
    })),
    {
      head: "no label",
      align: "left" as const,
      cell: (r) =>
        Object.entries(r.without)
          .map(([k, v]) => `${v} ${k}`)
          .join(", ") || NONE,
    },
  ],
  grouped(own, (r) => r.series),
)}`,
    );
  }
  if (judges.length === 0)
    parts.push(
      html`<p>No labels yet: <code>normact diagnose RUN --judge builtin/rules</code> gives every failed episode one, without a key.</p>`,
    );
  if (reference) parts.push(paperLabels(c, reference));
  return html`${parts}`;
}

function paperLabels({ numbers }: SectionContext, reference: Reference): Html {
  const cell = (label: string, cue: string): string => {
    const found = reference.find({ metric: "error_label_count", model: "all3", cue, label });
    if (!found) return NONE;
    return found.status === "uncertain" ? `(${found.value})` : String(found.value);
  };
  return table<string>(
    html`<b>${numbers.table()}</b> ${REFERENCE_NAME}: error labels of three models, 1,650 trials a cue. In brackets: not printed; follows only if every failed trial carries exactly one label. ${NONE}: not in the paper’s text.`,
    [
      { head: "Label", align: "left", cell: (name) => LABEL_NAMES[name] },
      ...["none", "category", "specific"].map((cue) => ({
        head: cueTitle(cue),
        cell: (name: string) => cell(name, cue),
      })),
    ],
    [{ rows: Object.keys(LABEL_NAMES) }],
  );
}
