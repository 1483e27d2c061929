import type { PartBuilder } from "../builder.js";
import { mat } from "../colour.js";
import { box, lathe } from "../geometry/index.js";
import { hash2 } from "../noise.js";
import { corners, dark, gloss, matt, metal, type PropBuilder, paint, soft, wood } from "./kit.js";

const BOOKS = [
  "#a13d3d",
  "#2f5d8a",
  "#d9a441",
  "#3f6f4e",
  "#6a4c93",
  "#d8d2c2",
  "#37474f",
  "#b5694a",
];

/** Table: a top on four legs; `apron` is the height of the boards under it. */
function table(top: number, leg: number, apron: number, shelf = false): PropBuilder {
  return (b, p) => {
    const colour = p.look.wood("#8a5a34");
    const { width: w, depth: d, height: h } = p;
    const upright = wood(colour, 1);
    b.at(soft(w, top, d, 0.012), wood(p.look.colour("top", colour), 0), [0, h - top / 2, 0]);
    for (const [x, z] of corners(w / 2 - leg, d / 2 - leg)) {
      b.at(box(leg, h - top, leg), upright, [x, (h - top) / 2, z]);
    }
    for (const s of [1, -1]) {
      b.at(box(w - 3 * leg, apron, 0.02), wood(colour, 0), [
        0,
        h - top - apron / 2,
        s * (d / 2 - leg),
      ]);
      b.at(box(0.02, apron, d - 3 * leg), wood(colour, 2), [
        s * (w / 2 - leg),
        h - top - apron / 2,
        0,
      ]);
    }
    if (shelf) b.at(box(w - 2 * leg, 0.02, d - 2 * leg), wood(colour, 0), [0, h * 0.3, 0]);
  };
}

/** Chest of drawers under one end of a writing table. */
const desk: PropBuilder = (b, p) => {
  table(0.03, 0.05, 0.05)(b, p);
  const colour = p.look.wood("#8a5a34");
  const { width: w, depth: d, height: h } = p;
  const chest = 0.38;
  const x = w / 2 - chest / 2 - 0.03;
  b.at(box(chest, h - 0.1, d - 0.1), wood(colour, 0), [x, 0.05 + (h - 0.1) / 2, 0]);
  for (let i = 0; i < 3; i++) {
    const y = 0.14 + i * (h - 0.16) * 0.32;
    b.at(soft(chest - 0.04, (h - 0.16) * 0.29, 0.02, 0.006), wood(colour, 0), [
      x,
      y + 0.07,
      d / 2 - 0.045,
    ]);
    b.at(box(0.12, 0.018, 0.02), metal("#9aa1a8"), [x, y + 0.07, d / 2 - 0.03]);
  }
};

/** A row of books between x0 and x1 on a board at height y. */
function bookRow(
  b: PartBuilder,
  x0: number,
  x1: number,
  y: number,
  depth: number,
  room: number,
  seed: number,
): void {
  let x = x0;
  for (let i = 0; x < x1 - 0.05; i++) {
    const thick = 0.022 + 0.03 * hash2(i, seed);
    const tall = room * (0.62 + 0.3 * hash2(seed, i + 3));
    if (hash2(i * 7, seed) > 0.12) {
      const colour = BOOKS[Math.floor(hash2(i, seed + 1) * BOOKS.length)]!;
      b.at(box(thick * 0.94, tall, depth * 0.78), paint(colour), [
        x + thick / 2,
        y + tall / 2,
        0.01,
      ]);
    }
    x += thick;
  }
}

const bookshelf: PropBuilder = (b, p) => {
  const colour = p.look.wood("#8a5a34");
  const { width: w, depth: d, height: h } = p;
  const m = wood(colour, 0);
  const t = 0.022;
  for (const s of [1, -1]) b.at(box(t, h, d), wood(colour, 1), [s * (w - t) * 0.5, h / 2, 0]);
  b.at(box(w - 2 * t, h, 0.01), matt(colour), [0, h / 2, -d / 2 + 0.006]);
  const boards = Math.max(3, Math.round(h / 0.36));
  const step = (h - t) / boards;
  for (let k = 0; k <= boards; k++) {
    b.at(box(w - 2 * t, t, d - 0.012), m, [0, t / 2 + k * step, 0.004]);
    if (k === boards) break;
    const seed = p.look.seed * 10 + k;
    const half = w / 2 - t - 0.01;
    const full = hash2(k, seed) > 0.35;
    bookRow(b, -half, full ? half : half * 0.25, t + k * step, d, step - t, seed);
    if (!full)
      b.at(
        lathe(
          [
            [0, 0],
            [0.05, 0.01],
            [0.065, 0.08],
            [0.03, 0.15],
            [0.035, 0.17],
          ],
          12,
        ),
        gloss("#d8cdb8"),
        [half * 0.6, t + k * step, 0],
      );
  }
};

/** Flat television on a low cabinet; its picture glows a little. */
const tv: PropBuilder = (b, p) => {
  const colour = p.look.wood("#5a4636");
  const { width: w, depth: d, height: h } = p;
  const low = h * 0.4;
  b.at(soft(w, low - 0.06, d, 0.01), wood(colour, 0), [0, 0.06 + (low - 0.06) / 2, 0]);
  for (const [x, z] of corners(w / 2 - 0.08, d / 2 - 0.07))
    b.at(box(0.05, 0.07, 0.05), dark(), [x, 0.035, z]);
  for (const x of [-w / 3, 0, w / 3]) {
    b.at(soft(w / 3 - 0.02, low - 0.1, 0.02, 0.006), wood(colour, 0), [
      x,
      0.06 + (low - 0.06) / 2,
      d / 2,
    ]);
    b.at(box(0.1, 0.016, 0.02), metal("#9aa1a8"), [x, low - 0.07, d / 2 + 0.012]);
  }
  const tall = h - low - 0.06;
  const wide = Math.min(w * 0.92, tall * 1.72);
  b.at(box(wide * 0.4, 0.015, d * 0.5), dark(), [0, low + 0.008, 0]);
  b.at(box(0.06, 0.08, 0.04), dark(), [0, low + 0.05, -0.02]);
  b.at(soft(wide, tall, 0.05, 0.012), dark(), [0, low + 0.06 + tall / 2, 0]);
  const screen = mat("#0f1b26", { specular: 0.5, shininess: 80, reflect: 0.22 });
  b.at(box(wide - 0.04, tall - 0.04, 0.01), screen, [0, low + 0.06 + tall / 2, 0.023]);
};

export const furniture: Record<string, PropBuilder> = {
  coffee_table: table(0.03, 0.05, 0.04, true),
  dining_table: table(0.035, 0.07, 0.08),
  side_table: table(0.025, 0.04, 0.05, true),
  desk,
  bookshelf,
  tv,
};
