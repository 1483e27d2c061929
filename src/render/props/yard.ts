import { box, cylinder, lathe, profile, torus, tube } from "../geometry/index.js";
import { corners, dark, matt, metal, type PropBuilder, paint, soft, wood } from "./kit.js";

const TURN = Math.PI / 2;

/** Small house with a pitched roof and a round-topped door. */
const doghouse: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const wall = wood(p.look.wood("#a9764a"), 0);
  const roof = paint(p.look.colour("accent", "#a83232"));
  const eaves = h * 0.58;
  const x = w * 0.43;
  b.at(
    profile(
      [
        [-x, 0.02],
        [x, 0.02],
        [x, eaves],
        [0, h * 0.94],
        [-x, eaves],
      ],
      d * 0.86,
    ),
    wall,
    [0, 0, 0],
  );
  const slope = Math.atan2(h * 0.38, x);
  const length = Math.hypot(h * 0.38, x) + 0.07;
  for (const s of [1, -1]) {
    const at = [s * (w * 0.235), h * 0.755, 0] as const;
    b.at(box(length, 0.03, d), roof, at, [0, 0, -s * slope]);
  }
  const hole = w * 0.17;
  b.at(box(hole * 2, h * 0.3, 0.02), dark(), [0, h * 0.17, d * 0.425]);
  b.at(cylinder(hole, hole, 0.02, 20), dark(), [0, h * 0.32, d * 0.425], [TURN, 0, 0]);
  b.at(soft(w * 0.3, 0.07, 0.02, 0.01), paint("#f2eddf"), [0, h * 0.62, d * 0.435]);
};

/** Can with a long spout, rose and two handles; the spout points to the right. */
const watering_can: PropBuilder = (b, p) => {
  const m = metal(p.look.colour("colour", "#4b8a78"));
  const { width: w, height: h } = p;
  const r = p.depth * 0.4;
  const x = -w * 0.16;
  b.at(
    lathe(
      [
        [0, 0],
        [r, 0],
        [r * 0.94, h * 0.6],
        [r * 0.7, h * 0.63],
        [r * 0.66, h * 0.58],
      ],
      18,
    ),
    m,
    [x, 0, 0],
  );
  b.at(cylinder(r * 0.68, r * 0.68, 0.01, 14), dark(), [x, h * 0.57, 0]);
  b.at(
    tube(
      [
        [x + r * 0.9, h * 0.14, 0],
        [x + r * 1.5, h * 0.4, 0],
        [w * 0.42, h * 0.86, 0],
      ],
      [0.022, 0.013],
      8,
      8,
    ),
    m,
    [0, 0, 0],
  );
  b.at(cylinder(0.042, 0.016, 0.05, 12), m, [w * 0.44, h * 0.9, 0], [0, 0, -0.7]);
  b.at(
    tube(
      [
        [x - r * 0.95, h * 0.18, 0],
        [x - r * 1.5, h * 0.4, 0],
        [x - r * 0.8, h * 0.56, 0],
      ],
      0.011,
      10,
      6,
    ),
    m,
    [0, 0, 0],
  );
  b.at(torus(r * 0.8, 0.011, Math.PI, 14, 6), m, [x, h * 0.6, 0], [TURN, 0, 0], [1, 1, 1.3]);
};

/** Stacked carton with tape. */
const cardboard_box: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const m = matt(p.look.colour("colour", "#b98d5c"));
  const tape = paint(p.look.colour("accent", "#d9c39a"));
  b.at(box(w, h, d), m, [0, h / 2, 0]);
  b.at(box(0.06, 0.004, d + 0.002), tape, [0, h, 0]);
  b.at(box(0.06, h * 0.3, 0.004), tape, [0, h * 0.85, d / 2]);
  for (const [x, z] of corners(w * 0.5, d * 0.5))
    b.at(box(0.006, h, 0.006), matt("#9a7144"), [x * 0.995, h / 2, z * 0.995]);
};

export const yard: Record<string, PropBuilder> = { doghouse, watering_can, cardboard_box };
