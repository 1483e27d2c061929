import type { Command } from "commander";

export { shellLine, shellQuote } from "../core/shell.js";

/** Options that stand once for each of their values; other lists are joined by commas. */
const REPEATED = new Set(["model", "resume"]);

/**
 * The command line that gives an option set: what stands at its default is left out.
 * @param values by commander's names (`maxTurns`)
 * @param without names that are left out
 */
export function argumentsOf(
  command: Command,
  values: Readonly<Record<string, unknown>>,
  without: readonly string[] = [],
): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const value = values[name];
    if (without.includes(name) || value === undefined || value === option.defaultValue) return [];
    const flag = option.long ?? option.short!;
    if (typeof value === "boolean") return value ? [flag] : [];
    if (!Array.isArray(value)) return [flag, String(value)];
    if (REPEATED.has(name)) return value.flatMap((v) => [flag, String(v)]);
    return [flag, value.join(",")];
  });
}
