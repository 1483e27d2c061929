import type { Light } from "./light.js";

// where the numbers of `lampNumbers` start
export const SUN = 0;
export const SUN_COLOUR = 3;
export const FILL = 6;
export const FILL_COLOUR = 9;
export const BELOW = 12;
export const RISE = 15;
export const HAZE = 18;

/** A light as a row of numbers: directions and colours, what the sky adds to the ground, haze. */
export function lampNumbers({ sun, fill, ambient, fog }: Light): Float64Array {
  const { sky, ground } = ambient;
  return Float64Array.of(
    ...sun.direction,
    ...sun.colour,
    ...fill.direction,
    ...fill.colour,
    ...ground,
    ...sky.map((v, k) => v - ground[k]!),
    fog.density,
    ...fog.colour,
  );
}
