import type { Reference } from "./data/reference.js";
import type { ReportData } from "./data/types.js";
import { allLines, plainTables } from "./tables.js";
import { textTable } from "./text-table.js";

/** The report for a terminal: the tables, then every rate in a line. */
export function reportText(data: ReportData, reference: Reference | null): string {
  const parts: string[] = [];
  for (const set of data.sets) {
    const { version, hash, twins } = set.dataset;
    parts.push(`Data set ${version} (${hash.slice(0, 12)})${twins ? ", twins" : ""}\n`);
    for (const t of plainTables(set, reference)) {
      const rows = t.rows.flatMap((row): (string[] | null)[] =>
        Array.isArray(row) ? [row] : [null, [row.group]],
      );
      parts.push(`${t.title}\n${textTable(t.head, rows)}${t.note}\n`);
    }
  }
  parts.push(`${allLines(data).join("\n")}\n`);
  return parts.join("\n");
}
