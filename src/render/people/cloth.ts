import { rgb } from "../colour.js";
import { hash3, noise3 } from "../noise.js";
import type { Material, Rgb, Texture } from "../types.js";

/** Woven cloth with soft creases; coordinates in metres of the body. */
const creases: Texture = (x, y, z, _wx, _wy, _wz, distance, out) => {
  let n = 0.9 + 0.16 * noise3(x * 17 + y * 4, y * 11, z * 17);
  if (distance < 4) {
    const weave = hash3((x * 600) | 0, (y * 600) | 0, (z * 600) | 0) - 0.5;
    n += 0.05 * (1 - distance / 4) * weave;
  }
  out[0] = out[0]! * n;
  out[1] = out[1]! * n;
  out[2] = out[2]! * n;
};

/** Cloth that falls in upright folds (skirts, dresses). */
const folds: Texture = (x, y, z, wx, wy, wz, distance, out) => {
  creases(x, y, z, wx, wy, wz, distance, out);
  const wave = Math.sin(Math.atan2(x, z) * 15 + noise3(x * 6, y * 3, z * 6) * 3);
  const n = 1 + 0.09 * wave;
  out[0] = out[0]! * n;
  out[1] = out[1]! * n;
  out[2] = out[2]! * n;
};

/** Ribbed knitwear (cardigans, scarves, beanies). */
const knit: Texture = (x, y, z, wx, wy, wz, distance, out) => {
  creases(x, y, z, wx, wy, wz, distance, out);
  if (distance > 6) return;
  const n = 1 + 0.1 * (1 - distance / 6) * Math.sin(Math.atan2(x, z) * 70);
  out[0] = out[0]! * n;
  out[1] = out[1]! * n;
  out[2] = out[2]! * n;
};

export const cloth = (hex: string): Material => ({ colour: rgb(hex), texture: creases });
export const folded = (hex: string): Material => ({ colour: rgb(hex), texture: folds });
export const knitted = (hex: string): Material => ({ colour: rgb(hex), texture: knit });

/** The same material seen from both sides: thin shells. */
export const thin = (m: Material): Material => ({ ...m, twoSided: true });

/** A darker or lighter shade of a cloth. */
export function shade(m: Material, factor: number): Material {
  const [r, g, b] = m.colour;
  const colour: Rgb = [Math.min(1, r * factor), Math.min(1, g * factor), Math.min(1, b * factor)];
  return { ...m, colour };
}

export const leather = (hex: string): Material => ({
  colour: rgb(hex),
  specular: 0.22,
  shininess: 22,
});

export const skin = (hex: string): Material => ({
  colour: rgb(hex),
  specular: 0.05,
  shininess: 12,
});
