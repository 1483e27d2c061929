import { kthLargest, norm, roundingBound } from "./ranking.js";
import { CODE_COLUMNS, type Dots } from "./simd.js";

/** a code is a whole number from -CODE to CODE */
const CODE = 127;

/** Where the screen's part of a WebAssembly memory lies (byte addresses). */
export interface ScreenPlace {
  queryAt: number;
  outAt: number;
  codesAt: number;
}

/** Columns of a row of codes. */
export const codeStride = (stride: number): number =>
  Math.ceil(stride / CODE_COLUMNS) * CODE_COLUMNS;

/**
 * A coarse copy of a matrix, a byte a number, that says which rows can be among the k best. A float32 pass over a
 * large matrix takes as long as memory needs to bring it; this one takes a quarter of that.
 *
 * Row x is kept as s·z with whole numbers z, the query q as t·w. How far the copies are from the originals is known,
 * and by Cauchy and Schwarz |q·x − st·(w·z)| ≤ |q|·|x − sz| + |q − tw|·|sz|. A row is out when even its upper bound
 * is below the k-th best lower bound; so none of the k best, nor any that ties with them, is ever lost.
 */
export class Screen {
  private readonly codes: Int8Array;
  private readonly query: Int16Array;
  private readonly sums: Int32Array;
  /** s of each row, and |x − sz| */
  private readonly scale: Float64Array;
  private readonly distance: Float64Array;
  private readonly lower: Float64Array;
  /** length of the longest row */
  readonly longest: number;
  /** the largest |x − sz| */
  private readonly widest: number;

  /** @param rows row-major float32, `stride` columns each (a multiple of 16) */
  constructor(
    rows: Float32Array,
    private readonly size: number,
    private readonly stride: number,
    private readonly byteDots: Dots,
    buffer: ArrayBuffer,
    private readonly place: ScreenPlace,
  ) {
    const columns = codeStride(stride);
    this.codes = new Int8Array(buffer, place.codesAt, size * columns);
    this.query = new Int16Array(buffer, place.queryAt, columns);
    this.sums = new Int32Array(buffer, place.outAt, size);
    this.scale = new Float64Array(size);
    this.distance = new Float64Array(size);
    this.lower = new Float64Array(size);
    let [longest, widest] = [0, 0];
    for (let r = 0; r < size; r++) {
      const square = this.encode(rows, r);
      if (square > longest) longest = square;
      if (this.distance[r]! > widest) widest = this.distance[r]!;
    }
    this.longest = Math.sqrt(longest);
    this.widest = widest;
  }

  /** Writes a row's codes; gives its squared length. Two columns a step: their sums run side by side. */
  private encode(rows: Float32Array, r: number): number {
    const { codes, stride } = this;
    const from = r * stride;
    const end = from + stride;
    const largest = largestNumber(rows, from, end);
    const scale = largest / CODE;
    const inverse = largest > 0 ? CODE / largest : 0;
    let [gapA, gapB, squareA, squareB] = [0, 0, 0, 0];
    for (let i = from, to = r * codeStride(stride); i < end; i += 2, to += 2) {
      const a = rows[i]!;
      const b = rows[i + 1]!;
      // the nearest whole number: made positive first, because `| 0` cuts towards zero
      const codeA = ((a * inverse + CODE + 1.5) | 0) - CODE - 1;
      const codeB = ((b * inverse + CODE + 1.5) | 0) - CODE - 1;
      codes[to] = codeA;
      codes[to + 1] = codeB;
      gapA += (a - codeA * scale) ** 2;
      gapB += (b - codeB * scale) ** 2;
      squareA += a * a;
      squareB += b * b;
    }
    this.scale[r] = scale;
    this.distance[r] = Math.sqrt(gapA + gapB);
    return squareA + squareB;
  }

  /** The rows, in order, that can be among the k best. A row that holds no finite number is never left out. */
  keep(query: Float32Array, k: number): number[] {
    const { size, lower, sums, scale, distance } = this;
    const length = norm(query);
    const { step, gap } = this.encodeQuery(query);
    const columns = codeStride(this.stride);
    this.byteDots(this.place.queryAt, this.place.codesAt, this.place.outAt, size, columns);
    // |sz| ≤ |x| + |x − sz|; the second part is for the rounding of all the sums, this one's and those ranked by
    const fixed =
      gap * (this.longest + this.widest) + roundingBound(this.stride, length, this.longest);
    for (let r = 0; r < size; r++) {
      const low = sums[r]! * scale[r]! * step - length * distance[r]! - fixed;
      lower[r] = low > Number.NEGATIVE_INFINITY ? low : Number.NEGATIVE_INFINITY;
    }
    const least = kthLargest(lower, size, k);
    const kept: number[] = [];
    for (let r = 0; r < size; r++) {
      const high = sums[r]! * scale[r]! * step + length * distance[r]! + fixed;
      if (!(high < least)) kept.push(r);
    }
    return kept;
  }

  /** Writes the query's codes, as large as 32-bit sums allow; gives t and |q − tw|. */
  private encodeQuery(query: Float32Array): { step: number; gap: number } {
    const most = Math.min(32767, Math.floor((2 ** 31 - 1) / (CODE * codeStride(this.stride))));
    const step = largestNumber(query, 0, query.length) / most;
    this.query.fill(0);
    let gap = 0;
    for (let i = 0; i < query.length; i++) {
      const code = step > 0 ? Math.round(query[i]! / step) : 0;
      this.query[i] = code;
      gap += (query[i]! - code * step) ** 2;
    }
    return { step, gap: Math.sqrt(gap) };
  }
}

/** The largest absolute value; NaN when there is one. */
function largestNumber(list: Float32Array, from: number, end: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let i = from;
  for (; i + 3 < end; i += 4) {
    a = Math.max(a, Math.abs(list[i]!));
    b = Math.max(b, Math.abs(list[i + 1]!));
    c = Math.max(c, Math.abs(list[i + 2]!));
    d = Math.max(d, Math.abs(list[i + 3]!));
  }
  for (; i < end; i++) a = Math.max(a, Math.abs(list[i]!));
  return Math.max(a, b, c, d);
}
