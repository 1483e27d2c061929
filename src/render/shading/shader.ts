import type { Camera } from "../camera.js";
import type { Projected } from "../raster/project.js";
import { BELOW, FILL, FILL_COLOUR, HAZE, lampNumbers, RISE, SUN, SUN_COLOUR } from "./lamps.js";
import type { Light } from "./light.js";
import { type Lookup, lit, newLookup, type ShadowMap } from "./shadow.js";
import { NO_SURFACE, Surface } from "./surface.js";

/** Where the results of `Shader.sample` stand in `result`. */
export const AMBIENT = 0;
export const DIRECT = 3;
export const NORMAL = 6;
export const DEPTH = 9;

/** Depth written where there is only sky, metres. */
export const SKY_DEPTH = 1e4;

/**
 * A pixel that covers this much of a fine texture (metres) gets two looks at it: finer pixels show it as it is,
 * coarser ones see none of its detail.
 */
const TWO_LOOKS = [0.012, 0.03] as const;

/**
 * Colours single samples. `use(triangle)` prepares a source triangle; `sample` shades it where the ray
 * (ray[0], ray[1], 1) in camera coordinates meets it. Corner weights come from the unclipped triangle: the
 * ray's triple product with each edge. Numbers travel in typed arrays, not as arguments: calls with
 * fractional arguments allocate.
 */
export class Shader {
  /** ambient r g b, direct r g b, normal x y z, depth */
  readonly result = new Float64Array(10);
  /** slope of the ray to the right and up */
  readonly ray = new Float64Array(2);
  private readonly colour = new Float64Array(3);
  private readonly mirror = new Float64Array(3);
  private readonly edge = new Float64Array(9);
  private readonly weights = new Float64Array(3);
  /** local positions, then local normals of the three corners */
  private readonly corners = new Float64Array(18);
  /** the ray in render space: its vector for depth 1 */
  private readonly toward = new Float64Array(3);
  private readonly lookup: Lookup = newLookup();
  private readonly surfaces: (Surface | undefined)[];
  private readonly eye: Float64Array;
  /** right, up, forward */
  private readonly axes: Float64Array;
  private readonly lamps: Float64Array;
  private readonly hazy: boolean;
  private readonly focal: number;
  private readonly skyAt: Light["sky"];
  private triangle = -1;
  private det = 0.5;
  private surface: Surface;

  constructor(
    private readonly p: Projected,
    camera: Camera,
    light: Light,
    private readonly shadows: ShadowMap,
  ) {
    this.eye = Float64Array.of(...camera.eye);
    this.axes = Float64Array.of(...camera.right, ...camera.up, ...camera.forward);
    this.lamps = lampNumbers(light);
    this.hazy = light.fog.density > 0;
    this.focal = camera.focal;
    this.skyAt = light.sky;
    this.surfaces = new Array(p.parts.length).fill(undefined);
    this.surface = NO_SURFACE;
  }

  use(triangle: number): void {
    if (triangle === this.triangle) return;
    this.triangle = triangle;
    const { source, cam } = this.p;
    const s = triangle * 4;
    const part = source[s]!;
    let surface = this.surfaces[part];
    if (surface === undefined) {
      surface = new Surface(this.p.parts[part]!);
      this.surfaces[part] = surface;
    }
    this.surface = surface;
    const a = source[s + 1]! * 3;
    const b = source[s + 2]! * 3;
    const c = source[s + 3]! * 3;
    this.setEdge(0, b, c);
    this.setEdge(3, c, a);
    this.setEdge(6, a, b);
    const e = this.edge;
    this.det = cam[a]! * e[0]! + cam[a + 1]! * e[1]! + cam[a + 2]! * e[2]!;
    const first = this.p.base[part]! * 3;
    this.setCorner(0, a - first);
    this.setCorner(3, b - first);
    this.setCorner(6, c - first);
  }

  /** Cross product of two corners, as seen from the eye. */
  private setEdge(o: number, b: number, c: number): void {
    const cam = this.p.cam;
    const e = this.edge;
    e[o] = cam[b + 1]! * cam[c + 2]! - cam[b + 2]! * cam[c + 1]!;
    e[o + 1] = cam[b + 2]! * cam[c]! - cam[b]! * cam[c + 2]!;
    e[o + 2] = cam[b]! * cam[c + 1]! - cam[b + 1]! * cam[c]!;
  }

  private setCorner(o: number, v: number): void {
    const { positions, normals } = this.surface;
    const q = this.corners;
    q[o] = positions[v]!;
    q[o + 1] = positions[v + 1]!;
    q[o + 2] = positions[v + 2]!;
    q[o + 9] = normals[v]!;
    q[o + 10] = normals[v + 1]!;
    q[o + 11] = normals[v + 2]!;
  }

  /** Corner weights, depth and direction of the ray. */
  private meet(): void {
    const e = this.edge;
    const dx = this.ray[0]!;
    const dy = this.ray[1]!;
    const w0 = e[0]! * dx + e[1]! * dy + e[2]!;
    const w1 = e[3]! * dx + e[4]! * dy + e[5]!;
    const w2 = e[6]! * dx + e[7]! * dy + e[8]!;
    const s = 1 / (w0 + w1 + w2);
    const w = this.weights;
    w[0] = w0 * s;
    w[1] = w1 * s;
    w[2] = w2 * s;
    this.result[DEPTH] = this.det * s;
    const a = this.axes;
    const t = this.toward;
    t[0] = a[0]! * dx + a[3]! * dy + a[6]!;
    t[1] = a[1]! * dx + a[4]! * dy + a[7]!;
    t[2] = a[2]! * dx + a[5]! * dy + a[8]!;
  }

  /** The material's colour under the ray, into `colour`. */
  private paint(): void {
    const c = this.colour;
    const surface = this.surface;
    c[0] = surface.red;
    c[1] = surface.green;
    c[2] = surface.blue;
    const texture = surface.texture;
    if (texture === null) return;
    const q = this.corners;
    const a = this.weights[0]!;
    const b = this.weights[1]!;
    const d = this.weights[2]!;
    const depth = this.result[DEPTH]!;
    texture(
      q[0]! * a + q[3]! * b + q[6]! * d,
      q[1]! * a + q[4]! * b + q[7]! * d,
      q[2]! * a + q[5]! * b + q[8]! * d,
      this.eye[0]! + this.toward[0]! * depth,
      this.eye[1]! + this.toward[1]! * depth,
      this.eye[2]! + this.toward[2]! * depth,
      depth,
      c,
    );
  }

  /** Mean of two looks at the texture, on the pixel's one diagonal or the other. */
  private paintTwice(tilt: 1 | -1): void {
    const { ray, colour: c } = this;
    const x = ray[0]!;
    const y = ray[1]!;
    const quarter = 0.25 / this.focal;
    ray[0] = x - quarter;
    ray[1] = y - quarter * tilt;
    this.meet();
    this.paint();
    const r = c[0]!;
    const g = c[1]!;
    const b = c[2]!;
    ray[0] = x + quarter;
    ray[1] = y + quarter * tilt;
    this.meet();
    this.paint();
    c[0] = (c[0]! + r) * 0.5;
    c[1] = (c[1]! + g) * 0.5;
    c[2] = (c[2]! + b) * 0.5;
    ray[0] = x;
    ray[1] = y;
    this.meet();
  }

  /** Whether one look at the texture in its middle does not do for a whole pixel here. */
  private coarse(): boolean {
    if (!this.surface.fine) return false;
    const t = this.toward;
    const r = this.result;
    const slant = Math.abs(r[NORMAL]! * t[0]! + r[NORMAL + 1]! * t[1]! + r[NORMAL + 2]! * t[2]!);
    const covered = r[DEPTH]! / (this.focal * Math.max(0.02, slant));
    return covered > TWO_LOOKS[0] && covered < TWO_LOOKS[1];
  }

  /** Shades the ray. `tilt` ±1 when it stands for a whole pixel (of which diagonal?), 0 for one sample. */
  sample(tilt: 1 | 0 | -1): void {
    this.meet();
    this.orient();
    if (tilt !== 0 && this.coarse()) this.paintTwice(tilt);
    else this.paint();
    this.illuminate();
  }

  /** World normal at the current weights, turned to the viewer on two-sided things. */
  private orient(): void {
    const w = this.weights;
    const q = this.corners;
    const lx = q[9]! * w[0]! + q[12]! * w[1]! + q[15]! * w[2]!;
    const ly = q[10]! * w[0]! + q[13]! * w[1]! + q[16]! * w[2]!;
    const lz = q[11]! * w[0]! + q[14]! * w[1]! + q[17]! * w[2]!;
    const m = this.surface.inverse;
    const x = m[0]! * lx + m[1]! * ly + m[2]! * lz;
    const y = m[4]! * lx + m[5]! * ly + m[6]! * lz;
    const z = m[8]! * lx + m[9]! * ly + m[10]! * lz;
    let l = 1 / Math.sqrt(x * x + y * y + z * z + 1e-20);
    const t = this.toward;
    if (this.surface.twoSided && x * t[0]! + y * t[1]! + z * t[2]! > 0) l = -l;
    const r = this.result;
    r[NORMAL] = x * l;
    r[NORMAL + 1] = y * l;
    r[NORMAL + 2] = z * l;
  }

  private illuminate(): void {
    const { lamps: l, surface, result: out, colour: c, lookup } = this;
    const nx = out[NORMAL]!;
    const ny = out[NORMAL + 1]!;
    const nz = out[NORMAL + 2]!;
    const facing = nx * l[SUN]! + ny * l[SUN + 1]! + nz * l[SUN + 2]!;
    let share = 0;
    let bright = 0;
    if (facing > 0) {
      const depth = out[DEPTH]!;
      const bias = this.shadows.bias;
      lookup.point[0] = this.eye[0]! + this.toward[0]! * depth + nx * bias;
      lookup.point[1] = this.eye[1]! + this.toward[1]! * depth + ny * bias;
      lookup.point[2] = this.eye[2]! + this.toward[2]! * depth + nz * bias;
      lit(this.shadows, lookup);
      share = lookup.share[0]!;
      bright = facing * share;
    }
    const side = Math.max(0, nx * l[FILL]! + ny * l[FILL + 1]! + nz * l[FILL + 2]!);
    const up = ny * 0.5 + 0.5;
    const own = surface.emission;
    out[0] = c[0]! * (l[BELOW]! + l[RISE]! * up + l[FILL_COLOUR]! * side);
    out[1] = c[1]! * (l[BELOW + 1]! + l[RISE + 1]! * up + l[FILL_COLOUR + 1]! * side);
    out[2] = c[2]! * (l[BELOW + 2]! + l[RISE + 2]! * up + l[FILL_COLOUR + 2]! * side);
    out[3] = c[0]! * (own + l[SUN_COLOUR]! * bright);
    out[4] = c[1]! * (own + l[SUN_COLOUR + 1]! * bright);
    out[5] = c[2]! * (own + l[SUN_COLOUR + 2]! * bright);
    if (surface.specular > 0 && share > 0) this.highlight();
    if (surface.reflect > 0) this.reflect();
    if (this.hazy) this.haze();
  }

  /** Gloss where the surface mirrors the sun. */
  private highlight(): void {
    const { result: out, surface, lamps: l, toward: t } = this;
    const long = Math.sqrt(t[0]! * t[0]! + t[1]! * t[1]! + t[2]! * t[2]!);
    const hx = l[SUN]! - t[0]! / long;
    const hy = l[SUN + 1]! - t[1]! / long;
    const hz = l[SUN + 2]! - t[2]! / long;
    const dot = out[NORMAL]! * hx + out[NORMAL + 1]! * hy + out[NORMAL + 2]! * hz;
    const cos = dot / Math.sqrt(hx * hx + hy * hy + hz * hz);
    if (cos < surface.glossFrom) return;
    const gloss = surface.specular * cos ** surface.shininess * this.lookup.share[0]!;
    out[3] = out[3]! + l[SUN_COLOUR]! * gloss;
    out[4] = out[4]! + l[SUN_COLOUR + 1]! * gloss;
    out[5] = out[5]! + l[SUN_COLOUR + 2]! * gloss;
  }

  private reflect(): void {
    const { result: out, mirror, toward: t } = this;
    const long = Math.sqrt(t[0]! * t[0]! + t[1]! * t[1]! + t[2]! * t[2]!);
    const vx = -t[0]! / long;
    const vy = -t[1]! / long;
    const vz = -t[2]! / long;
    const nx = out[NORMAL]!;
    const ny = out[NORMAL + 1]!;
    const nz = out[NORMAL + 2]!;
    const dot = nx * vx + ny * vy + nz * vz;
    this.skyAt(2 * dot * nx - vx, 2 * dot * ny - vy, 2 * dot * nz - vz, mirror);
    const turned = 1 - Math.max(0, dot);
    const share = this.surface.reflect * (0.35 + 0.65 * turned * turned * turned);
    out[0] = out[0]! + mirror[0]! * share;
    out[1] = out[1]! + mirror[1]! * share;
    out[2] = out[2]! + mirror[2]! * share;
  }

  private haze(): void {
    const { result: out, lamps: l } = this;
    const clear = Math.exp(-out[DEPTH]! * l[HAZE]!);
    const haze = 1 - clear;
    out[0] = out[0]! * clear;
    out[1] = out[1]! * clear;
    out[2] = out[2]! * clear;
    out[3] = out[3]! * clear + l[HAZE + 1]! * haze;
    out[4] = out[4]! * clear + l[HAZE + 2]! * haze;
    out[5] = out[5]! * clear + l[HAZE + 3]! * haze;
  }

  /** The sky along the ray. */
  sky(): void {
    const { ray, axes: a, result: out, mirror } = this;
    const dx = ray[0]!;
    const dy = ray[1]!;
    const x = a[0]! * dx + a[3]! * dy + a[6]!;
    const y = a[1]! * dx + a[4]! * dy + a[7]!;
    const z = a[2]! * dx + a[5]! * dy + a[8]!;
    const l = 1 / Math.sqrt(x * x + y * y + z * z);
    this.skyAt(x * l, y * l, z * l, mirror);
    out.fill(0);
    out[3] = mirror[0]!;
    out[4] = mirror[1]!;
    out[5] = mirror[2]!;
    out[DEPTH] = SKY_DEPTH;
  }
}
