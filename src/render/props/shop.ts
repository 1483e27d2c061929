import type { PartBuilder } from "../builder.js";
import { box, cylinder, lathe, plane, sphere, torus } from "../geometry/index.js";
import { hash2 } from "../noise.js";
import { signTexture } from "../textures/text.js";
import {
  carton,
  dark,
  glass,
  gloss,
  linear,
  lit,
  matt,
  metal,
  type Prop,
  type PropBuilder,
  paint,
  soft,
  wood,
} from "./kit.js";

const TURN = Math.PI / 2;

/** Counter of boards: plinth, panelled front, broad top. */
function counterBody(b: PartBuilder, p: Prop, front: string): void {
  const { width: w, depth: d, height: h } = p;
  const m = paint(front);
  b.at(box(w - 0.06, 0.1, d - 0.14), dark(), [0, 0.05, -0.02]);
  b.at(box(w - 0.02, h - 0.15, d - 0.1), m, [0, 0.1 + (h - 0.15) / 2, -0.02]);
  const n = Math.max(2, Math.round(w / 0.65));
  for (let i = 0; i < n; i++) {
    const x = ((i + 0.5) / n - 0.5) * (w - 0.04);
    b.at(soft((w - 0.04) / n - 0.05, h - 0.3, 0.02, 0.008), m, [
      x,
      0.1 + (h - 0.15) / 2,
      d / 2 - 0.068,
    ]);
  }
  b.at(soft(w, 0.05, d, 0.012), wood(p.look.colour("top", p.look.colour("wood", "#a9764a")), 0), [
    0,
    h - 0.025,
    0,
  ]);
}

/** A board with words standing over the counter on two posts, clear of what lies on it. */
function overheadSign(b: PartBuilder, p: Prop, text: string): void {
  const { width: w, depth: d, height: h } = p;
  const post = metal(p.look.colour("metal", "#3a4045"));
  const wide = Math.min(w * 0.8, 1.9);
  const y = h + 1.0;
  for (const s of [1, -1])
    b.at(cylinder(0.022, 0.022, y - h + 0.2, 10), post, [
      s * wide * 0.46,
      h + (y - h + 0.2) / 2,
      -d / 2 + 0.1,
    ]);
  const face = { text, width: wide, height: 0.36, ink: linear("#fff6df"), border: true };
  const back = paint(p.look.colour("accent", "#7a2f2a"));
  b.at(
    soft(wide, 0.36, 0.05, 0.012),
    { ...back, texture: signTexture(face), fine: true, emission: 0.12 },
    [0, y, -d / 2 + 0.1],
  );
}

/** Where things are handed out: counter, sign over it, scales-like scanner and a bell at one end. */
const delivery_counter: PropBuilder = (b, p) => {
  counterBody(b, p, p.look.colour("colour", "#3f5f6b"));
  overheadSign(b, p, p.look.text("sign", "PICK UP"));
  const { width: w, height: h } = p;
  const x = -w / 2 + 0.3;
  b.at(soft(0.3, 0.03, 0.24, 0.01), dark(), [x, h + 0.015, -0.05]);
  b.at(soft(0.3, 0.22, 0.025, 0.01), dark(), [x, h + 0.17, -0.1], [-0.25, 0, 0]);
  b.at(box(0.26, 0.18, 0.004), lit("#27556b", 0.5), [x, h + 0.172, -0.084], [-0.25, 0, 0]);
  b.at(
    lathe(
      [
        [0.05, 0],
        [0.05, 0.012],
        [0.042, 0.03],
        [0.02, 0.042],
        [0, 0.044],
      ],
      16,
    ),
    metal("#d9b64a"),
    [w / 2 - 0.2, h, 0.1],
  );
  b.at(sphere(0.009, 8, 6), metal("#d9b64a"), [w / 2 - 0.2, h + 0.05, 0.1]);
};

/** Counter of a shop with a till. */
const shop_counter: PropBuilder = (b, p) => {
  counterBody(b, p, p.look.colour("colour", "#8f5d4a"));
  const text = p.look.text("sign");
  if (text) overheadSign(b, p, text);
  const { width: w, height: h } = p;
  b.push([w / 2 - 0.35, h, -0.02]);
  b.at(soft(0.38, 0.1, 0.36, 0.015), matt("#3a4045"), [0, 0.05, 0]);
  b.at(soft(0.34, 0.2, 0.03, 0.01), dark(), [0, 0.22, 0.02], [-0.3, 0, 0]);
  b.at(box(0.28, 0.14, 0.006), lit("#2d6475", 0.5), [0, 0.225, 0.0345], [-0.3, 0, 0]);
  b.pop();
};

/** Carton with tape and an address label. */
const parcel: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  b.at(box(w, h, d), carton(p.look.colour("colour", "#b98d5c")), [0, h / 2, 0]);
  const tape = paint(p.look.colour("accent", "#dcc79c"));
  b.at(box(w * 0.16, 0.003, d + 0.003), tape, [0, h, 0]);
  for (const s of [1, -1]) b.at(box(w * 0.16, h * 0.35, 0.003), tape, [0, h * 0.83, (s * d) / 2]);
  const text = p.look.text("sign", "TO");
  const face = { text, width: w * 0.32, height: h * 0.26, ink: linear("#26282a"), fill: 0.7 };
  b.at(
    box(w * 0.34, h * 0.3, 0.004),
    { ...matt("#f6f3ea"), texture: signTexture(face), fine: true },
    [-w * 0.26, h * 0.4, d / 2],
  );
};

/** Open shelves full of parcels. */
const parcel_shelf: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const post = metal(p.look.colour("metal", "#6b7278"));
  const board = wood(p.look.wood("#a9764a"), 0);
  for (const x of [-w / 2 + 0.02, 0, w / 2 - 0.02]) {
    for (const z of [-d / 2 + 0.02, d / 2 - 0.02]) b.at(box(0.035, h, 0.035), post, [x, h / 2, z]);
  }
  const boards = 4;
  for (let k = 0; k < boards; k++) {
    const y = 0.1 + (k * (h - 0.2)) / (boards - 1);
    b.at(box(w, 0.025, d), board, [0, y, 0]);
    if (k === boards - 1) continue;
    shelfLoad(b, p, y + 0.013, (h - 0.2) / (boards - 1) - 0.06, k);
  }
};

const CARTON = ["#b98d5c", "#c69c6d", "#a87c4c", "#d3b184"];

function shelfLoad(b: PartBuilder, p: Prop, y: number, room: number, row: number): void {
  const seed = p.look.seed * 8 + row;
  let x = -p.width / 2 + 0.06;
  for (let i = 0; x < p.width / 2 - 0.25; i++) {
    const size = Math.round((0.2 + 0.2 * hash2(i, seed)) * 20) / 20;
    const tall = Math.round(room * (0.45 + 0.45 * hash2(seed, i)) * 20) / 20;
    const m = carton(CARTON[Math.floor(hash2(i + 5, seed) * 4)]!);
    b.at(box(size, tall, p.depth * 0.8), m, [x + size / 2, y + tall / 2, 0]);
    b.at(box(size * 0.18, tall, 0.004), paint("#dcc79c"), [
      x + size / 2,
      y + tall / 2,
      p.depth * 0.4,
    ]);
    x += size + 0.03 + 0.08 * hash2(i, seed + 2);
  }
}

/** Post of a rope barrier; a short end of rope hangs from it on both sides. */
const rope_post: PropBuilder = (b, p) => {
  const h = p.height;
  const r = Math.min(p.width, p.depth) / 2;
  const brass = metal(p.look.colour("metal", p.look.colour("colour", "#c9a94f")));
  b.at(
    lathe(
      [
        [0, 0],
        [r, 0],
        [r, 0.018],
        [r * 0.5, 0.045],
        [0.026, 0.06],
        [0.022, h - 0.09],
        [0.034, h - 0.07],
        [0.024, h - 0.05],
      ],
      18,
    ),
    brass,
    [0, 0, 0],
  );
  b.at(sphere(0.034, 12, 8), brass, [0, h - 0.035, 0]);
  const rope = matt(p.look.colour("accent", "#8e2f3a"));
  for (const s of [1, -1]) {
    b.at(
      torus(0.09, 0.016, Math.PI / 2, 10, 7),
      rope,
      [s * 0.115, h - 0.1, 0],
      [-TURN, s > 0 ? Math.PI : 0, 0],
    );
  }
};

/** Machine with a lit window full of drinks, a keypad and a slot. */
const vending_machine: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  b.at(soft(w, h, d - 0.04, 0.02), gloss(p.look.colour("colour", "#a83232")), [0, h / 2, -0.02]);
  const [gw, gh] = [w * 0.64, h * 0.6];
  const [x, y, z] = [-w * 0.13, h * 0.6, d / 2 - 0.04];
  b.at(box(gw, gh, 0.01), lit("#dfe9ec", 0.35), [x, y, z]);
  for (let k = 0; k < 4; k++) {
    const low = y - gh / 2 + 0.03 + (k * gh) / 4;
    b.at(box(gw, 0.012, 0.03), metal("#8b9297"), [x, low, z + 0.01]);
    for (let i = 0; i < 6; i++) {
      const colour = ["#c8202a", "#2f6fb0", "#f08a1d", "#3f8f3f", "#e0b23c"][(i + k * 2) % 5]!;
      b.at(cylinder(gw * 0.062, gw * 0.062, gh * 0.17, 8), gloss(colour), [
        x + (i / 5 - 0.5) * gw * 0.84,
        low + gh * 0.09,
        z + 0.012,
      ]);
    }
  }
  const frame = dark();
  for (const s of [1, -1]) {
    b.at(box(0.025, gh + 0.05, 0.045), frame, [x + s * (gw / 2 + 0.012), y, z + 0.01]);
    b.at(box(gw + 0.05, 0.025, 0.045), frame, [x, y + s * (gh / 2 + 0.012), z + 0.01]);
  }
  b.at(box(w * 0.16, h * 0.16, 0.02), frame, [w * 0.36, h * 0.62, z + 0.008]);
  b.at(
    plane(w * 0.12, h * 0.03),
    lit("#7fd1a0", 0.6),
    [w * 0.36, h * 0.72, z + 0.02],
    [TURN, 0, 0],
  );
  b.at(box(w * 0.6, h * 0.09, 0.02), glass("#17191b"), [x, h * 0.14, z + 0.01]);
  const text = p.look.text("sign", "DRINKS");
  const face = { text, width: w * 0.8, height: 0.13, ink: linear("#ffffff") };
  b.at(
    box(w * 0.8, 0.13, 0.012),
    { ...gloss(p.look.colour("accent", "#7a1f1f")), texture: signTexture(face), fine: true },
    [0, h * 0.95, z + 0.02],
  );
};

export const shop: Record<string, PropBuilder> = {
  delivery_counter,
  shop_counter,
  parcel,
  parcel_shelf,
  rope_post,
  vending_machine,
};
