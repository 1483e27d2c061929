import { writeWhole } from "../core/files.js";
import { defaultWorkers } from "../core/pool.js";
import { RunStore } from "../eval/store.js";
import { note, print, printJson } from "./io.js";

interface CompareOptions {
  out: string;
  html?: string;
  json?: boolean;
  pictures: number;
  seed: number;
  draws: number;
  workers?: number;
}

export async function compare(a: string, b: string, options: CompareOptions): Promise<void> {
  const { compareRuns, comparisonJson, comparisonText } = await import("../report/compare.js");
  const result = await compareRuns(RunStore.open(options.out, a), RunStore.open(options.out, b), {
    seed: options.seed,
    draws: options.draws,
    cases: options.html === undefined ? 0 : options.pictures,
    workers: options.workers ?? defaultWorkers(),
  });
  for (const { text } of result.notices) note(text);
  if (options.html !== undefined) {
    const { comparisonHtml } = await import("../report/html/compare-page.js");
    writeWhole(options.html, await comparisonHtml(result));
    note(`page: ${options.html}`);
  }
  if (options.json) printJson(comparisonJson(result));
  else if (options.html === undefined) print(comparisonText(result));
}
