/**
 * A WebAssembly module of one function, put together here so that no binary is committed and no compiler is
 * needed: the inner products of a query with every row of a matrix, sixteen columns a step (128-bit SIMD).
 *
 *   (func (export "dots") (param $q i32) (param $rows i32) (param $out i32) (param $n i32) (param $bytes i32))
 *
 * `q`, `rows` and `out` are byte addresses in the imported memory, `n` the number of rows and `bytes` the length
 * of a row, a multiple of 64. For each row four sums of four lanes run side by side, so that an addition need not
 * wait for the one before; they are added up at the end. In C:
 *
 *   do { a = b = c = d = 0; qp = q; end = rows + bytes;
 *        do { a += qp[0..3]*rows[0..3]; … d += qp[12..15]*rows[12..15]; qp += 64; rows += 64 } while (rows < end);
 *        *out = lanes(a + b + c + d); out += 4 } while (--n);
 */

// opcodes of the WebAssembly core specification, 2.0 (section 5.4) and their operands
const I32 = 0x7f;
const V128 = 0x7b;
const EMPTY = 0x40;
const END = 0x0b;
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
const i32 = (value: number): number[] => [0x41, ...leb(value)];
const ADD = 0x6a;
const SUB = 0x6b;
const LESS_UNSIGNED = 0x49;
const loop = (body: number[]): number[] => [0x03, EMPTY, ...body, END];
const BACK = [0x0d, 0];
const STORE_F32 = [0x38, 2, 0];
const F32_ADD = 0x92;
const simd = (op: number): number[] => [0xfd, ...leb(op, false)];
const load = (offset: number): number[] => [...simd(0x00), 4, ...leb(offset, false)];
const ZERO = [...simd(0x0c), ...new Array<number>(16).fill(0)];
const F32X4_ADD = simd(0xe4);
const F32X4_MUL = simd(0xe6);
const lane = (n: number): number[] => [...simd(0x1f), n];

/** LEB128, the variable-length integers of the format. */
function leb(value: number, signed = true): number[] {
  const out: number[] = [];
  for (let rest = value; ; ) {
    const low = rest & 0x7f;
    rest >>= 7;
    const done = signed ? (rest === 0 && !(low & 0x40)) || (rest === -1 && low & 0x40) : rest === 0;
    out.push(done ? low : low | 0x80);
    if (done) return out;
  }
}

const section = (id: number, body: number[]): number[] => [id, ...leb(body.length, false), ...body];
const name = (text: string): number[] => [text.length, ...Buffer.from(text, "latin1")];

// parameters, then locals
const [Q, ROWS, OUT, N, BYTES, QP, STOP] = [0, 1, 2, 3, 4, 5, 6];
const SUMS = [7, 8, 9, 10];

function dotsBody(): number[] {
  const step = SUMS.flatMap((sum, i) => [
    ...get(sum),
    ...get(QP),
    ...load(16 * i),
    ...get(ROWS),
    ...load(16 * i),
    ...F32X4_MUL,
    ...F32X4_ADD,
    ...set(sum),
  ]);
  const row = [
    ...SUMS.flatMap((sum) => [...ZERO, ...set(sum)]),
    ...get(Q),
    ...set(QP),
    ...[...get(ROWS), ...get(BYTES), ADD, ...set(STOP)],
    ...loop([
      ...step,
      ...[...get(QP), ...i32(64), ADD, ...set(QP)],
      ...[...get(ROWS), ...i32(64), ADD, ...tee(ROWS)],
      ...get(STOP),
      LESS_UNSIGNED,
      ...BACK,
    ]),
    ...get(OUT),
    ...[...get(7), ...get(8), ...F32X4_ADD, ...get(9), ...F32X4_ADD],
    ...[...get(10), ...F32X4_ADD, ...tee(7), ...lane(0)],
    ...[1, 2, 3].flatMap((n) => [...get(7), ...lane(n), F32_ADD]),
    ...STORE_F32,
    ...[...get(OUT), ...i32(4), ADD, ...set(OUT)],
    ...[...get(N), ...i32(1), SUB, ...tee(N)],
    ...BACK,
  ];
  const locals = [2, 2, I32, 4, V128];
  const code = [...locals, ...loop(row), END];
  return [...leb(code.length, false), ...code];
}

/** The module's bytes. */
export function dotsModule(): Uint8Array<ArrayBuffer> {
  const type = [0x60, 5, I32, I32, I32, I32, I32, 0];
  // a memory of up to 65,536 pages of 64 KiB: 4 GiB
  const memory = [...name("env"), ...name("memory"), 0x02, 0x01, 0, ...leb(65536, false)];
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, ...type]),
    ...section(2, [1, ...memory]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name("dots"), 0x00, 0]),
    ...section(10, [1, ...dotsBody()]),
  ]);
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

/** Inner products of a query with `n` rows: byte addresses, row length in bytes (a multiple of 64). */
export type Dots = (q: number, rows: number, out: number, n: number, bytes: number) => void;

/** The function over a memory; null where the engine has no SIMD. */
export function simdDots(memory: Memory): Dots | null {
  const bytes = dotsModule();
  if (!engine.validate(bytes)) return null;
  const instance = new engine.Instance(new engine.Module(bytes), { env: { memory } });
  return instance.exports.dots as Dots;
}
