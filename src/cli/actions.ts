import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { NormactError, UsageError } from "../core/errors.js";

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
      const text = await readAnswer(file);
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

/** The text of a file or of standard input, decoded as UTF-8. */
async function readAnswer(file: string | undefined): Promise<string> {
  if (file !== undefined && file !== "-") {
    try {
      return await readFile(file, "utf8");
    } catch (error) {
      throw unreadable(file, error as NodeJS.ErrnoException);
    }
  }
  if (process.stdin.isTTY)
    throw new UsageError("no_input", "no answer to read: name a FILE, or pipe the text in");
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function unreadable(file: string, error: NodeJS.ErrnoException): NormactError {
  const reasons: Record<string, string> = {
    ENOENT: "there is no such file",
    EISDIR: "it is a folder",
    EACCES: "it may not be read",
  };
  const reason = reasons[error.code ?? ""] ?? error.message;
  const next = "name a text file with a model's answer, or - for standard input";
  return new NormactError("unreadable_file", `cannot read ${file}: ${reason}; ${next}`, 1, {
    cause: error,
  });
}
