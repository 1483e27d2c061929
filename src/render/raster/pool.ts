/**
 * Working memory used again from picture to picture. Rendering is synchronous, so a buffer is only ever in
 * the hands of one call; what leaves the renderer is always freshly made.
 */
const pool = new Map<string, Float64Array | Float32Array | Int32Array>();

function take<T extends Float64Array | Float32Array | Int32Array>(
  name: string,
  length: number,
  make: (n: number) => T,
  keep: boolean,
): T {
  const known = pool.get(name) as T | undefined;
  if (known && known.length >= length) return known;
  const made = make(known ? Math.max(length, known.length * 2) : length);
  if (keep && known) made.set(known);
  pool.set(name, made);
  return made;
}

/** At least `length` doubles; contents undefined unless `keep`. */
export function doubles(name: string, length: number, keep = false): Float64Array {
  return take(name, length, (n) => new Float64Array(n), keep);
}

export function floats(name: string, length: number): Float32Array {
  return take(name, length, (n) => new Float32Array(n), false);
}

export function ints(name: string, length: number, keep = false): Int32Array {
  return take(name, length, (n) => new Int32Array(n), keep);
}
