import { FAMILIES, type Family } from "../grid/types.js";
import type { Share } from "./metrics/share.js";
import type { MeanByNorm } from "./metrics/success.js";
import type { GridSummary } from "./summary.js";

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
      `  interaction: ${interaction.lessons} norms, own violations ${number(interaction.violations)}, goals ${number(interaction.goals)}`,
    );
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
