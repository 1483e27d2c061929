import { plural } from "../core/shown.js";
import { FAMILIES, type Family } from "../grid/types.js";
import type { BeliefChange } from "./metrics/beliefs.js";
import type { Share } from "./metrics/share.js";
import type { MeanByNorm } from "./metrics/success.js";
import type { Evidence } from "./newcomers/bayes/learner.js";
import type { NormRow } from "./score.js";
import type { BeliefFigures, CallFigures, GridSummary } from "./summary.js";

/** Rows of the paper's first table, for a terminal: seen / unseen. */

export const percent = (share: number | null): string =>
  share === null ? "–" : (share * 100).toFixed(1);

const pair = (a: Share, b: Share): string => `${percent(a.mean)} / ${percent(b.mean)}`;

export const interval = (share: Share): string =>
  share.ci95 === null
    ? `${percent(share.mean)} % (no interval, n=${share.episodes})`
    : `${percent(share.mean)} % [${percent(share.ci95[0])}, ${percent(share.ci95[1])}], n=${share.episodes} of ${share.norms} norms`;

const FAMILY_NAMES: Record<Family, string> = {
  access: "Access",
  procedure: "Procedure",
  coordination: "Coord.",
  allocation: "Alloc.",
};

/** Header and rows: joint success by family and over all, then task success; per cent. */
export function successRows(summaries: readonly GridSummary[]): {
  header: string[];
  rows: string[][];
} {
  return {
    header: ["newcomer", ...FAMILIES.map((f) => FAMILY_NAMES[f]), "All", "Task", "norms"],
    rows: summaries.map(({ newcomer, norms, seen, unseen }) => [
      newcomer,
      ...FAMILIES.map((f) => pair(seen.jointByFamily[f], unseen.jointByFamily[f])),
      pair(seen.joint, unseen.joint),
      pair(seen.task, unseen.task),
      String(norms),
    ]),
  };
}

/** The lines below the table: intervals, and what else was measured. */
export function summaryLines(summary: GridSummary): string[] {
  const { seen, unseen, interaction, newcomer, episodes } = summary;
  const lines = [`${newcomer} (${summary.label})`];
  for (const [name, split] of [
    ["seen", seen],
    ["unseen", unseen],
  ] as const) {
    if (episodes[name] === 0) continue;
    lines.push(
      `  ${name}: joint ${interval(split.joint)}; task ${interval(split.task)}`,
      `    path ${number(split.pathLength)} turns of finished (${number(split.pathLengthImputed)} with the horizon for the rest); ` +
        `collisions: to blame ${percent(split.collisionBlamed.mean)} %, in one ${percent(split.collisionInvolved.mean)} %`,
      `    others: path ${number(split.communityPathLength)} turns (${split.communityUnfinished} not finished), ` +
        `welfare ${number(split.welfarePerPerson)} a person, ${number(split.welfarePerSlot)} a slot`,
    );
  }
  if (interaction.lessons > 0)
    lines.push(
      `  interaction: ${interaction.lessons} ${interaction.lessons === 1 ? "norm" : "norms"}, own violations ${number(interaction.violations)}, goals ${number(interaction.goals)}`,
    );
  if (summary.calls) lines.push(callLine(summary.calls));
  if (summary.beliefs) lines.push(...beliefLines(summary.beliefs));
  const odd = Object.entries(interaction.answers).filter(([outcome]) => outcome !== "ok");
  if (odd.length > 0)
    lines.push(
      `  answers that became WAIT: ${odd.map(([outcome, n]) => `${n} ${outcome}`).join(", ")}`,
    );
  return lines;
}

const number = ({ mean, ci95 }: MeanByNorm): string =>
  mean === null
    ? "–"
    : ci95
      ? `${mean.toFixed(1)} [${ci95[0].toFixed(1)}, ${ci95[1].toFixed(1)}]`
      : mean.toFixed(1);

function callLine({ answers, cached, input, output, cost, unpriced }: CallFigures): string {
  const price = cost === null ? "price not known" : `$${cost.toFixed(4)}`;
  const rest = cost !== null && unpriced > 0 ? ` (${unpriced} without a known price)` : "";
  return `  ${answers} answers (${cached} from the cache), ${input ?? "–"} tokens in, ${output ?? "–"} out, ${price}${rest}`;
}

function beliefLines({ final, offline, judged, contrary, rules }: BeliefFigures): string[] {
  const lines = [
    `  final beliefs by the offline check: ${final.right} of ${final.lessons} right, ${final.wrong} of another rule, ${final.unplaced} not placed, ${final.none} none` +
      (final.habitTaken > 0 ? `; ${final.habitTaken} take the habit for the rule` : ""),
    `    change after own violation ${change(offline.change.own)}, after others' ${change(offline.change.peer)}, after compliance ${change(offline.change.compliance)}`,
    `    permitted moves against a stated rule that was held on to: ${contrary.total} in ${contrary.lessons} interaction ${contrary.lessons === 1 ? "phase" : "phases"} (${contrary.turnsUnplaced} turns with a belief that was not placed)`,
  ];
  if (judged)
    lines.push(
      `  by the judge ${judged.judge} (${judged.beliefs} beliefs, ${judged.failed} without a score): change after own violation ${change(judged.change.own)}, after others' ${change(judged.change.peer)}, after compliance ${change(judged.change.compliance)}`,
    );
  if (rules)
    lines.push(
      `  rules in ${rules.beliefs} final beliefs by ${rules.judge}: ${rules.rules}; ${Object.entries(
        rules.labels,
      )
        .map(([label, n]) => `${n} ${label.replaceAll("_", " ")}`)
        .join(", ")} (${rules.failed} beliefs not split)`,
      `    topics of spurious ones: ${
        Object.entries(rules.topics)
          .filter(([, n]) => n > 0)
          .map(([topic, n]) => `${topic.replaceAll("_", " ")} ${n}`)
          .join(", ") || "none"
      }`,
    );
  return lines;
}

const change = ({ mean, ci95, episodes }: BeliefChange): string =>
  mean === null
    ? "\u2013"
    : `${mean >= 0 ? "+" : ""}${mean.toFixed(3)}${ci95 ? ` [${ci95[0].toFixed(3)}, ${ci95[1].toFixed(3)}]` : ""} (${plural(episodes, "turn")})`;

/** Header and rows of the table by norm, with what each interaction phase told. */
export function normRowsTable(rows: readonly NormRow[]): { header: string[]; rows: string[][] } {
  const bits = (row: NormRow, kind: Evidence): string =>
    row.evidence ? `${row.evidence.bits[kind].toFixed(1)} / ${row.evidence.events[kind]}` : "";
  const each = (row: NormRow, kind: Evidence): string =>
    row.evidence?.perEvent[kind] == null
      ? "\u2013"
      : (row.evidence.perEvent[kind] as number).toFixed(3);
  return {
    header: [
      "norm",
      "seen",
      "unseen",
      "violations",
      "belief",
      "own bits / n",
      "peer bits / n",
      "compliant bits / n",
      "bits a piece: own",
      "peer",
      "compliant",
      "identified at",
    ],
    rows: rows.map((row) => [
      row.norm,
      row.seen.join("/"),
      row.unseen.join("/"),
      String(row.violations ?? ""),
      row.belief.right
        ? "right"
        : (row.belief.nearest ?? (row.belief.text === null ? "none" : "not placed")),
      bits(row, "own"),
      bits(row, "peer"),
      bits(row, "compliant"),
      each(row, "own"),
      each(row, "peer"),
      each(row, "compliant"),
      row.evidence ? String(row.evidence.identifiedAt ?? "never") : "",
    ]),
  };
}
