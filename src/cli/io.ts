import { NormactError } from "../core/errors.js";
import { legible } from "../core/shown.js";

/** Data goes to stdout, everything else to stderr. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** A further part of the output, with a blank line before it; nothing where it is empty. */
export function printMore(text: string): void {
  if (text !== "") print(`\n${text}`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** A line of progress or advice. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** True where a person watches: a terminal that wants control characters. */
export function interactive(): boolean {
  return Boolean(process.stderr.isTTY) && !process.env.CI && !process.env.NO_COLOR;
}

/** Prints an error in one or two lines and sets the exit code; the stack only with `--debug`. */
export function fail(error: unknown, debug = false): void {
  const known = error as Partial<NormactError> & Error;
  const code = typeof known.exitCode === "number" ? known.exitCode : 1;
  if (debug && known?.stack) note(known.stack);
  else if (error instanceof NormactError || typeof known.exitCode === "number")
    note(`normact: ${legible(known.message ?? "")}`);
  else
    note(
      `normact: something unexpected happened: ${known?.message ?? String(error)}\n` +
        "Run again with --debug to see where, and please report it.",
    );
  process.exitCode = code;
}

/** All of standard input as text. */
export async function readStdin(): Promise<string> {
  if (process.stdin.isTTY) note("reading from the terminal: type or paste, end with Ctrl-D");
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  const { decodeText } = await import("../core/files.js");
  return decodeText(Buffer.concat(chunks));
}

/** A file's text, or standard input for "-". */
export async function readInput(file: string): Promise<string> {
  if (file === "-") return readStdin();
  const { readText } = await import("../core/files.js");
  return readText(file);
}
