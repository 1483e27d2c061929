import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { NormactError } from "./errors.js";
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
      if (fstatSync(this.fd).nlink === 0)
        throw new NormactError(
          "log_removed",
          `${this.path} was removed while it was being written: what was finished is lost. Run the same command again.`,
        );
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
  const rows: unknown[] = [];
  let dropped = 0;
  try {
    for (const line of lines(path)) {
      if (line.trim() === "") continue;
      try {
        rows.push(JSON.parse(line));
      } catch {
        dropped++;
      }
    }
  } catch (error) {
    throw fileError(error, path, "read");
  }
  return { rows, dropped };
}

const CHUNK = 1 << 20;

/** A file's lines, piece by piece: a long log does not fit into one string. */
function* lines(path: string): Generator<string> {
  const fd = openSync(path, "r");
  try {
    const chunk = Buffer.alloc(CHUNK);
    let open: Buffer[] = [];
    for (let got = readSync(fd, chunk); got > 0; got = readSync(fd, chunk)) {
      let start = 0;
      for (
        let end = chunk.indexOf(10, start);
        end >= 0 && end < got;
        end = chunk.indexOf(10, start)
      ) {
        yield Buffer.concat([...open, chunk.subarray(start, end)]).toString("utf8");
        open = [];
        start = end + 1;
      }
      open.push(Buffer.from(chunk.subarray(start, got)));
    }
    yield Buffer.concat(open).toString("utf8");
  } finally {
    closeSync(fd);
  }
}
