import { NormactError } from "../core/errors.js";
import { shellLine } from "./command-line.js";

/** The command line that is running, to be typed again. */
export const sameCommand = (argv: readonly string[] = process.argv.slice(2)): string =>
  shellLine(["normact", ...argv]);

/** The same, but for what would begin anew; with a limit that was reached raised to twice what it was. */
export function goOnCommand(limitReached: boolean, argv = process.argv.slice(2)): string {
  const words = argv.filter((word) => word !== "--fresh");
  if (!limitReached) return sameCommand(words);
  return sameCommand(
    words.map((word, i) => {
      const [flag, given] = word.split("=");
      if (LIMITS.has(flag as string) && given !== undefined) return `${flag}=${2 * Number(given)}`;
      return LIMITS.has(words[i - 1] ?? "") ? String(2 * Number(word)) : word;
    }),
  );
}

/** What was spent before counts as well, so they have to be raised to go on. */
const LIMITS = new Set(["--max-cost", "--max-tokens-total"]);

/** Ends work that can be gone on with: what is missing, and in the last line the command for it. */
export async function goesOn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof NormactError) || !/_incomplete$|^rerank_server$/.test(error.code))
      throw error;
    throw new NormactError(error.code, `${error.message}\n${sameCommand()}`, error.exitCode, {
      cause: error,
    });
  }
}
