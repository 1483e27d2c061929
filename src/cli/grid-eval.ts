import { join } from "node:path";
import type { Command } from "commander";
import { list, repeat, wholeNumber } from "./options.js";

/** `normact grid eval`: newcomers that learn a hidden norm, and are then tested on it. */
export function addGridEvalCommand(grid: Command): void {
  grid
    .command("eval")
    .description(
      "let newcomers learn each norm in 200 turns, then test them on six episodes: joint and task success",
    )
    .option(
      "--model <name>",
      "newcomer (repeat); without it builtin/bayes and the references play",
      repeat,
    )
    .option("--known-norm", "tell models the norm in place of a belief; tests only")
    .option("--norms <ids>", "only these norms", list)
    .option("--families <names>", "only these families", list)
    .option("--limit <n>", "only so many norms, spread over those chosen", wholeNumber(1))
    .option("--phases <names>", "interaction, seen, unseen, test (both), all", list)
    .option("--out <dir>", "folder that holds the runs", join("results", "runs"))
    .option("--set <dir>", "folder with another benchmark.jsonl and benchmark.json")
    .option("--workers <n>", "worker threads (default: one a core)", wholeNumber(0, 64))
    .option("--concurrency <n>", "norms at a time with a model", wholeNumber(1, 64), 4)
    .option(
      "--seed <n>",
      "of newcomers that draw, and sent to models that take one",
      wholeNumber(0),
    )
    .option("--resume <run>", "go on with this run")
    .option("--fresh", "begin anew even if a run with these settings lacks episodes")
    .option("--json", "print the scores as JSON")
    .addHelpText(
      "after",
      `
Newcomers: builtin/bayes, scripted/oracle, scripted/norm-blind, scripted/random, scripted/idle

Examples:
  $ normact grid eval
  $ normact grid eval --families access --phases interaction
  $ normact grid eval --families access --phases test`,
    )
    .action(async (options) => (await import("./grid-eval-actions.js")).runGridEval(options));
}
