import { NormactError } from "../core/errors.js";
import { HEADER_BYTES, readFully, withIndexFile, writeIndexFile } from "./index-file.js";
import { byRank, exactDot, kthLargest, largestNorm, norm, roundingBound } from "./ranking.js";
import { codeStride, Screen } from "./screen.js";
import { FLOAT_COLUMNS, MOST_BYTES, simdKernels, wasmMemory } from "./simd.js";
import { checkQuery, type IndexBackend, type Neighbour, type VectorIndex } from "./vector-index.js";

/** From here on a coarse copy pays: a smaller matrix stays in the processor's cache. */
const SCREEN_BYTES = 64 * 2 ** 20;
/** Half of what float32 can hold. */
const LARGEST_SUM = 2 ** 127;

export interface FlatOptions {
  /** false for plain JavaScript (also taken where the engine knows no SIMD) */
  simd?: boolean;
  /** a coarse copy that is looked through first (needs SIMD); default: for matrices of 64 MiB and more */
  screen?: boolean;
}

/**
 * Exact search over one float32 matrix: every row's inner product in float32, then those that could be among the
 * k best are computed again in double precision and sorted. Because the float32 error is bounded, the answer is
 * that of a brute-force search in double precision. In a large matrix a screen first says, by bounds as well, which
 * rows need not be looked at: float32 then costs only the others.
 */
export class FlatIndex implements VectorIndex {
  readonly backend = "flat";
  private readonly longest: number;
  private readonly coarse: Screen | null;

  private constructor(
    readonly dims: number,
    readonly size: number,
    private readonly store: Store,
  ) {
    this.coarse = store.screen();
    this.longest = this.coarse?.longest ?? largestNorm(store.rows, size, store.stride);
  }

  static fromVectors(vectors: Float32Array, dims: number, options: FlatOptions = {}): FlatIndex {
    const size = vectors.length / dims;
    if (!Number.isInteger(size))
      throw new RangeError(`${vectors.length} is no multiple of ${dims}`);
    const store = makeStore(dims, size, options);
    for (let r = 0; r < size; r++)
      store.rows.set(vectors.subarray(r * dims, (r + 1) * dims), r * store.stride);
    return new FlatIndex(dims, size, store);
  }

  static open(path: string, options: FlatOptions = {}): FlatIndex {
    return withIndexFile(path, (fd, { dims, rows }) => {
      const store = makeStore(dims, rows, options);
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
    return this.store.simd;
  }

  /** does it look through a coarse copy first? */
  get screened(): boolean {
    return this.coarse !== null;
  }

  search(query: Float32Array, k: number): Neighbour[] {
    checkQuery(query, this.dims, k);
    const { size, dims } = this;
    const { rows, stride } = this.store;
    const wanted = Math.min(k, size);
    if (wanted === 0) return [];
    const kept = this.coarse?.keep(query, wanted) ?? null;
    const scores = this.store.scores(query, kept);
    const length = norm(query);
    const bound = roundingBound(stride, length, this.longest);
    // no sum on the way to a score is longer than this: beyond float32, all that are left are computed again
    const overflows = !(length * this.longest < LARGEST_SUM);
    const least = overflows
      ? Number.NEGATIVE_INFINITY
      : kthLargest(scores, kept?.length ?? size, wanted) - 2 * bound;
    const near: Neighbour[] = [];
    for (let i = 0; i < (kept?.length ?? size); i++) {
      if (scores[i]! < least) continue;
      const row = kept ? kept[i]! : i;
      near.push({ row, score: exactDot(query, 0, rows, row * stride, dims) });
    }
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

/** Where the rows lie, and how a query is multiplied with them. */
interface Store {
  rows: Float32Array;
  /** columns of a row as stored */
  stride: number;
  simd: boolean;
  /** float32 inner products with the rows of a list, in its order; with all rows for null */
  scores(query: Float32Array, list: readonly number[] | null): Float32Array;
  /** the coarse copy of the rows, once they are there; null for none */
  screen(): Screen | null;
}

function makeStore(dims: number, size: number, { simd = true, screen }: FlatOptions): Store {
  const stride = Math.ceil(dims / FLOAT_COLUMNS) * FLOAT_COLUMNS;
  const screened = screen ?? size * stride * 4 >= SCREEN_BYTES;
  return (simd && size > 0 ? wasmStore(stride, size, screened) : null) ?? plainStore(stride, size);
}

/** Byte addresses within one memory, each at a multiple of 64: float query, 16-bit query, results, rows, codes. */
function layout(stride: number, size: number, screened: boolean) {
  const align = (bytes: number): number => Math.ceil(bytes / 64) * 64;
  const queryAt = align(stride * 4);
  const outAt = queryAt + align(codeStride(stride) * 2);
  const rowsAt = outAt + align(size * 4);
  const codesAt = rowsAt + align(size * stride * 4);
  const codes = screened ? size * codeStride(stride) : 0;
  return { queryAt, outAt, rowsAt, codesAt, bytes: codesAt + codes };
}

/** Everything in one WebAssembly memory; without the coarse copy where that is too much. */
function wasmStore(stride: number, size: number, screened: boolean): Store | null {
  const place = layout(stride, size, screened);
  if (place.bytes > MOST_BYTES) return screened ? wasmStore(stride, size, false) : null;
  const memory = memoryFor(place.bytes);
  const kernels = simdKernels(memory);
  if (!kernels) return null;
  const { buffer } = memory;
  const rows = new Float32Array(buffer, place.rowsAt, size * stride);
  const q = new Float32Array(buffer, 0, stride);
  const out = new Float32Array(buffer, place.outAt, size);
  const rowBytes = stride * 4;
  return {
    rows,
    stride,
    simd: true,
    scores(query, list) {
      q.fill(0);
      q.set(query);
      if (!list) kernels.dots(0, place.rowsAt, place.outAt, size, rowBytes);
      else
        for (let i = 0; i < list.length; i++)
          kernels.dots(0, place.rowsAt + list[i]! * rowBytes, place.outAt + 4 * i, 1, rowBytes);
      return out;
    },
    screen: () =>
      screened ? new Screen(rows, size, stride, kernels.byteDots, buffer, place) : null,
  };
}

function memoryFor(bytes: number): ReturnType<typeof wasmMemory> {
  try {
    return wasmMemory(bytes);
  } catch (error) {
    throw new NormactError(
      "out_of_memory",
      `the index needs ${Math.ceil(bytes / 2 ** 20)} MB of memory, and they are not to be had: ${(error as Error).message}`,
      1,
      { cause: error },
    );
  }
}

function plainStore(stride: number, size: number): Store {
  const rows = new Float32Array(size * stride);
  const out = new Float32Array(size);
  return {
    rows,
    stride,
    simd: false,
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
    screen: () => null,
  };
}

/** FlatIndex as a backend. */
export const flatBackend: IndexBackend = {
  name: "flat",
  missing: async () => null,
  fromVectors: async (vectors, dims) => FlatIndex.fromVectors(vectors, dims),
  open: async (path) => FlatIndex.open(path),
};
