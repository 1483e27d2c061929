import { NormactError } from "../core/errors.js";
import { shellLine } from "./command-line.js";

/** The command line that is running, to be typed again. */
export const sameCommand = (argv: readonly string[] = process.argv.slice(2)): string =>
  shellLine(["normact", ...argv]);

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
