import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rng } from "../../src/core/rng.js";
import { indexBackend } from "../../src/rag/backends.js";
import { faissBackend } from "../../src/rag/faiss.js";
import { FlatIndex, flatBackend } from "../../src/rag/flat-index.js";
import { HEADER_BYTES } from "../../src/rag/index-file.js";
import { Screen } from "../../src/rag/screen.js";
import { simdKernels, wasmMemory } from "../../src/rag/simd.js";
import type { IndexBackend } from "../../src/rag/vector-index.js";
import { scratch } from "../helpers/cli.js";
import { bruteForce } from "./brute-force.js";

const plainBackend: IndexBackend = {
  name: "flat",
  missing: async () => null,
  fromVectors: async (vectors, dims) => FlatIndex.fromVectors(vectors, dims, { simd: false }),
  open: async (path) => FlatIndex.open(path, { simd: false }),
};

const screenedBackend: IndexBackend = {
  name: "flat",
  missing: async () => null,
  fromVectors: async (vectors, dims) => FlatIndex.fromVectors(vectors, dims, { screen: true }),
  open: async (path) => FlatIndex.open(path, { screen: true }),
};

const faissMissing = await faissBackend.missing();
if (faissMissing !== null) process.stderr.write(`FAISS was skipped: ${faissMissing}\n`);

const BACKENDS: [string, IndexBackend, boolean][] = [
  ["FlatIndex with SIMD", flatBackend, false],
  ["FlatIndex behind a screen", screenedBackend, false],
  ["FlatIndex in plain JavaScript", plainBackend, false],
  ["faiss-node", faissBackend, faissMissing !== null],
];

/** Rows of length 1, every third one a copy of an earlier one, so that scores tie. */
function unitRows(rows: number, dims: number, rng: Rng): Float32Array {
  const out = new Float32Array(rows * dims);
  for (let r = 0; r < rows; r++) {
    if (r > 0 && r % 3 === 0) {
      const from = rng.int(0, r - 1);
      out.copyWithin(r * dims, from * dims, (from + 1) * dims);
      continue;
    }
    let sum = 0;
    for (let i = 0; i < dims; i++) {
      const x = rng.range(-1, 1);
      out[r * dims + i] = x;
      sum += x * x;
    }
    for (let i = 0; i < dims; i++) out[r * dims + i]! /= Math.sqrt(sum);
  }
  return out;
}

/** Small whole numbers: many different rows have the very same score. */
function wholeRows(rows: number, dims: number, rng: Rng): Float32Array {
  return Float32Array.from({ length: rows * dims }, () => rng.int(-1, 1));
}

/** Lengths from 1e-30 to 1e30, and a few columns that are far larger than the rest. */
function wildRows(rows: number, dims: number, rng: Rng): Float32Array {
  const out = new Float32Array(rows * dims);
  for (let r = 0; r < rows; r++) {
    const length = rng.chance(0.1) ? 0 : 10 ** rng.pick([-30, -3, 0, 0, 0, 3, 30]);
    for (let i = 0; i < dims; i++)
      out[r * dims + i] = length * rng.range(-1, 1) * (i % 11 === 3 ? 50 : 1);
  }
  return out;
}

const SETS = [
  { name: "unit rows, 16 columns", dims: 16, rows: 600, queries: 500, make: unitRows },
  { name: "whole numbers, 7 columns", dims: 7, rows: 500, queries: 500, make: wholeRows },
  { name: "unit rows, 512 columns", dims: 512, rows: 150, queries: 60, make: unitRows },
  { name: "unit rows, 33 columns", dims: 33, rows: 200, queries: 100, make: unitRows },
  { name: "rows of any length, 40 columns", dims: 40, rows: 300, queries: 100, make: wildRows },
];

describe.each(BACKENDS)("%s", (name, backend, skip) => {
  for (const set of SETS)
    it.skipIf(skip)(
      `finds what brute force finds: ${set.queries} queries, ${set.name}`,
      async () => {
        const rng = Rng.from("index", set.name);
        const vectors = set.make(set.rows, set.dims, rng);
        const index = await backend.fromVectors(vectors, set.dims);
        expect(index.size).toBe(set.rows);
        for (let q = 0; q < set.queries; q++) {
          // half of the queries are rows of the index
          const own = rng.int(0, set.rows - 1);
          const query =
            q % 2 === 0
              ? vectors.slice(own * set.dims, (own + 1) * set.dims)
              : set.make(1, set.dims, rng);
          const k = rng.pick([1, 5, 50, set.rows, set.rows + 10]);
          expect(index.search(query, k)).toEqual(bruteForce(vectors, set.dims, query, k));
        }
        index.close();
      },
    );

  it.skipIf(skip)("opens what every backend wrote, and writes the same bytes", async () => {
    const dir = scratch();
    const vectors = unitRows(90, 24, Rng.from("file"));
    const query = unitRows(1, 24, Rng.from("query"));
    const wanted = bruteForce(vectors, 24, query, 90);
    const own = join(dir, "own.faiss");
    (await backend.fromVectors(vectors, 24)).write(own);
    for (const [other, maker, absent] of BACKENDS) {
      if (absent) continue;
      const file = join(dir, `${other}.faiss`);
      (await maker.fromVectors(vectors, 24)).write(file);
      expect(readFileSync(file).equals(readFileSync(own)), `${name} and ${other}`).toBe(true);
      const opened = await backend.open(file);
      expect(opened.search(query, 90)).toEqual(wanted);
      opened.close();
    }
  });

  it.skipIf(skip)(
    "refuses a query of another model, and files that are no such index",
    async () => {
      const dir = scratch();
      const index = await backend.fromVectors(unitRows(10, 8, Rng.from("small")), 8);
      expect(() => index.search(new Float32Array(9), 1)).toThrow(/9 numbers, the index 8/);
      expect(() => index.search(new Float32Array(8).fill(Number.NaN), 1)).toThrow(/finite/);
      expect(index.search(new Float32Array(8), 0)).toEqual([]);
      const file = join(dir, "i.faiss");
      index.write(file);
      const bytes = readFileSync(file);
      expect(bytes.length).toBe(HEADER_BYTES + 10 * 8 * 4);
      writeFileSync(file, bytes.subarray(0, 100));
      await expect(backend.open(file)).rejects.toThrow(/100 bytes instead of 365/);
      writeFileSync(file, "IxF2 something else that is long enough for a header, that is");
      await expect(backend.open(file)).rejects.toThrow(/kind "IxF2"/);
      writeFileSync(file, "");
      await expect(backend.open(file)).rejects.toThrow(/too short/);
      await expect(backend.open(join(dir, "none"))).rejects.toThrow(/no such file/);
    },
  );
});

describe("FlatIndex", () => {
  it("uses SIMD here", () => {
    expect(FlatIndex.fromVectors(new Float32Array(16), 16).simd).toBe(true);
    expect(FlatIndex.fromVectors(new Float32Array(16), 16, { simd: false }).simd).toBe(false);
  });

  it("is exact where float32 cannot tell scores apart, or overflows", async () => {
    const dims = 4;
    const rows = [
      [16777216, 1, 0, 0],
      [16777216, 0, 0, 0],
      [16777216, 2, 0, 0],
      [3e38, 3e38, 0, 0],
      [-3e38, 3e38, 0, 0],
    ];
    const vectors = Float32Array.from(rows.flat());
    const query = Float32Array.from([1, 1, 1, 1]);
    for (const options of [{ simd: true }, { simd: false }, { screen: true }])
      for (const k of [1, 2, 3, 5])
        expect(FlatIndex.fromVectors(vectors, dims, options).search(query, k)).toEqual(
          bruteForce(vectors, dims, query, k),
        );
  });

  it.each([
    ["numbers at the lower end of float32", () => 1e-44, 1],
    ["one row at its upper end", (r: number) => (r === 5 ? 3e38 : 1), 1],
    ["all rows at its upper end", () => 1e38, 1],
    ["a query at its upper end", () => 1, 1e38],
  ])("is exact with %s", (_, size, length) => {
    const rng = Rng.from("ends of float32");
    const any = (most: number): number => rng.range(-most, most);
    const rows = Float32Array.from({ length: 64 * 300 }, (_v, i) => any(size(Math.floor(i / 64))));
    for (let turn = 0; turn < 10; turn++) {
      const query = Float32Array.from({ length: 64 }, () => any(length));
      for (const options of [{ simd: true }, { simd: false }, { screen: true }])
        for (const k of [1, 5, 40])
          expect(FlatIndex.fromVectors(rows, 64, options).search(query, k)).toEqual(
            bruteForce(rows, 64, query, k),
          );
    }
  });

  it("takes a screen for large matrices only", () => {
    const rows = (n: number) => FlatIndex.fromVectors(new Float32Array(n * 1024), 1024);
    expect(rows(1000).screened).toBe(false);
    expect(rows(2 ** 14).screened).toBe(true);
  });

  it("holds no rows without complaint", async () => {
    const dir = scratch();
    const file = join(dir, "empty.faiss");
    FlatIndex.fromVectors(new Float32Array(0), 8).write(file);
    expect(FlatIndex.open(file).search(new Float32Array(8), 3)).toEqual([]);
  });
});

describe("Screen", () => {
  const stride = 64;
  const size = 2000;

  /** A screen over rows, in a memory of its own. */
  function screenOver(rows: Float32Array): Screen {
    const place = { queryAt: 0, outAt: 4096, codesAt: 4096 + size * 4 };
    const memory = wasmMemory(place.codesAt + size * stride);
    const { byteDots } = simdKernels(memory)!;
    return new Screen(rows, size, stride, byteDots, memory.buffer, place);
  }

  it("keeps the k best and all that tie with the last, and few others", () => {
    const rng = Rng.from("screen");
    const rows = unitRows(size, stride, rng);
    const screen = screenOver(rows);
    for (let q = 0; q < 50; q++) {
      const query = unitRows(1, stride, rng);
      const all = bruteForce(rows, stride, query, size);
      const kept = new Set(screen.keep(query, 20));
      const last = all[19]!.score;
      for (const { row, score } of all) if (score >= last) expect(kept.has(row)).toBe(true);
      // rounding to a byte moves a score by less than 0.02 here: those below are out
      expect(all.filter((hit) => hit.score < last - 0.08 && kept.has(hit.row))).toEqual([]);
      expect(kept.size).toBeLessThan(size / 4);
    }
  });

  it("leaves out no row that holds no number", () => {
    const rows = unitRows(size, stride, Rng.from("odd"));
    rows[7 * stride + 5] = Number.NaN;
    rows[9 * stride] = Number.POSITIVE_INFINITY;
    const query = rows.slice(0, stride);
    expect(screenOver(rows).keep(query, 1)).toEqual(expect.arrayContaining([0, 7, 9]));
  });
});

describe("indexBackend", () => {
  it("names what is allowed", async () => {
    await expect(indexBackend("fais")).rejects.toThrow(/Did you mean "faiss"/);
    expect((await indexBackend("flat")).name).toBe("flat");
  });
});
