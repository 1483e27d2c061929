import { NormactError } from "../core/errors.js";
import { HEADER_BYTES, readFully, withIndexFile, writeIndexFile } from "./index-file.js";
import { byRank, exactDot, kthLargest, largestNorm, norm, roundingBound } from "./ranking.js";
import { type Dots, MOST_BYTES, simdDots, wasmMemory } from "./simd.js";
import { checkQuery, type IndexBackend, type Neighbour, type VectorIndex } from "./vector-index.js";

/** columns are filled up with zeros to this many, the step of the SIMD loop */
const STEP = 16;

/**
 * Exact search over one float32 matrix: every row's inner product in float32, then those that could be among the
 * k best are computed again in double precision and sorted. Because the float32 error is bounded, the answer is
 * that of a brute-force search in double precision.
 */
export class FlatIndex implements VectorIndex {
  readonly backend = "flat";
  private readonly longest: number;

  private constructor(
    readonly dims: number,
    readonly size: number,
    private readonly store: Store,
  ) {
    this.longest = largestNorm(store.rows, size, store.stride);
  }

  /** @param simd false for plain JavaScript (also taken where the engine knows no SIMD) */
  static fromVectors(vectors: Float32Array, dims: number, { simd = true } = {}): FlatIndex {
    const size = vectors.length / dims;
    if (!Number.isInteger(size))
      throw new RangeError(`${vectors.length} is no multiple of ${dims}`);
    const store = makeStore(dims, size, simd);
    for (let r = 0; r < size; r++)
      store.rows.set(vectors.subarray(r * dims, (r + 1) * dims), r * store.stride);
    return new FlatIndex(dims, size, store);
  }

  static open(path: string, { simd = true } = {}): FlatIndex {
    return withIndexFile(path, (fd, { dims, rows }) => {
      const store = makeStore(dims, rows, simd);
      const { buffer, byteOffset } = store.rows;
      const rowBytes = dims * 4;
      if (store.stride === dims)
        readFully(fd, new Uint8Array(buffer, byteOffset, rows * rowBytes), HEADER_BYTES, path);
      else
        for (let r = 0; r < rows; r++)
          readFully(
            fd,
            new Uint8Array(buffer, byteOffset + r * store.stride * 4, rowBytes),
            HEADER_BYTES + r * rowBytes,
            path,
          );
      return new FlatIndex(dims, rows, store);
    });
  }

  /** does it use SIMD? */
  get simd(): boolean {
    return this.store.dots !== null;
  }

  search(query: Float32Array, k: number): Neighbour[] {
    checkQuery(query, this.dims, k);
    const { size, dims } = this;
    const { rows, stride } = this.store;
    const wanted = Math.min(k, size);
    if (wanted === 0) return [];
    const scores = this.store.scores(query, size);
    const bound = roundingBound(stride, norm(query), this.longest);
    const least = kthLargest(scores, size, wanted) - 2 * bound;
    const near: Neighbour[] = [];
    for (let row = 0; row < size; row++)
      // a score that overflowed float32 says nothing: it is computed again
      if (!(scores[row]! < least))
        near.push({ row, score: exactDot(query, 0, rows, row * stride, dims) });
    return near.sort(byRank).slice(0, wanted);
  }

  write(path: string): void {
    const { rows, stride } = this.store;
    writeIndexFile(path, { dims: this.dims, rows: this.size }, (r) =>
      rows.subarray(r * stride, r * stride + this.dims),
    );
  }

  close(): void {}
}

/** Where the rows lie, and how a query is multiplied with all of them. */
interface Store {
  rows: Float32Array;
  /** columns of a row as stored */
  stride: number;
  dots: Dots | null;
  scores(query: Float32Array, size: number): Float32Array;
}

function makeStore(dims: number, size: number, simd: boolean): Store {
  const stride = Math.ceil(dims / STEP) * STEP;
  return (simd && size > 0 ? wasmStore(stride, size) : null) ?? plainStore(stride, size);
}

/** Query, scores and rows in one WebAssembly memory, each at a multiple of 64 bytes. */
function wasmStore(stride: number, size: number): Store | null {
  const align = (bytes: number): number => Math.ceil(bytes / 64) * 64;
  const outAt = align(stride * 4);
  const rowsAt = outAt + align(size * 4);
  const bytes = rowsAt + size * stride * 4;
  if (bytes > MOST_BYTES) return null;
  let memory: ReturnType<typeof wasmMemory>;
  try {
    memory = wasmMemory(bytes);
  } catch (error) {
    throw new NormactError(
      "out_of_memory",
      `the index needs ${Math.ceil(bytes / 2 ** 20)} MB of memory, and they are not to be had: ${(error as Error).message}`,
      1,
      { cause: error },
    );
  }
  const dots = simdDots(memory);
  if (!dots) return null;
  const q = new Float32Array(memory.buffer, 0, stride);
  const out = new Float32Array(memory.buffer, outAt, size);
  return {
    rows: new Float32Array(memory.buffer, rowsAt, size * stride),
    stride,
    dots,
    scores(query) {
      q.fill(0);
      q.set(query);
      dots(0, rowsAt, outAt, size, stride * 4);
      return out;
    },
  };
}

function plainStore(stride: number, size: number): Store {
  const rows = new Float32Array(size * stride);
  const out = new Float32Array(size);
  return {
    rows,
    stride,
    dots: null,
    scores(query) {
      const dims = query.length;
      for (let r = 0, at = 0; r < size; r++, at += stride) {
        // four sums side by side: the engine need not wait for each addition
        let [a, b, c, d] = [0, 0, 0, 0];
        let i = 0;
        for (; i + 3 < dims; i += 4) {
          a += query[i]! * rows[at + i]!;
          b += query[i + 1]! * rows[at + i + 1]!;
          c += query[i + 2]! * rows[at + i + 2]!;
          d += query[i + 3]! * rows[at + i + 3]!;
        }
        for (; i < dims; i++) a += query[i]! * rows[at + i]!;
        out[r] = a + b + c + d;
      }
      return out;
    },
  };
}

/** FlatIndex as a backend. */
export const flatBackend: IndexBackend = {
  name: "flat",
  missing: async () => null,
  fromVectors: async (vectors, dims) => FlatIndex.fromVectors(vectors, dims),
  open: async (path) => FlatIndex.open(path),
};
