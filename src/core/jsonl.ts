import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { fileError } from "./files.js";

/**
 * Appends one JSON value a line and makes it durable before returning.
 * A torn last line left by a crash is closed off first, so that the next record stands on a line of its own.
 */
export class JsonlWriter {
  private readonly fd: number;

  constructor(readonly path: string) {
    try {
      this.fd = openSync(path, "a+");
      if (endsTorn(this.fd)) writeSync(this.fd, "\n");
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

/** Does a file that is there end in the middle of a line? Reads its last byte only. */
function endsTorn(fd: number): boolean {
  const { size } = fstatSync(fd);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last[0] !== 0x0a;
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
