import { Command } from "commander";
import { oneOf, wholeNumber } from "./options.js";

export interface ModelsListFlags {
  json?: boolean;
}

export interface ModelsCheckFlags extends ModelsListFlags {
  baseUrl?: string;
  openaiApi?: "chat" | "responses";
  capabilities?: string;
  /** seconds */
  timeout?: number;
  store?: boolean;
}

/** `normact models …`: which providers there are, and what a model at an address can do. */
export function modelsCommand(): Command {
  const models = new Command("models").description(
    "providers of models: which keys are there, and what a model can do",
  );

  models
    .command("ls")
    .description("the providers, the variables they read (never their values), what was checked")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ normact models ls")
    .action(async (flags: ModelsListFlags) => (await import("./models-actions.js")).list(flags));

  models
    .command("check <model>")
    .description(
      "ask a model six to ten small questions: settings, pictures, JSON, order; keeps what it cannot do",
    )
    .option("--base-url <url>", "where the model is served, e.g. http://localhost:8000/v1")
    .option(
      "--openai-api <api>",
      "of openai/ models: chat (Chat Completions) or responses",
      oneOf(["chat", "responses"] as const),
    )
    .option("--capabilities <file>", "what models take, of your own: the check begins with it")
    .option("--timeout <seconds>", "of one try of a call", wholeNumber(1, 86_400))
    .option("--no-store", "only print what was found")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nExit code 1: the model does not answer, or does not see the picture.\n" +
        "\nExamples:\n  $ normact models check compatible/qwen2.5-vl --base-url http://localhost:8000/v1\n" +
        "  $ normact models check openai/gpt-5.4",
    )
    .action(async (model: string, flags: ModelsCheckFlags) =>
      (await import("./models-actions.js")).check(model, flags),
    );

  return models;
}
