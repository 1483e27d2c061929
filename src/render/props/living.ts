import { mat } from "../colour.js";
import { box, cylinder, lathe, loft, plane, type Ring, sphere, tube } from "../geometry/index.js";
import { noise2 } from "../noise.js";
import { rugPattern } from "../textures/grounds.js";
import type { Material, Texture } from "../types.js";
import {
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

/** Stand with pegs; a coat hangs on it. */
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
    b.push([s * w * 0.26, 0, 0]);
    b.at(loft(SOLE, 16), dark(), [0, 0, 0], [0, 0, 0], [w * 0.19, 1, d / 2]);
    b.at(loft(shoeRings(w, d, h), 14, 60), m, [0, 0.016, 0]);
    b.at(
      cylinder(0.03, 0.03, 0.004, 12),
      dark(),
      [0, h * 0.985, -d * 0.26],
      [0, 0, 0],
      [1, 1, 1.3],
    );
    for (let k = 0; k < 3; k++) {
      const at = [0, h * (0.66 - k * 0.1), d * (-0.04 + k * 0.08)] as const;
      b.at(box(w * 0.16, 0.006, 0.012), paint("#efeadf"), at, [0.6, 0, 0]);
    }
    b.pop();
  }
};

const SOLE: Ring[] = [0, 0.018].map((y) => ({ y, rx: 1, rz: 1, square: 0.8 }));

/** A low shoe from its sole up: long below, only the heel's half goes up to the ankle. */
function shoeRings(w: number, d: number, h: number): Ring[] {
  const ring = (t: number, rx: number, rz: number, z: number): Ring => ({
    y: t * (h - 0.018),
    rx: w * rx,
    rz: d * rz,
    z: d * z,
  });
  return [
    ring(0, 0.18, 0.48, 0),
    ring(0.25, 0.185, 0.47, -0.01),
    ring(0.5, 0.165, 0.38, -0.09),
    ring(0.75, 0.14, 0.27, -0.19),
    ring(1, 0.125, 0.2, -0.26),
  ];
}

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
  floor_lamp,
  rug,
  picture,
  clock,
  coat_rack,
  shoes,
  book,
};
