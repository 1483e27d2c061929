import { join } from "node:path";
import { Command } from "commander";
import { wholeNumber } from "./options.js";

/** `normact report`: tables, charts and one page to send, from run folders. */
export function reportCommand(): Command {
  return new Command("report")
    .description("what runs found, as tables and as one HTML page to send or print")
    .argument("<runs...>", "run ids or folders")
    .option("--out <dir>", "folder that holds the runs", join("results", "runs"))
    .option("--html <file>", "write one self-contained page")
    .option("--md", "print Markdown tables")
    .option("--csv <dir>", "write tidy CSV tables into a folder")
    .option("--latex <dir>", "write LaTeX tables (booktabs) into a folder")
    .option("--json", "print everything as JSON")
    .option("--reference", "set the NormAct paper's figures beside ours")
    .option(
      "--seed <n>",
      "seed of the gallery, the bootstrap and the permutations",
      wholeNumber(0),
      0,
    )
    .option("--draws <n>", "bootstrap and permutation draws", wholeNumber(100, 1_000_000), 10_000)
    .option("--gallery <n>", "telling cases on the page", wholeNumber(0, 200), 12)
    .option("--no-pictures", "leave the pictures of the gallery out")
    .option(
      "--workers <n>",
      "worker threads that draw pictures (default: one a core)",
      wholeNumber(0, 64),
    )
    .addHelpText(
      "after",
      `
Without a format the tables are printed as text. Runs on different data sets get parts of their own.

Examples:
  $ normact report <run id> --html report.html
  $ normact report results/runs/* --reference --html report.html --latex tables`,
    )
    .action(async (runs, options) => (await import("./report-actions.js")).report(runs, options));
}
