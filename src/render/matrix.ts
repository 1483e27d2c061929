/** Affine 4×4 matrices, column-major (`m[column * 4 + row]`), as plain Float64Arrays. */
export type Matrix = Float64Array;
export type Point = readonly [x: number, y: number, z: number];

export function identity(): Matrix {
  const m = new Float64Array(16);
  m[0] = 1;
  m[5] = 1;
  m[10] = 1;
  m[15] = 1;
  return m;
}

/** a · b: first b, then a. */
export function multiply(a: Matrix, b: Matrix, out: Matrix = new Float64Array(16)): Matrix {
  for (let c = 0; c < 16; c += 4) {
    const x = b[c]!;
    const y = b[c + 1]!;
    const z = b[c + 2]!;
    const w = b[c + 3]!;
    for (let r = 0; r < 4; r++) {
      out[c + r] = a[r]! * x + a[4 + r]! * y + a[8 + r]! * z + a[12 + r]! * w;
    }
  }
  return out;
}

/**
 * Translation · rotation · scale. Rotation in radians, order YXZ: about z first, then x, then y
 * (so y turns the finished thing about the vertical). Positive y turns counter-clockwise seen from above.
 */
export function compose(t: Point, rotation: Point, scale: Point): Matrix {
  const cx = Math.cos(rotation[0]);
  const sx = Math.sin(rotation[0]);
  const cy = Math.cos(rotation[1]);
  const sy = Math.sin(rotation[1]);
  const cz = Math.cos(rotation[2]);
  const sz = Math.sin(rotation[2]);
  const m = new Float64Array(16);
  m[0] = (cy * cz + sy * sx * sz) * scale[0];
  m[1] = cx * sz * scale[0];
  m[2] = (-sy * cz + cy * sx * sz) * scale[0];
  m[4] = (-cy * sz + sy * sx * cz) * scale[1];
  m[5] = cx * cz * scale[1];
  m[6] = (sy * sz + cy * sx * cz) * scale[1];
  m[8] = sy * cx * scale[2];
  m[9] = -sx * scale[2];
  m[10] = cy * cx * scale[2];
  m[12] = t[0];
  m[13] = t[1];
  m[14] = t[2];
  m[15] = 1;
  return m;
}

/** A matrix whose columns are the axes x, y, z and the origin o. */
export function fromAxes(x: Point, y: Point, z: Point, o: Point): Matrix {
  return Float64Array.of(...x, 0, ...y, 0, ...z, 0, ...o, 1);
}

/** Inverse of an affine matrix (last row 0 0 0 1). */
export function invert(m: Matrix): Matrix {
  const a = m[0]!;
  const b = m[4]!;
  const c = m[8]!;
  const d = m[1]!;
  const e = m[5]!;
  const f = m[9]!;
  const g = m[2]!;
  const h = m[6]!;
  const i = m[10]!;
  const A = e * i - f * h;
  const B = f * g - d * i;
  const C = d * h - e * g;
  const s = 1 / (a * A + b * B + c * C);
  const o = new Float64Array(16);
  o[0] = A * s;
  o[4] = (c * h - b * i) * s;
  o[8] = (b * f - c * e) * s;
  o[1] = B * s;
  o[5] = (a * i - c * g) * s;
  o[9] = (c * d - a * f) * s;
  o[2] = C * s;
  o[6] = (b * g - a * h) * s;
  o[10] = (a * e - b * d) * s;
  for (let r = 0; r < 3; r++) {
    o[12 + r] = -(o[r]! * m[12]! + o[4 + r]! * m[13]! + o[8 + r]! * m[14]!);
  }
  o[15] = 1;
  return o;
}

/** The point p moved by m. */
export function apply(m: Matrix, p: Point): [number, number, number] {
  return [
    m[0]! * p[0] + m[4]! * p[1] + m[8]! * p[2] + m[12]!,
    m[1]! * p[0] + m[5]! * p[1] + m[9]! * p[2] + m[13]!,
    m[2]! * p[0] + m[6]! * p[1] + m[10]! * p[2] + m[14]!,
  ];
}

/** Largest factor by which m stretches a length. */
export function maxScale(m: Matrix): number {
  const sx = Math.hypot(m[0]!, m[1]!, m[2]!);
  const sy = Math.hypot(m[4]!, m[5]!, m[6]!);
  const sz = Math.hypot(m[8]!, m[9]!, m[10]!);
  return Math.max(sx, sy, sz);
}
