import { plural } from "../../core/shown.js";
import type { Reference } from "../data/reference.js";
import type { Cell, Rate, ReportData, SetReport } from "../data/types.js";
import { cueTitle, percent, span } from "../format.js";
import type { SectionContext } from "./context.js";
import { contrasts } from "./contrasts.js";
import { errorSignals } from "./errors.js";
import { Numbering } from "./figure.js";
import { costs, cueQuality, gallery, methods, settings, twins } from "./other-sections.js";
import { outcomes, unscored } from "./outcomes.js";
import { conditionTable, performance } from "./performance.js";
import { REPORT_STYLE } from "./style.js";
import { byTask } from "./tasks.js";
import { type Html, html, type Part, trusted } from "./template.js";

/** Nothing may be fetched and no script may run: pictures and styles are in the file. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A page of its own with the report's looks. */
export function pageHtml(title: string, body: Part): string {
  return html`${trusted("<!doctype html>")}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(REPORT_STYLE)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text;
}

/** Further parts of the page, made elsewhere (the grid track), with the page's numbering. */
export type ExtraSections = (
  numbers: Numbering,
) => Promise<readonly { id: string; title: string; body: Part }[]>;

/**
 * The report as one HTML file that opens from a disk and can be sent by mail: no script, nothing fetched.
 * @param reference the paper's figures to draw beside ours, or null
 */
export async function reportHtml(
  data: ReportData,
  reference: Reference | null,
  extra: ExtraSections = async () => [],
): Promise<string> {
  const numbers = new Numbering();
  const sections: { id: string; title: string; body: Part }[] = [];
  for (const [i, set] of data.sets.entries()) {
    const prefix = data.sets.length > 1 ? `set${i + 1}-` : "";
    const name =
      data.sets.length > 1 ? ` · set ${set.dataset.version} (${set.dataset.hash.slice(0, 8)})` : "";
    const own = await setSections({ set, numbers, reference, prefix }, data);
    sections.push(...own.map((s) => ({ ...s, id: prefix + s.id, title: s.title + name })));
  }
  sections.push(...(await extra(numbers)));
  sections.push({ id: "methods", title: "How the numbers were made", body: methods(data) });
  return pageHtml(
    `normact report: ${data.title}`,
    html`<p class="kicker">normact · report of ${plural(
      data.sets.reduce((n, s) => n + s.runs.length, 0),
      "run",
    )}</p>
<h1>${data.title}</h1>
<p class="lede">Do embodied planners keep the unwritten rules of a place? ${lede(data)}</p>
${data.notices.concat(data.sets.flatMap((s) => s.notices)).map((n) => html`<p class="notice" role="note"><b>${n.level === "warning" ? "⚠ Mind: " : "Note: "}</b>${n.text}</p>`)}
${data.sets.map(headline)}
<nav aria-label="Contents"><ul>${sections.map((s) => html`<li><a href="#${s.id}">${s.title}</a></li>`)}</ul></nav>
${sections.map((s) => html`<section><h2 id="${s.id}">${s.title}</h2>\n${s.body}</section>\n`)}
<footer>Made by normact from run logs. One file, no script, nothing fetched.</footer>`,
  );
}

function lede(data: ReportData): string {
  const episodes = data.sets.reduce((n, s) => n + s.runs.reduce((m, r) => m + r.played, 0), 0);
  const cues = new Set(data.sets.flatMap((s) => s.cues)).size;
  const tasks = new Set(data.sets.flatMap((s) => s.tasks)).size;
  return `${plural(episodes, "played episode")}, ${plural(tasks, "task")}, ${plural(cues, "cue condition")}.`;
}

/** The three numbers of the condition without a cue, or of the first one there is. */
function headline(set: SetReport): Html | null {
  const cells = set.pooled.length > 0 ? set.pooled : set.cells;
  const first = cells[0];
  if (!first) return null;
  const best = cells.reduce((a, b) =>
    (b.rates.task_success.rate ?? -1) > (a.rates.task_success.rate ?? -1) ? b : a,
  );
  const item = (value: string, words: string): Html =>
    html`<div><strong>${value}</strong><span>${words}</span></div>`;
  // the interval is over episodes, however often each was played
  const counted = ({ n, method }: Rate): string =>
    method === "wilson" ? `n = ${n}` : `n = ${n} with repeats`;
  const of = (c: Cell): string => `${cueTitle(c.cue).toLowerCase()}, ${c.series}`;
  const rate = (
    c: Cell,
    m: "goal_achieved" | "norm_compliance" | "task_success",
  ): [string, string] => [
    c.rates[m].rate === null ? "–" : `${percent(c.rates[m].rate)} %`,
    `${of(c)} (95 % interval ${span(c.rates[m].ci95)}, ${counted(c.rates[m])})`,
  ];
  const [goal, goalWords] = rate(first, "goal_achieved");
  const [norm, normWords] = rate(first, "norm_compliance");
  const [success, successWords] = rate(first, "task_success");
  const [top, topWords] = rate(best, "task_success");
  return html`<div class="numbers">${item(goal, `Goal Achieved, ${goalWords}`)}${item(norm, `Norm Compliance, ${normWords}`)}${item(success, `Task Success, ${successWords}`)}${best !== first && item(top, `highest Task Success: ${topWords}`)}</div>`;
}

async function setSections(
  c: SectionContext,
  data: ReportData,
): Promise<{ id: string; title: string; body: Part }[]> {
  const out: { id: string; title: string; body: Part }[] = [];
  const add = (id: string, title: string, body: Part): void => {
    if (body !== null) out.push({ id, title, body });
  };
  if (c.set.cells.length > 0) {
    add(
      "performance",
      "Performance by cue and planner",
      html`${await performance(c)}${conditionTable(c)}`,
    );
    add("contrasts", "Paired contrasts", await contrasts(c));
    add("outcomes", "How episodes ended", await outcomes(c));
    add("tasks", "By task", await byTask(c));
    add("errors", "Error signals by cue", await errorSignals(c));
    add("unscored", "What was not scored", unscored(c));
  }
  add("twins", "Twins", twins(c));
  add("costs", "Cost and latency", costs(c));
  add("cues", "Retrieval and cue quality", cueQuality(c));
  if (c.set.cells.length > 0) add("gallery", "Telling cases", gallery(c, data.seed));
  add("settings", "Settings, and how to run it again", settings(c));
  return out;
}
