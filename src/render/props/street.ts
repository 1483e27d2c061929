import type { PartBuilder } from "../builder.js";
import { box, cylinder, dome, lathe, sphere, torus } from "../geometry/index.js";
import { signTexture } from "../textures/text.js";
import {
  bar,
  corners,
  dark,
  gloss,
  linear,
  lit,
  matt,
  metal,
  type Prop,
  type PropBuilder,
  paint,
  rod,
  soft,
} from "./kit.js";

const TURN = Math.PI / 2;

/** Round street bin: ribbed body, dark rim, domed lid with an opening, an emblem in front. */
const trash_bin: PropBuilder = (b, p) => {
  const r = Math.min(p.width, p.depth) / 2;
  const h = p.height;
  const body = paint(p.look.colour("colour", "#2f8a4e"));
  const lid = paint(p.look.colour("accent", "#24302a"));
  b.at(
    lathe(
      [
        [0, 0.02],
        [r * 0.86, 0.02],
        [r * 0.95, h * 0.72],
        [r * 0.95, h * 0.74],
      ],
      22,
    ),
    body,
    [0, 0, 0],
  );
  b.at(cylinder(r * 0.9, r * 0.9, 0.04, 22), lid, [0, 0.02, 0]);
  for (let k = 0; k < 12; k++) {
    const a = (k / 12) * Math.PI * 2 + Math.PI / 12;
    const at = [Math.sin(a) * r * 0.915, h * 0.37, Math.cos(a) * r * 0.915] as const;
    b.at(box(0.028, h * 0.62, 0.014), body, at, [0.04, a, 0]);
  }
  b.at(torus(r * 0.95, 0.02, Math.PI * 2, 22, 6), lid, [0, h * 0.74, 0]);
  for (const [x, z] of corners(r * 0.6, r * 0.6)) rod(b, lid, [x, h * 0.74, z], h * 0.12, 0.018);
  b.at(
    lathe(
      [
        [r * 0.97, 0],
        [r * 0.9, h * 0.06],
        [r * 0.5, h * 0.13],
        [0, h * 0.145],
      ],
      22,
    ),
    lid,
    [0, h * 0.85, 0],
  );
  b.at(cylinder(r * 0.97, r * 0.97, 0.012, 22), lid, [0, h * 0.85, 0]);
  binContents(b, r, h * 0.74);
  binEmblem(b, p, r, h);
};

/** Crumpled paper and a cup in the slot under the lid. */
function binContents(b: PartBuilder, r: number, y: number): void {
  b.at(cylinder(r * 0.86, r * 0.86, 0.01, 18), dark(), [0, y - 0.03, 0]);
  b.at(sphere(r * 0.3, 7, 5), matt("#e9e6dd"), [-r * 0.35, y + 0.02, r * 0.35]);
  b.at(sphere(r * 0.26, 6, 5), matt("#d8b24a"), [r * 0.1, y + 0.01, r * 0.5]);
}

function binEmblem(b: PartBuilder, p: Prop, r: number, h: number): void {
  const text = p.look.text("sign", "TRASH");
  const size = r * 1.1;
  const face = { text, width: size, height: size * 0.42, ink: linear("#1f3d2a"), border: true };
  const m = { ...paint("#f2f2ea"), texture: signTexture(face), fine: true };
  b.at(box(size, size * 0.42, 0.012), m, [0, h * 0.5, r * 0.95], [0.0, 0, 0]);
}

/** Small open basket for rooms: tapered, with a bag turned over its rim. */
const waste_bin: PropBuilder = (b, p) => {
  const r = Math.min(p.width, p.depth) / 2;
  const h = p.height;
  const m = { ...paint(p.look.colour("colour", "#6f7a82")), twoSided: true };
  b.at(
    lathe(
      [
        [0, 0.01],
        [r * 0.78, 0.01],
        [r * 0.96, h * 0.97],
      ],
      20,
    ),
    m,
    [0, 0, 0],
  );
  const bag = { ...matt(p.look.colour("accent", "#dfe3e6")), twoSided: true };
  b.at(
    lathe(
      [
        [r * 0.93, h * 0.86],
        [r, h * 0.985],
        [r * 0.9, h * 0.99],
        [r * 0.82, h * 0.7],
      ],
      20,
    ),
    bag,
    [0, 0, 0],
  );
  b.at(sphere(r * 0.38, 7, 5), matt("#f0ece2"), [r * 0.2, h * 0.72, r * 0.1]);
  b.at(sphere(r * 0.33, 6, 5), matt("#c9a36a"), [-r * 0.3, h * 0.68, -r * 0.1]);
  b.at(cylinder(r * 0.84, r * 0.8, 0.01, 18), matt("#8d9297"), [0, h * 0.62, 0]);
};

const street_lamp: PropBuilder = (b, p) => {
  const m = metal(p.look.colour("metal", "#2f3a38"));
  const h = p.height;
  b.at(
    lathe(
      [
        [0, 0],
        [0.125, 0],
        [0.12, 0.3],
        [0.075, 0.42],
        [0.05, 0.5],
        [0.042, h - 0.7],
      ],
      12,
    ),
    m,
    [0, 0, 0],
  );
  for (const y of [1.1, 2.6]) b.at(torus(0.05, 0.014, Math.PI * 2, 12, 6), m, [0, y, 0]);
  b.at(
    lathe(
      [
        [0.045, 0],
        [0.12, 0.06],
        [0.05, 0.12],
      ],
      12,
    ),
    m,
    [0, h - 0.72, 0],
  );
  b.at(
    lathe(
      [
        [0.1, 0],
        [0.17, 0.36],
      ],
      8,
      20,
    ),
    lit("#fff1cf", 0.75),
    [0, h - 0.6, 0],
  );
  b.at(
    lathe(
      [
        [0.21, 0],
        [0.06, 0.14],
        [0.025, 0.2],
        [0, 0.24],
      ],
      8,
      20,
    ),
    m,
    [0, h - 0.24, 0],
  );
};

/** Letter box on a post: rounded top, slot, label. */
const mailbox: PropBuilder = (b, p) => {
  const m = gloss(p.look.colour("colour", "#b8332e"));
  const top = p.height;
  const w = p.width * 0.94;
  const d = p.depth * 0.9;
  const r = w / 2;
  const low = top * 0.42;
  b.at(box(0.09, low, 0.09), dark(), [0, low / 2, 0]);
  b.at(box(w * 0.7, 0.03, d * 0.7), dark(), [0, 0.015, 0]);
  b.at(soft(w, top - low - r * 0.75, d, 0.02), m, [0, low + (top - low - r * 0.75) / 2, 0]);
  b.push([0, top - r * 0.78, 0], [0, 0, 0], [1, 0.78, 1]);
  b.at(cylinder(r, r, d * 0.99, 22), m, [0, 0, 0], [TURN, 0, 0]);
  b.pop();
  b.at(box(w * 0.62, 0.03, 0.02), dark(), [0, top - 0.16, d / 2 + 0.002]);
  b.at(box(w * 0.7, 0.016, 0.05), m, [0, top - 0.135, d / 2 + 0.012]);
  const face = { text: "MAIL", width: w * 0.66, height: 0.11, ink: linear("#9b2420") };
  b.at(box(w * 0.66, 0.11, 0.01), { ...paint("#f7f4ea"), texture: signTexture(face), fine: true }, [
    0,
    top - 0.3,
    d / 2 + 0.004,
  ]);
};

const hydrant: PropBuilder = (b, p) => {
  const m = gloss(p.look.colour("colour", "#c23a2a"));
  const cap = metal(p.look.colour("accent", "#d8c77a"));
  const h = p.height;
  const r = p.width * 0.3;
  b.at(cylinder(r * 1.45, r * 1.5, 0.05, 16), m, [0, 0.025, 0]);
  b.at(cylinder(r * 0.92, r, h * 0.66, 16), m, [0, 0.05 + h * 0.33, 0]);
  b.at(cylinder(r * 1.25, r * 1.25, 0.04, 16), m, [0, h * 0.72, 0]);
  b.at(dome(r * 1.05, 16, 5), m, [0, h * 0.74, 0]);
  rod(b, cap, [0, h * 0.88, 0], h * 0.11, 0.03);
  for (const s of [1, -1]) {
    b.at(
      cylinder(r * 0.45, r * 0.45, p.width * 0.22, 10),
      m,
      [s * p.width * 0.32, h * 0.52, 0],
      [0, 0, TURN],
    );
    b.at(
      cylinder(r * 0.55, r * 0.55, 0.03, 6),
      cap,
      [s * p.width * 0.44, h * 0.52, 0],
      [0, 0, TURN],
    );
  }
  b.at(cylinder(r * 0.62, r * 0.62, p.depth * 0.2, 12), m, [0, h * 0.48, r], [TURN, 0, 0]);
  b.at(cylinder(r * 0.7, r * 0.7, 0.035, 6), cap, [0, h * 0.48, p.depth * 0.43], [TURN, 0, 0]);
};

const SIGNS: Record<string, { plate: string; ink: string; text: string }> = {
  pedestrian: { plate: "#2360a8", ink: "#ffffff", text: "" },
  parking: { plate: "#2360a8", ink: "#ffffff", text: "P" },
  stop: { plate: "#b3261e", ink: "#ffffff", text: "STOP" },
};

/** A pole with one plate: a name when `sign` is given, else a road sign. */
const street_sign: PropBuilder = (b, p) => {
  const pole = metal(p.look.colour("metal", "#8b9297"));
  rod(b, pole, [0, 0, 0], p.height, 0.028);
  b.at(cylinder(0.05, 0.05, 0.03, 12), pole, [0, 0.015, 0]);
  const w = p.width;
  const text = p.look.text("sign");
  if (text) {
    const back = p.look.colour("colour", "#1f5a3c");
    const face = {
      text,
      width: w,
      height: 0.2,
      ink: linear("#ffffff"),
      side: "both",
      border: true,
    } as const;
    b.at(box(w, 0.2, 0.02), { ...paint(back), texture: signTexture(face), fine: true }, [
      0,
      p.height - 0.14,
      0.035,
    ]);
    return;
  }
  const style = p.look.text("style", "pedestrian");
  const look = SIGNS[style] ?? SIGNS.pedestrian!;
  const plate = paint(p.look.colour("colour", look.plate));
  const y = p.height - w / 2;
  if (style === "stop") {
    b.push([0, y, 0.04], [TURN, 0, 0]).push([0, 0, 0], [0, Math.PI / 8, 0]);
    b.at(cylinder(w / 2, w / 2, 0.02, 8), plate, [0, 0, 0])
      .pop()
      .pop();
  } else b.at(soft(w, w, 0.02, 0.06), plate, [0, y, 0.04]);
  const ink = linear(look.ink);
  if (look.text) {
    const texture = signTexture({ text: look.text, width: w * 0.8, height: w * 0.6, ink });
    b.at(box(w * 0.66, w * 0.5, 0.006), { ...plate, texture, fine: true }, [0, y, 0.052]);
  } else walker(b, look.ink, y, w);
};

/** White walking figure on a plate. */
function walker(b: PartBuilder, ink: string, y: number, w: number): void {
  const m = paint(ink);
  const z = 0.052;
  const limb = (x0: number, y0: number, x1: number, y1: number, r: number) =>
    b.at(bar([x0 * w, y + y0 * w, z], [x1 * w, y + y1 * w, z], r * w, 6), m, [0, 0, 0]);
  b.at(cylinder(0.07 * w, 0.07 * w, 0.012, 12), m, [0.02 * w, y + 0.3 * w, z], [TURN, 0, 0]);
  limb(0.01, 0.2, -0.02, -0.04, 0.05);
  limb(-0.02, -0.04, 0.1, -0.34, 0.035);
  limb(-0.02, -0.04, -0.15, -0.33, 0.035);
  limb(0, 0.17, 0.15, 0.02, 0.027);
  limb(0, 0.17, -0.13, 0.0, 0.027);
}

export const street: Record<string, PropBuilder> = {
  trash_bin,
  waste_bin,
  street_lamp,
  mailbox,
  hydrant,
  street_sign,
};
