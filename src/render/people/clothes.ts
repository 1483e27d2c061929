import type { Person } from "../../world/types.js";
import type { PartBuilder } from "../builder.js";
import { loft, type Ring, sphere, torus, tube } from "../geometry/index.js";
import { cloth, folded, knitted, shade, thin } from "./cloth.js";
import type { Wardrobe } from "./limbs.js";
import { type Skeleton, spineAt } from "./skeleton.js";
import { bellyOf, sections, skinPoint, trunk } from "./torso.js";
import { smooth } from "./vec.js";

/** Shirt, pullover or the upper part of a dress; with its neckline. Upper frame. */
export function drawTop(b: PartBuilder, s: Skeleton, p: Person, w: Wardrobe, fine: boolean): void {
  const list = sections(p, s.measures.girth, 0);
  const size = { rows: fine ? 26 : 14, columns: fine ? 26 : 16 };
  const tucked = p.look.outfit === "skirt" || p.look.outfit === "dress";
  const from = tucked ? 0.08 : -0.13;
  const flare = (at: number) => (tucked ? 0 : 0.02 * smooth(0.08, -0.13, at));
  b.add(
    trunk(tucked ? "tucked" : "top", s, list, { from, to: 0.985, ...size, capped: true, flare }),
    w.top,
  );
  const root = spineAt(s.spine, 0.985, s.measures.spine);
  const k = s.measures.girth;
  b.at(
    torus(1, 0.2, Math.PI * 2, fine ? 20 : 12, fine ? 8 : 6),
    shade(w.top, 0.82),
    [0, root.y, root.z],
    [-root.angle - 0.14, 0, 0],
    [0.066 * k, 0.055 * k, 0.064 * k],
  );
}

/** The seat of trousers or shorts. Upper frame. */
export function drawSeat(b: PartBuilder, s: Skeleton, p: Person, w: Wardrobe, fine: boolean): void {
  const list = sections(p, s.measures.girth, -0.008);
  const columns = fine ? 24 : 14;
  b.add(trunk("seat", s, list, { from: -0.2, to: 0.05, rows: 6, columns, capped: true }), w.bottom);
}

/** Jacket or, on the elderly, a cardigan with buttons: open in front. Upper frame. */
export function drawJacket(b: PartBuilder, s: Skeleton, p: Person, fine: boolean): void {
  const { jacket } = p.look;
  if (!jacket) return;
  const old = p.ageGroup === "elderly";
  const m = thin(old ? knitted(jacket) : cloth(jacket));
  const list = sections(p, s.measures.girth, 0.011);
  const gap = (at: number) =>
    0.1 + 0.22 * smooth(0.1, -0.25, at) + 0.62 * smooth(old ? 0.55 : 0.4, 1, at);
  const arc = (at: number) => [gap(at), Math.PI * 2 - gap(at)] as const;
  // over a skirt it ends at the hips, where the skirt begins to widen
  const skirted = p.look.outfit === "skirt" || p.look.outfit === "dress";
  const hem = skirted ? -0.05 : -0.24;
  const flare = (at: number) =>
    skirted ? 0.006 + 0.024 * smooth(0.16, -0.05, at) : 0.016 * smooth(0.1, -0.25, at);
  const size = { rows: fine ? 24 : 12, columns: fine ? 28 : 16 };
  const name = `${old ? "cardigan" : "jacket"}${skirted}`;
  b.add(trunk(name, s, list, { from: hem, to: 0.97, ...size, arc, flare }), m);
  if (!fine) return;
  const edge = (at: number, side: 0 | 1) =>
    skinPoint(s, list, at, side === 0 ? gap(at) : -gap(at), flare(at) + 0.002);
  for (const side of [0, 1] as const) {
    const points = Array.from({ length: 13 }, (_, i) => edge(hem + ((0.96 - hem) * i) / 12, side));
    b.add(tube(points, 0.0075 * s.measures.k, 24, 6), shade(m, 0.78));
  }
  if (!old) return;
  const knob = shade(m, 0.35);
  for (const at of [0, 0.15, 0.3, 0.45]) {
    const [x, y, z] = skinPoint(s, list, at, gap(at) + 0.12, flare(at) + 0.004);
    b.at(sphere(0.009, 8, 6), knob, [x, y, z]);
  }
}

/** Apron: bib and skirt in front. Upper frame. */
export function drawApron(b: PartBuilder, s: Skeleton, p: Person, fine: boolean): void {
  if (!p.look.apron) return;
  const m = thin(cloth(p.look.apron));
  const list = sections(p, s.measures.girth, p.look.jacket ? 0.022 : 0.012);
  const half = (at: number) => 1.25 - 0.68 * smooth(0.22, 0.36, at);
  const arc = (at: number) => [-half(at), half(at)] as const;
  const flare = (at: number) => 0.03 * smooth(-0.1, -0.8, at);
  const rows = fine ? 22 : 12;
  b.add(trunk("apron", s, list, { from: -0.75, to: 0.7, rows, columns: 14, arc, flare }), m);
  b.add(
    trunk("apron-tie", s, list, {
      from: 0.17,
      to: 0.22,
      rows: 1,
      columns: 24,
      arc: () => [-Math.PI, Math.PI],
      flare: () => 0.003,
    }),
    shade(m, 0.8),
  );
}

/** Skirt in the model frame: falls from the waist; over the lap when seated. */
export function drawSkirt(b: PartBuilder, s: Skeleton, p: Person, fine: boolean): void {
  const { outfit } = p.look;
  if (outfit !== "skirt" && outfit !== "dress") return;
  const m = folded(outfit === "dress" ? p.look.top : p.look.bottom);
  const g = s.measures.girth;
  const segments = fine ? 30 : 16;
  const [, hip, z] = s.hips;
  if (s.pose.seat) {
    const reach = s.measures.thigh;
    const lap: Ring[] = [
      { y: -0.13 * g, rx: 0.1 * g, rz: 0.05 * g, z: 0.01 },
      { y: -0.1 * g, rx: 0.17 * g, rz: 0.1 * g, z: 0.01 },
      { y: 0.08 * g, rx: 0.185 * g, rz: 0.105 * g, z: 0.005 },
      { y: reach * 0.7, rx: 0.19 * g, rz: 0.092 * g, z: 0.01 },
      { y: reach + 0.03, rx: 0.18 * g, rz: 0.085 * g, z: 0.01 },
      { y: reach + 0.075 * g, rx: 0.15 * g, rz: 0.05 * g, z: -0.02 },
    ];
    b.at(loft(lap, segments), m, [0, hip, z], [-Math.PI / 2, 0, 0]);
    const drop = p.ageGroup === "elderly" ? 0.26 : 0.16;
    const hang: Ring[] = [
      { y: -drop * s.measures.k, rx: 0.185 * g, rz: 0.075 * g },
      { y: 0, rx: 0.178 * g, rz: 0.07 * g },
      { y: 0.06 * g, rx: 0.15 * g, rz: 0.04 * g },
    ];
    b.at(loft(hang, segments), m, [0, hip, z - reach - 0.01]);
    return;
  }
  const long = p.ageGroup === "elderly" ? 0.92 : outfit === "dress" ? 0.66 : 0.6;
  const length = long * (s.measures.thigh + s.measures.shin * 0.6);
  const stride = Math.max(...s.pose.feet.map((f) => Math.abs(f.z))) * 0.32;
  // bent knees push the cloth forward
  const knees = Math.max(...s.legs.map((l) => l.hip[2] - l.knee[2])) + 0.125 * s.measures.limb;
  const push = (rz: number) => Math.max(0, knees - rz) / 2;
  const low = push(0.2 * g + stride);
  const mid = push(0.178 * g + stride * 0.6);
  const high = push(0.153 * g + stride * 0.2) * 0.7;
  // the waistband leans with the trunk; under a jacket it lies close
  const out = bellyOf(p) / 2;
  const waist = (y: number) => spineAt(s.spine, y / s.measures.spine, s.measures.spine).z - out;
  const tight = p.look.jacket ? 0.85 : 1;
  const rings: Ring[] = [
    { y: -length, rx: 0.245 * g, rz: 0.2 * g + stride + low, z: -low },
    { y: -length * 0.6, rx: 0.228 * g, rz: 0.178 * g + stride * 0.6 + mid, z: -mid },
    { y: -length * 0.25, rx: 0.203 * g, rz: 0.153 * g + stride * 0.2 + high, z: 0.005 - high },
    { y: 0, rx: 0.182 * g, rz: 0.128 * g + out, z: waist(0) + 0.008 },
    { y: 0.06 * g, rx: 0.166 * g, rz: 0.116 * g + out, z: waist(0.06 * g) + 0.006 },
    {
      y: 0.115 * g,
      rx: tight * 0.145 * g,
      rz: tight * 0.102 * g + out,
      z: waist(0.115 * g) + 0.002,
    },
  ];
  b.at(loft(rings, segments), m, [0, hip, z]);
}

/** Scarf round the neck with a hanging end. Upper frame. */
export function drawScarf(b: PartBuilder, s: Skeleton, p: Person, fine: boolean): void {
  if (!p.look.scarf) return;
  const m = knitted(p.look.scarf);
  const k = s.measures.k;
  const root = spineAt(s.spine, 1.0, s.measures.spine);
  const tilt = -root.angle - 0.2;
  b.at(
    torus(1, 0.42, Math.PI * 2, fine ? 24 : 12, fine ? 10 : 6),
    m,
    [0, root.y + 0.018 * k, root.z - 0.004],
    [tilt, 0, 0],
    [0.068 * k, 0.075 * k, 0.07 * k],
  );
  const chest = spineAt(s.spine, 0.72, s.measures.spine);
  const front = 0.14 * s.measures.girth;
  b.add(
    tube(
      [
        [0.03, root.y - 0.005, root.z - 0.085 * k],
        [0.045, root.y - 0.09 * k, root.z - 0.13 * k],
        [0.05, chest.y - 0.05 * k, chest.z - front - 0.02],
        [0.055, chest.y - 0.2 * k, chest.z - front],
      ],
      [0.024 * k, 0.034 * k, 0.034 * k, 0.03 * k],
      12,
      8,
    ),
    shade(m, 0.92),
  );
}
