/**
 * What users may be shown. A message names the thing, the place and what to do next;
 * the CLI prints it without a stack trace and exits with `exitCode`.
 */
export class NormactError extends Error {
  override name = "NormactError";
  constructor(
    /** Stable, machine-readable: `unknown_task`, `bad_dataset`… */
    readonly code: string,
    message: string,
    /** 1 negative result, 2 usage, 3 incomplete and resumable, 4 below a threshold, 130 interrupted */
    readonly exitCode: 1 | 2 | 3 | 4 | 130 = 1,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** The command line (or a setting) was wrong; exit code 2. */
export class UsageError extends NormactError {
  override name = "UsageError";
  constructor(code: string, message: string) {
    super(code, message, 2);
  }
}
