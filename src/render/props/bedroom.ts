import { box, sphere } from "../geometry/index.js";
import { corners, dark, fabric, matt, metal, type PropBuilder, soft, wood } from "./kit.js";

/** Bed with its head against the wall behind: frame, mattress, blanket turned back, pillows. */
const bed: PropBuilder = (b, p) => {
  const colour = p.look.colour("wood", "#8a5a34");
  const frame = wood(colour, 0);
  const { width: w, depth: d, height: h } = p;
  const blanket = fabric(p.look.colour("colour", "#5f7a8a"));
  for (const [x, z] of corners(w / 2 - 0.05, d / 2 - 0.05))
    b.at(box(0.07, 0.2, 0.07), wood(colour, 1), [x, 0.1, z]);
  b.at(soft(w, 0.18, d - 0.02, 0.02), frame, [0, 0.24, 0]);
  b.at(soft(w, h + 0.36, 0.06, 0.02), wood(colour, 0), [0, (h + 0.36) / 2, -d / 2 + 0.03]);
  b.at(soft(w, 0.46, 0.05, 0.02), frame, [0, 0.23, d / 2 - 0.025]);
  b.at(soft(w - 0.06, 0.22, d - 0.12, 0.05), matt("#f3f0e8"), [0, h - 0.14, 0]);
  b.at(soft(w - 0.02, 0.2, d * 0.62, 0.045), blanket, [0, h - 0.105, d * 0.165]);
  b.at(soft(w - 0.015, 0.05, 0.26, 0.02), fabric(p.look.colour("accent", "#efe8d8")), [
    0,
    h - 0.01,
    -d * 0.12,
  ]);
  const pillows = w > 1.2 ? 2 : 1;
  for (let i = 0; i < pillows; i++) {
    const x = ((i + 0.5) / pillows - 0.5) * (w - 0.1);
    const at = [x, h + 0.02, -d / 2 + 0.3] as const;
    b.at(soft((w - 0.16) / pillows, 0.15, 0.38, 0.07), fabric("#f4f1ea"), at, [0.22, 0, 0]);
  }
};

/** Tall cupboard with two doors. */
const wardrobe: PropBuilder = (b, p) => {
  const colour = p.look.wood("#8a5a34");
  const { width: w, depth: d, height: h } = p;
  b.at(box(w - 0.04, 0.08, d - 0.06), dark(), [0, 0.04, -0.01]);
  b.at(box(w - 0.02, h - 0.14, d - 0.03), wood(colour, 1), [0, 0.08 + (h - 0.14) / 2, -0.015]);
  b.at(soft(w, 0.06, d, 0.015), wood(colour, 0), [0, h - 0.03, 0]);
  const doors = Math.max(2, Math.round(w / 0.7));
  const each = (w - 0.02) / doors;
  for (let i = 0; i < doors; i++) {
    const x = ((i + 0.5) / doors - 0.5) * (w - 0.02);
    b.at(soft(each - 0.012, h - 0.18, 0.022, 0.006), wood(colour, 1), [
      x,
      0.09 + (h - 0.16) / 2,
      d / 2 - 0.02,
    ]);
    for (const [y, t] of [
      [0.72, 0.4],
      [0.3, 0.34],
    ] as const) {
      b.at(soft(each - 0.14, h * t, 0.02, 0.008), wood(colour, 1), [x, h * y, d / 2 - 0.01]);
    }
    const side = i % 2 ? -1 : 1;
    b.at(box(0.016, 0.16, 0.02), metal("#b9a676"), [x + side * (each / 2 - 0.045), h * 0.5, d / 2]);
  }
};

/** Two drawers with knobs. */
const nightstand: PropBuilder = (b, p) => {
  const colour = p.look.wood("#8a5a34");
  const { width: w, depth: d, height: h } = p;
  for (const [x, z] of corners(w / 2 - 0.03, d / 2 - 0.03))
    b.at(box(0.035, h, 0.035), wood(colour, 1), [x, h / 2 - 0.005, z]);
  b.at(soft(w - 0.02, h - 0.16, d - 0.03, 0.006), wood(colour, 0), [
    0,
    0.14 + (h - 0.16) / 2,
    -0.005,
  ]);
  b.at(soft(w, 0.025, d, 0.01), wood(colour, 0), [0, h - 0.012, 0]);
  for (const y of [0.3, 0.7]) {
    b.at(soft(w - 0.09, (h - 0.2) * 0.42, 0.018, 0.006), wood(colour, 0), [
      0,
      0.15 + y * (h - 0.18),
      d / 2 - 0.018,
    ]);
    b.at(sphere(0.016, 8, 6), metal("#b9a676"), [0, 0.15 + y * (h - 0.18), d / 2]);
  }
};

export const bedroom: Record<string, PropBuilder> = { bed, wardrobe, nightstand };
