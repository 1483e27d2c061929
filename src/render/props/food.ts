import type { PartBuilder } from "../builder.js";
import { mat } from "../colour.js";
import { box, cylinder, lathe, loft, sphere, torus, tube } from "../geometry/index.js";
import { hash2, noise3 } from "../noise.js";
import { band, both } from "../textures/stuff.js";
import { signTexture } from "../textures/text.js";
import type { Material, Texture } from "../types.js";
import {
  ceramic,
  gloss,
  linear,
  matt,
  metal,
  type Prop,
  type PropBuilder,
  paint,
  soft,
} from "./kit.js";

const TURN = Math.PI / 2;

/** Golden crust, paler in the cuts. */
const crust: Texture = (x, y, z, _wx, _wy, _wz, _d, out) => {
  const k = 0.82 + 0.36 * noise3(x * 55, y * 55, z * 55);
  out[0] = out[0]! * k;
  out[1] = out[1]! * k * (0.9 + 0.2 * noise3(x * 17, y * 17, z * 17));
  out[2] = out[2]! * k;
};

/** Loaf with cuts across its top; nothing once it is eaten. */
const bread: PropBuilder = (b, p) => {
  if (p.state === "eaten") return;
  const { width: w, depth: d, height: h } = p;
  const m = mat(p.look.colour("colour", "#c07a33"), {
    texture: crust,
    specular: 0.12,
    shininess: 14,
  });
  const rings = [-1, -0.92, -0.7, -0.35, 0, 0.35, 0.7, 0.92, 1].map((t) => {
    const k = Math.sqrt(Math.max(0.02, 1 - t ** 4));
    return { y: (t * w) / 2, rx: d * 0.48 * k, rz: h * 0.5 * k, z: h * 0.02, square: 0.8 };
  });
  b.push([0, h * 0.5, 0], [0, 0, TURN]).push([0, 0, 0], [0, -TURN, 0]);
  b.at(loft(rings, 18), m, [0, 0, 0]).pop().pop();
  for (let i = 0; i < 4; i++) {
    const x = (i - 1.5) * w * 0.19;
    const tall = h * (0.94 - 0.05 * Math.abs(i - 1.5));
    b.at(
      sphere(1, 10, 6),
      matt("#ecc987"),
      [x, tall, 0],
      [0, 0.5, 0],
      [w * 0.035, h * 0.07, d * 0.34],
    );
  }
};

/** Crumbs scattered over a disc of radius r at height y, and smears of what lay there. */
function leavings(b: PartBuilder, r: number, y: number): void {
  const crumb = matt("#a8692c");
  const pale = matt("#d9a85c");
  for (let k = 0; k < 26; k++) {
    const a = k * 2.4;
    const out = r * Math.sqrt((k + 0.5) / 26);
    const size = 0.0028 + 0.0042 * hash2(k, 3);
    b.at(
      sphere(1, 5, 4),
      k % 3 ? crumb : pale,
      [Math.sin(a) * out, y + size * 0.6, Math.cos(a) * out],
      [0, a, 0],
      [size * 1.4, size, size],
    );
  }
  b.onLayer(2);
  for (const [k, colour] of [
    [0, "#9c5a26"],
    [1, "#b5762f"],
    [2, "#8f4a22"],
  ] as const) {
    const a = k * 2.1 + 0.4;
    const at = [Math.sin(a) * r * 0.45, y + 0.0012, Math.cos(a) * r * 0.45] as const;
    b.at(cylinder(1, 1, 0.001, 14), gloss(colour), at, [0, a, 0], [r * 0.34, 1, r * 0.13]);
  }
  b.onLayer(undefined);
}

/** Round plate; with a coloured rim when `accent` is given. */
const plate: PropBuilder = (b, p) => {
  const r = Math.min(p.width, p.depth) / 2;
  const h = p.height;
  const m = ceramic(p.look.colour("colour", "#f5f5f2"));
  b.at(
    lathe(
      [
        [0, 0],
        [r * 0.55, 0],
        [r * 0.62, h * 0.15],
        [r, h * 0.85],
        [r * 0.99, h * 0.95],
        [r * 0.66, h * 0.45],
        [r * 0.6, h * 0.35],
        [0, h * 0.33],
      ],
      28,
    ),
    m,
    [0, 0, 0],
  );
  const rim = p.look.text("accent");
  if (rim) b.at(torus(r * 0.985, h * 0.09, Math.PI * 2, 28, 5), gloss(rim), [0, h * 0.9, 0]);
  if (p.state === "dirty") leavings(b, r * 0.62, h * 0.36);
};

/** Thin plate of ribbed white card. */
const paper_plate: PropBuilder = (b, p) => {
  const r = Math.min(p.width, p.depth) / 2;
  const h = p.height;
  const m = matt(p.look.colour("colour", "#efe9da"));
  m.texture = (x, _y, z, _wx, _wy, _wz, _d, out) => {
    if (Math.hypot(x, z) < r * 0.68) return;
    const k = Math.sin(Math.atan2(x, z) * 56) > 0 ? 1.04 : 0.84;
    for (let i = 0; i < 3; i++) out[i] = out[i]! * k;
  };
  m.fine = true;
  b.at(
    lathe(
      [
        [0, 0],
        [r * 0.62, 0],
        [r * 0.7, h * 0.35],
        [r, h * 0.9],
        [r * 0.98, h],
        [r * 0.68, h * 0.5],
        [r * 0.6, h * 0.16],
        [0, h * 0.15],
      ],
      28,
    ),
    m,
    [0, 0, 0],
  );
  if (p.state === "dirty") leavings(b, r * 0.58, h * 0.18);
};

const bowl: PropBuilder = (b, p) => {
  const r = Math.min(p.width, p.depth) / 2;
  const h = p.height;
  const m = ceramic(p.look.colour("colour", "#7fa3b8"));
  b.at(
    lathe(
      [
        [0, 0],
        [r * 0.45, 0],
        [r * 0.5, h * 0.08],
        [r * 0.86, h * 0.5],
        [r, h],
        [r * 0.94, h],
        [r * 0.78, h * 0.5],
        [r * 0.4, h * 0.14],
        [0, h * 0.12],
      ],
      24,
    ),
    m,
    [0, 0, 0],
  );
  if (p.state === "dirty") leavings(b, r * 0.4, h * 0.15);
};

/** Mug with a handle at its right; a drink in it when `content` is given. */
const cup: PropBuilder = (b, p) => {
  const r = Math.min(p.width, p.depth) * 0.44;
  const h = p.height;
  const m = ceramic(p.look.colour("colour", "#2d6fb0"));
  const x = -p.width * 0.08;
  b.at(
    lathe(
      [
        [0, 0],
        [r * 0.9, 0],
        [r, h * 0.05],
        [r, h],
        [r * 0.9, h],
        [r * 0.88, h * 0.1],
        [0, h * 0.08],
      ],
      22,
    ),
    m,
    [x, 0, 0],
  );
  b.at(torus(h * 0.26, h * 0.065, Math.PI, 14, 7), m, [x + r * 0.95, h * 0.5, 0], [TURN, TURN, 0]);
  const drink = p.look.text("content");
  if (drink) b.at(cylinder(r * 0.89, r * 0.89, 0.002, 20), gloss(drink), [x, h * 0.82, 0]);
  if (p.state === "dirty") {
    b.at(torus(r * 0.88, 0.003, Math.PI * 2, 18, 4), gloss("#6b3d1c"), [x, h * 0.55, 0]);
    b.at(cylinder(r * 0.8, r * 0.8, 0.002, 16), gloss("#6b3d1c"), [x, h * 0.11, 0]);
    b.at(soft(0.012, h * 0.34, 0.003, 0.001), gloss("#6b3d1c"), [x + 0.006, h * 0.78, r * 1.0]);
  }
};

/** A label around a bottle with one word on its front. */
function label(
  p: Prop,
  text: string,
  r: number,
  from: number,
  to: number,
  ground: string,
  ink: string,
): Texture {
  const middle = (from + to) / 2;
  const word = signTexture({
    text,
    width: r * 1.7,
    height: (to - from) * 0.6,
    ink: linear(p.look.colour("ink", ink)),
    centre: [0, middle],
    fill: 0.95,
  });
  return both(band(linear(ground), from, to), word);
}

/** Square-shouldered bottle of juice: orange drink, green cap, fruit on the label. */
const juice_bottle: PropBuilder = (b, p) => {
  const h = p.height;
  const r = Math.min(p.width, p.depth) / 2;
  const empty = p.state === "eaten";
  const juice = empty ? "#dfe3dc" : p.look.colour("content", "#f08a1d");
  const m = mat(juice, { specular: 0.55, shininess: 60, reflect: 0.08 });
  m.texture = label(p, "JUICE", r, h * 0.2, h * 0.5, "#fff4d6", "#2f6b2a");
  m.fine = true;
  b.at(
    lathe(
      [
        [0, 0],
        [r * 0.94, 0],
        [r, h * 0.03],
        [r, h * 0.58],
        [r * 0.5, h * 0.78],
        [r * 0.42, h * 0.88],
      ],
      20,
      50,
    ),
    m,
    [0, 0, 0],
  );
  b.at(cylinder(r * 0.52, r * 0.52, h * 0.11, 14), gloss(p.look.colour("accent", "#3f8f3f")), [
    0,
    h * 0.93,
    0,
  ]);
  b.at(sphere(r * 0.26, 10, 7), gloss("#f2a03a"), [0, h * 0.55, r * 0.84], [0, 0, 0], [1, 1, 0.35]);
};

/** Clear ribbed bottle with a blue label and cap. */
const water_bottle: PropBuilder = (b, p) => {
  const h = p.height;
  const r = Math.min(p.width, p.depth) / 2;
  const m = mat(p.look.colour("colour", "#bfe0f2"), {
    specular: 0.8,
    shininess: 80,
    reflect: 0.28,
    noShadow: true,
  });
  const ribs: [number, number][] = [
    [0, 0],
    [r * 0.9, 0],
    [r, h * 0.04],
  ];
  for (let k = 1; k <= 4; k++) ribs.push([r * (k % 2 ? 0.9 : 1), h * (0.04 + k * 0.06)]);
  ribs.push([r, h * 0.32], [r, h * 0.62], [r * 0.4, h * 0.82], [r * 0.38, h * 0.9]);
  b.at(lathe(ribs, 18, 50), m, [0, 0, 0]);
  const paper = paint(p.look.colour("accent", "#1f5fa8"));
  paper.texture = label(p, "WATER", r, -1, -0.9, "#1f5fa8", "#ffffff");
  paper.texture = signTexture({
    text: "WATER",
    width: r * 1.7,
    height: h * 0.14,
    ink: linear("#ffffff"),
    fill: 0.95,
  });
  paper.fine = true;
  b.at(cylinder(r * 1.015, r * 1.015, h * 0.22, 18, true), paper, [0, h * 0.46, 0]);
  b.at(cylinder(r * 0.44, r * 0.44, h * 0.09, 12), gloss("#1f5fa8"), [0, h * 0.945, 0]);
};

/** Red can with a bright ring and a white wave. */
const soda_can: PropBuilder = (b, p) => {
  const h = p.height;
  const r = Math.min(p.width, p.depth) / 2;
  const alu = metal("#c3c8cc");
  const white = linear("#f7f4ee");
  const m: Material = gloss(p.look.colour("colour", "#c8202a"));
  const word = signTexture({
    text: "SODA",
    width: r * 1.6,
    height: h * 0.24,
    ink: white,
    centre: [0, h * 0.6],
    fill: 0.95,
  });
  m.texture = (x, y, z, wx, wy, wz, d, out) => {
    const wave = h * (0.28 + 0.06 * Math.sin(Math.atan2(x, z) * 3));
    if (Math.abs(y - wave) < h * 0.055) for (let k = 0; k < 3; k++) out[k] = white[k]!;
    word(x, y, z, wx, wy, wz, d, out);
  };
  m.fine = true;
  b.at(
    lathe(
      [
        [r * 0.78, 0],
        [r, h * 0.07],
        [r, h * 0.9],
        [r * 0.8, h * 0.98],
      ],
      20,
    ),
    m,
    [0, 0, 0],
  );
  b.at(cylinder(r * 0.78, r * 0.8, h * 0.03, 18), alu, [0, h * 0.97, 0]);
  b.at(cylinder(r * 0.78, r * 0.7, h * 0.02, 18), alu, [0, h * 0.01, 0]);
  b.at(torus(r * 0.24, 0.002, Math.PI * 2, 12, 5), alu, [0, h * 0.99, r * 0.1]);
  const hole = p.state === "eaten" ? "#101010" : "#8a9095";
  b.at(cylinder(r * 0.22, r * 0.22, 0.001, 10), matt(hole), [0, h * 0.987, r * 0.4]);
};

/** Straight glass, white to a finger under its rim; empty it is clear with a white ring. */
const milk_glass: PropBuilder = (b, p) => {
  const h = p.height;
  const r = Math.min(p.width, p.depth) / 2;
  const full = p.state !== "eaten";
  const clear = mat("#cfdfe6", { specular: 0.8, shininess: 80, reflect: 0.3, noShadow: true });
  const milk = mat(p.look.colour("content", "#fbfaf4"), {
    specular: 0.4,
    shininess: 60,
    reflect: 0.05,
  });
  const top = full ? h * 0.82 : h * 0.08;
  b.at(
    lathe(
      [
        [0, 0],
        [r * 0.78, 0],
        [r * (0.8 + 0.2 * (top / h)), top],
        [0, top],
      ],
      20,
    ),
    full ? milk : clear,
    [0, 0.001, 0],
  );
  const shell = { ...clear, twoSided: true };
  const low = r * (0.8 + 0.2 * (top / h));
  b.at(
    lathe(
      [
        [low, top],
        [r, h],
      ],
      20,
    ),
    shell,
    [0, 0, 0],
  );
  b.at(torus(r * 0.99, 0.0022, Math.PI * 2, 20, 5), clear, [0, h - 0.002, 0]);
  if (!full) b.at(torus(r * 0.88, 0.002, Math.PI * 2, 18, 4), milk, [0, h * 0.3, 0]);
};

/** Tray with two handles; a tent card with the words of `sign` at its back. */
const tray: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const m = paint(p.look.colour("colour", p.look.colour("wood", "#a9764a")));
  b.at(soft(w, 0.012, d, 0.006), m, [0, 0.006, 0]);
  for (const s of [1, -1]) {
    b.at(soft(w, h, 0.014, 0.006), m, [0, h / 2, s * (d / 2 - 0.007)]);
    b.at(soft(0.014, h, d, 0.006), m, [s * (w / 2 - 0.007), h / 2, 0]);
    b.at(
      tube(
        [
          [s * (w / 2 - 0.007), h, -0.06],
          [s * (w / 2 - 0.007), h + 0.03, 0],
          [s * (w / 2 - 0.007), h, 0.06],
        ],
        0.007,
        8,
        6,
      ),
      metal("#c9a94f"),
      [0, 0, 0],
    );
  }
  const text = p.look.text("sign");
  if (text) tentCard(b, text, w * 0.92, d);
};

/** A folded card that stands on the tray and leans back a little. */
function tentCard(b: PartBuilder, text: string, width: number, depth: number): void {
  const tall = 0.13;
  const face = { text, width, height: tall, ink: linear("#7a1f1f"), border: true };
  const card = { ...matt("#fbf7ea"), texture: signTexture(face), fine: true, emission: 0.15 };
  b.push([0, 0.012, -depth / 2 + 0.045]);
  b.at(box(width, tall, 0.004), card, [0, tall / 2, 0.004], [-0.22, 0, 0]);
  b.at(box(width, tall, 0.004), matt("#f1ebd8"), [0, tall / 2, -0.03], [0.22, 0, 0]);
  b.pop();
}

export const food: Record<string, PropBuilder> = {
  bread,
  plate,
  paper_plate,
  bowl,
  cup,
  juice_bottle,
  water_bottle,
  soda_can,
  milk_glass,
  tray,
};
