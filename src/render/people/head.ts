import type { Person } from "../../world/types.js";
import { gridTriangles, memo, smoothSurface, sphere } from "../geometry/index.js";
import type { Geometry } from "../types.js";
import { smooth } from "./vec.js";

/**
 * The modelled head: 0.235 m high, centred on the origin, looking along −z. All other heads are this one
 * scaled. Features (metres): eyes y 0.000 ± 0.031, brows 0.021, nose tip −0.040, mouth −0.066.
 */
export interface HeadShape {
  /** width of the jaw against the skull */
  jaw: number;
  brow: number;
  nose: number;
  chin: number;
  cheek: number;
  /** sunken cheeks and temples */
  hollow: number;
}

export function headShape(p: Person): HeadShape {
  if (p.ageGroup === "child") {
    return { jaw: 0.8, brow: 0.2, nose: 0.62, chin: 0.6, cheek: 1.7, hollow: 0 };
  }
  const old = p.ageGroup === "elderly" ? 1 : 0;
  return p.sex === "female"
    ? {
        jaw: 0.7,
        brow: 0.3,
        nose: 0.85 + 0.2 * old,
        chin: 0.8,
        cheek: 1.2 - 0.5 * old,
        hollow: old,
      }
    : { jaw: 0.87, brow: 1.2, nose: 1.1 + 0.2 * old, chin: 1.3, cheek: 0.6, hollow: old };
}

const HALF_WIDTH = 0.0775;
const HALF_HEIGHT = 0.1175;
const HALF_DEPTH = 0.097;

const bump = (v: number, at: number, spread: number): number => {
  const d = (v - at) / spread;
  return Math.exp(-d * d);
};

/** How far the face stands out (towards −z) at (x, y), metres. */
function relief(x: number, y: number, s: HeadShape): number {
  const ax = Math.abs(x);
  const wing = 0.0075 + 0.0055 * smooth(0.0, -0.038, y);
  const ridge = 0.003 + 0.019 * smooth(0.018, -0.037, y);
  const nose = ridge * smooth(0.022, 0.0, y) * smooth(-0.0535, -0.041, y) * bump(x, 0, wing);
  const socket = -0.0075 * bump(ax, 0.031, 0.017) * bump(y, 0.0, 0.0125);
  const brow = 0.003 * bump(ax, 0.03, 0.02) * bump(y, 0.021, 0.008);
  const lips = 0.0042 * bump(x, 0, 0.021) * (bump(y, -0.061, 0.0055) + bump(y, -0.0715, 0.006));
  const chin = 0.0065 * bump(x, 0, 0.018) * bump(y, -0.102, 0.014);
  const cheek = 0.0032 * bump(ax, 0.041, 0.018) * bump(y, -0.028, 0.018);
  const hollow = -0.005 * bump(ax, 0.05, 0.014) * bump(y, -0.052, 0.022);
  return (
    nose * s.nose +
    socket +
    brow * s.brow +
    lips +
    chin * s.chin +
    cheek * s.cheek +
    hollow * s.hollow
  );
}

/** Surface of the head in a direction: `turn` from the front to the right, `rise` up, radians. */
export function headPoint(turn: number, rise: number, s: HeadShape): [number, number, number] {
  const up = Math.sin(rise);
  const flat = Math.cos(rise);
  const y = up * HALF_HEIGHT;
  const low = Math.max(0, -up);
  const narrow = 1 - (1 - s.jaw) * smooth(0.05, 0.85, low);
  const full = flat ** (low > 0 ? 0.86 : 1);
  const x = Math.sin(turn) * full * HALF_WIDTH * narrow;
  const ahead = Math.cos(turn);
  // the back of the skull is round above and runs in to the neck below; the face is flatter
  const depth =
    ahead < 0
      ? HALF_DEPTH * (1.02 - 0.42 * smooth(0.15, 0.95, low))
      : HALF_DEPTH * (0.98 - 0.1 * smooth(0.3, 1, low));
  const squared = Math.sign(ahead) * Math.abs(ahead) ** (ahead > 0 ? 0.8 : 1);
  let z = -squared * full * depth;
  if (ahead > 0) z -= relief(x, y, s) * smooth(0, 0.5, ahead);
  return [x, y, z];
}

/** Turns of the columns: dense across the face. */
export function columnTurns(fine: boolean): number[] {
  const face = fine ? 30 : 14;
  const back = fine ? 18 : 10;
  const half = 1.15;
  const out: number[] = [];
  for (let i = 0; i < face; i++) out.push(-half + (2 * half * i) / face);
  for (let i = 0; i < back; i++) out.push(half + ((2 * Math.PI - 2 * half) * i) / back);
  return out;
}

/** Rises of the rows, from below the chin to the crown: dense from mouth to brow. */
export function rowRises(fine: boolean): number[] {
  const n = fine ? 36 : 16;
  return Array.from({ length: n + 1 }, (_, i) => {
    const t = (i / n) * 2 - 1;
    return (t * 0.72 + t * t * t * 0.28) * (Math.PI / 2);
  });
}

/**
 * Grid over the head, `out(turn, rise)` metres outside (or inside) its surface along the direction from the
 * middle of the head.
 */
export function headGrid(
  s: HeadShape,
  fine: boolean,
  out: (turn: number, rise: number) => number,
): Geometry {
  const turns = columnTurns(fine);
  const rises = rowRises(fine);
  const p: number[] = [];
  for (const rise of rises) {
    for (const turn of turns) {
      const [x, y, z] = headPoint(turn, rise, s);
      const l = Math.hypot(x, y, z);
      const k = 1 + out(turn, rise) / l;
      p.push(x * k, y * k, z * k);
    }
  }
  return smoothSurface(p, gridTriangles(rises.length, turns.length, true).reverse());
}

export function headGeometry(s: HeadShape, fine: boolean): Geometry {
  return memo(`head:${JSON.stringify(s)}:${fine}`, () => headGrid(s, fine, () => 0));
}

/** One ear, for scaling and placing at (±0.077, −0.008, 0.006). */
export function earGeometry(fine: boolean): Geometry {
  return fine ? sphere(1, 12, 8) : sphere(1, 8, 6);
}
