import { join } from "node:path";
import { Command } from "commander";
import { UsageError } from "../core/errors.js";
import { plural } from "../core/shown.js";
import { note, print, printJson, printMore } from "./io.js";
import { oneOf } from "./options.js";

interface ScoreOptions {
  out: string;
  responses?: string;
  cue?: string;
  modelName?: string;
  objectList: "names" | "ids" | "full";
  execute?: boolean;
  twins?: string;
  json?: boolean;
}

/** `normact score RUN`: all verdicts and scores again, from the log alone. */
export function scoreCommand(): Command {
  return new Command("score")
    .description(
      "every verdict and score from a run's log, or from a file of answers, without a model",
    )
    .argument("[run]", "run id or folder")
    .option(
      "--responses <file>",
      "score answers made elsewhere: JSONL of {episode, cue, turn, text}",
    )
    .option("--cue <condition>", "with --responses: only this cue, and that of lines without one")
    .option("--model-name <name>", "with --responses: what tables call the model")
    .option(
      "--object-list <kind>",
      "with --responses: what the prompts told of each visible object",
      oneOf(["names", "ids", "full"] as const),
      "names" as const,
    )
    .option("--out <dir>", "folder that holds the runs", join("results", "runs"))
    .option("--execute", "also carry out every plan again and compare the traces")
    .option("--twins <run>", "the run of the twins: hits, false alarms and d′ by task")
    .option("--json", "print the scores as JSON, byte for byte what eval printed")
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact score results/runs/<id> --json\n  $ normact score <id> --twins <id of the --twins run>\n  $ normact score --responses answers.jsonl --model-name my-model",
    )
    .action(score);
}

async function score(run: string | undefined, options: ScoreOptions): Promise<void> {
  if (options.responses !== undefined) {
    if (run !== undefined)
      throw new UsageError("run_and_responses", "give a run or --responses, not both");
    return (await import("./score-responses.js")).scoreFile({
      ...options,
      responses: options.responses,
    });
  }
  if (run === undefined)
    throw new UsageError(
      "no_run_named",
      "name a run (normact run ls lists them), or a file of answers with --responses FILE",
    );
  const { RunStore } = await import("../eval/store.js");
  const { rescore } = await import("../eval/rescore.js");
  const store = RunStore.open(options.out, run);
  if (options.twins) return compare(store, RunStore.open(options.out, options.twins), options);
  const result = rescore(store, { execute: options.execute ?? false });
  if (options.json) printJson(result.summary);
  else {
    const { scoreTable } = await import("../report/score-table.js");
    const { callsTable } = await import("../report/calls-table.js");
    print(scoreTable(result.summary));
    printMore(callsTable(result.summary.runs));
  }
  for (const line of result.differences.slice(0, 10)) note(line);
  if (result.differences.length > 0) {
    note(
      `${plural(result.differences.length, "difference")} between the log's verdicts and those recomputed`,
    );
    process.exitCode = 1;
  }
  if (result.missing > 0)
    note(`${result.missing} of ${store.keys().length} episodes are not in the log yet`);
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
