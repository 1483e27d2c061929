import { join } from "node:path";
import { Command } from "commander";
import { cueNames, declareCueFlags } from "./cue-flags.js";
import { DISPLAYS, type DisplayMode } from "./display.js";
import { declareModelFlags, type ModelFlags } from "./model-flags.js";
import { list, modelNames, oneOf, repeat, wholeNumber } from "./options.js";

/** What `normact eval` was told, by commander's names. */
export interface EvalFlags extends ModelFlags {
  model?: string[];
  cue?: string[];
  matrix?: string;
  tasks?: string[];
  episodes?: string[];
  limit?: number;
  maxTurns: number;
  epochs: number;
  objectList: "names" | "ids" | "full";
  workers?: number;
  seed?: number;
  out: string;
  cuePack?: string;
  dataset?: string;
  twins?: boolean;
  reask?: boolean;
  resume?: string[];
  retryErrors?: boolean;
  batch?: boolean;
  /** seconds */
  batchPoll?: number;
  fresh?: boolean;
  dryRun?: boolean;
  display?: DisplayMode;
  json?: boolean;
}

/** The flags of `normact eval`, without what it does: also read from a run's folder and from matrices. */
export function evalDeclaration(): Command {
  const command = new Command("eval")
    .description("run planners on the embodied episodes and score them")
    .option(
      "--model <name>",
      "planner as provider/model (several: repeat, or with commas); without it the calibration runs",
      modelNames,
    )
    .option("--cue <conditions>", `${cueNames().join(", ")} (a list, or all)`, list)
    .option("--matrix <file>", "models, cues and settings as YAML, in place of --model and --cue")
    .option("--tasks <ids>", "only these tasks", list)
    .option("--episodes <ids>", "only these episodes", list)
    .option("--limit <n>", "only so many episodes, spread over the tasks", wholeNumber(1))
    .option("--max-turns <n>", "answers an episode", wholeNumber(1, 3), 3)
    .option("--epochs <n>", "repetitions of each episode", wholeNumber(1, 1000), 1)
    .option(
      "--object-list <kind>",
      "what is told of each visible object",
      oneOf(["names", "ids", "full"] as const),
      "names" as const,
    )
    .option("--workers <n>", "worker threads (default: one a core)", wholeNumber(0, 64))
    .option(
      "--seed <n>",
      "seed of planners that draw, and sent to models that take one",
      wholeNumber(0),
    )
    .option("--out <dir>", "folder that holds the runs", join("results", "runs"))
    .option("--cue-pack <file>", "another set of goals and cues (see cues/README.md)")
    .option("--dataset <dir>", "exported folder to take the first views from")
    .option("--twins", "play the twins: the same instances with the norm's trigger gone")
    .option("--reask", "ask once more for an answer that cannot be read; counted")
    .option("--resume <run>", "go on with this run (repeat); its own settings hold", repeat)
    .option("--retry-errors", "play samples again that ended without an answer")
    .option("--batch", "ask by the provider's batches, one wave a turn: slower and cheaper")
    .option(
      "--batch-poll <seconds>",
      "how often to ask after a batch (default: 5 s, growing to 2 min)",
      wholeNumber(1, 86_400),
    )
    .option("--fresh", "begin anew even if an unfinished run with these settings is there")
    .option("--dry-run", "show one request, count calls, tokens and cost; call nobody")
    .option("--display <mode>", "progress on stderr: full, plain, json, none", oneOf(DISPLAYS))
    .option("--json", "print the scores as JSON")
    .addHelpText(
      "after",
      `
Planners: scripted/oracle, scripted/norm-blind, scripted/idle, scripted/random, builtin/keyword,
          human/terminal, replay/<run>, openai/<model>, google/<model>, anthropic/<model>,
          compatible/<model> (any server with --base-url)

Examples:
  $ normact eval --cue evidence
  $ normact eval --model openai/gpt-5.4 --cue none,evidence --limit 22 --dry-run
  $ normact eval --model compatible/qwen3-vl --base-url http://localhost:8000/v1 --cue all
  $ normact eval --matrix results/reference/matrices/normact-main.yaml --max-cost 20`,
    );
  return declareCueFlags(declareModelFlags(command));
}
