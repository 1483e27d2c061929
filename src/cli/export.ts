import { join } from "node:path";
import { Command } from "commander";

/** `normact export`: a run for other programs. */
export function exportCommand(): Command {
  return new Command("export")
    .description("write a run as tidy CSV or Parquet (one row a sample), or as a log of Inspect AI")
    .argument("<run>", "run id or folder")
    .option("--out <dir>", "folder that holds the runs", join("results", "runs"))
    .option("--csv <file>", "tidy CSV; - for standard output")
    .option("--parquet <file>", "the same as Parquet")
    .option(
      "--inspect <file>",
      "Inspect AI log, .json or .eval: `inspect view --log-dir <its folder>` opens it",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact export <run id> --parquet run.parquet\n  $ normact export <run id> --inspect logs/run.eval",
    )
    .action(async (run, options) => (await import("./export-actions.js")).exportRun(run, options));
}
