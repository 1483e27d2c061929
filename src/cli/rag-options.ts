import { type Command, InvalidArgumentError } from "commander";
import { oneOf, wholeNumber } from "./options.js";

/** Flags that every command shares which retrieves norms; `normact eval` adds its own names for two of them. */
export function retrievalOptions(command: Command): Command {
  return command
    .option(
      "--bank <path>",
      "a bank folder, or a CSV in NormBank's columns (default: the shipped bank)",
    )
    .option("--index <dir>", "an index folder built by `normact rag build`")
    .option("--embedder <name>", "auto, bge, use-lite, or an encoder as organisation/name", "auto")
    .option(
      "--reranker <name>",
      "auto, bge, lexical, none, a cross-encoder as organisation/name, or http://HOST:PORT",
      "auto",
    )
    .option("--models <dir>", "your own folder of models; then nothing is downloaded")
    .option(
      "--backend <name>",
      "flat or faiss",
      oneOf(["flat", "faiss"] as const),
      "flat" as const,
    );
}

export function candidatesOption(text: string): number {
  return wholeNumber(1, 100_000)(text);
}

/** Text that is not blank. */
export function someText(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("a text is needed.");
  return text;
}
