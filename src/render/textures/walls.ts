import { hash2, noise2 } from "../noise.js";
import type { Rgb, Texture } from "../types.js";
import { lineCover, mixOut, pixelAt, scaleOut, toGrid, visible } from "./detail.js";

/** Wall textures: they use the mesh's own x (along the wall) and y (up), in metres. */

/** Courses of bricks in running bond with light mortar. */
export const bricks: Texture = (x, y, _z, _wx, _wy, _wz, distance, out) => {
  const pixel = pixelAt(distance) * 1.3;
  const course = Math.floor(y / 0.085);
  const u = x + (course & 1) * 0.13;
  const mortar = Math.max(
    lineCover(toGrid(y, 0.085), 0.007, pixel),
    lineCover(toGrid(u, 0.26), 0.006, pixel),
  );
  const seen = visible(0.05, pixel);
  const tone = 1 + 0.42 * seen * (hash2(Math.floor(u / 0.26), course) - 0.5);
  const rough = 0.12 * (noise2(x * 0.9, y * 0.9) - 0.5);
  scaleOut(out, tone + rough);
  mixOut(out, 0.52, 0.47, 0.41, mortar * 0.8);
};

export const plaster: Texture = (x, y, _z, _wx, _wy, _wz, distance, out) => {
  const grain = 0.03 * visible(0.03, pixelAt(distance)) * (noise2(x * 60, y * 60) - 0.5);
  scaleOut(out, 1 + grain + 0.045 * (noise2(x * 1.7, y * 1.7) - 0.5));
};

export const concreteWall: Texture = (x, y, _z, _wx, _wy, _wz, distance, out) => {
  const pixel = pixelAt(distance);
  const joint = Math.max(
    lineCover(toGrid(x, 1.2), 0.005, pixel),
    lineCover(toGrid(y, 1.2), 0.005, pixel),
  );
  const cloud = 0.14 * (noise2(x * 2.3, y * 2.3) - 0.5) + 0.06 * (noise2(x * 11, y * 11) - 0.5);
  scaleOut(out, (1 + cloud) * (1 - 0.3 * joint));
};

/** Broad soft stripes with small sprigs. */
export const wallpaper: Texture = (x, y, _z, _wx, _wy, _wz, distance, out) => {
  const pixel = pixelAt(distance);
  const stripe = Math.floor(x / 0.16) & 1;
  const column = Math.floor(x / 0.32);
  const sx = x - (column + 0.25) * 0.32;
  const row = Math.floor(y / 0.28 + (column & 1) * 0.5);
  const sy = y - (row + 0.5 - (column & 1) * 0.5) * 0.28;
  const r = Math.hypot(sx, sy * 0.75);
  const petal = 0.03 + 0.012 * Math.cos(5 * Math.atan2(sy, sx));
  const sprig = lineCover(r, petal, pixel) * visible(0.06, pixel);
  scaleOut(out, (stripe ? 0.94 : 1.02) * (1 - 0.2 * sprig));
};

/** Glazed tiles 20 × 10 cm in running bond. */
export const wallTiles: Texture = (x, y, _z, _wx, _wy, _wz, distance, out) => {
  const pixel = pixelAt(distance);
  const course = Math.floor(y / 0.1);
  const u = x + (course & 1) * 0.1;
  const joint = Math.max(
    lineCover(toGrid(y, 0.1), 0.0025, pixel),
    lineCover(toGrid(u, 0.2), 0.0025, pixel),
  );
  const tone = 1 + 0.06 * (hash2(Math.floor(u / 0.2), course) - 0.5);
  scaleOut(out, tone * (1 - 0.34 * joint));
};

/** What a window of an inside room shows: sky, far trees, lawn. `sill` = height of the horizon. */
export function outdoorView(horizon: number): Texture {
  return (x, y, _z, _wx, _wy, _wz, _distance, out) => {
    const h = y - horizon;
    const crown = 0.14 + 0.16 * noise2(x * 3.2 + 11, 3.7) + 0.05 * noise2(x * 17, 9.2);
    if (h > crown) {
      const t = Math.min(1, (h - crown) / 1.1);
      const cloud = 0.25 * noise2(x * 2.2, y * 4.1 + 5);
      out[0] = 0.82 - 0.36 * t + cloud * 0.4;
      out[1] = 0.92 - 0.22 * t + cloud * 0.2;
      out[2] = 1.04;
    } else if (h > 0) {
      const leaf = 0.5 + 0.5 * noise2(x * 13, y * 13) + 0.5 * noise2(x * 41, y * 41);
      const depth = 0.75 + h;
      out[0] = 0.13 * leaf * depth;
      out[1] = 0.22 * leaf * depth;
      out[2] = 0.09 * leaf * depth;
    } else {
      const blade = 0.8 + 0.2 * noise2(x * 20, y * 70) + 0.2 * noise2(x * 60, y * 160);
      out[0] = 0.26 * blade;
      out[1] = 0.36 * blade;
      out[2] = 0.14 * blade;
    }
  };
}

/** Upright or slanted coloured stripes along x, `step` metres each (awnings, deck chairs). */
export function stripes(other: Rgb, step: number): Texture {
  return (x, _y, _z, _wx, _wy, _wz, distance, out) => {
    const cover = lineCover(toGrid(x, step * 2), step / 2, pixelAt(distance));
    mixOut(out, other[0], other[1], other[2], cover);
  };
}

/** Curtain wall: panes between thin bars, each pane with its own tint. */
export function curtainWall(bayWidth: number, storey: number): Texture {
  return (x, y, _z, _wx, _wy, _wz, distance, out) => {
    const pixel = pixelAt(distance) * 1.3;
    const bar = Math.max(
      lineCover(toGrid(x, bayWidth), 0.05, pixel),
      lineCover(toGrid(y, storey), 0.09, pixel),
    );
    const tint = 0.75 + 0.5 * hash2(Math.floor(x / bayWidth), Math.floor(y / storey));
    scaleOut(out, tint * (0.85 + 0.3 * noise2(x * 0.3, y * 0.2)));
    mixOut(out, 0.32, 0.34, 0.36, bar * 0.85);
  };
}

/** Far houses: rows of small windows, for the skyline. */
export const farWindows: Texture = (x, y, _z, _wx, _wy, _wz, _distance, out) => {
  const fx = x / 2.6 - Math.floor(x / 2.6);
  const fy = y / 3.2 - Math.floor(y / 3.2);
  if (fx > 0.28 && fx < 0.72 && fy > 0.3 && fy < 0.75) scaleOut(out, 0.7);
};
