import type { PartBuilder } from "../builder.js";
import { box, cylinder, lathe, sphere, torus, tube } from "../geometry/index.js";
import {
  ceramic,
  chrome,
  dark,
  glass,
  gloss,
  lit,
  matt,
  metal,
  type PropBuilder,
  paint,
  soft,
} from "./kit.js";

const TURN = Math.PI / 2;

/** Two doors, freezer above, long handles, two notes held by magnets. */
const fridge: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const m = gloss(p.look.colour("colour", "#e6e9eb"));
  const body = d - 0.06;
  b.at(box(w, 0.05, body), dark(), [0, 0.025, -0.03]);
  b.at(soft(w, h - 0.05, body, 0.015), m, [0, 0.05 + (h - 0.05) / 2, -0.03]);
  const split = h * 0.68;
  const z = d / 2 - 0.035;
  b.at(soft(w - 0.006, h - split - 0.012, 0.055, 0.014), m, [0, (h + split) / 2, z]);
  b.at(soft(w - 0.006, split - 0.06, 0.055, 0.014), m, [0, (split + 0.054) / 2, z]);
  const handle = metal("#8d9399");
  for (const [y, length] of [
    [split + 0.2, 0.3],
    [split - 0.3, 0.46],
  ] as const) {
    b.at(soft(0.026, length, 0.03, 0.01), handle, [-w / 2 + 0.06, y, d / 2 + 0.012]);
  }
  const face = d / 2 - 0.006;
  for (const [x, y, c, tilt] of [
    [0.1, 0.79, "#f2dc62", 0.06],
    [-0.04, 0.83, "#e58a8a", -0.08],
  ] as const) {
    b.at(box(0.1, 0.11, 0.004), matt(c), [x, h * y, face], [0, 0, tilt]);
    b.at(sphere(0.014, 8, 6), gloss("#b82f2f"), [x, h * y + 0.045, face + 0.004]);
  }
};

/** Cooker: four rings on a dark top, knobs, oven door with a window. */
const stove: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const m = gloss(p.look.colour("colour", "#e4e6e6"));
  b.at(box(w - 0.02, 0.08, d - 0.08), dark(), [0, 0.04, -0.04]);
  b.at(box(w, h - 0.11, d - 0.04), m, [0, 0.08 + (h - 0.11) / 2, -0.02]);
  b.at(soft(w, 0.03, d - 0.01, 0.008), gloss(p.look.colour("top", "#1d1f22")), [
    0,
    h - 0.015,
    -0.005,
  ]);
  for (const [x, z, r] of [
    [-0.15, -0.13, 0.08],
    [0.15, -0.13, 0.1],
    [-0.15, 0.13, 0.1],
    [0.15, 0.13, 0.08],
  ] as const) {
    b.at(torus(r, 0.008, Math.PI * 2, 20, 5), metal("#5d6267"), [x, h + 0.002, z]);
    b.at(torus(r * 0.5, 0.006, Math.PI * 2, 16, 5), metal("#5d6267"), [x, h + 0.002, z]);
  }
  const z = d / 2 - 0.035;
  for (let i = 0; i < 5; i++) {
    b.at(
      cylinder(0.02, 0.022, 0.03, 12),
      dark(),
      [(i / 4 - 0.5) * w * 0.74, h - 0.09, z + 0.02],
      [TURN, 0, 0],
    );
  }
  b.at(soft(w - 0.02, h * 0.58, 0.03, 0.008), m, [0, h * 0.46, z]);
  b.at(box(w * 0.68, h * 0.34, 0.034), glass("#1b1e22"), [0, h * 0.46, z]);
  b.at(soft(w * 0.78, 0.024, 0.03, 0.01), metal("#b9bec2"), [0, h * 0.72, z + 0.028]);
};

/** Saucepan with lid and two ears. */
const pot: PropBuilder = (b, p) => {
  const r = Math.min(p.width, p.depth) * 0.41;
  const h = p.height;
  const m = gloss(p.look.colour("colour", "#b5332c"));
  b.at(
    lathe(
      [
        [0, 0],
        [r * 0.92, 0],
        [r, h * 0.06],
        [r, h * 0.72],
      ],
      20,
    ),
    m,
    [0, 0, 0],
  );
  b.at(
    lathe(
      [
        [r * 1.03, 0],
        [r * 1.03, 0.012],
        [r * 0.6, h * 0.13],
        [0, h * 0.17],
      ],
      20,
    ),
    metal("#b7bcc0"),
    [0, h * 0.72, 0],
  );
  b.at(sphere(h * 0.085, 10, 7), dark(), [0, h * 0.91, 0]);
  for (const s of [1, -1])
    b.at(soft(r * 0.24, 0.016, r * 0.5, 0.007), dark(), [s * r * 1.08, h * 0.6, 0]);
};

/** Kettle: body, spout, arched handle. */
const kettle: PropBuilder = (b, p) => {
  const h = p.height;
  const r = Math.min(p.width, p.depth) * 0.42;
  const m = p.look.text("colour") ? gloss(p.look.colour("colour", "#aab0b5")) : metal("#b4babf");
  b.at(
    lathe(
      [
        [0, 0],
        [r, 0],
        [r * 1.02, h * 0.1],
        [r * 0.84, h * 0.42],
        [r * 0.45, h * 0.62],
        [0, h * 0.66],
      ],
      20,
    ),
    m,
    [0, 0, 0],
  );
  b.at(sphere(0.016, 10, 7), dark(), [0, h * 0.69, 0]);
  b.at(
    tube(
      [
        [r * 0.7, h * 0.25, 0],
        [r * 1.0, h * 0.42, 0],
        [r * 1.2, h * 0.58, 0],
      ],
      [0.026, 0.014],
      6,
      8,
    ),
    m,
    [0, 0, 0],
  );
  b.at(
    torus(r * 0.75, 0.012, Math.PI, 16, 7),
    dark(),
    [0, h * 0.5, 0],
    [TURN, 0, 0],
    [1, 1, (h * 0.45) / (r * 0.75)],
  );
};

const FRUIT = ["#d43a2a", "#e8a020", "#7fae3a", "#e26a1c", "#d9c53a"];

/** Bowl heaped with fruit. */
const fruit_bowl: PropBuilder = (b, p) => {
  const r = Math.min(p.width, p.depth) / 2;
  const h = p.height;
  const m = { ...ceramic(p.look.colour("colour", "#e8e0d0")), twoSided: true };
  b.at(
    lathe(
      [
        [0, 0],
        [r * 0.45, 0],
        [r * 0.5, 0.01],
        [r * 0.85, h * 0.3],
        [r, h * 0.55],
        [r * 0.95, h * 0.55],
        [r * 0.5, h * 0.12],
      ],
      22,
    ),
    m,
    [0, 0, 0],
  );
  fruit(b, r, h);
};

function fruit(b: PartBuilder, r: number, h: number): void {
  const size = r * 0.3;
  for (let i = 0; i < 7; i++) {
    const a = i * 2.4;
    const out = i < 5 ? r * 0.5 : r * 0.12;
    const at = [Math.sin(a) * out, i < 5 ? h * 0.5 : h * 0.74, Math.cos(a) * out] as const;
    b.at(sphere(size, 12, 8), gloss(FRUIT[i % 5]!), at);
    b.at(cylinder(0.003, 0.003, 0.012, 4), dark(), [at[0], at[1] + size, at[2]]);
  }
}

/** Front loader: round glass door, panel with knob and display. */
const washing_machine: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const m = gloss(p.look.colour("colour", "#eef0f0"));
  b.at(soft(w, h - 0.01, d - 0.05, 0.012), m, [0, h / 2, -0.025]);
  const z = d / 2 - 0.05;
  const r = w * 0.3;
  const y = h * 0.44;
  b.at(torus(r, 0.035, Math.PI * 2, 24, 8), metal("#b4babf"), [0, y, z + 0.01], [TURN, 0, 0]);
  b.at(cylinder(r, r, 0.02, 24), dark(), [0, y, z], [TURN, 0, 0]);
  b.push([0, y, z + 0.008], [TURN, 0, 0], [1, 0.35, 1]);
  b.at(sphere(r * 0.86, 18, 10), glass("#35454f"), [0, 0, 0]).pop();
  b.at(box(w - 0.02, 0.12, 0.02), paint("#d9dddd"), [0, h - 0.08, z + 0.008]);
  b.at(
    cylinder(0.032, 0.035, 0.03, 16),
    metal("#9aa1a8"),
    [w * 0.18, h - 0.08, z + 0.025],
    [TURN, 0, 0],
  );
  b.at(box(0.12, 0.035, 0.01), lit("#2f5d46", 0.5), [w * 0.36, h - 0.08, z + 0.018]);
  b.at(box(w * 0.28, 0.08, 0.012), m, [-w * 0.3, h - 0.08, z + 0.016]);
  b.at(box(0.05, 0.012, 0.02), chrome(), [-w * 0.3, h - 0.06, z + 0.02]);
};

export const kitchen: Record<string, PropBuilder> = {
  fridge,
  stove,
  pot,
  kettle,
  fruit_bowl,
  washing_machine,
};
