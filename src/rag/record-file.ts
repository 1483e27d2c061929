import { closeSync, openSync, readSync } from "node:fs";
import { NormactError } from "../core/errors.js";
import { fileError } from "../core/files.js";
import { readFully } from "./index-file.js";
import { type NormRecord, NormRecordSchema } from "./record.js";

const PIECE = 1 << 20;

/**
 * A JSONL file of norms that is read line by line when asked: of a large bank only the lines' places are kept in
 * memory, eight bytes each.
 */
export class RecordFile {
  private constructor(
    readonly path: string,
    private readonly fd: number,
    /** where each line begins, and where the last one ends */
    private readonly starts: Float64Array,
    readonly size: number,
  ) {}

  /**
   * @param expected lines that must be there
   * @throws NormactError bad_bank
   */
  static open(path: string, expected: number, next = ""): RecordFile {
    let fd: number;
    try {
      fd = openSync(path, "r");
    } catch (error) {
      throw fileError(error, path, "read");
    }
    const starts = new Float64Array(expected + 1);
    const lines = findLines(fd, starts);
    if (lines !== expected) {
      closeSync(fd);
      throw new NormactError(
        "bad_bank",
        `${path} has ${lines} lines instead of ${expected}: it is damaged${next}`,
      );
    }
    return new RecordFile(path, fd, starts, expected);
  }

  /** @param row from 0 */
  get(row: number): NormRecord {
    const start = this.starts[row];
    const end = this.starts[row + 1];
    if (start === undefined || end === undefined || row < 0)
      throw new RangeError(`there is no record ${row} in ${this.path}`);
    const bytes = new Uint8Array(end - start);
    readFully(this.fd, bytes, start, this.path);
    return parseLine(Buffer.from(bytes).toString("utf8"), `${this.path}:${row + 1}`);
  }

  *[Symbol.iterator](): Generator<NormRecord> {
    for (let row = 0; row < this.size; row++) yield this.get(row);
  }

  close(): void {
    closeSync(this.fd);
  }
}

function parseLine(line: string, place: string): NormRecord {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    throw new NormactError("bad_bank", `${place} is no JSON: import the bank again`, 2);
  }
  const record = NormRecordSchema.safeParse(data);
  if (!record.success)
    throw new NormactError("bad_bank", `${place} is no norm: import the bank again`, 2);
  return record.data;
}

/** Notes where lines begin. @returns how many there are */
function findLines(fd: number, starts: Float64Array): number {
  const buffer = Buffer.alloc(PIECE);
  let lines = 0;
  let position = 0;
  let ended = true;
  for (;;) {
    const got = readSync(fd, buffer, 0, PIECE, position);
    if (got === 0) break;
    for (let at = buffer.indexOf(10); at >= 0 && at < got; at = buffer.indexOf(10, at + 1)) {
      lines++;
      if (lines < starts.length) starts[lines] = position + at + 1;
    }
    position += got;
    ended = buffer[got - 1] === 10;
  }
  if (ended) return lines;
  lines++;
  if (lines < starts.length) starts[lines] = position;
  return lines;
}
