import { basename, dirname, extname, join } from "node:path";
import { UsageError } from "../core/errors.js";
import { writeWhole } from "../core/files.js";
import { plural } from "../core/shown.js";
import { scoreGridRun } from "../grid-eval/score.js";
import { scrubberPage } from "../grid-eval/scrubber.js";
import { GridStore } from "../grid-eval/store.js";
import { successRows, summaryLines } from "../grid-eval/table.js";
import { unreadText } from "../grid-eval/unread.js";
import { type GridReportData, tellingEpisodes } from "../report/grid/data.js";
import { gridReportHtml } from "../report/grid/page.js";
import { paperRows } from "../report/grid/reference.js";
import { textTable } from "../report/text-table.js";
import { note, print, printJson } from "./io.js";

interface ReportOptions {
  out: string;
  html?: string;
  title?: string;
  reference: boolean;
  replays: boolean;
  json?: boolean;
}

/** Tables of several runs in the terminal, as JSON, or as a page with pages of episodes beside it. */
export async function report(runs: string[], options: ReportOptions): Promise<void> {
  if (options.html !== undefined && extname(options.html).toLowerCase() !== ".html")
    throw new UsageError("unknown_format", `--html "${options.html}": the file must end in .html`);
  const stores = runs.map((run) => GridStore.open(options.out, run));
  const data: GridReportData = {
    schemaVersion: 1,
    title: options.title ?? `${plural(stores.length, "newcomer")} in the grid world`,
    runs: stores.map((store) => {
      const { summary, norms, differences, unread } = scoreGridRun(store, { byNorm: true });
      for (const line of unreadText(unread)) note(`${store.info.runId}: ${line}`);
      if (differences.length > 0)
        note(
          `${store.info.runId}: ${plural(differences.length, "difference")} between the record and the log played again; see normact grid score`,
        );
      return {
        summary,
        settings: store.info.settings,
        norms: norms ?? [],
        unread,
        telling: options.html && options.replays ? tellingEpisodes(store, summary) : [],
      };
    }),
  };
  if (options.html) await writePages(data, stores, options.html, options.reference);
  if (options.json) printJson(data);
  else if (!options.html) {
    const summaries = data.runs.map((r) => r.summary);
    const { header, rows } = successRows(summaries);
    print("Joint success by family, then task success; per cent, seen / unseen\n");
    print(textTable(header, rows));
    for (const summary of summaries) print(summaryLines(summary).join("\n"));
  }
}

async function writePages(
  data: GridReportData,
  stores: readonly GridStore[],
  file: string,
  reference: boolean,
): Promise<void> {
  const folder = `${basename(file, extname(file))}-episodes`;
  for (const [i, { telling }] of data.runs.entries())
    for (const episode of telling) {
      const page = scrubberPage(stores[i] as GridStore, episode.norm, episode.name);
      writeWhole(join(dirname(file), folder, episode.file), page);
    }
  writeWhole(file, await gridReportHtml(data, reference ? paperRows() : [], folder));
  note(
    `${file} written${data.runs.some((r) => r.telling.length > 0) ? `, episodes in ${join(dirname(file), folder)}` : ""}`,
  );
}
