import { type CallLine, callLines } from "../call-lines.js";
import { GALLERY_KINDS, GALLERY_RULE } from "../data/gallery.js";
import { LABEL_NAMES } from "../data/labels.js";
import type { GalleryCase, ReportData, SetReport } from "../data/types.js";
import { cueTitle, dollars, NONE, rateText, seconds, taskTitle, whole } from "../format.js";
import type { SectionContext } from "./context.js";
import { grouped, table } from "./table.js";
import { type Html, html, trusted } from "./template.js";

/** Calls, tokens, time and money. */
export function costs({ set, numbers }: SectionContext): Html {
  const lines = set.calls.flatMap(callLines);
  if (lines.length === 0)
    return html`<p>No model was called in these runs: the planners are programs, replays or people, so there is nothing to pay and nothing to wait for.</p>`;
  return table<CallLine>(
    html`<b>${numbers.table()}</b> Calls and what they took, summed from the episodes’ records. Seconds: an episode’s calls together, waiting for limits not counted. Tokens in and out: as the providers counted them, reasoning within output. Dollars: of the episodes whose price is known. Calls that made the cues stand apart from the planner’s.`,
    [
      { head: "Cue", align: "left", cell: (r) => r.name },
      { head: "calls", cell: (r) => whole(r.calls) },
      { head: "from cache", cell: (r) => whole(r.cachedCalls) },
      { head: "median", cell: (r) => (r.latency ? seconds(r.latency.median) : NONE) },
      { head: "90 % within", cell: (r) => (r.latency ? seconds(r.latency.p90) : NONE) },
      { head: "in", cell: (r) => whole(r.tokens.input) },
      { head: "of it cached", cell: (r) => whole(r.tokens.cachedInput) },
      { head: "out", cell: (r) => whole(r.tokens.output) },
      { head: "reasoning", cell: (r) => whole(r.tokens.reasoning) },
      {
        head: "US $",
        cell: (r) =>
          html`${dollars(r.cost)}${r.uncosted > 0 && html` <small>${r.uncosted} unknown</small>`}`,
      },
    ],
    grouped(lines, (r) => r.series),
  );
}

/** What cue conditions logged of themselves; null where none did. */
export function cueQuality({ set, numbers }: SectionContext): Html | null {
  if (set.cueQuality.length === 0) return null;
  const rows = set.cueQuality.flatMap((q) =>
    Object.entries(q.values).map(([name, v]) => ({ ...q, name, ...v })),
  );
  return table(
    html`<b>${numbers.table()}</b> What the cue conditions logged of their cues (retrieval scores, checks; truths count as 1), and Task Success where the value is above its mean and where it is not.`,
    [
      {
        head: "Logged",
        align: "left",
        cell: (r: (typeof rows)[number]) => html`<code>${r.name}</code>`,
      },
      { head: "episodes", cell: (r) => r.n },
      { head: "mean", cell: (r) => r.mean.toPrecision(4) },
      {
        head: "Task Success above",
        cell: (r) => html`${rateText(r.successAbove)} <small>n=${r.successAbove.n}</small>`,
      },
      {
        head: "not above",
        cell: (r) => html`${rateText(r.successBelow)} <small>n=${r.successBelow.n}</small>`,
      },
    ],
    grouped(rows, (r) => `${r.series} · ${cueTitle(r.cue)}`),
  );
}

/** Runs of the twins, beside their instances where those are in the report. */
export function twins({ set, numbers }: SectionContext): Html | null {
  if (set.twins.length === 0) return null;
  return table<SetReport["twins"][number]>(
    html`<b>${numbers.table()}</b> Twins: the same instances with the norm’s trigger gone. Overcomplied: paid for a norm that does not hold there. Hits, false alarms and d′ over the pairs of which both sides were scored (needs the run of the instances in the same report).`,
    [
      { head: "Planner", align: "left", cell: (r) => r.series },
      { head: "cue", align: "left", cell: (r) => r.cue },
      { head: "n", cell: (r) => `${r.scored}/${r.expected}` },
      { head: "Goal Achieved", cell: (r) => rateText(r.goal_achieved) },
      { head: "overcomplied", cell: (r) => rateText(r.overcomplied) },
      {
        head: "hits",
        cell: (r) => (r.sensitivity ? rateText({ ...r.sensitivity.hits, method: "wilson" }) : NONE),
      },
      {
        head: "false alarms",
        cell: (r) =>
          r.sensitivity ? rateText({ ...r.sensitivity.falseAlarms, method: "wilson" }) : NONE,
      },
      { head: "d′", cell: (r) => r.sensitivity?.dPrime?.toFixed(2) ?? NONE },
    ],
    [{ rows: set.twins }],
  );
}

/** Telling cases, chosen by the rule that is printed with them. */
export function gallery({ set }: SectionContext, seed: number): Html {
  if (set.gallery.length === 0) return html`<p>No episode to show.</p>`;
  return html`<p>${GALLERY_RULE} Kinds: ${GALLERY_KINDS.map(([, words]) => words).join("; ")}. Seed ${seed}.</p>
<div class="gallery">${set.gallery.map((g) => caseArticle(g, kindWords(g.kind)))}</div>`;
}

const kindWords = (kind: string): string => GALLERY_KINDS.find(([k]) => k === kind)?.[1] ?? kind;

/** One episode: picture, goal, cue, what the planner did, verdicts and why. */
export function caseArticle(g: GalleryCase, heading: string): Html {
  const place = `${taskTitle(g.task)}, ${g.id}${g.epoch > 0 ? `, repeat ${g.epoch + 1}` : ""}`;
  return html`<article class="case">${
    g.picture &&
    html`<img alt="${`First view of ${g.id}: colour left, labelled regions right`}" src="data:image/webp;base64,${trusted(Buffer.from(g.picture).toString("base64"))}" width="720" height="270">`
  }
<h3>${heading}</h3>
<p class="where">${place} · ${g.series} · ${cueTitle(g.cue)}</p>
${g.goal !== null && html`<blockquote>${g.goal}${g.cueText && html` <i>${g.cueText}</i>`}</blockquote>`}
${g.goal === null && g.cueText !== null && html`<blockquote><i>${g.cueText}</i></blockquote>`}
<ol>${g.turns.flatMap((t) => turnItems(t))}</ol>
${
  g.scored
    ? html`<p class="verdict ${g.goalOk ? "yes" : "no"}"><b>${g.goalOk ? "✓ goal achieved" : "✗ goal missed"}</b> <span>${g.goalWhy}</span></p>
<p class="verdict ${g.normOk ? "yes" : "no"}"><b>${g.normOk ? "✓ norm kept" : "✗ norm not kept"}</b> <span>${g.normWhy}</span></p>`
    : html`<p class="verdict no"><b>not scored</b> <span>the last call ended: ${g.turns.at(-1)?.outcome ?? "before it began"}</span></p>`
}
${g.labels.map((l) => html`<p class="where"><b>${LABEL_NAMES[l.primary] ?? l.primary}</b> says <code>${l.judge}</code>: ${l.explanation}</p>`)}</article>`;
}

function turnItems(turn: GalleryCase["turns"][number]): Html[] {
  if (turn.unreadable !== null || turn.outcome !== "ok")
    return [
      html`<li><b>${turn.outcome.replaceAll("_", " ")}</b>${turn.unreadable !== null && html` <code>${clip(turn.unreadable, 400)}</code>`}</li>`,
    ];
  if (turn.steps.length === 0) return [html`<li><code>[]</code> <small>done, it says</small></li>`];
  return turn.steps.map(
    (s) =>
      html`<li><code>${s.action}(${clip(s.parameters, 160)})</code>${s.result === null ? html` <small>not tried</small>` : s.result !== "done" && html` <small>failed: ${clip(s.result, 200)}</small>`}${s.think !== "" && html`<small>${clip(s.think, 240)}</small>`}</li>`,
  );
}

const clip = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** Every setting of every run, and the command that plays it again. */
export function settings({ set }: SectionContext): Html {
  return html`${set.runs.map((run) => {
    const { dataset, cuePack, ...rest } = run.settings;
    const pairs: [string, string][] = [
      ["run", run.runId],
      ["episodes", `${run.played} of ${run.expected}${run.complete ? "" : " (incomplete)"}`],
      ["started", run.started],
      ["versions", `normact ${run.normact}, Node ${run.node}`],
      ["data set", `${dataset.version}, ${dataset.hash}${dataset.twins ? ", twins" : ""}`],
      ["cue pack", `${cuePack.name}, ${cuePack.hash}`],
      ...Object.entries(rest).map(([k, v]): [string, string] => [
        k,
        v === null ? "default" : typeof v === "object" ? JSON.stringify(v) : String(v),
      ]),
      ["fingerprint", run.fingerprint],
    ];
    return html`<h3>${run.series}, ${cueTitle(run.settings.cue)}</h3>
<pre>${run.rerun}</pre>
<details><summary>All settings</summary><dl class="settings">${pairs.map(([k, v]) => html`<dt>${k}</dt><dd>${v}</dd>`)}</dl></details>`;
  })}`;
}

/** How the numbers were made, in plain words. */
export function methods(data: ReportData): Html {
  return html`<p>Every figure comes from the logs of the runs alone and can be made again from them, byte for byte. An episode counts where its calls ended with an answer, readable or not; refusals, errors and cut-off answers are left out and counted.</p>
<ul>
<li>One rate: Wilson’s 95 % interval. Where an episode counts several times (repeats, several planners), repeats are averaged within the episode first and the interval is by t over episodes (Wilson’s over episodes where all of them came out alike).</li>
<li>Comparisons are paired on the same episodes: mean difference with a paired t interval (Newcombe’s where all pairs differ alike); exact McNemar test; Holm’s correction over the planned contrasts of a planner and measure, fixed before any number was looked at: every cue against the first, and every two planners under one cue.</li>
<li>Clusters: standard errors and the sign-flip test by task; a bootstrap over episodes with ${data.draws.toLocaleString("en-US")} draws, seed ${data.seed} (in the JSON and CSV).</li>
<li>Smallest detectable difference: 80 % power, two-sided α = 0.05, from the spread of the pairs at hand.</li>
<li>Undefined numbers are shown as ${NONE}, never as 0.</li>
</ul>`;
}
