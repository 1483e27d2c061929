import { closeSync, openSync, readSync } from "node:fs";
import { fileError } from "../core/files.js";

/** One record of a table, or why there is none; `line` is the physical line on which it begins, from 1. */
export type CsvRecord =
  | { line: number; cells: string[] }
  | { line: number; cells: null; why: string };

export interface CsvOptions {
  /** "," or a tab */
  separator?: string;
  /** told of the bytes as they are read, for hashing and progress */
  onBytes?: (bytes: Uint8Array) => void;
  /** a record of more than this many characters is a quote that was never closed */
  longest?: number;
  /** columns that a record must have; the first record's count when left out */
  columns?: number;
}

const PIECE = 1 << 20;

/** A file's text piece by piece, in the encoding that its first bytes name (UTF-8 without such). */
export function* textPieces(
  path: string,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Generator<string> {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch (error) {
    throw fileError(error, path, "read");
  }
  try {
    const buffer = Buffer.alloc(PIECE);
    let decoder: InstanceType<typeof TextDecoder> | null = null;
    for (let got = readSync(fd, buffer); got > 0; got = readSync(fd, buffer)) {
      const bytes = buffer.subarray(0, got);
      onBytes(bytes);
      decoder ??= new TextDecoder(encodingOf(bytes));
      yield decoder.decode(bytes, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    throw fileError(error, path, "read");
  } finally {
    closeSync(fd);
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}

/**
 * Reads RFC 4180 records (quotes doubled inside quotes, line breaks allowed there) without holding the file. A
 * broken record is reported and reading goes on with the line after the one on which it began, so that a stray
 * quote costs one row and not the rest of the file.
 */
export function* readCsv(path: string, options: CsvOptions = {}): Generator<CsvRecord> {
  const reader = new Reader(options);
  for (const piece of textPieces(path, options.onBytes)) yield* reader.feed(piece);
  yield* reader.end();
}

type Scan =
  | { kind: "record"; cells: string[]; end: number; lines: number }
  | { kind: "broken"; why: string }
  | { kind: "more" };

class Reader {
  private text = "";
  private at = 0;
  private line = 1;
  private readonly separator: string;
  private readonly longest: number;
  private columns: number | null;

  constructor({ separator = ",", longest = 100_000, columns }: CsvOptions) {
    this.separator = separator;
    this.longest = longest;
    this.columns = columns ?? null;
  }

  *feed(piece: string): Generator<CsvRecord> {
    this.text = this.text.slice(this.at) + piece;
    this.at = 0;
    yield* this.drain(false);
  }

  *end(): Generator<CsvRecord> {
    yield* this.drain(true);
  }

  private *drain(last: boolean): Generator<CsvRecord> {
    while (this.at < this.text.length) {
      const scan = this.scan(last);
      if (scan.kind === "more") return;
      const line = this.line;
      if (scan.kind === "broken") {
        if (!this.skipLine(last)) return;
        yield { line, cells: null, why: scan.why };
        continue;
      }
      const { cells, end, lines } = scan;
      const wanted = this.columns;
      const isBlank = cells.length === 1 && cells[0]!.trim() === "";
      if (!isBlank && wanted !== null && cells.length !== wanted) {
        const why = `${cells.length} columns instead of ${wanted}`;
        // of a record over several lines, what follows the first may be sound
        if (lines > 1) this.skipLine(last);
        else this.pass(end, lines);
        yield { line, cells: null, why };
        continue;
      }
      this.pass(end, lines);
      if (isBlank) continue;
      this.columns ??= cells.length;
      yield { line, cells };
    }
  }

  private pass(end: number, lines: number): void {
    this.at = end;
    this.line += lines;
  }

  /** Goes to the next physical line. @returns false when that is not read yet */
  private skipLine(last: boolean): boolean {
    const end = this.text.indexOf("\n", this.at);
    if (end < 0 && !last) return false;
    this.pass(end < 0 ? this.text.length : end + 1, 1);
    return true;
  }

  /** One record from `at` on. */
  private scan(last: boolean): Scan {
    const { text, separator } = this;
    const cells: string[] = [];
    let lines = 1;
    let i = this.at;
    for (;;) {
      if (text[i] === '"') {
        const close = this.closingQuote(i);
        if (close < 0) {
          if (!last && text.length - this.at < this.longest) return { kind: "more" };
          return { kind: "broken", why: "a quote is opened and never closed" };
        }
        const inner = text.slice(i + 1, close);
        for (let n = inner.indexOf("\n"); n >= 0; n = inner.indexOf("\n", n + 1)) lines++;
        cells.push(inner.includes('"') ? inner.replace(/""/g, '"') : inner);
        i = close + 1;
        if (i >= text.length && !last) return { kind: "more" };
        if (text[i] === "\r" && (text[i + 1] === "\n" || i + 1 >= text.length)) {
          if (i + 1 >= text.length && !last) return { kind: "more" };
          i++;
        }
        if (i >= text.length || text[i] === "\n")
          return { kind: "record", cells, end: Math.min(text.length, i + 1), lines };
        if (text[i] !== separator)
          return { kind: "broken", why: "there is text behind a closing quote" };
        i++;
        continue;
      }
      const newline = text.indexOf("\n", i);
      const stop = newline < 0 ? text.length : newline;
      const comma = text.indexOf(separator, i);
      if (comma >= 0 && comma < stop) {
        cells.push(text.slice(i, comma));
        i = comma + 1;
        continue;
      }
      if (newline < 0 && !last) {
        if (text.length - this.at < this.longest) return { kind: "more" };
        return { kind: "broken", why: `a line of more than ${this.longest} characters` };
      }
      const rest = text.slice(i, stop);
      cells.push(rest.endsWith("\r") ? rest.slice(0, -1) : rest);
      return { kind: "record", cells, end: Math.min(text.length, stop + 1), lines };
    }
  }

  /** The quote that ends the field opened at `open`; -1 when it is not in the text. */
  private closingQuote(open: number): number {
    const { text } = this;
    for (let i = text.indexOf('"', open + 1); i >= 0; i = text.indexOf('"', i + 2)) {
      if (text[i + 1] !== '"') return i;
    }
    return -1;
  }
}
