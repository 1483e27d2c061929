import { plural } from "../../core/shown.js";
import { FAMILIES } from "../../grid/types.js";
import type { Share } from "../../grid-eval/metrics/share.js";
import type { MeanByNorm } from "../../grid-eval/metrics/success.js";
import type { GridSummary } from "../../grid-eval/summary.js";
import { unreadText } from "../../grid-eval/unread.js";
import { pointLegend } from "../charts/legend.js";
import { type Point, type PointChart, pointChart } from "../charts/points.js";
import { chartFigure, Numbering } from "../html/figure.js";
import { pageHtml } from "../html/page.js";
import { type Html, html, type Part } from "../html/template.js";
import { beliefSection, evidenceSection, rulesSection } from "./beliefs.js";
import type { GridReportData } from "./data.js";
import { GRID_REFERENCE_NAME, type PaperRow } from "./reference.js";

/** The report of grid runs as one page; episodes are pages of their own beside it. */

const DASH = "–";
const FAMILY_TITLES = ["Access", "Procedure", "Coordination", "Allocation"];

export const percent = (value: number | null): string =>
  value === null ? DASH : (100 * value).toFixed(1);

/**
 * @param paper the paper's rows to set beside ours; empty to leave them out
 * @param folder of the episodes' pages, relative to the report
 */
export async function gridReportHtml(
  data: GridReportData,
  paper: readonly PaperRow[],
  folder: string,
): Promise<string> {
  const sections = await gridReportSections(data, paper, folder, new Numbering());
  return pageHtml(
    `normact grid report: ${data.title}`,
    html`<p class="kicker">normact · grid world · report of ${plural(data.runs.length, "run")}</p>
<h1>${data.title}</h1>
<p class="lede">Newcomers spend 200 turns among people who keep a rule that nobody tells, and are then tested on it, in the room they know and in one they do not.</p>
<nav aria-label="Contents"><ul>${sections.map((s) => html`<li><a href="#${s.id}">${s.title}</a></li>`)}</ul></nav>
${sections.map((s) => html`<section><h2 id="${s.id}">${s.title}</h2>\n${s.body}</section>\n`)}
<footer>Made by normact from run logs. One file, no script, nothing fetched.</footer>`,
  );
}

/** The parts of the grid report, for its own page and for one that covers both tracks. */
export async function gridReportSections(
  data: GridReportData,
  paper: readonly PaperRow[],
  folder: string,
  numbers: Numbering,
): Promise<{ id: string; title: string; body: Part }[]> {
  const summaries = data.runs.map((r) => r.summary);
  const sections: { id: string; title: string; body: Part }[] = [
    { id: "success", title: "Joint and task success", body: await success(data, paper, numbers) },
    { id: "ways", title: "Ways, collisions and the others", body: secondary(summaries, numbers) },
  ];
  const add = (id: string, title: string, body: Part): void => {
    if (body) sections.push({ id, title, body });
  };
  add("learning", "Learning", await beliefSection(summaries, numbers));
  add("rules", "Rules in final beliefs", rulesSection(summaries, numbers));
  add("norms", "Norm by norm", evidenceSection(data, numbers));
  add("episodes", "Episodes worth looking at", telling(data, folder));
  sections.push({ id: "methods", title: "How the numbers were made", body: methods(data) });
  return sections;
}

async function success(
  data: GridReportData,
  paper: readonly PaperRow[],
  numbers: Numbering,
): Promise<Html> {
  const cell = (a: string, b: string): Html => html`<td class="r">${a} / ${b}</td>`;
  const ours = data.runs.map(({ summary: { newcomer, label, seen, unseen, norms } }) => {
    const families = FAMILIES.map((f) =>
      cell(percent(seen.jointByFamily[f].mean), percent(unseen.jointByFamily[f].mean)),
    );
    return html`<tr><th scope="row" class="l">${newcomer}<br><small>${label}; ${plural(norms, "norm")}</small></th>${families}<td class="r"><b>${percent(seen.joint.mean)} / ${percent(unseen.joint.mean)}</b><br><small>${span(seen.joint)}<br>${span(unseen.joint)}</small></td>${cell(percent(seen.task.mean), percent(unseen.task.mean))}</tr>`;
  });
  const printed = (value: number | null): string => value?.toFixed(1) ?? DASH;
  const theirs = paper.map(
    (row) =>
      html`<tr><th scope="row" class="l">${row.name}</th>${[...FAMILIES, "all"].map((f) => cell(printed(row.joint(f, "seen")), printed(row.joint(f, "unseen"))))}${cell(printed(row.task("seen")), printed(row.task("unseen")))}</tr>`,
  );
  const head = ["", ...FAMILY_TITLES, "All", "Task, all"];
  const table = html`<p class="caption"><b>${numbers.table()}</b> Joint success (both goals, no sanction) by family and over all, then task success; per cent, seen / unseen. Under the joint success over all: 95 % intervals by norm.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls sideways"><table><thead><tr>${head.map((h, i) => html`<th scope="col" class="${i === 0 ? "l" : "r"}">${h}</th>`)}</tr></thead><tbody>${ours}</tbody>${theirs.length > 0 && html`<tbody><tr class="group"><th colspan="7">${GRID_REFERENCE_NAME} (as far as its text gives figures)</th></tr>${theirs}</tbody>`}</table></div>`;
  const { label, id } = numbers.figure();
  const chart = jointChart(data);
  const drawn = await pointChart(chart, {
    id,
    title: "Joint success by family",
    description: "The joint success of table 1 by family with 95 % intervals, seen and unseen.",
  });
  return html`${table}${chartFigure(html`<b>${label}</b> Joint success by family with 95 % intervals by norm.`, drawn, pointLegend(chart))}`;
}

function jointChart(data: GridReportData): PointChart {
  const point = ({ mean, ci95 }: Share): Point | null =>
    mean === null
      ? null
      : { value: 100 * mean, lo: ci95 && 100 * ci95[0], hi: ci95 && 100 * ci95[1] };
  return {
    unit: "%",
    rows: [...FAMILY_TITLES, "All"],
    panels: ["Seen layout", "Unseen layout"].map((title) => ({ title, domain: [0, 100] })),
    series: data.runs.map(({ summary }) => ({
      name: summary.newcomer,
      points: [summary.seen, summary.unseen].map((split) => [
        ...FAMILIES.map((f) => point(split.jointByFamily[f])),
        point(split.joint),
      ]),
    })),
  };
}

const span = ({ ci95, episodes }: Share): string =>
  ci95 === null ? `n = ${episodes}` : `${percent(ci95[0])} to ${percent(ci95[1])}, n = ${episodes}`;

const mean = ({ mean: value, ci95 }: MeanByNorm, digits = 1): Html =>
  value === null
    ? html`${DASH}`
    : html`${value.toFixed(digits)}${ci95 && html` <small>${ci95[0].toFixed(digits)} to ${ci95[1].toFixed(digits)}</small>`}`;

function secondary(summaries: readonly GridSummary[], numbers: Numbering): Html {
  const rows = summaries.flatMap((s) =>
    (["seen", "unseen"] as const)
      .filter((split) => s.episodes[split] > 0)
      .map((split) => {
        const f = s[split];
        return html`<tr><th scope="row" class="l">${s.newcomer}, ${split}</th><td>${mean(f.pathLength)}</td><td>${mean(f.pathLengthImputed)}</td><td>${percent(f.collisionBlamed.mean)}</td><td>${percent(f.collisionInvolved.mean)}</td><td>${mean(f.communityPathLength)}</td><td>${f.communityUnfinished}</td><td>${mean(f.welfarePerPerson)}</td><td>${mean(f.welfarePerSlot)}</td></tr>`;
      }),
  );
  const head = [
    "",
    "path, finished",
    "path, horizon for the rest",
    "collides, to blame %",
    "in a contest %",
    "others' path",
    "others not finished",
    "welfare a person",
    "welfare a slot",
  ];
  return html`<p class="caption"><b>${numbers.table()}</b> Turns, episodes with a collision and what it meant for the others; means with 95 % intervals by norm.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls sideways"><table><thead><tr>${head.map((h, i) => html`<th scope="col" class="${i === 0 ? "l" : ""}">${h}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function telling(data: GridReportData, folder: string): Html | null {
  const lists = data.runs.filter((r) => r.telling.length > 0);
  if (lists.length === 0) return null;
  return html`<p>Each opens as a page that steps through the episode.</p>${lists.map(
    (r) =>
      html`<h3>${r.summary.newcomer}</h3><ul>${r.telling.map((t) => html`<li><a href="${folder}/${t.file}">${t.norm}, ${t.name}</a>: ${t.why}</li>`)}</ul>`,
  )}`;
}

function methods(data: GridReportData): Html {
  return html`<ul>
<li>Protocol: 200 turns with one background slot that does not know the norm, then three tests on the same layout and three on another, at most 100 turns each, the newcomer in each shirt colour once, with the belief that the interaction phase ended with. The benchmark's manifest decides every episode.</li>
<li>Joint success: both goals and no sanction. Task success: share of the two goals.</li>
<li>Intervals: the norm is the unit. Shares have Wilson intervals with the number of independent episodes that would have the same clustered standard error, and t on norms − 1; other means t on norms − 1.</li>
<li>Community path: turns on the map of others who finished; those still there at the end are counted beside it. Welfare: their summed reward, per person and per slot.</li>
<li>The offline check reads beliefs by their vocabulary and compares what they forbid with the norm on a fixed set of moves; what it cannot place has no score.</li>
</ul>
${data.runs.filter((r) => r.unread.length > 0).map((r) => html`<p>Of ${r.summary.runId} was left out: ${unreadText(r.unread).join("; ")}.</p>`)}
${data.runs.map((r) => html`<details><summary>Settings of ${r.summary.runId}</summary><pre>${JSON.stringify(r.settings, null, 2)}</pre></details>`)}`;
}
