import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { fileError } from "./files.js";

/**
 * Appends one JSON value a line and makes it durable before returning.
 * A torn last line left by a crash is closed off first, so that the next record stands on a line of its own.
 */
export class JsonlWriter {
  private readonly fd: number;

  constructor(readonly path: string) {
    try {
      const torn = endsTorn(path);
      this.fd = openSync(path, "a");
      if (torn) writeSync(this.fd, "\n");
    } catch (error) {
      throw fileError(error, path, "write");
    }
  }

  append(value: unknown): void {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    try {
      let done = 0;
      while (done < bytes.length) done += writeSync(this.fd, bytes, done);
      fsyncSync(this.fd);
    } catch (error) {
      throw fileError(error, this.path, "write");
    }
  }

  close(): void {
    closeSync(this.fd);
  }
}

function endsTorn(path: string): boolean {
  try {
    const text = readFileSync(path);
    return text.length > 0 && text[text.length - 1] !== 0x0a;
  } catch {
    return false;
  }
}

/**
 * Reads a JSONL file. Lines that are no JSON are dropped and counted: a crash may leave one torn line.
 * @throws NormactError when the file cannot be read
 */
export function readJsonl(path: string): { rows: unknown[]; dropped: number } {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw fileError(error, path, "read");
  }
  const rows: unknown[] = [];
  let dropped = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    try {
      rows.push(JSON.parse(line));
    } catch {
      dropped++;
    }
  }
  return { rows, dropped };
}
