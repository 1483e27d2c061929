import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { NormactError } from "../core/errors.js";
import { fileError, makeFolder } from "../core/files.js";

/**
 * FAISS's file of a flat inner-product index, byte for byte (`write_index` of faiss 1.7): "IxFI", int32 columns,
 * int64 rows, twice int64 2^20 (unused), uint8 1 (trained), int32 0 (inner product), uint64 count of floats, then
 * the floats. Everything little-endian; 45 bytes before the first float.
 */
export const HEADER_BYTES = 45;
const MAGIC = "IxFI";
const UNUSED = 1n << 20n;
const FLOAT = 4;
/** read and written in pieces, so that no second copy of a large index is needed */
const PIECE = 1 << 24;

export interface IndexHeader {
  dims: number;
  rows: number;
}

export function encodeHeader({ dims, rows }: IndexHeader): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.write(MAGIC, 0, "latin1");
  head.writeInt32LE(dims, 4);
  head.writeBigInt64LE(BigInt(rows), 8);
  head.writeBigInt64LE(UNUSED, 16);
  head.writeBigInt64LE(UNUSED, 24);
  head.writeUInt8(1, 32);
  head.writeInt32LE(0, 33);
  head.writeBigUInt64LE(BigInt(rows) * BigInt(dims), 37);
  return head;
}

/**
 * Reads and checks the header against the file's length.
 * @throws NormactError bad_index
 */
export function readHeader(fd: number, path: string): IndexHeader {
  const head = Buffer.alloc(HEADER_BYTES);
  const got = readSync(fd, head, 0, HEADER_BYTES, 0);
  const bad = (why: string): NormactError =>
    new NormactError("bad_index", `${path} cannot be used: ${why}`, 2);
  if (got < HEADER_BYTES) throw bad("it is too short for an index");
  const magic = head.toString("latin1", 0, 4);
  if (magic !== MAGIC)
    throw bad(
      /^Ix|^I[A-Z]/.test(magic)
        ? `it is a FAISS index of the kind "${magic}", and only flat inner-product indexes ("${MAGIC}") are read`
        : "it is no FAISS index",
    );
  const dims = head.readInt32LE(4);
  const rows = Number(head.readBigInt64LE(8));
  const metric = head.readInt32LE(33);
  const count = Number(head.readBigUInt64LE(37));
  if (metric !== 0) throw bad("it was made for another distance than the inner product");
  if (dims <= 0 || rows < 0 || count !== rows * dims)
    throw bad(`its header contradicts itself (${rows} rows of ${dims}, ${count} numbers)`);
  const wanted = HEADER_BYTES + count * FLOAT;
  const { size } = fstatSync(fd);
  if (size !== wanted) throw bad(`it has ${size} bytes instead of ${wanted}`);
  return { dims, rows };
}

/** Opens a file, hands over the descriptor and the header, and closes it again. */
export function withIndexFile<T>(path: string, use: (fd: number, header: IndexHeader) => T): T {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch (error) {
    throw fileError(error, path, "read");
  }
  try {
    return use(fd, readHeader(fd, path));
  } finally {
    closeSync(fd);
  }
}

/** Fills `target` from a byte position on. @throws NormactError bad_index when the file ends early */
export function readFully(fd: number, target: Uint8Array, position: number, path: string): void {
  for (let done = 0; done < target.length; ) {
    const got = readSync(fd, target, done, Math.min(PIECE, target.length - done), position + done);
    if (got === 0) throw new NormactError("bad_index", `${path} ended while it was being read`, 2);
    done += got;
  }
}

/** The floats of one row. */
export function readRow(fd: number, row: number, dims: number, into: Float32Array, path: string) {
  const bytes = new Uint8Array(into.buffer, into.byteOffset, dims * FLOAT);
  readFully(fd, bytes, HEADER_BYTES + row * dims * FLOAT, path);
}

/**
 * Writes a whole index file: to a neighbour first, then renamed into place.
 * @param row gives the floats of each row, in order
 */
export function writeIndexFile(
  path: string,
  header: IndexHeader,
  row: (r: number) => Float32Array,
): void {
  makeFolder(dirname(path));
  const part = `${path}.${process.pid}.part`;
  try {
    const fd = openSync(part, "w");
    try {
      writeSync(fd, encodeHeader(header));
      const rowBytes = header.dims * FLOAT;
      const perPiece = Math.max(1, Math.floor(PIECE / rowBytes));
      const piece = Buffer.alloc(perPiece * rowBytes);
      for (let from = 0; from < header.rows; from += perPiece) {
        const count = Math.min(perPiece, header.rows - from);
        for (let r = 0; r < count; r++) {
          const floats = row(from + r);
          piece.set(new Uint8Array(floats.buffer, floats.byteOffset, rowBytes), r * rowBytes);
        }
        writeAll(fd, piece.subarray(0, count * rowBytes));
      }
    } finally {
      closeSync(fd);
    }
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw fileError(error, path, "write");
  }
}

export function writeAll(fd: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(
      fd,
      bytes,
      done,
      bytes.length - done,
      position === undefined ? null : position + done,
    );
}
