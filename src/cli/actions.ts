import { Command } from "commander";
import { UsageError } from "../core/errors.js";
import { readInput } from "./io.js";

/** `normact actions …`: the action API and the reading of plans, for people and scripts. */
export function actionsCommand(): Command {
  const command = new Command("actions")
    .description("the action API: its schema, its text, and how plans are read")
    .addHelpText(
      "after",
      `
Examples:
  $ normact actions schema > plan.schema.json
  $ normact actions parse answer.txt
`,
    );
  command.addCommand(schemaCommand());
  command.addCommand(parseCommand());
  command.addCommand(docsCommand());
  command.addCommand(apiCommand());
  return command;
}

function schemaCommand(): Command {
  return new Command("schema")
    .description("print the JSON Schema (draft 2020-12) of a plan")
    .option("--provider", 'the form for providers\' strict modes: the root is {"plan": [...]}')
    .addHelpText(
      "after",
      `
Example:
  $ normact actions schema --provider | jq '.properties.plan.items.anyOf | length'
`,
    )
    .action(async (options: { provider?: boolean }) => {
      const { actionsJsonSchema, providerPlanSchema } = await import("../actions/index.js");
      const schema = options.provider ? providerPlanSchema() : actionsJsonSchema();
      process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    });
}

function parseCommand(): Command {
  return new Command("parse")
    .description("read the plan in a model's answer; prints JSON, exit code 1 if there is no plan")
    .argument("[file]", "the answer as text; - or nothing reads standard input")
    .addHelpText(
      "after",
      `
Prints {"ok":true,"actions":[...]} or {"ok":false,"error":{"code","message"}}.

Example:
  $ echo '[{"think":"","action":"rest","parameters":{}}]' | normact actions parse -
`,
    )
    .action(async (file: string | undefined) => {
      const text = await answerText(file);
      const { parsePlan } = await import("../actions/index.js");
      const result = parsePlan(text);
      process.stdout.write(`${JSON.stringify(result)}\n`);
      if (!result.ok) process.exitCode = 1;
    });
}

function docsCommand(): Command {
  return new Command("docs")
    .description("print the page about the actions (docs/actions.md)")
    .addHelpText(
      "after",
      `
Example:
  $ normact actions docs > docs/actions.md
`,
    )
    .action(async () => {
      const { actionsMarkdown } = await import("../actions/index.js");
      process.stdout.write(actionsMarkdown());
    });
}

function apiCommand(): Command {
  return new Command("api")
    .description("print the API as the prompt tells it")
    .addHelpText(
      "after",
      `
Example:
  $ normact actions api
`,
    )
    .action(async () => {
      const { apiText } = await import("../actions/index.js");
      process.stdout.write(`${apiText()}\n`);
    });
}

/** The text of a file, or of standard input where something is piped in. */
async function answerText(file: string | undefined): Promise<string> {
  if ((file ?? "-") === "-" && process.stdin.isTTY)
    throw new UsageError("no_input", "no answer to read: name a FILE, or pipe the text in");
  return readInput(file ?? "-");
}
