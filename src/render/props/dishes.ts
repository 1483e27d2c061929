import type { PartBuilder } from "../builder.js";
import { box, cylinder, lathe, sphere, torus, tube } from "../geometry/index.js";
import { hash2 } from "../noise.js";
import { signTexture } from "../textures/text.js";
import { ceramic, gloss, linear, matt, metal, type PropBuilder, paint, soft } from "./kit.js";

const TURN = Math.PI / 2;

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
  b.at(torus(h * 0.26, h * 0.065, Math.PI, 14, 7), m, [x + r * 0.95, h * 0.5, 0], [0, -TURN, TURN]);
  const drink = p.look.text("content");
  if (drink) b.at(cylinder(r * 0.89, r * 0.89, 0.002, 20), gloss(drink), [x, h * 0.82, 0]);
  if (p.state === "dirty") {
    b.at(torus(r * 0.88, 0.003, Math.PI * 2, 18, 4), gloss("#6b3d1c"), [x, h * 0.55, 0]);
    b.at(cylinder(r * 0.8, r * 0.8, 0.002, 16), gloss("#6b3d1c"), [x, h * 0.11, 0]);
    b.at(soft(0.012, h * 0.34, 0.003, 0.001), gloss("#6b3d1c"), [x + 0.006, h * 0.78, r * 1.0]);
  }
};

/** Tray with two handles; a card with the words of `sign` over its back edge. */
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
  if (text) standingCard(b, text, w, d);
};

/** A card on a foot at the back of the tray, above what stands on it; its words read from both sides. */
function standingCard(b: PartBuilder, text: string, width: number, depth: number): void {
  const [low, tall] = [0.27, 0.15];
  const face = {
    text,
    width,
    height: tall,
    ink: linear("#7a1f1f"),
    border: true,
    side: "both",
  } as const;
  const card = { ...matt("#fbf7ea"), texture: signTexture(face), fine: true, emission: 0.12 };
  const brass = metal("#c9a94f");
  b.push([0, 0.012, -depth / 2 + 0.04]);
  b.at(cylinder(0.03, 0.036, 0.012, 14), brass, [0, 0.006, 0]);
  b.at(cylinder(0.005, 0.005, low, 8), brass, [0, low / 2, 0]);
  b.at(box(width, tall, 0.006), card, [0, low + tall / 2, 0]);
  b.pop();
}

export const dishes: Record<string, PropBuilder> = { plate, paper_plate, bowl, cup, tray };
