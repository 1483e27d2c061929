import {
  BACK,
  F32_ADD,
  F32X4_ADD,
  F32X4_LANE,
  F32X4_MUL,
  functionBody,
  get,
  I32,
  I32_ADD,
  I32_SUB,
  I32X4_ADD,
  I32X4_DOT,
  I32X4_LANE,
  i32,
  LESS_UNSIGNED,
  load,
  loadBytes,
  loop,
  moduleOf,
  STORE_F32,
  STORE_I32,
  set,
  tee,
  V128,
  ZERO,
} from "./wasm-code.js";

/**
 * Two functions over one WebAssembly memory, in 128-bit SIMD: the inner products of a query with every row of a
 * matrix, of float32 (`dots`) or of 8-bit whole numbers (`byteDots`, the query in 16 bits, sums in 32).
 *
 *   (func (param $q i32) (param $rows i32) (param $out i32) (param $n i32) (param $bytes i32))
 *
 * `q`, `rows` and `out` are byte addresses, `n` the number of rows and `bytes` the length of a row, a multiple of
 * what one step takes. For each row four sums of four lanes run side by side, so that an addition need not wait for
 * the one before; they are added up at the end. In C:
 *
 *   do { a = b = c = d = 0; qp = q; end = rows + bytes;
 *        do { a += qp[0..]*rows[0..]; … d += …; qp += step of the query; rows += step of a row } while (rows < end);
 *        *out = lanes(a + b + c + d); out += 4 } while (--n);
 */

// parameters, then locals
const [Q, ROWS, OUT, N, BYTES, QP, STOP] = [0, 1, 2, 3, 4, 5, 6];
const SUMS = [7, 8, 9, 10];

/** What differs between the two kinds of numbers. */
interface Kind {
  /** bytes of the query and of a row that one step takes */
  queryStep: number;
  rowStep: number;
  load(offset: number): number[];
  multiply: number[];
  add: number[];
  lane(n: number): number[];
  addLanes: number;
  store: number[];
}

const FLOATS: Kind = {
  queryStep: 64,
  rowStep: 64,
  load,
  multiply: F32X4_MUL,
  add: F32X4_ADD,
  lane: F32X4_LANE,
  addLanes: F32_ADD,
  store: STORE_F32,
};

const CODES: Kind = {
  queryStep: 64,
  rowStep: 32,
  load: loadBytes,
  multiply: I32X4_DOT,
  add: I32X4_ADD,
  lane: I32X4_LANE,
  addLanes: I32_ADD,
  store: STORE_I32,
};

/** columns of one step: a row of floats, or of codes, is filled up with zeros to a multiple of these */
export const FLOAT_COLUMNS = 16;
export const CODE_COLUMNS = 32;

function dotsBody(kind: Kind): number[] {
  const step = SUMS.flatMap((sum, i) => [
    ...get(sum),
    ...get(ROWS),
    ...kind.load((kind.rowStep / 4) * i),
    ...get(QP),
    ...load((kind.queryStep / 4) * i),
    ...kind.multiply,
    ...kind.add,
    ...set(sum),
  ]);
  const [first, ...others] = SUMS as [number, ...number[]];
  const row = [
    ...SUMS.flatMap((sum) => [...ZERO, ...set(sum)]),
    ...[...get(Q), ...set(QP)],
    ...[...get(ROWS), ...get(BYTES), I32_ADD, ...set(STOP)],
    ...loop([
      ...step,
      ...[...get(QP), ...i32(kind.queryStep), I32_ADD, ...set(QP)],
      ...[...get(ROWS), ...i32(kind.rowStep), I32_ADD, ...tee(ROWS)],
      ...get(STOP),
      LESS_UNSIGNED,
      ...BACK,
    ]),
    ...get(OUT),
    ...[...get(first), ...others.flatMap((sum) => [...get(sum), ...kind.add])],
    ...[...tee(first), ...kind.lane(0)],
    ...[1, 2, 3].flatMap((n) => [...get(first), ...kind.lane(n), kind.addLanes]),
    ...kind.store,
    ...[...get(OUT), ...i32(4), I32_ADD, ...set(OUT)],
    ...[...get(N), ...i32(1), I32_SUB, ...tee(N)],
    ...BACK,
  ];
  const locals: [number, number][] = [
    [2, I32],
    [SUMS.length, V128],
  ];
  return functionBody(locals, loop(row));
}

interface Memory {
  readonly buffer: ArrayBuffer;
}

/** What of the engine's WebAssembly object is used; the compiler's library without a browser lacks it. */
interface Engine {
  Memory: new (limits: { initial: number; maximum: number }) => Memory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
  validate(bytes: Uint8Array): boolean;
}

const engine = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;

const PAGE = 65536;
/** the most that a 32-bit memory holds */
export const MOST_BYTES = 65535 * PAGE;

/** Memory for so many bytes, zeros. @throws RangeError when they are not to be had */
export function wasmMemory(bytes: number): Memory {
  return new engine.Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE)), maximum: PAGE });
}

/** Inner products of a query with `n` rows: byte addresses, row length in bytes (a multiple of a step). */
export type Dots = (q: number, rows: number, out: number, n: number, bytes: number) => void;

export interface Kernels {
  /** float32 query and rows, float32 results */
  dots: Dots;
  /** 16-bit query, 8-bit rows, 32-bit results: exact as long as no sum leaves 32 bits */
  byteDots: Dots;
}

/** The functions over a memory; null where the engine has no SIMD. */
export function simdKernels(memory: Memory): Kernels | null {
  const bytes = moduleOf({ dots: dotsBody(FLOATS), byteDots: dotsBody(CODES) });
  if (!engine.validate(bytes)) return null;
  const instance = new engine.Instance(new engine.Module(bytes), { env: { memory } });
  return instance.exports as unknown as Kernels;
}
