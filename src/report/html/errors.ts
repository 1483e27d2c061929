import { labelChart } from "../charts/figures.js";
import { LABEL_NAMES } from "../data/labels.js";
import { REFERENCE_NAME, type Reference } from "../data/reference.js";
import type { SetReport } from "../data/types.js";
import { cueTitle, NONE } from "../format.js";
import { pointFigure, type SectionContext } from "./context.js";
import { grouped, table } from "./table.js";
import { type Html, html } from "./template.js";

/** Error signals by cue (the paper's figure 3). */
export async function errorSignals(c: SectionContext): Promise<Html> {
  const { set, numbers, reference } = c;
  const judges = [...new Set(set.labels.map((l) => l.judge))];
  const parts: Html[] = [];
  for (const judge of judges) {
    const own = set.labels.filter((l) => l.judge === judge);
    const cues = set.cues.filter((cue) => own.some((l) => l.cue === cue));
    const scored = (cue: string): number =>
      set.cells
        .filter((x) => x.cue === cue && own.some((l) => l.cue === cue && l.series === x.series))
        .reduce((sum, x) => sum + x.scored, 0);
    const chart = labelChart(cues, own, scored);
    const figure = await pointFigure(
      c,
      chart,
      html`Why episodes failed, by cue, as labelled by <code>${judge}</code>: the primary label of every failed episode, in per cent of all scored ones, with Wilson intervals.`,
      {
        title: `Error signals by cue, labelled by ${judge}`,
        description:
          "Primary error labels as shares of all scored episodes; the numbers are in the table below.",
      },
    );
    parts.push(
      html`${figure}
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
