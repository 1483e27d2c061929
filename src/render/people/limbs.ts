import type { Look, Person } from "../../world/types.js";
import type { PartBuilder } from "../builder.js";
import { box, limb, loft, type Ring, roundedBox } from "../geometry/index.js";
import type { Point } from "../matrix.js";
import type { Geometry, Material } from "../types.js";
import { cloth, leather, shade, skin } from "./cloth.js";
import { boneMatrix, handGeometry, handMatrix } from "./hand.js";
import type { Arm, Leg, Skeleton } from "./skeleton.js";
import { mix } from "./vec.js";

const FRONT: Point = [0, 0, -1];

/** What limbs are covered with. */
export interface Wardrobe {
  skin: Material;
  top: Material;
  bottom: Material;
  sleeve: Material;
  shoes: Material;
}

export function wardrobe(look: Look): Wardrobe {
  const top = cloth(look.top);
  return {
    skin: skin(look.skin),
    top,
    bottom: cloth(look.bottom),
    sleeve: look.jacket ? cloth(look.jacket) : top,
    shoes: leather(look.shoes),
  };
}

function bone(b: PartBuilder, from: Point, to: Point, g: Geometry, m: Material): void {
  b.pushMatrix(boneMatrix(from, to, FRONT))
    .add(g, m)
    .pop();
}

/** Distance in steps of 4 mm, so that limbs of nearly the same length share a geometry. */
const distance = (a: Point, b: Point) =>
  Math.round(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) * 250) / 250;

/** Upper arm, forearm and hand in the upper frame, with sleeves as the look says. */
export function drawArm(
  b: PartBuilder,
  arm: Arm,
  side: 0 | 1,
  s: Skeleton,
  look: Look,
  w: Wardrobe,
  fine: boolean,
): void {
  const t = s.measures.limb;
  const round = fine ? 14 : 9;
  const long = look.sleeves === "long" || look.jacket !== undefined;
  const ease = look.jacket ? 0.006 : 0;
  const upper = distance(arm.shoulder, arm.elbow);
  const fore = distance(arm.elbow, arm.wrist);
  const sleeve = 0.043 * t + ease;
  const elbow = 0.04 * t + ease;
  if (long) {
    bone(b, arm.shoulder, arm.elbow, limb(upper, sleeve, elbow, 0.2, round), w.sleeve);
    const cuff = 0.033 * t + ease;
    bone(b, arm.elbow, arm.wrist, limb(fore * 0.97, elbow, cuff, 0.12, round), w.sleeve);
    bone(
      b,
      mix(arm.elbow, arm.wrist, 0.8),
      arm.wrist,
      limb(fore * 0.25, 0.026 * t, 0.025 * t, 0, round),
      w.skin,
    );
  } else {
    const half = mix(arm.shoulder, arm.elbow, 0.62);
    bone(b, arm.shoulder, half, limb(upper * 0.62, 0.044 * t, 0.052 * t, 0.12, round), w.sleeve);
    bone(b, arm.shoulder, arm.elbow, limb(upper, 0.042 * t, 0.035 * t, 0.12, round), w.skin);
    bone(b, arm.elbow, arm.wrist, limb(fore, 0.035 * t, 0.025 * t, 0.16, round), w.skin);
  }
  const k = s.measures.k * (s.measures.k < 0.8 ? 1.05 : 1);
  b.pushMatrix(handMatrix(arm.wrist, arm.fingers, arm.palm));
  b.at(handGeometry(arm.shape, side, fine), w.skin, [0, 0, 0], [0, 0, 0], k);
  b.pop();
}

const shoeRings: Ring[] = [
  { y: -0.058, rx: 0.04, rz: 0.118, z: -0.045 },
  { y: -0.03, rx: 0.046, rz: 0.124, z: -0.045 },
  { y: -0.01, rx: 0.044, rz: 0.108, z: -0.032 },
  { y: 0.018, rx: 0.04, rz: 0.066, z: -0.003 },
  { y: 0.05, rx: 0.036, rz: 0.044, z: 0.008 },
];

function drawShoe(b: PartBuilder, leg: Leg, k: number, w: Wardrobe, fine: boolean): void {
  b.push(leg.ankle, [-leg.pitch, -leg.turn, 0], k);
  b.add(loft(shoeRings, fine ? 16 : 10), w.shoes);
  const sole = fine ? roundedBox(0.094, 0.022, 0.25, 0.01, 1) : box(0.09, 0.022, 0.245);
  b.at(sole, shade(w.shoes, 0.45), [0, -0.066, -0.044]);
  b.pop();
}

/** Thigh, shin and shoe in the model frame; bare, in shorts or in trousers. */
export function drawLeg(
  b: PartBuilder,
  leg: Leg,
  s: Skeleton,
  person: Person,
  w: Wardrobe,
  fine: boolean,
): void {
  const { outfit } = person.look;
  const t = s.measures.limb;
  const round = fine ? 14 : 9;
  const thigh = distance(leg.hip, leg.knee);
  const shin = distance(leg.knee, leg.ankle);
  if (outfit === "trousers") {
    bone(b, leg.hip, leg.knee, limb(thigh, 0.078 * t, 0.064 * t, 0.12, round), w.bottom);
    bone(b, leg.knee, leg.ankle, limb(shin * 0.96, 0.064 * t, 0.052 * t, 0.04, round), w.bottom);
  } else {
    bone(b, leg.hip, leg.knee, limb(thigh, 0.074 * t, 0.054 * t, 0.1, round), w.skin);
    bone(b, leg.knee, leg.ankle, limb(shin, 0.052 * t, 0.034 * t, 0.2, round), w.skin);
    if (outfit === "shorts") {
      const hem = mix(leg.hip, leg.knee, 0.78);
      bone(b, leg.hip, hem, limb(thigh * 0.78, 0.08 * t, 0.084 * t, 0.08, round), w.bottom);
    }
  }
  drawShoe(b, leg, s.measures.k, w, fine);
}
