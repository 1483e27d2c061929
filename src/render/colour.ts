import type { Material, Rgb } from "./types.js";

/**
 * Colours and materials.
 *
 *   rgb("#b23a48")                  linear-light colour of an sRGB hex string
 *   mat("#b23a48", { specular })    a material of that colour
 *   tint(colour, factor)            lighter (> 1) or darker (< 1)
 *   blend(a, b, share)              share 0 = a, 1 = b
 */

const LINEAR = new Float64Array(256);
for (let i = 0; i < 256; i++) {
  const v = i / 255;
  LINEAR[i] = v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}

/** "#rrggbb" to linear light, 0..1. Throws a RangeError for anything else. */
export function rgb(hex: string): Rgb {
  if (!/^#[0-9a-fA-F]{6}$/.test(hex)) throw new RangeError(`not a colour "#rrggbb": ${hex}`);
  const n = Number.parseInt(hex.slice(1), 16);
  return [LINEAR[n >> 16]!, LINEAR[(n >> 8) & 255]!, LINEAR[n & 255]!];
}

/** A material; `options` overrides any of its fields (texture, specular, shininess, reflect…). */
export function mat(hex: string, options: Partial<Material> = {}): Material {
  return { colour: rgb(hex), ...options };
}

export function tint(c: Rgb, factor: number): Rgb {
  return [Math.min(1, c[0] * factor), Math.min(1, c[1] * factor), Math.min(1, c[2] * factor)];
}

export function blend(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}
