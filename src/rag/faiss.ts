import { closeSync, openSync } from "node:fs";
import { NormactError } from "../core/errors.js";
import { fileError } from "../core/files.js";
import { readHeader, readRow } from "./index-file.js";
import { byRank, exactDot, norm, roundingBound } from "./ranking.js";
import { checkQuery, type IndexBackend, type Neighbour, type VectorIndex } from "./vector-index.js";

/** What of `faiss-node` 0.5.1 is used: plain arrays in and out, no ids, and it throws when k > rows. */
interface FaissFlat {
  ntotal(): number;
  getDimension(): number;
  add(x: number[]): void;
  search(x: number[], k: number): { distances: number[]; labels: number[] };
  write(path: string): void;
}
interface FaissModule {
  IndexFlatIP: (new (dims: number) => FaissFlat) & { read(path: string): FaissFlat };
}

/** rows handed over at a time: plain arrays take twice the memory of the floats */
const ADD_ROWS = 4096;

/** half of what float32 can hold */
const MOST_FLOAT = 2 ** 127;

let loading: Promise<FaissModule> | null = null;

async function faiss(): Promise<FaissModule> {
  loading ??= import("faiss-node" as string).then(
    (m) => (m.default ?? m) as unknown as FaissModule,
  );
  return loading;
}

/**
 * The same search done by FAISS. Its scores are float32 sums in an order of its own, so it is asked for a few
 * rows more than k, until the last one is certainly out, and these are ranked by the exact inner product.
 */
class FaissIndex implements VectorIndex {
  readonly backend = "faiss";
  readonly dims: number;
  readonly size: number;

  constructor(
    private readonly index: FaissFlat,
    /** fills the floats of a row */
    private readonly row: (r: number, into: Float32Array) => void,
    private readonly longest: number,
    private readonly release: () => void = () => {},
  ) {
    this.dims = index.getDimension();
    this.size = index.ntotal();
  }

  search(query: Float32Array, k: number): Neighbour[] {
    checkQuery(query, this.dims, k);
    const wanted = Math.min(k, this.size);
    if (wanted === 0) return [];
    const bound = roundingBound(this.dims, norm(query), this.longest);
    // sums beyond float32 are no numbers, and FAISS leaves such rows out
    if (norm(query) * this.longest >= MOST_FLOAT) {
      const all = Array.from({ length: this.size }, (_, row) => row);
      return this.exactly(query, all, [], 0).slice(0, wanted);
    }
    const plain = Array.from(query);
    for (let ask = Math.min(this.size, wanted + 8); ; ask = Math.min(this.size, ask * 2)) {
      const { distances, labels } = this.index.search(plain, ask);
      const least = distances[wanted - 1]! - 2 * bound;
      if (ask < this.size && !(distances[ask - 1]! < least)) continue;
      return this.exactly(query, labels, distances, least).slice(0, wanted);
    }
  }

  private exactly(query: Float32Array, labels: number[], scores: number[], least: number) {
    const floats = new Float32Array(this.dims);
    const near: Neighbour[] = [];
    labels.forEach((row, i) => {
      if (scores[i]! < least) return;
      this.row(row, floats);
      near.push({ row, score: exactDot(query, 0, floats, 0, this.dims) });
    });
    return near.sort(byRank);
  }

  write(path: string): void {
    try {
      this.index.write(path);
    } catch (error) {
      throw new NormactError("cannot_write", `FAISS cannot write ${path}: ${said(error)}`, 1, {
        cause: error,
      });
    }
  }

  close(): void {
    this.release();
  }
}

const said = (error: unknown): string => (error as Error)?.message ?? String(error);

/** `faiss-node` as a backend. It is an optional dependency: where it is not built, `missing` says so. */
export const faissBackend: IndexBackend = {
  name: "faiss",
  async missing() {
    try {
      await faiss();
      return null;
    } catch (error) {
      return `faiss-node is not there or not built (${said(error).split("\n")[0]}). scripts/build-faiss.sh builds it from the system's FAISS; --backend flat needs nothing`;
    }
  },
  async fromVectors(vectors, dims) {
    const { IndexFlatIP } = await faiss();
    const index = new IndexFlatIP(dims);
    const rows = vectors.length / dims;
    let longest = 0;
    for (let from = 0; from < rows; from += ADD_ROWS)
      index.add(Array.from(vectors.subarray(from * dims, Math.min(rows, from + ADD_ROWS) * dims)));
    for (let r = 0; r < rows; r++)
      longest = Math.max(longest, norm(vectors.subarray(r * dims, (r + 1) * dims)));
    const row = (r: number, into: Float32Array): void =>
      into.set(vectors.subarray(r * dims, (r + 1) * dims));
    return new FaissIndex(index, row, longest);
  },
  /** Its rows stay in the file and are read from there when they are ranked exactly. */
  async open(path) {
    const { IndexFlatIP } = await faiss();
    let fd: number;
    try {
      fd = openSync(path, "r");
    } catch (error) {
      throw fileError(error, path, "read");
    }
    try {
      const { dims, rows } = readHeader(fd, path);
      const index = IndexFlatIP.read(path);
      const row = (r: number, into: Float32Array): void => {
        readRow(fd, r, dims, into, path);
      };
      return new FaissIndex(index, row, longestRow(rows, dims, row), () => closeSync(fd));
    } catch (error) {
      closeSync(fd);
      if (error instanceof NormactError) throw error;
      throw new NormactError("bad_index", `FAISS cannot open ${path}: ${said(error)}`, 2, {
        cause: error,
      });
    }
  },
};

function longestRow(
  rows: number,
  dims: number,
  row: (r: number, into: Float32Array) => void,
): number {
  const floats = new Float32Array(dims);
  let longest = 0;
  for (let r = 0; r < rows; r++) {
    row(r, floats);
    longest = Math.max(longest, norm(floats));
  }
  return longest;
}
