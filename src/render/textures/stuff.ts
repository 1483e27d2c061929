import { hash3, noise2, noise3 } from "../noise.js";
import type { Rgb, Texture } from "../types.js";
import { lineCover, mixOut, pixelAt, scaleOut, toGrid, visible } from "./detail.js";

/** Textures of things, in the mesh's own coordinates. */

/** Wood with its grain along the mesh's x, y or z. */
export function woodGrain(axis: 0 | 1 | 2): Texture {
  return (x, y, z, _wx, _wy, _wz, distance, out) => {
    const along = axis === 0 ? x : axis === 1 ? y : z;
    const p = axis === 0 ? y : axis === 1 ? z : x;
    const q = axis === 0 ? z : axis === 1 ? x : y;
    const seen = visible(0.02, pixelAt(distance));
    const fibre = noise2(along * 2.1 + 3, (p + q * 1.3) * 42);
    const bend = noise2(along * 1.1, p * 4 + q * 3) * 2.4;
    const ring = Math.sin((p * 13 + q * 17 + bend) * 5);
    const k = 1 + seen * (0.24 * (fibre - 0.5) + 0.04 * ring);
    out[0] = out[0]! * k;
    out[1] = out[1]! * (k * 0.99);
    out[2] = out[2]! * (k * 0.97);
  };
}

/** Woven cloth. */
export const weave: Texture = (x, y, z, _wx, _wy, _wz, distance, out) => {
  const seen = visible(0.012, pixelAt(distance));
  const thread = hash3(Math.floor(x * 240), Math.floor(y * 240), Math.floor(z * 240)) - 0.5;
  const fold = noise3(x * 5, y * 5, z * 5) - 0.5;
  scaleOut(out, 1 + 0.16 * seen * thread + 0.14 * fold);
};

/** Plush: short soft fur. */
export const plush: Texture = (x, y, z, _wx, _wy, _wz, distance, out) => {
  const seen = visible(0.01, pixelAt(distance));
  const tuft = noise3(x * 150, y * 150, z * 150) - 0.5;
  const clump = noise3(x * 34, y * 34, z * 34) - 0.5;
  scaleOut(out, 1 + 0.5 * seen * tuft + 0.3 * clump);
};

/** Leaves in three dimensions: bright and dark clumps. */
export const leaves: Texture = (x, y, z, wx, wy, wz, distance, out) => {
  const pixel = pixelAt(distance);
  const leaf = visible(0.05, pixel) * (noise3(wx * 26, wy * 26, wz * 26) - 0.5);
  const twig = noise3(wx * 8, wy * 8, wz * 8) - 0.5;
  const bough = noise3(x * 2.2 + 7, y * 2.2, z * 2.2) - 0.5;
  const k = 1 + 0.75 * leaf + 0.6 * twig + 0.35 * bough;
  out[0] = out[0]! * (k + 0.12 * leaf);
  out[1] = out[1]! * k;
  out[2] = out[2]! * (k - 0.1 * leaf);
};

export const bark: Texture = (x, y, z, _wx, _wy, _wz, _distance, out) => {
  const ridge = noise3(x * 30, y * 5, z * 30) - 0.5;
  scaleOut(out, 1 + 0.6 * ridge);
};

/** Brushed metal, the strokes running along x. */
export const brushed: Texture = (x, y, z, _wx, _wy, _wz, distance, out) => {
  const seen = visible(0.006, pixelAt(distance));
  scaleOut(out, 1 + 0.16 * seen * (noise2(x * 5, (y + z) * 260) - 0.5));
};

export const cardboard: Texture = (x, y, z, _wx, _wy, _wz, distance, out) => {
  const seen = visible(0.01, pixelAt(distance));
  const flute = noise2(x * 160, (y + z) * 9) - 0.5;
  scaleOut(out, 1 + 0.1 * seen * flute + 0.08 * (noise3(x * 7, y * 7, z * 7) - 0.5));
};

/** Small bubbles and streaks of running water; bright. */
export const runningWater: Texture = (x, y, z, _wx, _wy, _wz, _distance, out) => {
  const angle = Math.atan2(x, z);
  const streak = noise2(angle * 3 + 8, y * 9) - 0.5;
  const k = 1 + 0.5 * streak;
  out[0] = out[0]! * k;
  out[1] = out[1]! * (k + 0.04);
  out[2] = out[2]! * (k + 0.08);
};

/** Rings around the mesh's origin in the x-z plane. */
export function ripples(step: number): Texture {
  return (x, _y, z, _wx, _wy, _wz, _distance, out) => {
    const r = Math.hypot(x, z);
    const wave = Math.sin((r / step) * Math.PI * 2);
    scaleOut(out, 1 + 0.28 * wave);
  };
}

/** Polka dots in the mesh's x-y plane. */
export function dots(colour: Rgb, step: number, radius: number): Texture {
  return (x, y, _z, _wx, _wy, _wz, distance, out) => {
    const d = Math.hypot(toGrid(x, step), toGrid(y, step));
    mixOut(out, colour[0], colour[1], colour[2], lineCover(d, radius, pixelAt(distance)));
  };
}

/** A band of another colour between two heights of the mesh. */
export function band(colour: Rgb, from: number, to: number): Texture {
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  return (_x, y, _z, _wx, _wy, _wz, distance, out) => {
    const cover = lineCover(y - middle, half, pixelAt(distance));
    mixOut(out, colour[0], colour[1], colour[2], cover);
  };
}

/** One texture after another. */
export function both(first: Texture, second: Texture): Texture {
  return (x, y, z, wx, wy, wz, distance, out) => {
    first(x, y, z, wx, wy, wz, distance, out);
    second(x, y, z, wx, wy, wz, distance, out);
  };
}
