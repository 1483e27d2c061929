import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
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

  perceptor
    .command("label")
    .description(
      "write labels of two sentences for a set's pictures, by a model that is told each task's rule",
    )
    .requiredOption("--data <dir>", "training set")
    .option(
      "--labeller <name>",
      "a model as provider/model, or builtin (rules, no model)",
      "builtin",
    )
    .option("--labeller-base-url <url>", "server of the labelling model")
    .option("--prompt <file>", "another label prompt (default: perceptor/label-prompt.yaml)")
    .option(
      "--out <file>",
      "label file (default: labels.jsonl in the set's folder); what it has is kept",
    )
    .option("--tasks <ids>", "only these tasks", list)
    .option("--limit <n>", "only the first so many pictures", wholeNumber(1))
    .option("--concurrency <n>", "pictures at a time", wholeNumber(1, 256), 8)
    .option("--max-cost <dollars>", "stop when so much has been spent", Number)
    .option("--prices <file>", "prices of your own")
    .option("--dry-run", "say what it would take, and call nobody")
    .option(
      "--yes",
      "do not ask before calls that may cost money, nor before the rules replace a model's labels",
    )
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact perceptor label --data training --labeller openai/gpt-4o --dry-run\n" +
        "  $ normact perceptor label --data training --labeller compatible/qwen3-vl --labeller-base-url http://localhost:8000/v1",
    )
    .action(async (options) => (await import("./perceptor-label-action.js")).label(options));

  perceptor
    .command("review")
    .description("look at pictures and labels side by side, and accept, edit or reject each")
    .requiredOption("--data <dir>", "training set")
    .option("--labels <file>", "label file (default: labels.jsonl in the set's folder)")
    .option(
      "--reviews <file>",
      "what is said is kept here (default: reviews.jsonl in the set's folder)",
    )
    .option(
      "--port <n>",
      "port of the local page (default: any free one)",
      wholeNumber(0, 65535),
      0,
    )
    .option("--terminal", "in the terminal instead of a local page")
    .option("--json", "print how many were accepted, edited, rejected, and leave")
    .addHelpText("after", "\nExample:\n  $ normact perceptor review --data training")
    .action(async (options) => (await import("./perceptor-review-action.js")).review(options));

  perceptor
    .command("export")
    .description("write labelled pictures as an ImageFolder, with the files of four trainers")
    .requiredOption("--data <dir>", "training set")
    .requiredOption("--out <dir>", "folder to write to")
    .option("--labels <file>", "label file (default: labels.jsonl in the set's folder)")
    .option("--reviews <file>", "reviews (default: reviews.jsonl in the set's folder)")
    .option(
      "--mode <modes>",
      "paper (no goal in training), goal-conditioned, or both as a list",
      list,
      ["paper"],
    )
    .option("--validation <share>", "share of each task for validation, 0 to 0.5", share, 0.1)
    .option("--seed <n>", "seed of the split", wholeNumber(0), 0)
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ normact perceptor export --data training --out perceptor-set --mode paper,goal-conditioned",
    )
    .action(async (options) => (await import("./perceptor-export-action.js")).exportSet(options));

  perceptor
    .command("train-config")
    .description(
      "write configurations and commands for four trainers, and how to serve what they train",
    )
    .requiredOption("--export <dir>", "exported folder, as the trainers will see it")
    .option("--out <dir>", "folder to write to (default: training in the exported folder)")
    .option("--mode <mode>", "paper or goal-conditioned", "paper")
    .option("--trainer <names>", "ms-swift, llama-factory, qwen, trl (default: all)", list)
    .option("--model <name>", "base model", "Qwen/Qwen3-VL-2B-Instruct")
    .addHelpText("after", "\nExample:\n  $ normact perceptor train-config --export perceptor-set")
    .action(async (options) => (await import("./perceptor-export-action.js")).trainConfig(options));

  perceptor
    .command("score")
    .description(
      "how good cues are by rules: evidence named, kind of norm, invented things, length",
    )
    .option("--cues <file>", "cue file")
    .option("--run <run>", "a run with --cue generated: its cues, and what came of them")
    .option("--out <dir>", "folder that holds the runs", join("results", "runs"))
    .option("--svg <file>", "with --run: cue quality against Task Success, as a picture")
    .option("--csv <file>", "with --run: the same, a line an episode")
    .option("--json", "print the scores as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact perceptor score --cues cues.jsonl\n" +
        "  $ normact perceptor score --run RUN --svg cues.svg",
    )
    .action(async (options) => (await import("./perceptor-score-action.js")).score(options));

  return perceptor;
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 0.5))
    throw new InvalidArgumentError("a number from 0 to 0.5 is needed.");
  return value;
}
