import { plural } from "../../core/shown.js";
import { EVENTS } from "../../grid-eval/metrics/beliefs.js";
import type { GridSummary, ScoredBeliefs } from "../../grid-eval/summary.js";
import { normRowsTable } from "../../grid-eval/table.js";
import { chartFigure, type Numbering } from "../html/figure.js";
import { type Html, html, type Part } from "../html/template.js";
import { type CurveChart, curveChart, curveLegend } from "./curves.js";
import type { GridReportData } from "./data.js";

/** The parts of the report on what newcomers came to believe. */

const EVENT_TITLES = {
  own: "own violation",
  peer: "others' violation",
  compliance: "compliance seen",
} as const;

/** Violations and beliefs over time, change by kind of evidence, evidence that was let pass. */
export async function beliefSection(
  summaries: readonly GridSummary[],
  numbers: Numbering,
): Promise<Html | null> {
  const lessons = summaries.filter((s) => s.interaction.lessons > 0);
  if (lessons.length === 0) return null;
  const parts: Part[] = [
    curve(
      numbers,
      {
        title: "own sanctions so far, mean over norms",
        domain: [
          0,
          roundUp(
            Math.max(1, ...lessons.map((s) => s.interaction.violationCurve.at(-1)?.mean ?? 0)),
          ),
        ],
        turns: 200,
        series: lessons.map((s) => ({
          name: s.newcomer,
          points: s.interaction.violationCurve.map((p) => ({ turn: p.turn, value: p.mean })),
        })),
      },
      "Own violations over the interaction phase.",
    ),
  ];
  const believing = lessons.filter((s) => s.beliefs);
  for (const [kind, of] of [
    [
      "by the offline check (share of the moves that belief or norm forbid that both do)",
      (s: GridSummary) => s.beliefs?.offline ?? null,
    ],
    ["by the judge (1 to 7 brought to 0 to 1)", (s: GridSummary) => s.beliefs?.judged ?? null],
  ] as [string, (s: GridSummary) => ScoredBeliefs | null][]) {
    const scored = believing.flatMap((s) => {
      const beliefs = of(s);
      return beliefs ? [{ name: s.newcomer, beliefs }] : [];
    });
    if (scored.length === 0) continue;
    parts.push(
      curve(
        numbers,
        {
          title: "correctness of the belief held",
          domain: [0, 1],
          turns: 200,
          series: scored.map(({ name, beliefs }) => ({
            name,
            points: beliefs.curve.map((p) => ({ turn: p.turn, value: p.mean })),
          })),
        },
        `Belief correctness over the interaction phase, ${kind}. Means over the norms whose belief has a score at that turn.`,
      ),
      changeTable(scored, numbers, kind),
    );
  }
  if (believing.length > 0) parts.push(finals(believing, numbers), contrary(believing));
  return html`${parts}`;
}

const roundUp = (value: number): number => {
  const step = value > 40 ? 20 : value > 8 ? 8 : value > 2 ? 4 : 2;
  return Math.ceil(value / step) * step;
};

function curve(numbers: Numbering, chart: CurveChart, caption: string): Html {
  const { label, id } = numbers.figure();
  const drawn = curveChart(chart, { id, title: caption, description: `${chart.title}, by turn` });
  const at = [50, 100, 150, 200];
  const values = (points: CurveChart["series"][number]["points"]): string[] =>
    at.map((turn) => points.find((p) => p.turn === turn)?.value?.toFixed(2) ?? "–");
  return chartFigure(html`<b>${label}</b> ${caption}`, drawn, curveLegend(chart), {
    head: ["", ...at.map((turn) => `turn ${turn}`)],
    rows: chart.series.map((s) => [s.name, ...values(s.points)]),
  });
}

function table(head: readonly string[], rows: readonly (readonly Part[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls sideways"><table><thead><tr>${head.map((h, i) => html`<th scope="col" class="${i === 0 ? "l" : ""}">${h}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((c, i) => (i === 0 ? html`<th scope="row" class="l">${c}</th>` : html`<td>${c}</td>`))}</tr>`)}</tbody></table></div>`;
}

function changeTable(
  scored: readonly { name: string; beliefs: ScoredBeliefs }[],
  numbers: Numbering,
  kind: string,
): Html {
  const rows = scored.map(({ name, beliefs }) => [
    name,
    ...EVENTS.map((event) => {
      const { mean, ci95, episodes } = beliefs.change[event];
      return mean === null
        ? html`– <small>no turn</small>`
        : html`${mean >= 0 ? "+" : ""}${mean.toFixed(3)} <small>${ci95 && `${ci95[0].toFixed(3)} to ${ci95[1].toFixed(3)}, `}${plural(episodes, "turn")}</small>`;
    }),
  ]);
  return html`<p class="caption"><b>${numbers.table()}</b> Change of belief correctness from a turn to the next, by what the turn showed, ${kind}.</p>${table(["", ...EVENTS.map((e) => EVENT_TITLES[e])], rows)}`;
}

function finals(summaries: readonly GridSummary[], numbers: Numbering): Html {
  const rows = summaries.map((s) => {
    const f = s.beliefs!.final;
    return [s.newcomer, f.lessons, f.right, f.wrong, f.unplaced, f.none, f.habitTaken];
  });
  return html`<p class="caption"><b>${numbers.table()}</b> Beliefs at the end of the interaction phase, by the offline check.</p>${table(["", "norms", "right", "another rule", "not placed", "none", "the habit"], rows)}`;
}

function contrary(summaries: readonly GridSummary[]): Html {
  return html`<h3>Contrary evidence let pass</h3><p>Moves of others that were seen, drew no mark, and are forbidden by the rule that the newcomer stated and went on stating.</p>${summaries.map(
    (s) => {
      const { total, lessons, worst, turnsUnplaced } = s.beliefs!.contrary;
      return html`<p><b>${s.newcomer}</b>: ${total} such moves in ${plural(lessons, "interaction phase")}; turns left out since their belief could not be placed: ${turnsUnplaced}.</p>${worst.length > 0 && html`<ul>${worst.slice(0, 5).map((w) => html`<li>${w.norm}, turns ${w.from} to ${w.to}, ${w.contrary} moves: “${w.text}”</li>`)}</ul>`}`;
    },
  )}`;
}

/** Rules in final beliefs, where a judge has split them. */
export function rulesSection(summaries: readonly GridSummary[], numbers: Numbering): Html | null {
  const split = summaries.flatMap((s) => (s.beliefs?.rules ? [{ s, r: s.beliefs.rules }] : []));
  const [first] = split;
  if (!first) return null;
  const words = (key: string): string => key.replaceAll("_", " ");
  const labels = Object.keys(first.r.labels) as (keyof typeof first.r.labels)[];
  const topics = Object.keys(first.r.topics) as (keyof typeof first.r.topics)[];
  return html`<p class="caption"><b>${numbers.table()}</b> Rules by their relation to the norm, as the judge labels them; number of rules.</p>${table(
    ["", "judge", "beliefs", "not split", ...labels.map(words)],
    split.map(({ s, r }) => [
      s.newcomer,
      r.judge,
      r.beliefs,
      r.failed,
      ...labels.map((l) => r.labels[l]),
    ]),
  )}<p class="caption"><b>${numbers.table()}</b> Beliefs by number of rules.</p>${table(
    ["", "0", "1", "2", "3", "4 or more"],
    split.map(({ s, r }) => [s.newcomer, ...r.perBelief]),
  )}<p class="caption"><b>${numbers.table()}</b> Topics of spurious rules.</p>${table(
    ["", ...topics.map(words)],
    split.map(({ s, r }) => [s.newcomer, ...topics.map((t) => r.topics[t])]),
  )}`;
}

/** A row a norm, for runs with interaction phases. */
export function evidenceSection(data: GridReportData, numbers: Numbering): Html | null {
  const runs = data.runs.filter((r) => r.norms.length > 0);
  if (runs.length === 0) return null;
  return html`<p>Bits are those that a Bayesian learner in the newcomer's place gains on the hidden norm from own marks, marks of others and unmarked moves, each with the number of such events; a norm is identified from the turn on which its chance stays at 90 % or more.</p>${runs.map(
    ({ summary, norms }) => {
      const { header, rows } = normRowsTable(norms);
      return html`<details><summary><b>${numbers.table()}</b> ${summary.newcomer}, ${plural(norms.length, "norm")}</summary>${table(header, rows)}</details>`;
    },
  )}`;
}
