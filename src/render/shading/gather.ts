import type { Camera } from "../camera.js";
import type { Target } from "../raster/fill.js";
import { floats } from "../raster/pool.js";
import { AMBIENT, DEPTH, DIRECT, NORMAL, type Shader, SKY_DEPTH } from "./shader.js";

/** Light per pixel before occlusion and tone: three numbers each, and depth. */
export interface Gathered {
  ambient: Float32Array;
  direct: Float32Array;
  normal: Float32Array;
  depth: Float32Array;
}

/**
 * Shades every pixel from its 2 × 2 samples. Where all four see the same triangle it is shaded once in the
 * middle (with four looks at a fine texture), else each distinct triangle once, weighted by its samples.
 */
export function gather(shader: Shader, samples: Target, camera: Camera): Gathered {
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
  const r = shader.result;
  const seen = new Int32Array(4);
  const sum = new Float64Array(9);
  const quarter = 0.25 / focal;
  for (let y = 0; y < height; y++) {
    const dy = (height / 2 - y - 0.5) / focal;
    for (let x = 0; x < width; x++) {
      const dx = (x + 0.5 - width / 2) / focal;
      const at = y * 2 * wide + x * 2;
      seen[0] = owner[at]!;
      seen[1] = owner[at + 1]!;
      seen[2] = owner[at + wide]!;
      seen[3] = owner[at + wide + 1]!;
      const pixel = y * width + x;
      const o = pixel * 3;
      if (seen[0] === seen[1] && seen[0] === seen[2] && seen[0] === seen[3]) {
        if (seen[0] < 0) shader.sky(dx, dy);
        else {
          shader.use(seen[0]!);
          shader.sample(dx, dy, shader.fine ? quarter : 0);
        }
        for (let k = 0; k < 3; k++) {
          out.ambient[o + k] = r[AMBIENT + k]!;
          out.direct[o + k] = r[DIRECT + k]!;
          out.normal[o + k] = r[NORMAL + k]!;
        }
        out.depth[pixel] = r[DEPTH]!;
        continue;
      }
      sum.fill(0);
      let nearest = SKY_DEPTH;
      for (let s = 0; s < 4; s++) {
        const t = seen[s]!;
        if (t === -2) continue;
        let weight = 0.25;
        for (let q = s + 1; q < 4; q++) {
          if (seen[q] !== t) continue;
          weight += 0.25;
          seen[q] = -2;
        }
        const sx = dx + (s & 1 ? quarter : -quarter);
        const sy = dy + (s & 2 ? -quarter : quarter);
        if (t < 0) shader.sky(sx, sy);
        else {
          shader.use(t);
          shader.sample(sx, sy, 0);
        }
        for (let k = 0; k < 9; k++) sum[k] = sum[k]! + r[k]! * weight;
        if (r[DEPTH]! < nearest) nearest = r[DEPTH]!;
      }
      for (let k = 0; k < 3; k++) {
        out.ambient[o + k] = sum[AMBIENT + k]!;
        out.direct[o + k] = sum[DIRECT + k]!;
        out.normal[o + k] = sum[NORMAL + k]!;
      }
      out.depth[pixel] = nearest;
    }
  }
  return out;
}
