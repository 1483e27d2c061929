import { Command, InvalidArgumentError } from "commander";
import { repeat } from "./options.js";

export interface CacheListFlags {
  json?: boolean;
}

export interface CacheClearFlags extends CacheListFlags {
  /** milliseconds */
  olderThan?: number;
  model?: string[];
}

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** "30d", "12h", "45m" in milliseconds. */
export function duration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError("a time like 30d, 12h or 45m is needed.");
  return Number(count) * UNITS[unit]!;
}

/** `normact cache …`: the answers of models that are kept on disk. */
export function cacheCommand(): Command {
  const cache = new Command("cache").description(
    "answers of models that are kept on disk: list and remove them",
  );

  cache
    .command("ls")
    .description("how many answers of which model, how large and how old")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ normact cache ls")
    .action(async (flags: CacheListFlags) => (await import("./cache-actions.js")).list(flags));

  cache
    .command("clear")
    .description("remove answers: all of them, or those that the options name")
    .option("--older-than <time>", "only answers older than this, e.g. 30d, 12h, 45m", duration)
    .option("--model <provider/model>", "only answers of this model (repeatable)", repeat)
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ normact cache clear --older-than 30d --model openai/gpt-5.4",
    )
    .action(async (flags: CacheClearFlags) => (await import("./cache-actions.js")).clear(flags));

  return cache;
}
