import { join } from "node:path";
import { Command } from "commander";

export interface RunFlags {
  out: string;
  json?: boolean;
}

/** `normact run …`: the runs that are there. */
export function runCommand(): Command {
  const run = new Command("run").description(
    "the runs that are there: list, look at, put in order",
  );
  const common = (command: Command): Command =>
    command
      .option("--out <dir>", "folder that holds the runs", join("results", "runs"))
      .option("--json", "print the result as JSON");

  common(
    run.command("ls").description("model, cue, how far, outcomes, cost and state of every run"),
  )
    .addHelpText("after", "\nExample:\n  $ normact run ls")
    .action(async (flags: RunFlags) => (await import("./run-actions.js")).list(flags));

  common(run.command("show").description("settings, scores and what is lacking of one run"))
    .argument("<run>", "run id or folder")
    .addHelpText("after", "\nExample:\n  $ normact run show <id>")
    .action(async (id: string, flags: RunFlags) =>
      (await import("./run-actions.js")).show(id, flags),
    );

  common(
    run
      .command("recover")
      .description(
        "put a damaged run's folder in order; nothing is deleted, originals stay as .bak",
      ),
  )
    .argument("<run>", "run id or folder")
    .addHelpText("after", "\nExample:\n  $ normact run recover <id>")
    .action(async (id: string, flags: RunFlags) =>
      (await import("./run-actions.js")).recover(id, flags),
    );
  return run;
}
