import { NormactError } from "../core/errors.js";
import { note } from "./io.js";

/** Ctrl-C once: stop starting and finish what is in flight; twice: give up. */
export interface Interrupt {
  stop: AbortSignal;
  /** back to the usual handling */
  done(): void;
}

export function onInterrupt(): Interrupt {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
    note("\nstopping: finishing what is in flight (Ctrl-C again to give that up too)");
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    stop: stop.signal,
    done() {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}

/** The command line that is running, to be typed again. */
export function sameCommand(argv: readonly string[] = process.argv.slice(2)): string {
  const quoted = argv.map((a) =>
    /^[\w@%+=:,./~-]+$/.test(a) ? a : `'${a.replaceAll("'", "'\\''")}'`,
  );
  return ["normact", ...quoted].join(" ");
}

/** Ends work that can be gone on with: what is missing, and in the last line the command for it. */
export async function goesOn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof NormactError) || !/_incomplete$/.test(error.code)) throw error;
    throw new NormactError(error.code, `${error.message}\n${sameCommand()}`, error.exitCode, {
      cause: error,
    });
  }
}
