import type { Look } from "../../world/types.js";
import type { PartBuilder } from "../builder.js";
import { mat } from "../colour.js";
import { box, cylinder, roundedBox, torus, tube } from "../geometry/index.js";
import { apply, type Point } from "../matrix.js";
import { cloth, leather, shade } from "./cloth.js";
import { handMatrix } from "./hand.js";
import { palmPoint, type Skeleton, spineAt } from "./skeleton.js";

/** Walking stick from the right hand to the ground. Model frame. */
export function drawCane(b: PartBuilder, s: Skeleton): void {
  const wood = mat("#5a3418", { specular: 0.3, shininess: 30 });
  const top = palmPoint(s, 0);
  const foot: Point = [top[0] + 0.02, 0, top[2] - 0.04];
  const stem = Math.hypot(top[1], 0.045);
  const middle: Point = [(top[0] + foot[0]) / 2, top[1] / 2, (top[2] + foot[2]) / 2];
  const tilt: Point = [-Math.atan2(-0.04, top[1]) - 0.0, 0, Math.atan2(0.02, top[1])];
  b.at(cylinder(0.0135, 0.011, stem, 10), wood, middle, tilt);
  const hook: Point[] = [
    [top[0], top[1] - 0.03, top[2]],
    [top[0], top[1] + 0.025, top[2] + 0.012],
    [top[0], top[1] + 0.04, top[2] + 0.055],
    [top[0], top[1] + 0.012, top[2] + 0.095],
    [top[0], top[1] - 0.03, top[2] + 0.1],
  ];
  b.add(tube(hook, 0.0145, 14, 8), wood);
  b.at(cylinder(0.017, 0.019, 0.035, 10), mat("#1b1b1b"), [foot[0], 0.0175, foot[2]]);
}

/** Phone lying in a hand. Upper frame. */
export function drawPhone(b: PartBuilder, s: Skeleton, side: 0 | 1): void {
  const arm = s.arms[side];
  b.pushMatrix(handMatrix(arm.wrist, arm.fingers, arm.palm));
  b.at(
    roundedBox(0.074, 0.15, 0.009, 0.004, 1),
    mat("#17191d", { specular: 0.5 }),
    [0, -0.085, -0.032],
  );
  b.at(box(0.066, 0.138, 0.002), mat("#9fc3e6", { emission: 0.55 }), [0, -0.085, -0.0375]);
  b.pop();
}

/** Shopping bag hanging from a hand. Model frame. */
export function drawBag(b: PartBuilder, s: Skeleton, colour: string, side: 0 | 1): void {
  const m = leather(colour);
  const k = Math.max(0.75, s.measures.k);
  const grip = palmPoint(s, side);
  b.push([grip[0], grip[1] - 0.01, grip[2]], [0, 0, 0], k);
  for (const z of [-0.05, 0.05]) {
    b.add(
      tube(
        [
          [0, -0.17, z * 1.8],
          [0, -0.06, z * 1.2],
          [0, 0.005, 0],
        ],
        0.0075,
        10,
        6,
      ),
      shade(m, 0.7),
    );
  }
  b.at(roundedBox(0.13, 0.25, 0.31, 0.03, 2), m, [0, -0.29, 0]);
  b.at(box(0.133, 0.035, 0.29), shade(m, 0.72), [0, -0.185, 0]);
  b.pop();
}

/** Rucksack on the back with straps over the shoulders. Upper frame. */
export function drawBackpack(b: PartBuilder, s: Skeleton, colour: string, fine: boolean): void {
  const m = cloth(colour);
  const { k, spine, girth } = s.measures;
  const mid = spineAt(s.spine, 0.6, spine);
  const back = 0.11 * girth;
  b.push([0, mid.y, mid.z], [-mid.angle, 0, 0]);
  const size = 0.75 + 0.25 * Math.min(1, k);
  b.at(roundedBox(0.29 * size, 0.4 * size, 0.15 * size, 0.06 * size, fine ? 3 : 1), m, [
    0,
    0.01,
    back + 0.07 * size,
  ]);
  b.at(
    roundedBox(0.22 * size, 0.17 * size, 0.07 * size, 0.03 * size, fine ? 2 : 1),
    shade(m, 0.8),
    [0, -0.07, back + 0.15 * size],
  );
  b.at(
    torus(0.03, 0.008, Math.PI * 2, 12, 6),
    shade(m, 0.6),
    [0, 0.2 * size, back + 0.05],
    [Math.PI / 2, 0, 0],
  );
  b.pop();
  const strap = shade(m, 0.65);
  const x = s.measures.shoulderHalf * 0.66;
  const at = (share: number, ahead: number, side: number): Point => {
    const c = spineAt(s.spine, share, spine);
    return [side * x, c.y - ahead * Math.sin(c.angle), c.z - ahead * Math.cos(c.angle)];
  };
  for (const side of [-1, 1]) {
    const points = [
      at(0.8, -0.13 * girth, side),
      at(0.95, -0.06 * girth, side),
      at(0.965, 0.02, side),
      at(0.88, 0.11 * girth, side),
      at(0.66, 0.135 * girth, side),
      at(0.45, 0.09 * girth, side * 1.35),
    ];
    b.add(tube(points, 0.017 * k, fine ? 18 : 9, 6), strap);
  }
}

/** Where the things of `look` go: which hand carries the bag. */
export function bagHand(look: Look): 0 | 1 {
  return look.cane || look.phone ? 1 : 0;
}

/** A point of the upper frame in the model frame. */
export function toModel(s: Skeleton, p: Point): Point {
  return apply(s.upper, p);
}
