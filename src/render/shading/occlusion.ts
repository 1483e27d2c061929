import type { Camera } from "../camera.js";
import { floats } from "../raster/pool.js";
import type { Gathered } from "./gather.js";
import type { Light } from "./light.js";

const TAPS = 8;
/** Spiral of offsets in the unit disc, and sixteen rotations of it in a 4 × 4 pattern. */
const disc = Array.from({ length: TAPS }, (_, i) => {
  const r = Math.sqrt((i + 0.5) / TAPS);
  return [Math.cos(i * 2.399963) * r, Math.sin(i * 2.399963) * r] as const;
});
const turns = Array.from({ length: 16 }, (_, i) => {
  const a = (((i * 7) % 16) / 16) * Math.PI * 2;
  return [Math.cos(a), Math.sin(a)] as const;
});
/** offsets for every rotation, x and y in turn */
const spiral = new Float64Array(
  turns.flatMap(([c, s]) => disc.flatMap(([x, y]) => [x * c - y * s, x * s + y * c])),
);

/** How open every second pixel is to ambient light (1 = open), before smoothing. */
function raw(g: Gathered, camera: Camera, light: Light, out: Float32Array): void {
  const { width, height, focal } = camera;
  const axes = Float64Array.of(...camera.right, ...camera.up, ...camera.forward);
  const w = width >> 1;
  const h = height >> 1;
  const radius = light.occlusionRadius;
  const { depth, normal } = g;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const px = x * 2;
      const py = y * 2;
      const o = py * width + px;
      const d = depth[o]!;
      let reach = (radius * focal) / d;
      if (reach < 2 || d > 60) {
        out[y * w + x] = 1;
        continue;
      }
      if (reach > 90) reach = 90;
      const a = normal[o * 3]!;
      const b = normal[o * 3 + 1]!;
      const c = normal[o * 3 + 2]!;
      const nx = axes[0]! * a + axes[1]! * b + axes[2]! * c;
      const ny = axes[3]! * a + axes[4]! * b + axes[5]! * c;
      const nz = axes[6]! * a + axes[7]! * b + axes[8]! * c;
      const X = ((px + 0.5 - width / 2) / focal) * d;
      const Y = ((height / 2 - py - 0.5) / focal) * d;
      const start = ((x & 3) + ((y & 3) << 2)) * TAPS * 2;
      const slack = 0.004 * d + 0.004;
      let sum = 0;
      for (let i = 0; i < TAPS; i++) {
        const qx = (px + spiral[start + i * 2]! * reach) | 0;
        const qy = (py + spiral[start + i * 2 + 1]! * reach) | 0;
        if (qx < 0 || qy < 0 || qx >= width || qy >= height) continue;
        const e = depth[qy * width + qx]!;
        const vx = ((qx + 0.5 - width / 2) / focal) * e - X;
        const vy = ((height / 2 - qy - 0.5) / focal) * e - Y;
        const vz = e - d;
        const above = vx * nx + vy * ny + vz * nz - slack;
        if (above <= 0) continue;
        const l = Math.sqrt(vx * vx + vy * vy + vz * vz);
        const near = 1 - l / (radius * 1.6);
        if (near > 0) sum += (near * above) / (l + 1e-4);
      }
      const open = Math.max(0, 1 - (sum / TAPS) * 2);
      out[y * w + x] = open ** light.occlusionPower;
    }
  }
}

/** Mean over the 4 × 4 pattern, without crossing edges in depth. */
function smooth(g: Gathered, camera: Camera, from: Float32Array, out: Float32Array): void {
  const { width } = camera;
  const w = width >> 1;
  const h = camera.height >> 1;
  const { depth } = g;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const d = depth[y * 2 * width + x * 2]!;
      let sum = 0;
      let n = 0;
      const y1 = Math.min(h - 1, y + 1);
      const x1 = Math.min(w - 1, x + 1);
      for (let j = Math.max(0, y - 2); j <= y1; j++) {
        for (let i = Math.max(0, x - 2); i <= x1; i++) {
          const e = depth[j * 2 * width + i * 2]!;
          if (Math.abs(e - d) > 0.08 * d) continue;
          sum += from[j * w + i]!;
          n++;
        }
      }
      out[y * w + x] = sum / n;
    }
  }
}

/** Openness to ambient light at half resolution, (width >> 1) × (height >> 1). */
export function occlusion(g: Gathered, camera: Camera, light: Light): Float32Array {
  const n = (camera.width >> 1) * (camera.height >> 1);
  const first = floats("occlusion-raw", n);
  const out = floats("occlusion", n);
  raw(g, camera, light, first);
  smooth(g, camera, first, out);
  return out;
}
