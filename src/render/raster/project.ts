import { type Camera, NEAR } from "../camera.js";
import { bounds } from "../geometry/index.js";
import { type Matrix, maxScale, multiply } from "../matrix.js";
import type { Part } from "../types.js";
import { doubles, ints } from "./pool.js";

/** One layer step in the depth test (see `Part.layer`). */
const LAYER_STEP = 1e-4;

/**
 * The visible triangles of a picture. A *source* triangle is one of a part; near-plane clipping may turn it
 * into two on *screen*. Depth is stored as its inverse, which is linear on the screen.
 */
export interface Projected {
  /** parts that may be in view */
  parts: Part[];
  /** index of each part's first vertex in `cam` */
  base: Int32Array;
  /** right, up, depth of every vertex */
  cam: Float64Array;
  /** part, three vertex indices (into `cam`) per source triangle */
  source: Int32Array;
  /** x, y, 1/depth of three corners per screen triangle, in pixels */
  screen: Float64Array;
  /** source triangle of each screen triangle */
  origin: Int32Array;
  count: number;
}

/** Whether the sphere around a part can be in view. */
function inView(part: Part, toCam: Matrix, c: Camera): boolean {
  const b = bounds(part.geometry);
  const x = toCam[0]! * b.x + toCam[4]! * b.y + toCam[8]! * b.z + toCam[12]!;
  const y = toCam[1]! * b.x + toCam[5]! * b.y + toCam[9]! * b.z + toCam[13]!;
  const z = toCam[2]! * b.x + toCam[6]! * b.y + toCam[10]! * b.z + toCam[14]!;
  const r = b.radius * maxScale(part.matrix);
  if (z < NEAR - r) return false;
  const hx = c.width / 2 / c.focal;
  const hy = c.height / 2 / c.focal;
  const reachX = r * Math.sqrt(1 + hx * hx);
  const reachY = r * Math.sqrt(1 + hy * hy);
  return Math.abs(x) - z * hx < reachX && Math.abs(y) - z * hy < reachY;
}

class Projector {
  private source = ints("source", 4096);
  private screen = doubles("screen", 9 * 4096);
  private origin = ints("origin", 4096);
  private sources = 0;
  private count = 0;
  private cam = doubles("cam", 3 * 4096);
  private poly = new Float64Array(12);

  constructor(private readonly camera: Camera) {}

  run(parts: readonly Part[]): Projected {
    const shown: Part[] = [];
    const matrices: Matrix[] = [];
    let vertices = 0;
    for (const part of parts) {
      const m = multiply(this.camera.view, part.matrix);
      if (!inView(part, m, this.camera)) continue;
      shown.push(part);
      matrices.push(m);
      vertices += part.geometry.positions.length;
    }
    this.cam = doubles("cam", vertices);
    const base = new Int32Array(shown.length);
    let v = 0;
    for (let i = 0; i < shown.length; i++) {
      base[i] = v / 3;
      v = this.transform(shown[i]!, matrices[i]!, v);
      this.addTriangles(shown[i]!, i, base[i]!);
    }
    const { cam, source, screen, origin, count } = this;
    return { parts: shown, base, cam, source, screen, origin, count };
  }

  private transform(part: Part, m: Matrix, start: number): number {
    const p = part.geometry.positions;
    const cam = this.cam;
    const [m0, m1, m2] = [m[0]!, m[1]!, m[2]!];
    const [m4, m5, m6] = [m[4]!, m[5]!, m[6]!];
    const [m8, m9, m10] = [m[8]!, m[9]!, m[10]!];
    const [m12, m13, m14] = [m[12]!, m[13]!, m[14]!];
    let o = start;
    for (let i = 0; i < p.length; i += 3) {
      const x = p[i]!;
      const y = p[i + 1]!;
      const z = p[i + 2]!;
      cam[o] = m0 * x + m4 * y + m8 * z + m12;
      cam[o + 1] = m1 * x + m5 * y + m9 * z + m13;
      cam[o + 2] = m2 * x + m6 * y + m10 * z + m14;
      o += 3;
    }
    return o;
  }

  private reserve(triangles: number): void {
    this.source = ints("source", (this.sources + triangles) * 4, true);
    this.screen = doubles("screen", (this.count + triangles * 2) * 9, true);
    this.origin = ints("origin", this.count + triangles * 2, true);
  }

  private addTriangles(part: Part, index: number, base: number): void {
    const ix = part.geometry.indices;
    const twoSided = part.material.twoSided === true;
    const bias = 1 + (part.layer ?? 0) * LAYER_STEP;
    const { cam } = this;
    this.reserve(ix.length / 3);
    for (let t = 0; t < ix.length; t += 3) {
      const ia = ix[t]! + base;
      const ib = ix[t + 1]! + base;
      const ic = ix[t + 2]! + base;
      const a = ia * 3;
      const b = ib * 3;
      const c = ic * 3;
      const za = cam[a + 2]!;
      const zb = cam[b + 2]!;
      const zc = cam[c + 2]!;
      const behind = (za < NEAR ? 1 : 0) + (zb < NEAR ? 1 : 0) + (zc < NEAR ? 1 : 0);
      if (behind === 3) continue;
      // a · (b × c): positive when the front looks at the eye
      const det =
        cam[a]! * (cam[b + 1]! * zc - zb * cam[c + 1]!) +
        cam[a + 1]! * (zb * cam[c]! - cam[b]! * zc) +
        za * (cam[b]! * cam[c + 1]! - cam[b + 1]! * cam[c]!);
      if (det === 0 || (det < 0 && !twoSided)) continue;
      const before = this.count;
      if (behind === 0) this.pushWhole(a, b, c, bias);
      else this.pushClipped(a, b, c, bias);
      if (this.count === before) continue;
      const s = this.sources++;
      this.source[s * 4] = index;
      this.source[s * 4 + 1] = ia;
      this.source[s * 4 + 2] = ib;
      this.source[s * 4 + 3] = ic;
      for (let k = before; k < this.count; k++) this.origin[k] = s;
    }
  }

  private corner(o: number, x: number, y: number, z: number, bias: number): void {
    const { focal, width, height } = this.camera;
    const inverse = 1 / z;
    this.screen[o] = width / 2 + focal * x * inverse;
    this.screen[o + 1] = height / 2 - focal * y * inverse;
    this.screen[o + 2] = inverse * bias;
  }

  /** Keeps the triangle just written at `count` if it touches the picture. */
  private keep(): void {
    const s = this.screen;
    const o = this.count * 9;
    const { width, height } = this.camera;
    const x0 = s[o]!;
    const y0 = s[o + 1]!;
    const x1 = s[o + 3]!;
    const y1 = s[o + 4]!;
    const x2 = s[o + 6]!;
    const y2 = s[o + 7]!;
    if (x0 < 0 && x1 < 0 && x2 < 0) return;
    if (x0 > width && x1 > width && x2 > width) return;
    if (y0 < 0 && y1 < 0 && y2 < 0) return;
    if (y0 > height && y1 > height && y2 > height) return;
    this.count++;
  }

  private pushWhole(a: number, b: number, c: number, bias: number): void {
    const cam = this.cam;
    const o = this.count * 9;
    this.corner(o, cam[a]!, cam[a + 1]!, cam[a + 2]!, bias);
    this.corner(o + 3, cam[b]!, cam[b + 1]!, cam[b + 2]!, bias);
    this.corner(o + 6, cam[c]!, cam[c + 1]!, cam[c + 2]!, bias);
    this.keep();
  }

  /** Cuts off what lies before the near plane and adds the remaining triangle or two. */
  private pushClipped(a: number, b: number, c: number, bias: number): void {
    const cam = this.cam;
    const poly = this.poly;
    const ring = [a, b, c, a];
    let n = 0;
    for (let k = 0; k < 3; k++) {
      const p = ring[k]!;
      const q = ring[k + 1]!;
      const zp = cam[p + 2]!;
      const zq = cam[q + 2]!;
      if (zp >= NEAR) {
        poly[n++] = cam[p]!;
        poly[n++] = cam[p + 1]!;
        poly[n++] = zp;
      }
      if (zp < NEAR !== zq < NEAR) {
        const s = (NEAR - zp) / (zq - zp);
        poly[n++] = cam[p]! + (cam[q]! - cam[p]!) * s;
        poly[n++] = cam[p + 1]! + (cam[q + 1]! - cam[p + 1]!) * s;
        poly[n++] = NEAR;
      }
    }
    for (let k = 6; k < n; k += 3) {
      const o = this.count * 9;
      this.corner(o, poly[0]!, poly[1]!, poly[2]!, bias);
      this.corner(o + 3, poly[k - 3]!, poly[k - 2]!, poly[k - 1]!, bias);
      this.corner(o + 6, poly[k]!, poly[k + 1]!, poly[k + 2]!, bias);
      this.keep();
    }
  }
}

/** All triangles of `parts` that the camera may see, clipped and projected. */
export function project(parts: readonly Part[], camera: Camera): Projected {
  return new Projector(camera).run(parts);
}
