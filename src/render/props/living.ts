import type { PartBuilder } from "../builder.js";
import { mat } from "../colour.js";
import { box, cylinder, lathe, plane, sphere, torus, tube } from "../geometry/index.js";
import { hash2, noise2 } from "../noise.js";
import { rugPattern } from "../textures/grounds.js";
import type { Material, Texture } from "../types.js";
import {
  corners,
  dark,
  fabric,
  gloss,
  linear,
  lit,
  matt,
  metal,
  type PropBuilder,
  paint,
  soft,
  wood,
} from "./kit.js";

const TURN = Math.PI / 2;
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

const floor_lamp: PropBuilder = (b, p) => {
  const m = metal(p.look.colour("metal", "#4a4f53"));
  const { height: h } = p;
  const r = Math.min(p.width, p.depth) / 2;
  b.at(
    lathe(
      [
        [0, 0],
        [r * 0.8, 0],
        [r * 0.78, 0.02],
        [0.02, 0.035],
        [0.012, 0.06],
        [0.012, h - 0.2],
      ],
      18,
    ),
    m,
    [0, 0, 0],
  );
  const shade = mat(p.look.colour("colour", "#e8d9b8"), {
    emission: 0.55,
    twoSided: true,
    noShadow: true,
  });
  b.at(
    lathe(
      [
        [r, 0],
        [r * 0.68, 0.3],
      ],
      22,
    ),
    shade,
    [0, h - 0.32, 0],
  );
  b.at(sphere(0.05, 10, 7), lit("#fff3d0", 1.4), [0, h - 0.2, 0]);
};

const rug: PropBuilder = (b, p) => {
  const accent = linear(p.look.colour("accent", "#e3d6bb"));
  const texture = rugPattern(p.width, p.depth, accent);
  const m = mat(p.look.colour("colour", "#8e3b46"), { texture, fine: true, noShadow: true });
  b.onLayer(3);
  b.at(box(p.width, 0.008, p.depth), m, [0, 0.004, 0]);
  b.onLayer(undefined);
};

const SCENES: Record<string, Texture> = {
  hills: (x, y, _z, _wx, _wy, _wz, _d, out) => {
    const far = 0.02 + 0.05 * Math.sin(x * 9 + 1);
    const near = -0.06 + 0.06 * Math.sin(x * 7 + 4);
    if (y < near) set(out, 0.12, 0.28, 0.09);
    else if (y < far) set(out, 0.2, 0.38, 0.3);
    else set(out, 0.55 + y, 0.68 + y * 0.6, 0.86);
  },
  sea: (x, y, _z, _wx, _wy, _wz, _d, out) => {
    const sail = y > -0.05 && y < 0.1 && x > 0 && x < 0.08 - (y + 0.05) * 0.5;
    if (sail) set(out, 0.9, 0.88, 0.82);
    else if (y < -0.04) set(out, 0.05, 0.22 + 0.1 * noise2(x * 30, y * 90), 0.38);
    else set(out, 0.86, 0.62 - y, 0.42 + y);
  },
  flowers: (x, y, _z, _wx, _wy, _wz, _d, out) => {
    set(out, 0.78, 0.72, 0.6);
    for (let i = 0; i < 5; i++) {
      const r = Math.hypot(x - (i - 2) * 0.06, y - 0.05 - 0.03 * (i % 2));
      if (r < 0.035) set(out, i % 2 ? 0.7 : 0.8, i % 2 ? 0.1 : 0.45, 0.12);
      if (r < 0.012) set(out, 0.25, 0.12, 0.03);
    }
    if (y < -0.02 && y > -0.14 && Math.abs(x) < 0.07 + y * 0.1) set(out, 0.1, 0.2, 0.36);
  },
};

function set(out: Float64Array, r: number, g: number, bl: number): void {
  out[0] = r;
  out[1] = g;
  out[2] = bl;
}

/** Framed painting; hangs with its back at the wall. */
const picture: PropBuilder = (b, p) => {
  const { width: w, height: h, depth: d } = p;
  const frame = wood(p.look.colour("wood", "#4a3423"), 0);
  b.at(soft(w, h, d * 0.7, 0.008), frame, [0, h / 2, -d * 0.12]);
  b.at(box(w - 0.07, h - 0.07, d * 0.9), matt("#f2eee3"), [0, h / 2, -d * 0.02]);
  const names = Object.keys(SCENES);
  const chosen = p.look.text("style", names[p.look.seed % names.length]!);
  const texture = SCENES[chosen] ?? SCENES.hills!;
  const base: Material = { ...matt(p.look.colour("colour", "#ffffff")), texture, fine: true };
  b.at(box(w - 0.17, h - 0.17, d), base, [0, h / 2, 0]);
};

const clock: PropBuilder = (b, p) => {
  const r = Math.min(p.width, p.height) / 2;
  const y = p.height / 2;
  const d = p.depth;
  b.at(
    cylinder(r, r, d * 0.7, 26),
    paint(p.look.colour("colour", "#3a3f45")),
    [0, y, -d * 0.1],
    [TURN, 0, 0],
  );
  b.at(
    cylinder(r * 0.86, r * 0.86, d * 0.8, 26),
    paint("#f6f3ea"),
    [0, y, -d * 0.02],
    [TURN, 0, 0],
  );
  const z = d * 0.4;
  for (let k = 0; k < 12; k++) {
    const a = (k / 12) * Math.PI * 2;
    b.at(
      box(0.008, r * 0.13, 0.006),
      dark(),
      [Math.sin(a) * r * 0.72, y + Math.cos(a) * r * 0.72, z],
      [0, 0, -a],
    );
  }
  b.at(box(0.014, r * 0.5, 0.006), dark(), [-r * 0.16, y + r * 0.17, z + 0.004], [0, 0, 0.75]);
  b.at(box(0.01, r * 0.66, 0.006), dark(), [r * 0.2, y + r * 0.24, z + 0.007], [0, 0, -0.7]);
  b.at(cylinder(0.012, 0.012, 0.02, 8), metal("#c23a2a"), [0, y, z + 0.004], [TURN, 0, 0]);
};

/** Stand with pegs; a coat and a hat hang on it. */
const coat_rack: PropBuilder = (b, p) => {
  const m = wood(p.look.wood("#6b4429"), 1);
  const { height: h } = p;
  const r = Math.min(p.width, p.depth) / 2;
  b.at(cylinder(0.022, 0.026, h - 0.04, 12), m, [0, h / 2, 0]);
  b.at(sphere(0.035, 10, 7), m, [0, h - 0.035, 0]);
  for (let k = 0; k < 4; k++) {
    const a = k * TURN + 0.4;
    const [s, c] = [Math.sin(a), Math.cos(a)];
    b.at(
      tube(
        [
          [0, 0.12, 0],
          [s * r * 0.6, 0.06, c * r * 0.6],
          [s * r, 0.015, c * r],
        ],
        0.016,
        6,
        6,
      ),
      m,
      [0, 0, 0],
    );
    b.at(
      tube(
        [
          [0, h - 0.2, 0],
          [s * r * 0.6, h - 0.2, c * r * 0.6],
          [s * r * 0.8, h - 0.12, c * r * 0.8],
        ],
        0.012,
        6,
        6,
      ),
      m,
      [0, 0, 0],
    );
  }
  const coat = fabric(p.look.colour("accent", "#4b5568"));
  const hang = [
    [0.1, 0],
    [0.13, 0.25],
    [0.13, 0.6],
    [0.06, 0.8],
    [0.02, 0.86],
  ] as const;
  b.at(lathe(hang, 12), coat, [r * 0.35, h - 1.02, r * 0.35], [0, 0.4, 0], [0.95, 1, 0.7]);
};

/** A pair, toes to the front. */
const shoes: PropBuilder = (b, p) => {
  const m = gloss(p.look.colour("colour", "#5a3d2b"));
  const { width: w, depth: d, height: h } = p;
  for (const s of [1, -1]) {
    const x = s * w * 0.26;
    b.at(soft(w * 0.4, 0.018, d, 0.009), dark(), [x, 0.009, 0]);
    b.at(sphere(1, 12, 8), m, [x, h * 0.28, d * 0.22], [0, 0, 0], [w * 0.19, h * 0.34, d * 0.27]);
    b.at(sphere(1, 12, 8), m, [x, h * 0.42, -d * 0.2], [0, 0, 0], [w * 0.17, h * 0.5, d * 0.27]);
    b.at(
      torus(0.028, 0.008, Math.PI * 2, 12, 5),
      dark(),
      [x, h * 0.84, -d * 0.24],
      [0.15, 0, 0],
      [1, 1, 1.4],
    );
  }
};

const book: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const cover = paint(p.look.colour("colour", "#2f5d8a"));
  b.at(box(w * 0.96, h * 0.76, d * 0.94), matt("#f0ead9"), [w * 0.01, h / 2, 0]);
  for (const y of [h * 0.06, h * 0.94]) b.at(box(w, h * 0.12, d), cover, [0, y, 0]);
  b.at(box(h * 0.1, h, d), cover, [-w / 2 + h * 0.05, h / 2, 0]);
  b.at(plane(w * 0.6, d * 0.2), paint(p.look.colour("accent", "#e8dcb8")), [
    0,
    h + 0.0008,
    -d * 0.15,
  ]);
};

export const living: Record<string, PropBuilder> = {
  coffee_table: table(0.03, 0.05, 0.04, true),
  dining_table: table(0.035, 0.07, 0.08),
  side_table: table(0.025, 0.04, 0.05, true),
  desk,
  bookshelf,
  tv,
  floor_lamp,
  rug,
  picture,
  clock,
  coat_rack,
  shoes,
  book,
};
