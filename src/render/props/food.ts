import { mat } from "../colour.js";
import { cylinder, lathe, loft, sphere, torus } from "../geometry/index.js";
import { noise3 } from "../noise.js";
import { band, both } from "../textures/stuff.js";
import { wrappedTexture } from "../textures/text.js";
import type { Material, Texture } from "../types.js";
import { gloss, linear, matt, metal, type PropBuilder, paint } from "./kit.js";

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

/** A band of paper around a bottle with one word on it. */
function label(
  text: string,
  r: number,
  from: number,
  to: number,
  ground: string,
  ink: string,
): Texture {
  const at = (from + to) / 2;
  const word = wrappedTexture({
    text,
    radius: r,
    at,
    height: (to - from) * 0.62,
    ink: linear(ink),
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
  m.texture = label("JUICE", r, h * 0.2, h * 0.5, "#fff4d6", "#2f6b2a");
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
  paper.texture = wrappedTexture({
    text: "WATER",
    radius: r,
    at: 0,
    height: h * 0.13,
    ink: linear("#ffffff"),
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
  const word = wrappedTexture({
    text: "SODA",
    radius: r,
    at: h * 0.62,
    height: h * 0.26,
    ink: white,
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
  if (!full) b.at(torus(r * 0.855, 0.0025, Math.PI * 2, 18, 4), milk, [0, h * 0.3, 0]);
};

export const food: Record<string, PropBuilder> = {
  bread,
  juice_bottle,
  water_bottle,
  soda_can,
  milk_glass,
};
