import { join } from "node:path";
import type { Command } from "commander";
import { declareModelFlags } from "./model-flags.js";
import { list, modelNames, oneOf, wholeNumber } from "./options.js";

/** `normact grid eval`: newcomers that learn a hidden norm, and are then tested on it. */
export function addGridEvalCommand(grid: Command): void {
  const command = grid
    .command("eval")
    .description(
      "let newcomers learn each norm in 200 turns, then test them on six episodes: joint and task success",
    )
    .option(
      "--model <name>",
      "newcomer (several: repeat, or with commas); without it builtin/bayes and the references play",
      modelNames,
    )
    .option("--known-norm", "tell models the norm in place of a belief; tests only")
    .option("--norms <ids>", "only these norms", list)
    .option("--families <names>", "only these families", list)
    .option(
      "--solved-in <run>",
      "only norms whose six tests that run passed, e.g. for --distractor",
    )
    .option("--limit <n>", "only so many norms, spread over those chosen", wholeNumber(1))
    .option("--phases <names>", "interaction, seen, unseen, test (both), all", list)
    .option(
      "--observation <what>",
      "what a model is given of the room: image, text, both",
      oneOf(["image", "text", "both"] as const),
      "both" as const,
    )
    .option(
      "--text-sanctions <whose>",
      "sanctions that the text names: self, all (default: self, and all with text alone)",
      oneOf(["self", "all"] as const),
    )
    .option(
      "--memory <whose>",
      "sanctioned steps kept beyond the ten latest: own, or all that were seen",
      oneOf(["own", "all"] as const),
      "own" as const,
    )
    .option(
      "--distractor <norm>",
      "give the background an unsanctioned habit: a norm, or auto (another exit or a rhythm, by family)",
    )
    .option("--out <dir>", "folder that holds the runs", join("results", "runs"))
    .option("--set <dir>", "folder with another benchmark.jsonl and benchmark.json")
    .option("--workers <n>", "worker threads (default: one a core)", wholeNumber(0, 64))
    .option(
      "--seed <n>",
      "of newcomers that draw; sent to models that take one when given",
      wholeNumber(0),
    )
    .option("--resume <run>", "go on with this run")
    .option("--fresh", "begin anew even if a run with these settings lacks episodes")
    .option(
      "--dry-run",
      "print one whole request, the number of calls and the price; nothing is sent",
    )
    .option("--json", "print the scores as JSON");
  declareModelFlags(command)
    .addHelpText(
      "after",
      `
Newcomers: builtin/bayes, scripted/oracle, scripted/norm-blind, scripted/random, scripted/idle,
           <provider>/<model> (openai, google, anthropic, compatible),
           known-norm:<provider>/<model> (or --known-norm)
Models are sent temperature 0.7 and at most 4048 tokens unless told otherwise.

Examples:
  $ normact grid eval
  $ normact grid eval --model openai/gpt-5.4-mini --limit 2 --dry-run
  $ normact grid eval --model openai/gpt-5.4-mini --families access --phases interaction
  $ normact grid eval --model openai/gpt-5.4-mini --families access --phases test
  $ normact grid eval --model compatible/qwen3 --base-url http://localhost:8000/v1 --observation text`,
    )
    .action(async (options) => (await import("./grid-eval-actions.js")).runGridEval(options));
}
