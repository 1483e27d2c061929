/** Colours are "#rrggbb". */

function channels(hex: string): [number, number, number] {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

function join(r: number, g: number, b: number): string {
  const byte = (v: number): number => Math.min(255, Math.max(0, Math.round(v)));
  return `#${((1 << 24) | (byte(r) << 16) | (byte(g) << 8) | byte(b)).toString(16).slice(1)}`;
}

/** Between two colours: 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const [a, b, c] = channels(from);
  const [d, e, f] = channels(to);
  return join(a + (d - a) * share, b + (e - b) * share, c + (f - c) * share);
}

/** Lighter above 1 (towards white), darker below 1 (towards black). */
export function shade(hex: string, factor: number): string {
  return factor > 1 ? mix(hex, "#ffffff", Math.min(1, factor - 1)) : mix("#000000", hex, factor);
}

/** The outline of a body in its own hue. */
export const outlineOf = (hex: string): string => mix("#1d1a22", hex, 0.42);
