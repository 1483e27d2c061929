import { pointLegend } from "../charts/legend.js";
import { type Point, type PointChart, pointChart } from "../charts/points.js";
import { type ChangedEpisode, type Comparison, stateName, type TaskContrast } from "../compare.js";
import { METRICS } from "../data/types.js";
import { METRIC_NAMES, NONE, percent, pointSpan, points, pText, taskTitle } from "../format.js";
import { chartFigure } from "./figure.js";
import { caseArticle } from "./other-sections.js";
import { pageHtml } from "./page.js";
import { grouped, table } from "./table.js";
import { type Html, html } from "./template.js";

const title = (task: string): string => (task === "all" ? "All tasks" : taskTitle(task));

/** Two runs side by side as one self-contained page. */
export async function comparisonHtml(c: Comparison): Promise<string> {
  return pageHtml(
    `normact: ${c.b.name} against ${c.a.name}`,
    html`<p class="kicker">normact · two runs on the same episodes</p>
<h1>${c.b.name} <small>against</small> ${c.a.name}</h1>
<p class="lede">${c.changed.length} of ${Object.values(c.moves).reduce((x, y) => x + y, 0)} episodes ended otherwise.</p>
${c.notices.map((n) => html`<p class="notice" role="note"><b>⚠ Mind: </b>${n.text}</p>`)}
<h2 id="differences">Differences</h2>
${await figure(c)}
${contrasts(c)}
<h2 id="moves">What became of what</h2>
${moves(c)}
<h2 id="changed">Changed episodes</h2>
${c.cases.length > 0 && html`<p>${c.cases.length} of the ${c.changed.length} changed episodes, drawn at random (seed ${c.seed}); the left column is ${c.a.name}, the right one ${c.b.name}.</p>`}
${c.cases.map(({ before, after }) => html`<h3>${title(before.task)}, ${before.id}</h3><div class="gallery">${caseArticle(before, c.a.name)}${caseArticle({ ...after, picture: before.picture }, c.b.name)}</div>`)}
${c.changed.length > 0 && html`<details><summary>All ${c.changed.length} changed episodes</summary>${allChanged(c)}</details>`}
<footer>Made by normact from the logs of runs <code>${c.a.run}</code> and <code>${c.b.run}</code>. One file, no script, nothing fetched.</footer>`,
  );
}

async function figure(c: Comparison): Promise<Html> {
  const rows = ["all", ...c.tasks];
  const all = [...c.overall, ...c.byTask];
  const point = (task: string, metric: string): Point | null => {
    const found = all.find((x) => x.task === task && x.metric === metric);
    if (!found || found.difference === null) return null;
    return {
      value: 100 * found.difference,
      lo: found.ci95 && 100 * Math.max(-1, found.ci95[0]),
      hi: found.ci95 && 100 * Math.min(1, found.ci95[1]),
    };
  };
  const reach = Math.max(
    20,
    ...all.flatMap((x) => (x.ci95 ?? [x.difference ?? 0]).map((v) => Math.abs(100 * v))),
  );
  const edge = Math.min(100, Math.ceil(reach / 20) * 20);
  const chart: PointChart = {
    unit: "percentage points",
    zero: true,
    rows: rows.map(title),
    panels: METRICS.map((m) => ({ title: METRIC_NAMES[m], domain: [-edge, edge] })),
    series: [
      {
        name: `${c.b.name} − ${c.a.name}`,
        points: METRICS.map((m) => rows.map((task) => point(task, m))),
      },
    ],
  };
  const svg = await pointChart(chart, {
    id: "fig1",
    title: `Differences, ${c.b.name} minus ${c.a.name}`,
    description:
      "Paired differences in percentage points with 95 % intervals; the numbers are in the table below.",
  });
  return chartFigure(
    html`<b>Figure 1.</b> ${c.b.name} minus ${c.a.name}, paired on the same episodes: percentage points with 95 % intervals.`,
    svg,
    pointLegend(chart),
  );
}

function contrasts(c: Comparison): Html {
  return table<TaskContrast>(
    html`<b>Table 1.</b> Rates in per cent, differences in percentage points with paired 95 % intervals; <i>b</i>/<i>c</i>: episodes that only ${c.b.name} or only ${c.a.name} gets right; exact McNemar test, corrected by Holm over the tasks of a measure (over the measures for all tasks); MDE: smallest difference found with 80 % power.`,
    [
      { head: "Task", align: "left", cell: (r) => title(r.task) },
      {
        // right after the name, and in two lines: a phone shows it without scrolling
        head: "difference",
        cell: (r) =>
          html`<b>${points(r.difference)}</b>${r.ci95 && html`<br><small>${pointSpan(r.ci95)}</small>`}`,
      },
      { head: "after", cell: (r) => percent(r.rateA) },
      { head: "before", cell: (r) => percent(r.rateB) },
      { head: "pairs", cell: (r) => r.n },
      { head: "b / c", cell: (r) => (r.table ? `${r.table.onlyA} / ${r.table.onlyB}` : NONE) },
      { head: "p", cell: (r) => pText(r.p) },
      {
        head: "p (Holm)",
        cell: (r) => html`${pText(r.pHolm)}${r.pHolm !== null && r.pHolm < 0.05 && "*"}`,
      },
      { head: "MDE", cell: (r) => percent(r.minimumDetectable) },
    ],
    grouped([...c.overall, ...c.byTask], (r) => METRIC_NAMES[r.metric]),
  );
}

const STATES = ["both", "norm_only", "goal_only", "neither", "unscored"] as const;

const SHORT: Record<(typeof STATES)[number], string> = {
  both: "both",
  norm_only: "norm only",
  goal_only: "goal only",
  neither: "neither",
  unscored: "not scored",
};

function moves(c: Comparison): Html {
  return table<(typeof STATES)[number]>(
    html`<b>Table 2.</b> Episodes by how they ended: rows in ${c.a.name}, columns in ${c.b.name}.`,
    [
      { head: "before ╲ after", align: "left", cell: (s) => SHORT[s] },
      ...STATES.map((to) => ({
        head: SHORT[to],
        cell: (from: (typeof STATES)[number]) => {
          const n = c.moves[`${from} → ${to}`] ?? 0;
          return from === to || n === 0 ? html`<small>${n}</small>` : html`<b>${n}</b>`;
        },
      })),
    ],
    [{ rows: STATES }],
  );
}

function allChanged(c: Comparison): Html {
  return table<ChangedEpisode>(
    html`<b>Table 3.</b> Every changed episode.`,
    [
      { head: "Episode", align: "left", cell: (e) => (e.epoch > 0 ? `${e.id}#${e.epoch}` : e.id) },
      { head: c.a.name, align: "left", cell: (e) => stateName(e.before) },
      { head: c.b.name, align: "left", cell: (e) => stateName(e.after) },
    ],
    grouped(c.changed, (e) => taskTitle(e.task)),
  );
}
