import { constants } from "node:buffer";
import { closeSync, fstatSync, fsync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { NormactError } from "./errors.js";
import { fileError } from "./files.js";

/**
 * Appends one JSON value a line and makes it durable before returning.
 * A torn last line left by a crash is closed off first, so that the next record stands on a line of its own.
 */
export class JsonlWriter {
  private readonly fd: number;
  private flushing: Promise<void> = Promise.resolve();
  private nextFlush: Promise<void> | null = null;

  constructor(readonly path: string) {
    try {
      this.fd = openSync(path, "a+");
      if (endsTorn(this.fd)) writeSync(this.fd, "\n");
    } catch (error) {
      throw fileError(error, path, "write");
    }
  }

  append(value: unknown): void {
    this.appendAll([value]);
  }

  /** Several records at the price of one flush to the disk. */
  appendAll(values: readonly unknown[]): void {
    try {
      this.write(values);
      fsyncSync(this.fd);
      this.checkThere();
    } catch (error) {
      throw fileError(error, this.path, "write");
    }
  }

  /**
   * `append` without holding up the thread: resolves once the line is durable. Lines that come while the disk is
   * busy share its next flush.
   */
  async appendShared(value: unknown): Promise<void> {
    try {
      this.write([value]);
      this.nextFlush ??= this.flushing
        .catch(() => {})
        .then(() => {
          this.nextFlush = null;
          this.flushing = flushLater(this.fd);
          return this.flushing;
        });
      await this.nextFlush;
      this.checkThere();
    } catch (error) {
      throw fileError(error, this.path, "write");
    }
  }

  close(): void {
    closeSync(this.fd);
  }

  private write(values: readonly unknown[]): void {
    const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
    let done = 0;
    while (done < bytes.length) done += writeSync(this.fd, bytes, done);
  }

  private checkThere(): void {
    if (fstatSync(this.fd).nlink === 0)
      throw new NormactError(
        "log_removed",
        `${this.path} was removed while it was being written: what was finished is lost. Run the same command again.`,
      );
  }
}

const flushLater = promisify(fsync);

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
    for (const { text: line } of jsonlLines(path)) {
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

/** One line of a file and where its bytes stand (its line break not counted). */
export interface FileLine {
  text: string;
  /** 1-based */
  number: number;
  offset: number;
  bytes: number;
  /** it ends with a line break; the last line of a file that was broken off does not */
  closed: boolean;
}

/** A file's lines, piece by piece: a long log does not fit into one string. */
export function* jsonlLines(path: string): Generator<FileLine> {
  const fd = openSync(path, "r");
  let number = 0;
  let offset = 0;
  const line = (pieces: Buffer[], closed: boolean): FileLine => {
    const whole = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    if (whole.length > constants.MAX_STRING_LENGTH)
      throw new NormactError(
        "line_too_long",
        `${path}:${number + 1} is ${whole.length} bytes long, and a line can have ${constants.MAX_STRING_LENGTH}: one JSON value a line is expected here`,
        2,
      );
    const at = offset;
    offset += whole.length + 1;
    return {
      text: whole.toString("utf8"),
      number: ++number,
      offset: at,
      bytes: whole.length,
      closed,
    };
  };
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
        yield line([...open, chunk.subarray(start, end)], true);
        open = [];
        start = end + 1;
      }
      open.push(Buffer.from(chunk.subarray(start, got)));
    }
    if (open.some((piece) => piece.length > 0)) yield line(open, false);
  } finally {
    closeSync(fd);
  }
}

/** A line that holds no row of the asked-for kind. */
export interface UnreadLine {
  file: string;
  /** 1-based */
  line: number;
  why: string;
}

/** As zod's `safeParse` answers. */
type Checked<T> =
  | { success: true; data: T }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };

/**
 * The rows of a JSONL file that pass a check, in order. Every other line is handed to `onUnread` with its place and
 * what is wrong with it; the file is left as it is.
 * @throws NormactError when the file cannot be read
 */
export function readRows<T>(
  path: string,
  check: (value: unknown) => Checked<T>,
  onUnread: (line: UnreadLine) => void,
): T[] {
  const rows: T[] = [];
  const unread = (line: number, why: string): void => onUnread({ file: path, line, why });
  try {
    for (const { text, number } of jsonlLines(path)) {
      if (text.trim() === "") continue;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        unread(number, "no whole JSON value");
        continue;
      }
      const checked = check(value);
      if (checked.success) rows.push(checked.data);
      else unread(number, issueText(checked.error.issues[0]));
    }
  } catch (error) {
    throw fileError(error, path, "read");
  }
  return rows;
}

function issueText(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const where = issue?.path.map(String).join(".") ?? "";
  return `${where === "" ? "" : `${where}: `}${issue?.message ?? "not of the asked-for kind"}`;
}

/** Reads single lines of a file by where they stand. */
export class LineReader {
  private readonly fd: number;

  /** @throws NormactError naming the file */
  constructor(readonly path: string) {
    try {
      this.fd = openSync(path, "r");
    } catch (error) {
      throw fileError(error, path, "read");
    }
  }

  text({ offset, bytes }: Pick<FileLine, "offset" | "bytes">): string {
    const out = Buffer.alloc(bytes);
    for (let done = 0; done < bytes; ) {
      const got = readSync(this.fd, out, done, bytes - done, offset + done);
      if (got === 0) break;
      done += got;
    }
    return out.toString("utf8");
  }

  close(): void {
    closeSync(this.fd);
  }
}
