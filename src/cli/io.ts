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

let objects = false;

/** From now on everything on stderr is one JSON object a line, with `event` first (docs/running.md). */
export function speakInObjects(): void {
  objects = true;
  // Node prints its warnings by a listener of its own
  process.removeAllListeners("warning");
  process.on("warning", (warning) => tell("warning", { text: warning.message }));
}

/** Does a program read stderr? */
export const speaksInObjects = (): boolean => objects;

/** An object on stderr; of those who speak in objects alone. */
export function tell(event: string, facts: Record<string, unknown>): void {
  process.stderr.write(`${JSON.stringify({ event, ...facts })}\n`);
}

/** A line of progress or advice. */
export function note(text: string): void {
  if (objects) tell("note", { text: text.trim() });
  else process.stderr.write(`${text}\n`);
}

const told = new Set<string>();

/** A line that is worth saying once: what opens twice in a command (limits look at the runs first) says it twice. */
export function noteOnce(text: string): void {
  if (told.has(text)) return;
  told.add(text);
  note(text);
}

/** A command line to copy, by itself on its line. */
export function noteCommand(line: string): void {
  if (objects) tell("command", { command: line });
  else note(line);
}

/** True where a person watches: a terminal that wants control characters. */
export function interactive(): boolean {
  return Boolean(process.stderr.isTTY) && !process.env.CI && !process.env.NO_COLOR;
}

/** Prints an error in one or two lines (or as an object) and sets the exit code; the stack only with `--debug`. */
export function fail(error: unknown, debug = false): void {
  const { exitCode } = error as Partial<NormactError>;
  process.exitCode = typeof exitCode === "number" ? exitCode : 1;
  noteError(error, debug);
}

/** The same without an exit code. */
export function noteError(error: unknown, debug = false): void {
  const known = error as Partial<NormactError> & Error;
  const expected = error instanceof NormactError || typeof known.exitCode === "number";
  if (objects)
    tell("error", {
      code: expected ? known.code : "unexpected",
      text: legible(known.message ?? String(error)),
      ...(debug && known.stack ? { stack: known.stack } : {}),
    });
  else if (debug && known?.stack) note(known.stack);
  else if (expected) note(`normact: ${legible(known.message ?? "")}`);
  else
    note(
      `normact: something unexpected happened: ${known?.message ?? String(error)}\n` +
        "Run again with --debug to see where, and please report it.",
    );
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
