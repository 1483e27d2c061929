import type { Command } from "commander";
import { oneOf, wholeNumber } from "./options.js";

/** `normact grid render` and `normact grid replay`: pictures of the grid world. */
export function addViewCommands(grid: Command): void {
  grid
    .command("render <layout>")
    .description("draw a layout (its id, or a layout file): from above, or in isometric view")
    .requiredOption("--out <file>", "picture to write: .png or .svg")
    .option("--iso", "isometric view")
    .option(
      "--size <pixels>",
      "pixels a cell (isometric: half a cell's width)",
      wholeNumber(8, 128),
    )
    .option("--no-zones", "without the marked zones Q and R")
    .option("--no-rulers", "without row and column numbers")
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact grid render cafe --out cafe.png\n" +
        "  $ normact grid render library --iso --out library.png",
    )
    .action(async (layout, options) =>
      (await import("./grid-view-actions.js")).renderLayout(layout, options),
    );

  grid
    .command("replay <episode>")
    .description(
      "show an episode: lines of a rollout or of frames (- reads standard input), a scenario's file or its id",
    )
    .requiredOption(
      "--out <path>",
      "page (.html), moving picture (.gif, .webp), frames (.jsonl), or a folder for a PNG a step",
    )
    .option(
      "--newcomer <policy>",
      "who plays the newcomer of a scenario",
      oneOf(["oracle", "norm-blind", "random", "idle"]),
      "oracle",
    )
    .option("--layout <file>", "layout file that the episode is played on, unless it is built in")
    .option(
      "--cell <pixels>",
      "pixels a cell (default: 48 for PNG, 32 for moving pictures)",
      wholeNumber(16, 128),
    )
    .option("--pace <ms>", "milliseconds a step in moving pictures", wholeNumber(20, 10_000), 400)
    .option("--from <turn>", "first turn to show", wholeNumber(0))
    .option("--to <turn>", "last turn to show", wholeNumber(0))
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact grid rollout --norm edge-left --seed 7 --json | normact grid replay - --out edge.html\n" +
        "  $ normact grid replay bend-right-1/interaction/cafe/12300 --newcomer norm-blind --out line.gif\n" +
        "  $ normact grid replay rollout.jsonl --to 40 --out frames",
    )
    .action(async (episode, options) =>
      (await import("./grid-view-actions.js")).replay(episode, options),
    );
}
