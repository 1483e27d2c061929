import type { PartBuilder } from "../builder.js";
import { box, cylinder, lathe } from "../geometry/index.js";
import { stripes } from "../textures/walls.js";
import type { Material } from "../types.js";
import {
  corners,
  dark,
  fabric,
  linear,
  metal,
  type Prop,
  type PropBuilder,
  paint,
  soft,
  wood,
} from "./kit.js";

const TILT = -0.16;

/** Slatted bench on iron frames; an arm rest at each end, thin ones between its places. */
const park_bench: PropBuilder = (b, p) => {
  const slat = wood(p.look.wood("#9a5f31"), 0);
  const iron = metal(p.look.colour("metal", "#25282b"));
  const { width: w, depth: d, height: h } = p;
  const seat = 0.45;
  for (let i = 0; i < 5; i++) {
    b.at(soft(w, 0.035, 0.078, 0.01), slat, [0, seat - 0.018, -d * 0.28 + i * 0.092]);
  }
  for (let i = 0; i < 4; i++) {
    const y = seat + 0.1 + (i * (h - seat - 0.12)) / 3.2;
    b.at(soft(w, 0.085, 0.03, 0.01), slat, [0, y, -d * 0.34 - i * 0.016], [TILT, 0, 0]);
  }
  const ends = [-w / 2 + 0.1, w / 2 - 0.1];
  for (const x of ends) {
    b.at(box(0.05, seat - 0.03, 0.05), iron, [x, (seat - 0.03) / 2, d * 0.32]);
    b.at(box(0.05, h - 0.04, 0.05), iron, [x, h / 2 - 0.02, -d * 0.4], [TILT * 0.55, 0, 0]);
    b.at(box(0.05, 0.04, d * 0.74), iron, [x, seat - 0.055, -0.02]);
    b.at(box(0.06, 0.03, d * 0.7), iron, [x, seat + 0.19, -0.01]);
    b.at(box(0.04, 0.2, 0.04), iron, [x, seat + 0.09, d * 0.3]);
  }
  dividers(b, p, iron, seat, w);
};

/** A thin bar between neighbouring places, so that one sees how many there are. */
function dividers(b: PartBuilder, p: Prop, iron: Material, seat: number, w: number): void {
  const places = p.seats.length || 3;
  for (let i = 1; i < places; i++) {
    const x = (i / places - 0.5) * w;
    b.at(box(0.03, 0.13, 0.025), iron, [x, seat + 0.065, 0.04]);
    b.at(box(0.03, 0.13, 0.025), iron, [x, seat + 0.065, -0.12]);
    b.at(box(0.04, 0.022, 0.2), iron, [x, seat + 0.135, -0.04]);
  }
}

/** Garden chair of painted slats with arm rests. */
const garden_chair: PropBuilder = (b, p) => {
  const m = paint(p.look.colour("colour", "#e9e4d6"));
  const { width: w, depth: d, height: h } = p;
  for (const [x, z] of corners(w * 0.44, d * 0.4)) b.at(box(0.045, 0.62, 0.045), m, [x, 0.31, z]);
  for (let i = 0; i < 5; i++)
    b.at(soft(w * 0.84, 0.025, 0.085, 0.008), m, [0, 0.43, -d * 0.32 + i * 0.1]);
  for (const s of [1, -1]) b.at(soft(0.08, 0.025, d * 0.9, 0.01), m, [s * w * 0.44, 0.63, 0]);
  for (let i = 0; i < 5; i++) {
    const x = (i / 4 - 0.5) * w * 0.74;
    b.at(
      soft(0.08, h - 0.46, 0.022, 0.008),
      m,
      [x, 0.45 + (h - 0.47) / 2, -d * 0.4],
      [-0.14, 0, 0],
    );
  }
  b.at(soft(w * 0.84, 0.05, 0.03, 0.008), m, [0, h - 0.05, -d * 0.45], [-0.14, 0, 0]);
};

/** Round-edged cushions in a row, one per place. */
function cushions(
  b: PartBuilder,
  m: Material,
  places: number,
  w: number,
  y: number,
  z: number,
  size: readonly [number, number],
): void {
  const each = w / places;
  for (let i = 0; i < places; i++) {
    const x = ((i + 0.5) / places - 0.5) * w;
    b.at(soft(each - 0.012, size[0], size[1], 0.05), m, [x, y, z]);
  }
}

/** Sofa or armchair: base, arms, back, seat and back cushions, short feet. */
function upholstered(places: number): PropBuilder {
  return (b, p) => {
    const cover = fabric(p.look.colour("colour", "#5f7a8a"));
    const feet = wood(p.look.colour("wood", "#6b4429"), 1);
    const { width: w, depth: d, height: h } = p;
    const arm = Math.min(0.18, w * 0.15);
    const inner = w - 2 * arm;
    for (const [x, z] of corners(w / 2 - 0.08, d / 2 - 0.08))
      b.at(cylinder(0.028, 0.02, 0.1, 8), feet, [x, 0.05, z]);
    b.at(soft(w, 0.2, d * 0.98, 0.03), cover, [0, 0.2, 0]);
    for (const s of [1, -1])
      b.at(soft(arm, 0.5, d * 0.98, 0.06), cover, [s * (w - arm) * 0.5, 0.35, 0]);
    b.at(
      soft(inner + 0.06, h - 0.12, 0.2, 0.07),
      cover,
      [0, 0.1 + (h - 0.12) / 2, -d / 2 + 0.11],
      [-0.05, 0, 0],
    );
    const places_ = p.seats.length || places;
    cushions(b, cover, places_, inner, 0.36, 0.08, [0.15, d * 0.74]);
    b.push([0, 0.59, -d / 2 + 0.26], [-0.2, 0, 0]);
    cushions(b, cover, places_, inner, 0, 0, [0.36, 0.13]);
    b.pop();
    const accent = p.look.text("accent");
    if (accent) {
      b.at(
        soft(0.36, 0.36, 0.11, 0.055),
        fabric(accent),
        [inner / 2 - 0.2, 0.6, -d / 2 + 0.37],
        [-0.4, -0.25, 0.2],
      );
    }
  };
}

/** Plain wooden chair. */
const chair: PropBuilder = (b, p) => {
  const m = wood(p.look.wood("#8a5a34"), 1);
  const { width: w, depth: d, height: h } = p;
  const seat = 0.45;
  const [x, z] = [w / 2 - 0.025, d / 2 - 0.03];
  for (const s of [1, -1]) {
    b.at(box(0.038, seat - 0.03, 0.038), m, [s * x, (seat - 0.03) / 2, z]);
    b.at(box(0.038, h, 0.036), m, [s * x, h / 2, -z]);
    b.at(box(0.02, 0.03, d - 0.08), m, [s * x, 0.18, 0]);
  }
  b.at(soft(w, 0.035, d, 0.015), wood(p.look.wood("#8a5a34"), 0), [0, seat - 0.02, 0]);
  for (const y of [0.62, 0.74]) b.at(soft(w - 0.06, 0.06, 0.018, 0.008), m, [0, y, -z]);
  b.at(soft(w - 0.02, 0.09, 0.024, 0.01), m, [0, h - 0.045, -z]);
  const cushion = p.look.text("accent");
  if (cushion)
    b.at(soft(w * 0.86, 0.035, d * 0.84, 0.016), fabric(cushion), [0, seat + 0.01, 0.01]);
};

/** Bistro table: round striped top on one foot. */
const cafe_table: PropBuilder = (b, p) => {
  const r = Math.min(p.width, p.depth) / 2;
  const iron = metal(p.look.colour("metal", "#30363a"));
  const top = paint(p.look.colour("top", p.look.colour("colour", "#e4e0d8")));
  b.at(
    cylinder(r, r, 0.03, 26),
    { ...top, texture: stripes(linear("#cfc8b8"), 0.12), fine: true },
    [0, p.height - 0.015, 0],
  );
  b.at(
    lathe(
      [
        [0, 0],
        [r * 0.62, 0],
        [r * 0.6, 0.02],
        [0.05, 0.06],
        [0.035, 0.2],
        [0.035, p.height - 0.03],
      ],
      18,
    ),
    iron,
    [0, 0, 0],
  );
  b.at(cylinder(0.035, 0.035, 0.08, 10), dark(), [0, p.height - 0.07, 0]);
};

export const seating: Record<string, PropBuilder> = {
  park_bench,
  garden_chair,
  sofa: upholstered(2),
  armchair: upholstered(1),
  chair,
  cafe_table,
};
