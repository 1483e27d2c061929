import type { Rgb, Texture } from "../types.js";
import { CAP_HEIGHT, HALF_STROKE, layOutLine } from "./font.js";

/** Cells of the distance grid per font unit. */
const CELLS = 3;
const MARGIN = 3;
const LEADING = 18;

/**
 * A block of text as distances to its strokes (font units, negative inside the ink), sampled on a
 * grid; origin at the block's lower left corner including a margin.
 */
export interface TextMask {
  /** font units, margin included */
  width: number;
  height: number;
  columns: number;
  rows: number;
  distance: Float32Array;
}

const masks = new Map<string, TextMask>();

/** The distance mask of a text ("\n" parts lines, each centred). Kept for later calls. */
export function textMask(text: string): TextMask {
  let mask = masks.get(text);
  if (!mask) {
    mask = buildMask(text);
    if (masks.size > 200) masks.clear();
    masks.set(text, mask);
  }
  return mask;
}

function buildMask(text: string): TextMask {
  const lines = text.split("\n").map(layOutLine);
  const inner = Math.max(1, ...lines.map((line) => line.width));
  const width = inner + 2 * MARGIN;
  const height = (lines.length - 1) * LEADING + CAP_HEIGHT + 2 * MARGIN;
  const segments: number[][] = [];
  lines.forEach((line, i) => {
    const dx = MARGIN + (inner - line.width) / 2;
    const dy = MARGIN + (lines.length - 1 - i) * LEADING;
    for (const [a, b, c, d] of line.segments as [number, number, number, number][]) {
      segments.push([a + dx, b + dy, c + dx, d + dy]);
    }
  });
  const columns = Math.ceil(width * CELLS) + 1;
  const rows = Math.ceil(height * CELLS) + 1;
  const distance = new Float32Array(columns * rows).fill(MARGIN);
  for (const segment of segments) stampSegment(distance, columns, rows, segment);
  return { width, height, columns, rows, distance };
}

/** Lowers the distances around one stroke segment. */
function stampSegment(grid: Float32Array, columns: number, rows: number, s: number[]): void {
  const [ax, ay, bx, by] = s as [number, number, number, number];
  const reach = HALF_STROKE + MARGIN;
  const x0 = Math.max(0, Math.floor((Math.min(ax, bx) - reach) * CELLS));
  const x1 = Math.min(columns - 1, Math.ceil((Math.max(ax, bx) + reach) * CELLS));
  const y0 = Math.max(0, Math.floor((Math.min(ay, by) - reach) * CELLS));
  const y1 = Math.min(rows - 1, Math.ceil((Math.max(ay, by) + reach) * CELLS));
  const dx = bx - ax;
  const dy = by - ay;
  const length2 = dx * dx + dy * dy || 1e-9;
  for (let row = y0; row <= y1; row++) {
    for (let column = x0; column <= x1; column++) {
      const px = column / CELLS - ax;
      const py = row / CELLS - ay;
      const t = Math.min(1, Math.max(0, (px * dx + py * dy) / length2));
      const ex = px - t * dx;
      const ey = py - t * dy;
      const d = Math.sqrt(ex * ex + ey * ey) - HALF_STROKE;
      const o = row * columns + column;
      if (d < grid[o]!) grid[o] = d;
    }
  }
}

/** Bilinear sample of a mask at font units (x, y); far away outside it. */
export function sampleMask(mask: TextMask, x: number, y: number): number {
  const u = x * CELLS;
  const v = y * CELLS;
  const i = Math.floor(u);
  const j = Math.floor(v);
  if (i < 0 || j < 0 || i >= mask.columns - 1 || j >= mask.rows - 1) return MARGIN;
  const fu = u - i;
  const fv = v - j;
  const o = j * mask.columns + i;
  const d = mask.distance;
  const low = d[o]! + (d[o + 1]! - d[o]!) * fu;
  const p = o + mask.columns;
  const high = d[p]! + (d[p + 1]! - d[p]!) * fu;
  return low + (high - low) * fv;
}

export interface SignFace {
  text: string;
  /** metres of the face the text is fitted into */
  width: number;
  height: number;
  ink: Rgb;
  /** centre of the text in mesh coordinates; default 0, 0 */
  centre?: readonly [number, number];
  /** share of the face that the text fills; default 0.86 */
  fill?: number;
  /** "front" (default) writes on faces with z ≥ 0, "both" also mirrored on the back, "top" in the x-z plane */
  side?: "front" | "both" | "top";
  /** a thin ruled border in the ink's colour */
  border?: boolean;
}

/** Writes text on a mesh's own x-y plane (x to the right as seen from +z), or on its top. */
export function signTexture(face: SignFace): Texture {
  const mask = textMask(face.text);
  const fill = face.fill ?? 0.86;
  const scale = Math.min((face.width * fill) / mask.width, (face.height * fill) / mask.height);
  const [cx, cy] = face.centre ?? [0, 0];
  const [r, g, b] = face.ink;
  const side = face.side ?? "front";
  const rim = face.border ? Math.min(face.width, face.height) : 0;
  return (x, y, z, _wx, _wy, _wz, distance, out) => {
    if (side === "front" && z < -1e-4) return;
    const px = (side === "both" && z < 0 ? -x : x) - cx;
    const py = side === "top" ? -z - cy : y - cy;
    const soft = (0.0011 * distance + 0.0006) / scale;
    const d = sampleMask(mask, px / scale + mask.width / 2, py / scale + mask.height / 2);
    let cover = Math.min(1, Math.max(0, 0.5 - d / soft));
    if (rim > 0) {
      const edge = Math.min(face.width / 2 - Math.abs(px), face.height / 2 - Math.abs(py)) / rim;
      if (edge > 0.04 && edge < 0.075) cover = 1;
    }
    if (cover <= 0) return;
    out[0] = out[0]! + (r - out[0]!) * cover;
    out[1] = out[1]! + (g - out[1]!) * cover;
    out[2] = out[2]! + (b - out[2]!) * cover;
  };
}

export interface Wrapped {
  text: string;
  /** of the round body, metres */
  radius: number;
  /** height of the line's middle and of the line, metres */
  at: number;
  height: number;
  ink: Rgb;
  /** how often the text stands around the body; default 3 */
  times?: number;
}

/** Writes text around an upright round body (axis y), so that one of its copies is always in view. */
export function wrappedTexture(line: Wrapped): Texture {
  const mask = textMask(line.text);
  const arc = (2 * Math.PI * line.radius) / (line.times ?? 3);
  const scale = Math.min((arc * 0.86) / mask.width, line.height / mask.height);
  const [r, g, b] = line.ink;
  return (x, y, z, _wx, _wy, _wz, distance, out) => {
    const off = (y - line.at) / scale;
    if (Math.abs(off) > mask.height / 2) return;
    const along = (Math.atan2(x, z) * line.radius) / arc + 0.5;
    const px = ((along - Math.floor(along) - 0.5) * arc) / scale;
    const soft = (0.0011 * distance + 0.0006) / scale;
    const d = sampleMask(mask, px + mask.width / 2, off + mask.height / 2);
    const cover = Math.min(1, Math.max(0, 0.5 - d / soft));
    out[0] = out[0]! + (r - out[0]!) * cover;
    out[1] = out[1]! + (g - out[1]!) * cover;
    out[2] = out[2]! + (b - out[2]!) * cover;
  };
}
