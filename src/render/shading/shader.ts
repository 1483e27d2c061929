import type { Camera } from "../camera.js";
import { invert } from "../matrix.js";
import type { Projected } from "../raster/project.js";
import type { Material } from "../types.js";
import type { Light } from "./light.js";
import { lit, type ShadowMap } from "./shadow.js";

/** Where the results of `Shader.sample` stand in `result`. */
export const AMBIENT = 0;
export const DIRECT = 3;
export const NORMAL = 6;
export const DEPTH = 9;

/** Depth written where there is only sky, metres. */
export const SKY_DEPTH = 1e4;

/**
 * Colours single samples. `use(triangle)` prepares a source triangle, `sample(dx, dy)` shades it where the ray
 * (dx, dy, 1) in camera coordinates meets it. Weights of the corners come from the unclipped triangle:
 * the ray's triple product with each edge.
 */
export class Shader {
  /** ambient r g b, direct r g b, normal x y z, depth */
  readonly result = new Float64Array(10);
  private readonly colour = new Float64Array(3);
  private readonly mirror = new Float64Array(3);
  private readonly edge = new Float64Array(9);
  private readonly weights = new Float64Array(3);
  /** local position, then local normal of the three corners */
  private readonly corners = new Float64Array(18);
  private readonly normalMatrices: (Float64Array | undefined)[] = [];
  private triangle = -1;
  private det = 0;
  private part = 0;
  private material!: Material;
  private normalMatrix!: Float64Array;

  constructor(
    private readonly p: Projected,
    private readonly camera: Camera,
    private readonly light: Light,
    private readonly shadows: ShadowMap,
  ) {}

  /** Whether the prepared triangle's texture is too fine for one look per pixel. */
  get fine(): boolean {
    return this.material.fine === true && this.material.texture !== undefined;
  }

  use(triangle: number): void {
    if (triangle === this.triangle) return;
    this.triangle = triangle;
    const { source, cam, parts, base } = this.p;
    const s = triangle * 4;
    this.part = source[s]!;
    const part = parts[this.part]!;
    this.material = part.material;
    const e = this.edge;
    for (let k = 0; k < 3; k++) {
      const b = source[s + 1 + ((k + 1) % 3)]! * 3;
      const c = source[s + 1 + ((k + 2) % 3)]! * 3;
      e[k * 3] = cam[b + 1]! * cam[c + 2]! - cam[b + 2]! * cam[c + 1]!;
      e[k * 3 + 1] = cam[b + 2]! * cam[c]! - cam[b]! * cam[c + 2]!;
      e[k * 3 + 2] = cam[b]! * cam[c + 1]! - cam[b + 1]! * cam[c]!;
    }
    const a = source[s + 1]! * 3;
    this.det = cam[a]! * e[0]! + cam[a + 1]! * e[1]! + cam[a + 2]! * e[2]!;
    const { positions, normals } = part.geometry;
    const q = this.corners;
    for (let k = 0; k < 3; k++) {
      const v = (source[s + 1 + k]! - base[this.part]!) * 3;
      for (let i = 0; i < 3; i++) {
        q[k * 3 + i] = positions[v + i]!;
        q[9 + k * 3 + i] = normals[v + i]!;
      }
    }
    let m = this.normalMatrices[this.part];
    if (!m) {
      m = invert(part.matrix);
      this.normalMatrices[this.part] = m;
    }
    this.normalMatrix = m;
  }

  /** Corner weights of the ray into `weights`; returns the depth. */
  private meet(dx: number, dy: number): number {
    const e = this.edge;
    const w0 = e[0]! * dx + e[1]! * dy + e[2]!;
    const w1 = e[3]! * dx + e[4]! * dy + e[5]!;
    const w2 = e[6]! * dx + e[7]! * dy + e[8]!;
    const s = 1 / (w0 + w1 + w2);
    this.weights[0] = w0 * s;
    this.weights[1] = w1 * s;
    this.weights[2] = w2 * s;
    return this.det * s;
  }

  /** The material's colour under the ray, into `colour`. */
  private paint(dx: number, dy: number): void {
    const depth = this.meet(dx, dy);
    const c = this.colour;
    const own = this.material.colour;
    c[0] = own[0];
    c[1] = own[1];
    c[2] = own[2];
    const texture = this.material.texture;
    if (!texture) return;
    const w = this.weights;
    const q = this.corners;
    const a = w[0]!;
    const b = w[1]!;
    const d = w[2]!;
    const { eye, right, up, forward } = this.camera;
    texture(
      q[0]! * a + q[3]! * b + q[6]! * d,
      q[1]! * a + q[4]! * b + q[7]! * d,
      q[2]! * a + q[5]! * b + q[8]! * d,
      eye[0] + (right[0] * dx + up[0] * dy + forward[0]) * depth,
      eye[1] + (right[1] * dx + up[1] * dy + forward[1]) * depth,
      eye[2] + (right[2] * dx + up[2] * dy + forward[2]) * depth,
      depth,
      c,
    );
  }

  /** Shades the ray; `spread` > 0 averages four looks at the texture that far apart. */
  sample(dx: number, dy: number, spread: number): void {
    const c = this.colour;
    if (spread > 0) {
      let r = 0;
      let g = 0;
      let b = 0;
      for (let k = 0; k < 4; k++) {
        this.paint(dx + (k & 1 ? spread : -spread), dy + (k & 2 ? spread : -spread));
        r += c[0]!;
        g += c[1]!;
        b += c[2]!;
      }
      c[0] = r / 4;
      c[1] = g / 4;
      c[2] = b / 4;
    } else this.paint(dx, dy);
    const depth = this.meet(dx, dy);
    this.orient(dx, dy);
    this.illuminate(dx, dy, depth);
    this.result[DEPTH] = depth;
  }

  /** World normal at the current weights, turned to the viewer on two-sided things. */
  private orient(dx: number, dy: number): void {
    const w = this.weights;
    const q = this.corners;
    const lx = q[9]! * w[0]! + q[12]! * w[1]! + q[15]! * w[2]!;
    const ly = q[10]! * w[0]! + q[13]! * w[1]! + q[16]! * w[2]!;
    const lz = q[11]! * w[0]! + q[14]! * w[1]! + q[17]! * w[2]!;
    const m = this.normalMatrix;
    let x = m[0]! * lx + m[1]! * ly + m[2]! * lz;
    let y = m[4]! * lx + m[5]! * ly + m[6]! * lz;
    let z = m[8]! * lx + m[9]! * ly + m[10]! * lz;
    let l = 1 / Math.sqrt(x * x + y * y + z * z + 1e-20);
    if (this.material.twoSided) {
      const { right, up, forward } = this.camera;
      const facing =
        x * (right[0] * dx + up[0] * dy + forward[0]) +
        y * (right[1] * dx + up[1] * dy + forward[1]) +
        z * (right[2] * dx + up[2] * dy + forward[2]);
      if (facing > 0) l = -l;
    }
    x *= l;
    y *= l;
    z *= l;
    this.result[NORMAL] = x;
    this.result[NORMAL + 1] = y;
    this.result[NORMAL + 2] = z;
  }

  private illuminate(dx: number, dy: number, depth: number): void {
    const { light, material, result: out, colour: c } = this;
    const { eye, right, up, forward } = this.camera;
    const rx = right[0] * dx + up[0] * dy + forward[0];
    const ry = right[1] * dx + up[1] * dy + forward[1];
    const rz = right[2] * dx + up[2] * dy + forward[2];
    const nx = out[NORMAL]!;
    const ny = out[NORMAL + 1]!;
    const nz = out[NORMAL + 2]!;
    const sky = ny * 0.5 + 0.5;
    const f = light.fill.direction;
    const side = Math.max(0, nx * f[0] + ny * f[1] + nz * f[2]);
    const own = material.emission ?? 0;
    const toSun = light.sun.direction;
    const facing = nx * toSun[0] + ny * toSun[1] + nz * toSun[2];
    let sun = 0;
    if (facing > 0) {
      const share = lit(
        this.shadows,
        eye[0] + rx * depth,
        eye[1] + ry * depth,
        eye[2] + rz * depth,
        nx,
        ny,
        nz,
      );
      sun = facing * share;
    }
    const { sky: above, ground: below } = light.ambient;
    for (let k = 0; k < 3; k++) {
      const ambient = below[k]! + (above[k]! - below[k]!) * sky;
      out[AMBIENT + k] = c[k]! * (ambient + light.fill.colour[k]! * side);
      out[DIRECT + k] = c[k]! * (own + light.sun.colour[k]! * sun);
    }
    const long = Math.sqrt(rx * rx + ry * ry + rz * rz);
    const vx = -rx / long;
    const vy = -ry / long;
    const vz = -rz / long;
    if (material.specular && sun > 0) this.highlight(vx, vy, vz, sun / facing);
    if (material.reflect) this.reflect(vx, vy, vz);
    if (light.fog.density > 0) this.haze(depth);
  }

  private highlight(vx: number, vy: number, vz: number, share: number): void {
    const { result: out, material } = this;
    const { sun } = this.light;
    const hx = sun.direction[0] + vx;
    const hy = sun.direction[1] + vy;
    const hz = sun.direction[2] + vz;
    const dot = out[NORMAL]! * hx + out[NORMAL + 1]! * hy + out[NORMAL + 2]! * hz;
    if (dot <= 0) return;
    const cos = dot / Math.sqrt(hx * hx + hy * hy + hz * hz);
    const gloss = material.specular! * cos ** (material.shininess ?? 40) * share;
    for (let k = 0; k < 3; k++) out[DIRECT + k] = out[DIRECT + k]! + sun.colour[k]! * gloss;
  }

  private reflect(vx: number, vy: number, vz: number): void {
    const { result: out, material, mirror } = this;
    const nx = out[NORMAL]!;
    const ny = out[NORMAL + 1]!;
    const nz = out[NORMAL + 2]!;
    const dot = nx * vx + ny * vy + nz * vz;
    const twice = 2 * dot;
    this.light.sky(twice * nx - vx, twice * ny - vy, twice * nz - vz, mirror);
    const share = material.reflect! * (0.35 + 0.65 * (1 - Math.max(0, dot)) ** 3);
    for (let k = 0; k < 3; k++) out[AMBIENT + k] = out[AMBIENT + k]! + mirror[k]! * share;
  }

  private haze(depth: number): void {
    const { result: out, light } = this;
    const clear = Math.exp(-depth * light.fog.density);
    for (let k = 0; k < 3; k++) {
      out[AMBIENT + k] = out[AMBIENT + k]! * clear;
      out[DIRECT + k] = out[DIRECT + k]! * clear + light.fog.colour[k]! * (1 - clear);
    }
  }

  /** The sky along the ray. */
  sky(dx: number, dy: number): void {
    const { right, up, forward } = this.camera;
    const x = right[0] * dx + up[0] * dy + forward[0];
    const y = right[1] * dx + up[1] * dy + forward[1];
    const z = right[2] * dx + up[2] * dy + forward[2];
    const l = 1 / Math.sqrt(x * x + y * y + z * z);
    const { result: out, mirror } = this;
    this.light.sky(x * l, y * l, z * l, mirror);
    out.fill(0);
    out.set(mirror, DIRECT);
    out[DEPTH] = SKY_DEPTH;
  }
}
