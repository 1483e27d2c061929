import { join } from "node:path";
import { Command } from "commander";
import { note, print, printJson } from "./io.js";

interface ScoreOptions {
  out: string;
  execute?: boolean;
  twins?: string;
  json?: boolean;
}

/** `normact score RUN`: all verdicts and scores again, from the log alone. */
export function scoreCommand(): Command {
  return new Command("score")
    .description("recompute every verdict and score of a run from its log, without a model")
    .argument("<run>", "run id or folder")
    .option("--out <dir>", "folder that holds the runs", join("results", "runs"))
    .option("--execute", "also carry out every plan again and compare the traces")
    .option("--twins <run>", "the run of the twins: hits, false alarms and d′ by task")
    .option("--json", "print the scores as JSON, byte for byte what eval printed")
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact score results/runs/<id> --json\n  $ normact score <id> --twins <id of the --twins run>",
    )
    .action(score);
}

async function score(run: string, options: ScoreOptions): Promise<void> {
  const { RunStore } = await import("../eval/store.js");
  const { rescore } = await import("../eval/rescore.js");
  const store = RunStore.open(options.out, run);
  if (options.twins) return compare(store, RunStore.open(options.out, options.twins), options);
  const result = rescore(store, { execute: options.execute ?? false });
  if (options.json) printJson(result.summary);
  else {
    const { scoreTable } = await import("../report/score-table.js");
    print(scoreTable(result.summary));
  }
  for (const line of result.differences.slice(0, 10)) note(line);
  if (result.differences.length > 0) {
    note(
      `${result.differences.length} difference(s) between the log's verdicts and those recomputed`,
    );
    process.exitCode = 1;
  }
  if (result.missing > 0)
    note(`${result.missing} of ${store.info.n} episodes are not in the log yet`);
}

type Store = import("../eval/store.js").RunStore;

async function compare(run: Store, twin: Store, options: ScoreOptions): Promise<void> {
  const { compareTwins } = await import("../eval/twins.js");
  const side = (store: Store) => ({ info: store.info, samples: store.samples() });
  const summary = compareTwins(side(run), side(twin));
  if (options.json) return printJson(summary);
  const { twinTable } = await import("../report/score-table.js");
  print(twinTable(summary));
}
