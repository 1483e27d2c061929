import { mat } from "../colour.js";
import { box, cylinder, lathe, loft, torus, tube } from "../geometry/index.js";
import { band, both, weave } from "../textures/stuff.js";
import {
  ceramic,
  chrome,
  dark,
  linear,
  metal,
  type PropBuilder,
  paint,
  soft,
  wood,
} from "./kit.js";

const TURN = Math.PI / 2;

/** Looking glass in a frame: it shows a pale sheen, not the room. */
const mirror: PropBuilder = (b, p) => {
  const { width: w, height: h, depth: d } = p;
  const frame = p.look.text("wood")
    ? wood(p.look.wood("#8a5a34"), 1)
    : metal(p.look.colour("colour", "#b9bec2"));
  b.at(soft(w, h, d * 0.7, 0.012), frame, [0, h / 2, -d * 0.14]);
  const pane = mat("#a9c0cb", { specular: 0.7, shininess: 90, reflect: 0.45 });
  pane.texture = (x, y, _z, _wx, _wy, _wz, _d, out) => {
    const s = x + y * 0.7;
    const sheen = (s > 0.06 && s < 0.13) || (s > 0.16 && s < 0.18) ? 1.45 : 1;
    for (let k = 0; k < 3; k++) out[k] = out[k]! * (sheen + y * 0.25);
  };
  b.at(box(w - 0.05, h - 0.05, d * 0.8), pane, [0, h / 2, -d * 0.08]);
};

/** Towel over a rail. */
const towel: PropBuilder = (b, p) => {
  const { width: w, height: h, depth: d } = p;
  const rail = chrome();
  b.at(cylinder(0.009, 0.009, w, 10), rail, [0, h - 0.02, 0], [0, 0, TURN]);
  for (const s of [1, -1])
    b.at(
      cylinder(0.014, 0.014, d * 0.5, 10),
      rail,
      [s * (w / 2 - 0.014), h - 0.02, -d * 0.25],
      [TURN, 0, 0],
    );
  const stripe = linear(p.look.colour("accent", "#f4efe2"));
  const m = mat(p.look.colour("colour", "#4b8a9a"), {
    texture: both(weave, band(stripe, -h * 0.36, -h * 0.3)),
  });
  b.at(soft(w * 0.8, h * 0.94, d * 0.22, 0.006), m, [0, h * 0.5, d * 0.18]);
  b.at(soft(w * 0.8, h * 0.6, d * 0.2, 0.006), m, [0, h * 0.67, -d * 0.12]);
  b.at(cylinder(d * 0.24, d * 0.24, w * 0.8, 12), m, [0, h - 0.02, d * 0.03], [0, 0, TURN]);
};

/** Bowl with seat and lid up against the cistern. */
const toilet: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const m = ceramic(p.look.colour("colour", "#f2f4f3"));
  const seat = h * 0.5;
  const z = d * 0.13;
  const [rx, rz] = [w * 0.46, d * 0.36];
  b.at(
    loft(
      [
        { y: 0, rx: rx * 0.62, rz: rz * 0.7 },
        { y: seat * 0.35, rx: rx * 0.55, rz: rz * 0.62 },
        { y: seat * 0.75, rx: rx * 0.9, rz: rz * 0.94 },
        { y: seat * 0.94, rx, rz },
      ],
      20,
    ),
    m,
    [0, 0, z],
  );
  b.at(
    torus(rx * 0.8, rx * 0.18, Math.PI * 2, 24, 8),
    paint("#fbfbfa"),
    [0, seat * 0.96, z],
    [0, 0, 0],
    [1, 0.5, rz / rx],
  );
  b.at(
    cylinder(1, 1, 0.02, 20),
    paint("#c9dbe2"),
    [0, seat * 0.945, z],
    [0, 0, 0],
    [rx * 0.68, 1, rz * 0.68],
  );
  const back = -d / 2 + 0.09;
  b.at(soft(w, h - seat * 0.9, 0.17, 0.025), m, [
    0,
    seat * 0.9 + (h - seat * 0.9) / 2 - 0.015,
    back,
  ]);
  b.at(soft(w * 1.0, 0.03, 0.18, 0.012), m, [0, h - 0.015, back]);
  b.at(cylinder(0.02, 0.02, 0.014, 12), chrome(), [0, h, back]);
  b.push([0, seat, back + 0.1], [-0.12, 0, 0]);
  b.at(soft(w * 0.9, d * 0.56, 0.022, 0.01), paint("#fbfbfa"), [0, d * 0.29, 0]).pop();
  b.at(box(w * 0.5, seat * 0.8, d * 0.3), m, [0, seat * 0.42, -d * 0.22]);
};

/** Tub with a wide rim along the wall; its long side is its depth. */
const bathtub: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const m = ceramic(p.look.colour("colour", "#f2f4f3"));
  const rim = 0.08;
  const floor = h * 0.35;
  b.at(box(w - 0.02, floor, d - 0.02), m, [0, floor / 2, 0]);
  for (const s of [1, -1]) {
    b.at(soft(rim, h, d, 0.02), m, [s * (w - rim) * 0.5, h / 2, 0]);
    b.at(soft(w - 0.02, h, rim, 0.02), m, [0, h / 2, s * (d - rim) * 0.5]);
  }
  b.at(cylinder(0.03, 0.03, 0.008, 14), chrome(), [0, floor + 0.004, -d * 0.3]);
  b.at(
    tube(
      [
        [0, h, -d / 2 + 0.04],
        [0, h + 0.12, -d / 2 + 0.05],
        [0, h + 0.12, -d / 2 + 0.15],
        [0, h + 0.08, -d / 2 + 0.17],
      ],
      0.016,
      12,
      8,
    ),
    chrome(),
    [0, 0, 0],
  );
  for (const s of [1, -1])
    b.at(
      lathe(
        [
          [0.026, 0],
          [0.02, 0.05],
          [0, 0.055],
        ],
        10,
      ),
      chrome(),
      [s * 0.11, h, -d / 2 + 0.045],
    );
};

/** Liquid soap with a pump. */
const soap: PropBuilder = (b, p) => {
  const h = p.height;
  const r = Math.min(p.width, p.depth) * 0.42;
  b.at(
    lathe(
      [
        [0, 0],
        [r, 0],
        [r, h * 0.55],
        [r * 0.45, h * 0.66],
        [r * 0.4, h * 0.72],
      ],
      16,
    ),
    mat(p.look.colour("colour", "#7fc2a5"), { specular: 0.5, shininess: 40 }),
    [0, 0, 0],
  );
  b.at(cylinder(r * 0.5, r * 0.5, h * 0.08, 12), paint("#f4f4f0"), [0, h * 0.74, 0]);
  b.at(cylinder(r * 0.16, r * 0.16, h * 0.14, 8), paint("#f4f4f0"), [0, h * 0.84, 0]);
  b.at(soft(r * 0.6, h * 0.07, r * 1.3, 0.005), paint("#f4f4f0"), [0, h * 0.94, r * 0.3]);
  b.at(box(r * 1.1, h * 0.24, 0.002), paint("#f7f5ec"), [0, h * 0.3, r * 0.985]);
  b.at(box(r * 0.7, h * 0.05, 0.003), dark(), [0, h * 0.33, r * 0.986]);
};

export const bathroom: Record<string, PropBuilder> = { mirror, towel, toilet, bathtub, soap };
