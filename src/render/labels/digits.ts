/** Digits drawn as round strokes in a box 0.6 wide and 1 high (y down), as coverage 0..255 at any height. */

type Stroke = readonly (readonly [number, number])[];

/** Points of an ellipse's arc, degrees clockwise from the top. */
function arc(
  x: number,
  y: number,
  rx: number,
  ry: number,
  from: number,
  to: number,
): [number, number][] {
  const n = Math.max(4, Math.ceil(Math.abs(to - from) / 18));
  return Array.from({ length: n + 1 }, (_, i) => {
    const a = ((from + ((to - from) * i) / n) * Math.PI) / 180;
    return [x + Math.sin(a) * rx, y - Math.cos(a) * ry];
  });
}

const STROKES: readonly (readonly Stroke[])[] = [
  [arc(0.3, 0.5, 0.25, 0.44, 0, 360)],
  [
    [
      [0.12, 0.24],
      [0.34, 0.06],
      [0.34, 0.94],
    ],
  ],
  [[...arc(0.3, 0.31, 0.25, 0.25, -75, 110), [0.06, 0.94], [0.56, 0.94]]],
  [arc(0.28, 0.28, 0.24, 0.22, -70, 180), arc(0.28, 0.71, 0.27, 0.23, 0, 250)],
  [
    [
      [0.57, 0.68],
      [0.04, 0.68],
      [0.4, 0.06],
      [0.43, 0.06],
      [0.43, 0.94],
    ],
  ],
  [[[0.51, 0.06], [0.13, 0.06], [0.09, 0.44], ...arc(0.29, 0.66, 0.26, 0.28, -50, 235)]],
  [
    arc(0.31, 0.67, 0.245, 0.27, 0, 360),
    [
      [0.065, 0.67],
      [0.12, 0.36],
      [0.28, 0.13],
      [0.47, 0.06],
    ],
  ],
  [
    [
      [0.05, 0.06],
      [0.55, 0.06],
      [0.22, 0.94],
    ],
  ],
  [arc(0.3, 0.28, 0.21, 0.22, 0, 360), arc(0.3, 0.72, 0.25, 0.23, 0, 360)],
  [
    arc(0.29, 0.33, 0.245, 0.27, 0, 360),
    [
      [0.535, 0.33],
      [0.48, 0.64],
      [0.32, 0.87],
      [0.13, 0.94],
    ],
  ],
];

export interface Glyph {
  width: number;
  height: number;
  /** coverage 0..255, row by row */
  coverage: Uint8Array;
}

function distance(px: number, py: number, a: readonly number[], b: readonly number[]): number {
  const dx = b[0]! - a[0]!;
  const dy = b[1]! - a[1]!;
  const l = dx * dx + dy * dy;
  const t = l === 0 ? 0 : Math.min(1, Math.max(0, ((px - a[0]!) * dx + (py - a[1]!) * dy) / l));
  return Math.hypot(px - a[0]! - t * dx, py - a[1]! - t * dy);
}

const glyphs = new Map<string, Glyph>();

/** The glyph of a digit, `height` pixels high. */
export function digit(value: number, height: number): Glyph {
  const name = `${value}@${height}`;
  const known = glyphs.get(name);
  if (known) return known;
  const width = Math.round(height * 0.6);
  const half = height * 0.066;
  const scale = (height - 2 * half) / 0.88;
  const coverage = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const px = (x + 0.5 - width / 2) / scale + 0.3;
      const py = (y + 0.5 - height / 2) / scale + 0.5;
      let nearest = 9;
      for (const stroke of STROKES[value]!) {
        for (let k = 0; k + 1 < stroke.length; k++) {
          nearest = Math.min(nearest, distance(px, py, stroke[k]!, stroke[k + 1]!));
        }
      }
      const c = half + 0.5 - nearest * scale;
      coverage[y * width + x] = Math.round(Math.min(1, Math.max(0, c)) * 255);
    }
  }
  const made = { width, height, coverage };
  glyphs.set(name, made);
  return made;
}

/** Space between digits and around them on a plate, pixels. */
export const GAP = 1;
export const MARGIN = 2;

/** Size of the plate that carries `text` in digits of that height. */
export function plateSize(text: string, height: number): readonly [number, number] {
  const digits = text.length * Math.round(height * 0.6) + (text.length - 1) * GAP;
  return [digits + 2 * (MARGIN + 1), height + 2 * MARGIN];
}
