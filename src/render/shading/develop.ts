import type { Camera } from "../camera.js";
import type { Gathered } from "./gather.js";

/** How much darker a pixel becomes where its object stands before another one. */
const OUTLINE = 0.34;

const STEPS = 4096;
const toByte = new Uint8Array(STEPS + 1);
for (let i = 0; i <= STEPS; i++) {
  const v = i / STEPS;
  const s = v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055;
  toByte[i] = Math.round(s * 255);
}

/** Linear light to a byte: soft shoulder instead of clipping, then sRGB. */
function tone(v: number): number {
  const soft = (v * 1.12) / (1 + 0.28 * v);
  return toByte[soft >= 1 ? STEPS : (soft * STEPS) | 0]!;
}

/** Openness of a full-size pixel: the half-size ones around it that lie at its depth. */
function openness(open: Float32Array, g: Gathered, c: Camera, x: number, y: number): number {
  const { width } = c;
  const w = width >> 1;
  const h = c.height >> 1;
  const d = g.depth[y * width + x]!;
  const x0 = Math.min(w - 1, x >> 1);
  const y0 = Math.min(h - 1, y >> 1);
  const x1 = Math.min(w - 1, x0 + (x & 1));
  const y1 = Math.min(h - 1, y0 + (y & 1));
  let sum = 0;
  let weights = 0;
  for (let j = y0; ; j = y1) {
    for (let i = x0; ; i = x1) {
      const e = g.depth[j * 2 * width + i * 2]!;
      const weight = Math.abs(e - d) < 0.05 * d ? 1 : 0.001;
      sum += open[j * w + i]! * weight;
      weights += weight;
      if (i === x1) break;
    }
    if (j === y1) break;
  }
  return sum / weights;
}

/** Whether the pixel's entity stands clearly before a neighbouring pixel's. */
function isEdge(ids: Uint16Array, depth: Float32Array, o: number, width: number): boolean {
  const id = ids[o];
  const limit = depth[o]! * 1.03;
  return (
    (ids[o - 1] !== id && depth[o - 1]! > limit) ||
    (ids[o + 1] !== id && depth[o + 1]! > limit) ||
    (ids[o - width] !== id && depth[o - width]! > limit) ||
    (ids[o + width] !== id && depth[o + width]! > limit)
  );
}

/** Light, occlusion and outlines to sRGB bytes. */
export function develop(
  g: Gathered,
  open: Float32Array,
  ids: Uint16Array,
  camera: Camera,
  exposure: number,
): Uint8Array {
  const { width, height } = camera;
  const out = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const o = at * 3;
      const a = openness(open, g, camera, x, y);
      let direct = (0.55 + 0.45 * a) * exposure;
      let ambient = a * exposure;
      const inner = x > 0 && y > 0 && x < width - 1 && y < height - 1;
      if (inner && isEdge(ids, g.depth, at, width)) {
        direct *= 1 - OUTLINE;
        ambient *= 1 - OUTLINE;
      }
      for (let k = 0; k < 3; k++) {
        out[o + k] = tone(g.ambient[o + k]! * ambient + g.direct[o + k]! * direct);
      }
    }
  }
  return out;
}
