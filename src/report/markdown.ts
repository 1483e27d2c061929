import type { Reference } from "./data/reference.js";
import type { ReportData } from "./data/types.js";
import { allLines, type PlainTable, plainTables } from "./tables.js";

/** The report's tables as Markdown (GitHub's tables). */
export function reportMarkdown(data: ReportData, reference: Reference | null): string {
  const parts = [`# normact report: ${cell(data.title)}\n`];
  for (const { text } of [...data.notices, ...data.sets.flatMap((s) => s.notices)])
    parts.push(`> **Mind:** ${cell(text)}\n`);
  for (const set of data.sets) {
    if (data.sets.length > 1)
      parts.push(`## Data set ${set.dataset.version} (${set.dataset.hash.slice(0, 12)})\n`);
    for (const t of plainTables(set, reference)) parts.push(markdownTable(t));
  }
  parts.push(
    `## Every rate in one line\n\n${allLines(data)
      .map((line) => `- ${cell(line)}`)
      .join("\n")}\n`,
  );
  return parts.join("\n");
}

export function markdownTable(t: PlainTable): string {
  const grouped = t.rows.some((r) => !Array.isArray(r));
  const head = grouped ? ["", ...t.head] : t.head;
  let group = "";
  const lines = t.rows.flatMap((row) => {
    if (!Array.isArray(row)) {
      group = row.group;
      return [];
    }
    return [grouped ? [group, ...row] : row];
  });
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [
    `### ${cell(t.title)}\n`,
    line(head),
    `|${head.map((_, i) => (i < (grouped ? 2 : 1) ? " :-- |" : " --: |")).join("")}`,
    ...lines.map(line),
    `\n${t.note}\n`,
  ].join("\n");
}

/** Text that stays one cell and no markup. */
function cell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#]/g, (c) => `\\${c}`).replace(/\s+/g, " ");
}
