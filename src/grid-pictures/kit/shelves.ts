import { shade } from "../colour.js";
import { box, type Solid } from "../solids.js";
import { rect } from "../svg.js";
import { rowOfGoods } from "./things.js";

export interface ShelfLook {
  frame: string;
  /** inside, behind the goods */
  dark: string;
  goods: readonly string[];
  kind: "can" | "box" | "book" | "bottle";
  /** boards with goods, one above the other */
  rows: number;
  height: number;
}

/** SVG of the open front of a shelf, w wide and h high. */
export function shelfFront(w: number, h: number, look: ShelfLook, start = 0): string {
  const margin = 0.05;
  const step = (h - margin) / look.rows;
  let out = rect(margin, margin, w - 2 * margin, h - 2 * margin, look.dark);
  for (let i = 0; i < look.rows; i++) {
    const y = margin + i * step;
    out += rowOfGoods(
      margin + 0.02,
      w - margin - 0.02,
      y + 0.03,
      step - 0.09,
      look.goods,
      look.kind,
      start + i * 5,
    );
    out += rect(margin, y - 0.015, w - 2 * margin, 0.045, look.frame);
  }
  return out;
}

/**
 * Shelves with goods to the front; deep pieces are double-sided runs that show the goods lying on top as well.
 */
export function shelf(w: number, d: number, look: ShelfLook, index: number): Solid[] {
  const inset = 0.05;
  const [width, depth] = [w - 2 * inset, d - 0.12];
  const { height } = look;
  let top = rect(0.05, 0.05, width - 0.1, depth - 0.1, shade(look.frame, 0.9));
  const bands = Math.max(1, Math.round(depth / 0.42));
  for (let i = 0; i < bands; i++) {
    const y = 0.07 + (i * (depth - 0.14)) / bands;
    const room = (depth - 0.14) / bands;
    top += rowOfGoods(
      0.08,
      width - 0.08,
      y,
      room * 0.86,
      look.goods,
      look.kind === "book" ? "book" : "box",
      index + i * 3,
    );
  }
  return [
    box(inset, 0.06, 0, width, depth, height, look.frame, {
      top,
      front: shelfFront(width, height, look, index * 3),
      side: shelfFront(depth, height, look, index * 3 + 2),
    }),
  ];
}
