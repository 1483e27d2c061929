import type { PartBuilder } from "../builder.js";
import { box, cylinder, loft, type Ring } from "../geometry/index.js";
import type { Material } from "../types.js";
import { dark, glass, lacquer, lit, metal, type PropBuilder, paint, soft } from "./kit.js";

const TURN = Math.PI / 2;

/** Body along the car's length (y of the loft), seen from above; z of a ring is minus its height. */
function bodyRings(half: number, width: number): Ring[] {
  const w = width / 2;
  const ring = (y: number, rx: number, low: number, high: number): Ring => ({
    y: y * half,
    rx: rx * w,
    rz: (high - low) / 2,
    z: -(high + low) / 2,
    square: 0.42,
  });
  return [
    ring(-0.995, 0.86, 0.34, 0.82),
    ring(-0.93, 0.97, 0.26, 0.93),
    ring(-0.6, 1, 0.22, 0.97),
    ring(0, 1, 0.22, 0.93),
    ring(0.5, 1, 0.22, 0.9),
    ring(0.8, 0.97, 0.24, 0.82),
    ring(0.95, 0.9, 0.28, 0.74),
    ring(0.995, 0.8, 0.34, 0.64),
  ];
}

/** Cabin rings from the belt line to the roof. */
function cabinRings(
  k: number,
  from: number,
  to: number,
  h: number,
  half: number,
  w: number,
): Ring[] {
  const belt = 0.88;
  const ring = (t: number): Ring => ({
    y: belt + (h - belt) * t,
    rx: (w / 2) * (0.93 - 0.2 * t) * k,
    rz: half * (0.62 - 0.2 * t) * k,
    z: half * (-0.15 - 0.04 * t),
    square: 0.45,
  });
  const out: Ring[] = [];
  for (let i = 0; i <= 3; i++) out.push(ring(from + ((to - from) * i) / 3));
  return out;
}

function wheels(b: PartBuilder, half: number, width: number): void {
  const x = width / 2 - 0.085;
  for (const z of [half * 0.62, -half * 0.62]) {
    for (const s of [1, -1]) {
      b.at(cylinder(0.37, 0.37, 0.2, 20), dark(), [s * (x - 0.012), 0.38, z], [0, 0, TURN]);
      b.at(cylinder(0.315, 0.315, 0.22, 20), paint("#26282a"), [s * x, 0.315, z], [0, 0, TURN]);
      b.at(cylinder(0.2, 0.2, 0.225, 14), metal("#b9bec4"), [s * x, 0.315, z], [0, 0, TURN]);
      b.at(cylinder(0.06, 0.06, 0.232, 8), dark(), [s * x, 0.315, z], [0, 0, TURN]);
    }
  }
}

function lights(b: PartBuilder, half: number, width: number): void {
  const x = width * 0.34;
  for (const s of [1, -1]) {
    b.at(soft(0.34, 0.13, 0.08, 0.03), lit("#fff8e2", 0.5), [s * x, 0.64, half * 0.955]);
    b.at(soft(0.3, 0.14, 0.06, 0.03), lit("#c81e1a", 0.35), [s * x, 0.74, -half * 0.975]);
  }
  b.at(soft(width * 0.5, 0.1, 0.05, 0.02), dark(), [0, 0.48, half * 0.985]);
  for (const z of [1, -1])
    b.at(box(0.46, 0.11, 0.02), paint("#f2f2ee"), [0, z > 0 ? 0.4 : 0.56, z * half * 0.993]);
}

function details(b: PartBuilder, half: number, width: number, body: Material): void {
  const x = width / 2;
  for (const s of [1, -1]) {
    b.at(soft(0.18, 0.12, 0.1, 0.03), body, [s * (x - 0.05), 0.98, half * 0.32]);
    for (const z of [0.02, -0.4])
      b.at(box(0.02, 0.03, 0.18), metal("#b9bec4"), [s * (x - 0.002), 0.8, half * z]);
    for (const z of [0.2, -0.2, -0.56])
      b.at(box(0.008, 0.5, 0.012), dark(), [s * (x - 0.004), 0.6, half * z]);
    b.at(box(0.03, 0.5, 0.07), body, [s * (x * 0.8), 1.1, half * -0.2], [0, 0, s * 0.3]);
  }
}

/** Saloon car: rounded body, glass cabin under a roof, wheels in dark arches. */
export const car: PropBuilder = (b, p) => {
  const body = lacquer(p.look.colour("colour", "#3a6ea5"));
  const half = p.depth / 2;
  const w = p.width;
  b.at(loft(bodyRings(half, w), 20, 40), body, [0, 0, 0], [TURN, 0, 0]);
  b.at(loft(cabinRings(1, 0, 0.86, p.height, half, w), 20, 50), glass("#1d262d"), [0, 0, 0]);
  b.at(loft(cabinRings(1.03, 0.8, 1, p.height, half, w), 20, 60), body, [0, 0, 0]);
  wheels(b, half, w);
  lights(b, half, w);
  details(b, half, w, body);
};
