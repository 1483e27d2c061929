import type { Command } from "commander";
import { oneOf, wholeNumber } from "./options.js";

/** `normact grid render` and `normact grid replay`: pictures of the grid world. */
export function addViewCommands(grid: Command): void {
  grid
    .command("render <layout>")
    .description("draw a layout without people: from above, or in isometric view")
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
    .command("replay <trace>")
    .description(
      "show an episode: a rollout's JSON lines, a trace of frames (- reads standard input), or a scenario",
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
      "\nExamples:\n  $ normact grid replay rollout.jsonl --out replay.html\n" +
        "  $ normact grid rollout --norm edge-left --layout cafe --seed 7 --json | normact grid replay - --out replay.gif",
    )
    .action(async (trace, options) =>
      (await import("./grid-view-actions.js")).replay(trace, options),
    );
}
