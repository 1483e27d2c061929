import { writeWhole } from "../core/files.js";
import { plural } from "../core/shown.js";
import { type GridScore, scoreGridRun } from "../grid-eval/score.js";
import { scrubberPage } from "../grid-eval/scrubber.js";
import { GridStore } from "../grid-eval/store.js";
import { normRowsTable, successRows, summaryLines } from "../grid-eval/table.js";
import { unreadText } from "../grid-eval/unread.js";
import { textTable } from "../report/text-table.js";
import { note, print, printJson } from "./io.js";

interface ScoreOptions {
  out: string;
  byNorm?: boolean;
  json?: boolean;
}

export function score(run: string, options: ScoreOptions): void {
  const result = scoreGridRun(GridStore.open(options.out, run), {
    byNorm: options.byNorm ?? false,
  });
  if (options.json)
    printJson({
      ...result.summary,
      unread: result.unread,
      ...(result.norms ? { byNorm: result.norms } : {}),
    });
  else printScore(result);
  for (const line of unreadText(result.unread)) note(line);
  for (const line of result.differences.slice(0, 10)) note(line);
  if (result.differences.length > 0) {
    note(
      `${plural(result.differences.length, "difference")} between the record and the log played again`,
    );
    process.exitCode = 1;
  }
}

function printScore({ summary, norms }: GridScore): void {
  const { header, rows } = successRows([summary]);
  print("Joint success by family, then task success; per cent, seen / unseen\n");
  print(textTable(header, rows));
  print(summaryLines(summary).join("\n"));
  if (!norms) return;
  const table = normRowsTable(norms);
  print(`\n${textTable(table.header, table.rows)}`);
  const needed = norms.find((n) => n.evidence)?.evidence?.needed;
  if (needed !== undefined)
    print(
      `Bits are those that a Bayesian learner in the newcomer's place gains on the hidden norm; one norm among fifty and "something else" takes ${needed.toFixed(2)}. Identified: from then on its chance stays at 90 % or more.`,
    );
}

export function scrub(
  run: string,
  norm: string,
  episode: string | undefined,
  options: { out: string; html: string },
): void {
  const page = scrubberPage(GridStore.open(options.out, run), norm, episode ?? "interaction");
  writeWhole(options.html, page);
  note(`${options.html} written`);
}
