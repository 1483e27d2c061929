import { Command } from "commander";
import { UsageError } from "../core/errors.js";
import { declareCueFlags } from "./cue-flags.js";
import { note, print } from "./io.js";
import { oneOf, repeat, wholeNumber } from "./options.js";

/** `normact prompt EP`: exactly what a model gets. */
export function promptCommand(): Command {
  const command = new Command("prompt")
    .description("print exactly what a model gets for an episode")
    .argument("[episode]", "episode id, e.g. road_crossing/000")
    .option("--all", "the first prompt of every episode with its picture, as files in --out")
    .option("--out <dir>", "with --all: folder for prompts.jsonl and images/")
    .option(
      "--limit <n>",
      "with --all: only so many episodes, spread over the tasks",
      wholeNumber(1),
    )
    .option("--cue <condition>", "cue condition; with --all also a list", "none")
    .option("--turn <n>", "0-based turn; later turns need what led to them", wholeNumber(0, 2))
    .option("--plan <file>", "plan of a turn before (repeat, one a turn)", repeat)
    .option("--run <run>", "take the plans from a run's log")
    .option("--image <file>", "also write the picture that goes with it")
    .option(
      "--object-list <kind>",
      "what is told of each visible object",
      oneOf(["names", "ids", "full"]),
      "names",
    )
    .option("--cue-pack <file>", "another cue pack")
    .option("--twin", "the twin instead")
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact prompt giving_way/000 --cue evidence --image view.png\n  $ normact prompt --all --cue none,evidence --out prompts/",
    )
    .action(async (id: string | undefined, options) => {
      if (options.all) return (await import("./prompt-all.js")).promptAll(options);
      if (id === undefined)
        throw new UsageError("no_episode", "name an episode (normact scenes list), or add --all");
      const { composePrompt } = await import("./prompt-action.js");
      const { text, image } = await composePrompt(id, options);
      print(text);
      if (options.image) {
        const { writeWhole } = await import("../core/files.js");
        writeWhole(options.image, await image());
        note(`wrote the picture to ${options.image}`);
      }
    });
  return declareCueFlags(command);
}
