import { Command } from "commander";
import { list, wholeNumber } from "./options.js";
import { declarePerceptor } from "./perceptor-options.js";

/** `normact perceptor …`: cues made from pictures, their training set and their score. */
export function perceptorCommand(): Command {
  const perceptor = new Command("perceptor").description(
    "NormPerceptor: cues from pictures, their training set, its labels, export and score",
  );

  declarePerceptor(perceptor.command("cue"))
    .description(
      "write the cues of first views to a file that --perceptor precomputed:FILE replays",
    )
    .requiredOption("--out <file>", "cue file (JSONL); what it has is kept")
    .option("--dataset <dir>", "exported folder to take the first views from")
    .option("--tasks <ids>", "only these tasks", list)
    .option("--episodes <ids>", "only these episodes", list)
    .option("--limit <n>", "only so many episodes, spread over the tasks", wholeNumber(1))
    .option("--twins", "the twins: the same instances with the norm's trigger gone")
    .option("--cue-pack <file>", "another set of goals")
    .option("--concurrency <n>", "cues at a time", wholeNumber(1, 256), 4)
    .option("--workers <n>", "worker threads", wholeNumber(0, 64))
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ normact perceptor cue --perceptor compatible/normperceptor --perceptor-base-url http://localhost:8000/v1 --out cues.jsonl\n" +
        "  $ normact eval --model openai/gpt-5.4 --cue generated --perceptor precomputed:cues.jsonl",
    )
    .action(async (options) => (await import("./perceptor-cue-action.js")).writeCueFile(options));

  perceptor
    .command("dataset")
    .description(
      "draw the training pictures, apart from the benchmark's, or take in pictures of your own",
    )
    .requiredOption("--out <dir>", "folder of the set; what it has is kept")
    .option("--per-task <n>", "pictures a task", wholeNumber(1, 999), 100)
    .option("--tasks <ids>", "only these tasks", list)
    .option("--seed <n>", "seed of the whole set; never the benchmark's", wholeNumber(0), 20261)
    .option("--images <dir>", "pictures of your own instead of drawn ones; needs --csv")
    .option("--csv <file>", "with columns file, goal, task and, if wanted, rule, group, id")
    .option("--workers <n>", "worker threads (default: one a core)", wholeNumber(0, 64))
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact perceptor dataset --out training\n" +
        "  $ normact perceptor dataset --images photos --csv photos.csv --out own",
    )
    .action(async (options) => (await import("./perceptor-dataset-action.js")).makeSet(options));

  return perceptor;
}
