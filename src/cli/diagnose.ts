import { join } from "node:path";
import { Command } from "commander";
import { declareModelFlags } from "./model-flags.js";
import { repeat, wholeNumber } from "./options.js";

const RUNS = join("results", "runs");

/** `normact diagnose`: error labels of failed episodes, and their check by people. */
export function diagnoseCommand(): Command {
  const command = new Command("diagnose")
    .description("label why failed episodes failed: by stated rules, or by a judge model")
    .argument("<runs...>", "run ids or folders")
    .option(
      "--judge <name>",
      "builtin/rules (default, no key) or provider/model; repeat for a second opinion and agreement",
      repeat,
    )
    .option("--out <dir>", "folder that holds the runs", RUNS)
    .option(
      "--cue-pack <file>",
      "the cue pack the runs were made with, where it is not the default",
    )
    .option("--limit <n>", "label only so many failed episodes a run", wholeNumber(1))
    .option(
      "--reasks <n>",
      "how often an answer outside the form is asked for again",
      wholeNumber(0, 5),
      2,
    )
    .option("--dry-run", "count cases and show one request; calls nobody")
    .option("--json", "print the counts as JSON");
  return declareModelFlags(command)
    .addHelpText(
      "after",
      `
Labels stand in the run's folder (labels/labels-<judge>.jsonl) and are kept: the same command goes on where it was
stopped, and labels anew only what has changed.

Examples:
  $ normact diagnose results/runs/<id>
  $ normact diagnose <id> <id> --judge openai/gpt-4o
  $ normact diagnose <id> --judge openai/gpt-4o --judge anthropic/<model> --json
  $ normact diagnose sample <id> <id> --judge openai/gpt-4o --per-cue 50 --html sheet.html
  $ normact diagnose agreement verdicts-ab.csv verdicts-cd.csv`,
    )
    .action(async (runs, options) =>
      (await import("./diagnose-actions.js")).runDiagnose(runs, options),
    )
    .addCommand(sampleCommand())
    .addCommand(agreementCommand());
}

function sampleCommand(): Command {
  return new Command("sample")
    .description(
      "draw labelled cases for people to check, as one HTML sheet that saves verdicts as CSV",
    )
    .argument("<runs...>", "run ids or folders")
    .requiredOption("--html <file>", "the sheet")
    .option("--judge <name>", "whose labels are checked", "builtin/rules")
    .option("--per-cue <n>", "cases under every cue condition", wholeNumber(1), 50)
    .option("--seed <n>", "of the draw", wholeNumber(0), 0)
    .option("--out <dir>", "folder that holds the runs", RUNS)
    .option(
      "--cue-pack <file>",
      "the cue pack the runs were made with, where it is not the default",
    )
    .option("--json", "print what was drawn as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ normact diagnose sample <id> --per-cue 50 --html sheet.html",
    )
    .action(async (runs, _options, command: Command) =>
      (await import("./diagnose-sample.js")).runSample(runs, command.optsWithGlobals()),
    );
}

function agreementCommand(): Command {
  return new Command("agreement")
    .description("how far reviewers agree with the judge, and with each other")
    .argument("<files...>", "CSV files that reviewers saved from the sheet")
    .option("--json", "print as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ normact diagnose agreement verdicts-ab.csv verdicts-cd.csv",
    )
    .action(async (files, _options, command: Command) =>
      (await import("./diagnose-sample.js")).runAgreement(files, command.optsWithGlobals()),
    );
}
