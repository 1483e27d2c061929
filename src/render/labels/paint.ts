import type { Vec2 } from "../../world/types.js";
import { digit, GAP, MARGIN } from "./digits.js";
import type { Placed, Rect } from "./place.js";

type Bytes = readonly [number, number, number];

const PLATE: Bytes = [14, 14, 18];
const INK: Bytes = [255, 255, 255];

/** A picture of three bytes per pixel to draw on. */
export interface Canvas {
  width: number;
  height: number;
  pixels: Uint8Array;
}

function dot(c: Canvas, x: number, y: number, colour: Bytes, share = 1): void {
  if (x < 0 || y < 0 || x >= c.width || y >= c.height) return;
  const o = (y * c.width + x) * 3;
  for (let k = 0; k < 3; k++) {
    c.pixels[o + k] = Math.round(c.pixels[o + k]! * (1 - share) + colour[k]! * share);
  }
}

function line(c: Canvas, [a, b]: readonly [Vec2, Vec2], half: number, colour: Bytes): void {
  const n = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1])));
  for (let i = 0; i <= n; i++) {
    const x = Math.round(a[0] + ((b[0] - a[0]) * i) / n);
    const y = Math.round(a[1] + ((b[1] - a[1]) * i) / n);
    for (let v = -half; v <= half; v++) {
      for (let u = -half; u <= half; u++) dot(c, x + u, y + v, colour);
    }
  }
}

/** Leader: dark casing, light core, a knob on the thing it belongs to. */
export function paintLeader(c: Canvas, leader: readonly [Vec2, Vec2]): void {
  line(c, leader, 1, PLATE);
  line(c, [leader[0], leader[0]], 2, PLATE);
  line(c, [leader[0], leader[0]], 1, INK);
  line(c, leader, 0, INK);
}

function fillRect(c: Canvas, [x, y, w, h]: Rect, colour: Bytes): void {
  for (let j = y; j < y + h; j++) for (let i = x; i < x + w; i++) dot(c, i, j, colour);
}

/** Plate with the number on it. */
export function paintPlate(c: Canvas, p: Placed): void {
  fillRect(c, p.plate, PLATE);
  let x = p.plate[0] + MARGIN + 1;
  for (const letter of String(p.area.id)) {
    const glyph = digit(Number(letter), p.digits);
    for (let j = 0; j < glyph.height; j++) {
      for (let i = 0; i < glyph.width; i++) {
        const share = glyph.coverage[j * glyph.width + i]! / 255;
        if (share > 0) dot(c, x + i, p.plate[1] + MARGIN + j, INK, share);
      }
    }
    x += glyph.width + GAP;
  }
}
