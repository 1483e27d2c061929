/**
 * Just as much of WebAssembly's binary format as the kernels in `simd.ts` need, so that no binary is committed and
 * no compiler is needed. Opcodes and operands: WebAssembly core specification, 2.0, section 5.4.
 */

export const I32 = 0x7f;
export const V128 = 0x7b;
const EMPTY = 0x40;
const END = 0x0b;

export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
export const tee = (local: number): number[] => [0x22, local];
export const i32 = (value: number): number[] => [0x41, ...leb(value)];
export const I32_ADD = 0x6a;
export const I32_SUB = 0x6b;
export const LESS_UNSIGNED = 0x49;
export const F32_ADD = 0x92;
export const loop = (body: number[]): number[] => [0x03, EMPTY, ...body, END];
/** to the start of the innermost loop while the value on the stack is not 0 */
export const BACK = [0x0d, 0];
export const STORE_I32 = [0x36, 2, 0];
export const STORE_F32 = [0x38, 2, 0];

const simd = (op: number): number[] => [0xfd, ...leb(op, false)];
/** 16 bytes from an address */
export const load = (offset: number): number[] => [...simd(0x00), 4, ...leb(offset, false)];
/** 8 bytes from an address, widened to eight signed 16-bit numbers */
export const loadBytes = (offset: number): number[] => [...simd(0x01), 3, ...leb(offset, false)];
export const ZERO = [...simd(0x0c), ...new Array<number>(16).fill(0)];
export const F32X4_ADD = simd(0xe4);
export const F32X4_MUL = simd(0xe6);
export const F32X4_LANE = (n: number): number[] => [...simd(0x1f), n];
export const I32X4_ADD = simd(0xae);
/** products of eight 16-bit numbers, neighbours added: four 32-bit numbers */
export const I32X4_DOT = simd(0xba);
export const I32X4_LANE = (n: number): number[] => [...simd(0x1b), n];

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

const counted = (body: number[]): number[] => [...leb(body.length, false), ...body];
const section = (id: number, body: number[]): number[] => [id, ...counted(body)];
const name = (text: string): number[] => [text.length, ...Buffer.from(text, "latin1")];

/** A function's body: how many locals of each type follow the parameters, and its instructions. */
export const functionBody = (locals: [number, number][], code: number[]): number[] =>
  counted([locals.length, ...locals.flat(), ...code, END]);

/** A module that imports a memory (`env.memory`, up to 4 GiB) and exports functions of five addresses or counts. */
export function moduleOf(functions: Record<string, number[]>): Uint8Array<ArrayBuffer> {
  const all = Object.entries(functions);
  const type = [0x60, 5, I32, I32, I32, I32, I32, 0];
  const memory = [...name("env"), ...name("memory"), 0x02, 0x01, 0, ...leb(65536, false)];
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, ...type]),
    ...section(2, [1, ...memory]),
    ...section(3, [all.length, ...all.map(() => 0)]),
    ...section(7, [all.length, ...all.flatMap(([id], i) => [...name(id), 0x00, i])]),
    ...section(10, [all.length, ...all.flatMap(([, body]) => body)]),
  ]);
}
