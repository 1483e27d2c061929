/** Helpers of the procedural textures: soft lines whose weight does not change with distance. */

/** Metres that one pixel covers at `distance` on a surface seen square on (640 px, 67°). */
export function pixelAt(distance: number): number {
  return 0.0004 + 0.0021 * distance;
}

/** The same on the ground, which is seen at a flatter and flatter angle further off. */
export function floorPixelAt(distance: number): number {
  return 0.0004 + 0.0021 * distance * (1 + 0.22 * distance);
}

/** 1 while a detail of `size` metres is wider than three pixels, 0 once it is under one. */
export function visible(size: number, pixel: number): number {
  return Math.min(1, Math.max(0, (size / pixel - 1) * 0.5));
}

export function smooth(low: number, high: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - low) / (high - low)));
  return t * t * (3 - 2 * t);
}

/** Share of a pixel covered by a line of half width `half` whose middle is `off` away. */
export function lineCover(off: number, half: number, pixel: number): number {
  const soft = Math.min(1, Math.max(0, (half - Math.abs(off)) / pixel + 0.5));
  return half * 2 < pixel ? soft * ((half * 2) / pixel) : soft;
}

/** Distance to the nearest multiple of `step`. */
export function toGrid(v: number, step: number): number {
  const f = v / step - Math.floor(v / step);
  return (f > 0.5 ? 1 - f : f) * step;
}

export function scaleOut(out: Float64Array, k: number): void {
  out[0] = out[0]! * k;
  out[1] = out[1]! * k;
  out[2] = out[2]! * k;
}

export function mixOut(out: Float64Array, r: number, g: number, b: number, share: number): void {
  out[0] = out[0]! + (r - out[0]!) * share;
  out[1] = out[1]! + (g - out[1]!) * share;
  out[2] = out[2]! + (b - out[2]!) * share;
}
