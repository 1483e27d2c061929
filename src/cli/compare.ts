import { join } from "node:path";
import { Command } from "commander";
import { wholeNumber } from "./options.js";

/** `normact compare`: what changed between two runs on the same episodes. */
export function compareCommand(): Command {
  return new Command("compare")
    .description(
      "two runs on the same episodes: paired differences by task and the episodes that changed",
    )
    .argument("<run_a>", "the run that is set against (before, baseline)")
    .argument("<run_b>", "the run in question (after)")
    .option("--out <dir>", "folder that holds the runs", join("results", "runs"))
    .option("--html <file>", "write one self-contained page with pictures of changed episodes")
    .option("--json", "print everything as JSON")
    .option(
      "--pictures <n>",
      "changed episodes that the page shows with pictures",
      wholeNumber(0, 200),
      16,
    )
    .option(
      "--seed <n>",
      "seed of the choice, the bootstrap and the permutations",
      wholeNumber(0),
      0,
    )
    .option("--draws <n>", "bootstrap and permutation draws", wholeNumber(100, 1_000_000), 10_000)
    .option(
      "--workers <n>",
      "worker threads that draw pictures (default: one a core)",
      wholeNumber(0, 64),
    )
    .addHelpText(
      "after",
      `
Differences are run_b minus run_a, on the episodes that both have and that were scored in both. Runs on different
data sets are refused.

Examples:
  $ normact compare <run without cue> <run with cue> --html changed.html`,
    )
    .action(async (a, b, options) => (await import("./compare-actions.js")).compare(a, b, options));
}
