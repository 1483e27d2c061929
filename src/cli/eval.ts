import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { cueNames, declareCueFlags } from "./cue-flags.js";
import { list, oneOf, repeat, wholeNumber } from "./options.js";

function fraction(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0 || value > 2)
    throw new InvalidArgumentError("a number from 0 to 2 is needed.");
  return value;
}

/** `normact eval`: plan, execute and score the embodied episodes. */
export function evalCommand(): Command {
  const command = new Command("eval")
    .description("run planners on the embodied episodes and score them")
    .option(
      "--model <name>",
      "planner as provider/model (repeat); without it the calibration runs",
      repeat,
    )
    .option("--cue <conditions>", `${cueNames().join(", ")} (a list, or all)`, list)
    .option("--tasks <ids>", "only these tasks", list)
    .option("--episodes <ids>", "only these episodes", list)
    .option("--limit <n>", "only so many episodes, spread over the tasks", wholeNumber(1))
    .option("--max-turns <n>", "answers an episode", wholeNumber(1, 3), 3)
    .option(
      "--object-list <kind>",
      "what is told of each visible object",
      oneOf(["names", "ids", "full"] as const),
      "names" as const,
    )
    .option("--workers <n>", "worker threads (default: one a core)", wholeNumber(0, 64))
    .option("--concurrency <n>", "episodes at a time with a model", wholeNumber(1, 256), 4)
    .option(
      "--seed <n>",
      "seed of planners that draw, and sent to models that take one",
      wholeNumber(0),
      0,
    )
    .option("--out <dir>", "folder that holds the runs", join("results", "runs"))
    .option("--cue-pack <file>", "another set of goals and cues (see cues/README.md)")
    .option("--dataset <dir>", "exported folder to take the first views from")
    .option("--twins", "play the twins: the same instances with the norm's trigger gone")
    .option("--base-url <url>", "any OpenAI-compatible server, e.g. http://localhost:8000/v1")
    .option("--temperature <t>", "sent to the model", fraction)
    .option("--max-tokens <n>", "output tokens an answer", wholeNumber(1))
    .option("--fresh", "begin anew even if an unfinished run with these settings is there")
    .option("--json", "print the scores as JSON")
    .addHelpText(
      "after",
      `
Planners: scripted/oracle, scripted/norm-blind, scripted/idle, scripted/random, builtin/keyword,
          human/terminal, replay/<run>, openai/<model> (OPENAI_API_KEY, or --base-url for a local server)

Examples:
  $ normact eval --cue evidence
  $ normact eval --model openai/gpt-5.4 --cue none,evidence --limit 22
  $ normact eval --model openai/qwen3-vl --base-url http://localhost:8000/v1 --cue all`,
    )
    .action(async (options) => (await import("./eval-action.js")).runEval(options));
  return declareCueFlags(command);
}
