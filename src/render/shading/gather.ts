import type { Camera } from "../camera.js";
import type { Target } from "../raster/fill.js";
import { floats } from "../raster/pool.js";
import type { Projected } from "../raster/project.js";
import { AMBIENT, DEPTH, DIRECT, NORMAL, type Shader, SKY_DEPTH } from "./shader.js";

/** Light per pixel before occlusion and tone: three numbers each, and depth. */
export interface Gathered {
  ambient: Float32Array;
  direct: Float32Array;
  normal: Float32Array;
  depth: Float32Array;
}

/** Mixes weighted samples of one pixel. */
class Mixer {
  private readonly sum = new Float64Array(9);
  private nearest = 0;

  constructor(
    private readonly shader: Shader,
    private readonly out: Gathered,
  ) {}

  start(): void {
    this.sum.fill(0);
    this.nearest = SKY_DEPTH;
  }

  /** Shades triangle `t` (−1: sky) where the shader's ray points and counts it with `weight`. */
  add(t: number, weight: number): void {
    const { shader, sum } = this;
    if (t < 0) shader.sky();
    else {
      shader.use(t);
      shader.sample(0);
    }
    const r = shader.result;
    for (let k = 0; k < 9; k++) sum[k] = sum[k]! + r[k]! * weight;
    if (r[DEPTH]! < this.nearest) this.nearest = r[DEPTH]!;
  }

  write(pixel: number): void {
    const { sum, out } = this;
    const o = pixel * 3;
    for (let k = 0; k < 3; k++) {
      out.ambient[o + k] = sum[AMBIENT + k]!;
      out.direct[o + k] = sum[DIRECT + k]!;
      out.normal[o + k] = sum[NORMAL + k]!;
    }
    out.depth[pixel] = this.nearest;
  }
}

/**
 * Shades every pixel from its 2 × 2 samples. Where all four see the same triangle it is shaded once in the
 * middle. Where they see one part without fine detail (a curved surface in small triangles) two of them are
 * shaded. Else each distinct triangle is shaded once, weighted by its samples.
 */
export function gather(
  shader: Shader,
  samples: Target,
  { source, parts }: Projected,
  camera: Camera,
): Gathered {
  const { width, height, focal } = camera;
  const n = width * height;
  const out: Gathered = {
    ambient: floats("ambient", n * 3),
    direct: floats("direct", n * 3),
    normal: floats("normal", n * 3),
    depth: floats("depth", n),
  };
  const { owner } = samples;
  const wide = samples.width;
  const { result, ray } = shader;
  const mixer = new Mixer(shader, out);
  const seen = new Int32Array(4);
  const quarter = 0.25 / focal;
  const fine = Uint8Array.from(parts, (p) => (p.material.fine ? 1 : 0));
  const partOf = (t: number) => (t < 0 ? -1 : source[t * 4]!);
  for (let y = 0; y < height; y++) {
    const dy = (height / 2 - y - 0.5) / focal;
    for (let x = 0; x < width; x++) {
      const dx = (x + 0.5 - width / 2) / focal;
      const at = y * 2 * wide + x * 2;
      const a = owner[at]!;
      const b = owner[at + 1]!;
      const c = owner[at + wide]!;
      const d = owner[at + wide + 1]!;
      const pixel = y * width + x;
      ray[0] = dx;
      ray[1] = dy;
      if (a === b && a === c && a === d) {
        if (a < 0) shader.sky();
        else {
          shader.use(a);
          shader.sample(((x ^ y) & 1) === 0 ? 1 : -1);
        }
        const o = pixel * 3;
        out.ambient[o] = result[AMBIENT]!;
        out.ambient[o + 1] = result[AMBIENT + 1]!;
        out.ambient[o + 2] = result[AMBIENT + 2]!;
        out.direct[o] = result[DIRECT]!;
        out.direct[o + 1] = result[DIRECT + 1]!;
        out.direct[o + 2] = result[DIRECT + 2]!;
        out.normal[o] = result[NORMAL]!;
        out.normal[o + 1] = result[NORMAL + 1]!;
        out.normal[o + 2] = result[NORMAL + 2]!;
        out.depth[pixel] = result[DEPTH]!;
        continue;
      }
      mixer.start();
      const part = partOf(a);
      if (fine[part] !== 1 && part === partOf(b) && part === partOf(c) && part === partOf(d)) {
        ray[0] = dx - quarter;
        ray[1] = dy + quarter;
        mixer.add(a, 0.5);
        ray[0] = dx + quarter;
        ray[1] = dy - quarter;
        mixer.add(d, 0.5);
        mixer.write(pixel);
        continue;
      }
      seen[0] = a;
      seen[1] = b;
      seen[2] = c;
      seen[3] = d;
      for (let s = 0; s < 4; s++) {
        const t = seen[s]!;
        if (t === -2) continue;
        let weight = 0.25;
        for (let q = s + 1; q < 4; q++) {
          if (seen[q] !== t) continue;
          weight += 0.25;
          seen[q] = -2;
        }
        ray[0] = dx + (s & 1 ? quarter : -quarter);
        ray[1] = dy + (s & 2 ? -quarter : quarter);
        mixer.add(t, weight);
      }
      mixer.write(pixel);
    }
  }
  return out;
}
