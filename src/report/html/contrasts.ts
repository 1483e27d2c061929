import { contrastChart } from "../charts/figures.js";
import type { PlannedContrast, SetReport } from "../data/types.js";
import { cueTitle, METRIC_NAMES, NONE, percent, pointSpan, points, pText } from "../format.js";
import { pointFigure, type SectionContext } from "./context.js";
import { type Column, grouped, table } from "./table.js";
import { type Html, html } from "./template.js";

const COLUMNS: Column<PlannedContrast>[] = [
  {
    head: "Contrast",
    align: "left",
    cell: (r) => html`${r.a} <small>against</small> ${r.b}`,
  },
  {
    // right after the name, and in two lines: a phone shows it without scrolling
    head: "difference",
    cell: (r) =>
      html`<b>${points(r.difference)}</b>${r.ci95 && html`<br><small>${pointSpan(r.ci95)}</small>`}`,
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
  { head: "b / c", cell: (r) => (r.table ? `${r.table.onlyA} / ${r.table.onlyB}` : NONE) },
  { head: "p", cell: (r) => pText(r.p) },
  {
    head: "p (Holm)",
    cell: (r) =>
      html`${pText(r.pHolm)}${r.pHolm !== null && r.pHolm < 0.05 && html`<span aria-label="below 0.05">*</span>`}`,
  },
  { head: "p by task", cell: (r) => pText(r.signFlip?.p ?? null) },
  { head: "MDE", cell: (r) => percent(r.minimumDetectable) },
];

/** Paired contrasts: the forest plot, the tests, and what could have been found at all. */
export async function contrasts(c: SectionContext): Promise<Html> {
  const { set, numbers } = c;
  if (set.contrasts.length === 0)
    return html`<p>Nothing to compare: a contrast needs two cue conditions of a planner, or two planners under one cue, on the same episodes.</p>`;
  const order = ["task_success", "norm_compliance", "goal_achieved"];
  const sorted = set.contrasts.toSorted(
    (a, b) => order.indexOf(a.metric) - order.indexOf(b.metric),
  );
  const cues = sorted.filter((x) => set.series.includes(x.series));
  const planners = sorted.filter((x) => !set.series.includes(x.series));
  const chart = contrastChart(set);
  const figure =
    chart &&
    (await pointFigure(
      c,
      chart,
      html`What each cue changes against ${cueTitle(set.cues[0]!).toLowerCase()}, on the same episodes: paired differences in percentage points with 95 % intervals. An interval across 0 is no evidence of a change.`,
      {
        title: "Paired differences against the baseline",
        description:
          "Differences in percentage points with 95 % intervals; the numbers are in the table below.",
      },
    ));
  return html`${figure}
${cues.length > 0 && contrastTable(c, "Cues against the baseline.", cues)}
${planners.length > 0 && html`<details><summary>Planners against each other under the same cue (${planners.length} contrasts)</summary>${contrastTable(c, "Planners against each other under the same cue.", planners)}</details>`}
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

function contrastTable(
  { numbers }: SectionContext,
  title: string,
  rows: readonly PlannedContrast[],
): Html {
  return table(
    html`<b>${numbers.table()}</b> ${title} Difference in percentage points with its paired 95 % interval; <i>b</i> and <i>c</i>: episodes that only the first or only the second side gets right; <i>p</i>: exact McNemar (paired t with repeats), then corrected by Holm within its family; by task: sign-flip test over whole tasks; MDE: smallest true difference that these pairs would have found with 80 % power at α = 0.05, in points.`,
    COLUMNS,
    grouped(rows, (r) => `${METRIC_NAMES[r.metric]} · ${r.series}`),
  );
}
