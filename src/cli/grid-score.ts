import { join } from "node:path";
import type { Command } from "commander";
import { declareModelFlags } from "./model-flags.js";
import { wholeNumber } from "./options.js";

/** What can be made of a finished run: scores, judged beliefs, sheets for people, a replay, a report. */
export function addGridScoreCommands(grid: Command): void {
  const out = ["--out <dir>", "folder that holds the runs", join("results", "runs")] as const;

  grid
    .command("score <run>")
    .description("recompute everything of a run from its log alone, without a model")
    .option(...out)
    .option(
      "--by-norm",
      "a row a norm, with what its interaction phase told: bits by kind of event",
    )
    .option("--json", "print the scores as JSON")
    .addHelpText("after", "\nExample:\n  $ normact grid score results/runs/<id> --by-norm")
    .action(async (run, options) => (await import("./grid-score-actions.js")).score(run, options));

  declareModelFlags(
    grid
      .command("judge <run>")
      .description("have a model score every belief of a run from 1 to 7, each distinct one once")
      .requiredOption(
        "--judge <name>",
        "judge as provider/model, better not of the newcomer's own family",
      )
      .option("--rules", "also split final beliefs into rules and label each")
      .option("--limit <n>", "only so many beliefs", wholeNumber(1))
      .option("--batch", "ask by the provider's batches: slower and cheaper")
      .option(
        "--batch-poll <seconds>",
        "how often to ask after a batch (default: 5 s, growing to 2 min)",
        wholeNumber(1, 86_400),
      )
      .option(...out)
      .option("--json", "print what was judged as JSON"),
  )
    .addHelpText(
      "after",
      `
Examples:
  $ normact grid judge <run> --judge openai/gpt-5.4 --rules --max-cost 2
  $ normact grid judge <run> --judge openai/gpt-5.4 --rules --batch`,
    )
    .action(async (run, options) => (await import("./grid-judge-actions.js")).judge(run, options));

  grid
    .command("sheet <run>")
    .description("a sheet on which people say how far they agree with the judge: .csv or .html")
    .requiredOption("--to <file>", "file to write: .csv or .html")
    .option("--n <count>", "beliefs on the sheet", wholeNumber(1, 10_000), 30)
    .option("--seed <n>", "of the choice and the order", wholeNumber(0), 0)
    .option(...out)
    .addHelpText("after", "\nExample:\n  $ normact grid sheet <run> --to sheet.html --n 30")
    .action(async (run, options) => (await import("./grid-judge-actions.js")).sheet(run, options));

  grid
    .command("agreement <sheets...>")
    .description(
      "what people said on filled-in sheets (.csv): the five shares, median, by judge score",
    )
    .option("--json", "print the figures as JSON")
    .addHelpText("after", "\nExample:\n  $ normact grid agreement sheet-1.csv sheet-2.csv")
    .action(async (files, options) =>
      (await import("./grid-judge-actions.js")).agreement(files, options),
    );

  grid
    .command("report <runs...>")
    .description("several runs side by side: tables, curves, episodes worth looking at")
    .option("--html <file>", "a page, with pages of episodes in a folder beside it")
    .option("--title <text>", "title of the page")
    .option("--no-reference", "without the figures that the paper prints")
    .option("--no-replays", "without pages of episodes")
    .option(...out)
    .option("--json", "print everything as JSON")
    .addHelpText("after", "\nExample:\n  $ normact grid report <run> <run> --html grid.html")
    .action(async (runs, options) =>
      (await import("./grid-report-actions.js")).report(runs, options),
    );

  grid
    .command("scrub <run> <norm> [episode]")
    .description("a page that steps through an episode of a run: interaction, seen-1 … unseen-3")
    .requiredOption("--html <file>", "page to write")
    .option(...out)
    .addHelpText(
      "after",
      "\nExample:\n  $ normact grid scrub <run> bend-left-2 unseen-1 --html page.html",
    )
    .action(async (run, norm, episode, options) =>
      (await import("./grid-score-actions.js")).scrub(run, norm, episode, options),
    );
}
