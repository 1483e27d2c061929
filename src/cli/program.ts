import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { packageRoot } from "../core/paths.js";
import { actionsCommand } from "./actions.js";
import { cacheCommand } from "./cache.js";
import { compareCommand } from "./compare.js";
import { cuesCommand } from "./cues.js";
import { diagnoseCommand } from "./diagnose.js";
import { evalCommand } from "./eval.js";
import { exportCommand } from "./export.js";
import { gridCommand } from "./grid.js";
import { fail, speakInObjects, speaksInObjects, tell } from "./io.js";
import { modelsCommand } from "./models.js";
import { perceptorCommand } from "./perceptor.js";
import { promptCommand } from "./prompt.js";
import { ragCommand } from "./rag.js";
import { reportCommand } from "./report.js";
import { runCommand } from "./run.js";
import { scenesCommand } from "./scenes.js";
import { scoreCommand } from "./score.js";
import { simulateCommand } from "./simulate.js";
import { speechCommand } from "./speech.js";

/** The whole command line as a declaration. Handlers load what they need when they run. */
export function buildProgram(): Command {
  const version = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")).version;
  const program = new Command("normact")
    .description("Do embodied planners keep the unwritten rules of a place?")
    .version(String(version))
    .option("--debug", "print a stack trace when something fails")
    .addCommand(evalCommand())
    .addCommand(scoreCommand())
    .addCommand(runCommand())
    .addCommand(reportCommand())
    .addCommand(compareCommand())
    .addCommand(exportCommand())
    .addCommand(diagnoseCommand())
    .addCommand(simulateCommand())
    .addCommand(promptCommand())
    .addCommand(scenesCommand())
    .addCommand(gridCommand())
    .addCommand(cuesCommand())
    .addCommand(ragCommand())
    .addCommand(perceptorCommand())
    .addCommand(actionsCommand())
    .addCommand(speechCommand())
    .addCommand(modelsCommand())
    .addCommand(cacheCommand())
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact eval --cue evidence            calibrate the instrument, no key needed\n" +
        "  $ normact eval --model openai/gpt-5.4 --cue none,specific --limit 22\n" +
        "  $ normact scenes show queue_waiting/003",
    );
  settle(program);
  return program;
}

/** The same manners for every command: no exit of its own, help after a usage error, examples kept. */
function settle(command: Command): void {
  command.exitOverride().showHelpAfterError("(add --help for what is allowed, with an example)");
  if (speaksInObjects())
    command.configureOutput({
      writeErr: (text) => tell("error", { code: "usage", text: text.trim() }),
    });
  for (const sub of command.commands) settle(sub);
}

/** Runs one command line; sets the exit code, never throws. */
export async function run(argv: string[]): Promise<void> {
  // whoever asks for objects gets them for a wrong command line, too
  if (/(^| )--display[= ]json( |$)/.test(argv.slice(2).join(" "))) speakInObjects();
  const program = buildProgram();
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      // commander has printed what was wrong; help and version are no errors
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    fail(error, Boolean(program.opts().debug));
  }
}
