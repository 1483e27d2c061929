import type { Look, Person } from "../../world/types.js";
import type { PartBuilder } from "../builder.js";
import { rgb } from "../colour.js";
import { gridTriangles, memo, smoothSurface, sphere, tube } from "../geometry/index.js";
import type { Point } from "../matrix.js";
import { noise3 } from "../noise.js";
import type { Geometry, Material, Texture } from "../types.js";
import { type HeadShape, headGrid, headPoint } from "./head.js";
import { smooth } from "./vec.js";

type Style = Look["hair"];

/** Depth below the skin where there is no hair: the shell then dips into the head and cannot be seen. */
const BARE = -0.008;

/**
 * How far inside the hairline a point of the head is, metres (negative: bare). `turn` 0 front … π back,
 * `y` height over the middle of the head.
 */
function insideHairline(style: Style, female: boolean, turn: number, y: number): number {
  const a = Math.abs(turn);
  if (style === "bald") {
    const top = 0.052 - 0.012 * smooth(1.4, 2.6, a);
    const low = -0.05 - 0.03 * smooth(1.6, 2.6, a);
    return Math.min(top - y, y - low, (a - 1.32) * 0.07);
  }
  // women wear a fringe swept to one side, except with a bun
  const swept = female && (style === "short" || style === "pony");
  const fringe = swept ? 0.05 : female && style !== "bun" ? 0.064 : 0.072;
  const part = swept ? 0.014 * Math.sin((turn + 0.5) * 2.2) : 0;
  const temple = female ? 0.012 : 0.004;
  const front = fringe + part - 0.018 * smooth(0.5, 0.95, a);
  const side = female && style !== "bun" && style !== "pony" ? -0.07 : -0.012 - temple;
  const ear =
    style === "short" && !female ? 0.004 : style === "bun" || style === "pony" ? 0.0 : -0.08;
  const nape = style === "short" && !female ? -0.062 : -0.085;
  let limit = front + (side - front) * smooth(0.85, 1.18, a);
  limit += (ear - side) * smooth(1.22, 1.4, a);
  limit += (nape - ear) * smooth(1.75, 2.2, a);
  return y - limit;
}

/** How thick the hair stands, metres. */
function fullness(style: Style, female: boolean, turn: number, y: number): number {
  const a = Math.abs(turn);
  const crown = smooth(0.02, 0.1, y);
  if (style === "bald") return 0.006;
  if (style === "curly") return (female ? 0.034 : 0.026) + 0.008 * crown;
  if (style === "short" && !female) {
    return 0.006 + 0.011 * crown + 0.008 * crown * smooth(1.5, 0.3, a) * smooth(0.117, 0.09, y);
  }
  if (style === "bun" || style === "pony") return 0.007 + 0.005 * crown;
  const sideways = smooth(0.9, 1.5, a);
  return 0.011 + 0.01 * crown + (style === "short" ? 0.011 : 0.004) * sideways;
}

function cap(style: Style, female: boolean, s: HeadShape, fine: boolean): Geometry {
  return memo(`hair:${style}:${female}:${JSON.stringify(s)}:${fine}`, () =>
    headGrid({ ...s, nose: 0, brow: 0, chin: 0 }, fine, (turn, rise) => {
      const [x, y, z] = headPoint(turn, rise, s);
      const wrapped = turn > Math.PI ? turn - Math.PI * 2 : turn;
      const inside = insideHairline(style, female, wrapped, y);
      let full = fullness(style, female, wrapped, y);
      if (style === "curly") full *= 0.72 + 0.6 * noise3(x * 60, y * 60, z * 60);
      const grown = smooth(-0.004, 0.022, inside);
      return BARE + (full - BARE) * (inside < -0.004 ? 0 : 0.45 + 0.55 * grown);
    }),
  );
}

/** Hair hanging round the sides and the back: half opening in front by height, down to `low`. */
function curtain(low: number, fine: boolean): Geometry {
  return memo(`curtain:${low}:${fine}`, () => {
    const columns = fine ? 28 : 16;
    const rows = 10;
    const top = 0.05;
    const p: number[] = [];
    for (let j = 0; j <= rows; j++) {
      const t = j / rows;
      const y = low + (top - low) * t;
      const down = smooth(-0.06, low, y);
      const gap = 1.02 + 0.85 * down * (low < -0.2 ? 1 : 0.12);
      const tuck = 0.022 * smooth(-0.01, top, y);
      const wide = 0.093 + 0.006 * Math.sin(t * 3) - 0.012 * down - tuck;
      const deep = 0.108 - 0.012 * down - tuck;
      for (let i = 0; i <= columns; i++) {
        const a = gap + (i / columns) * (Math.PI * 2 - gap * 2);
        const wave = 1 + 0.02 * Math.sin(a * 9 + t * 4);
        p.push(Math.sin(a) * wide * wave, y, -Math.cos(a) * deep * wave + 0.004 + 0.012 * down);
      }
    }
    const outer = gridTriangles(rows + 1, columns + 1, false).reverse();
    return smoothSurface(p, outer);
  });
}

/** Strands: streaks that run down from the crown. */
const strands: Texture = (x, y, z, _wx, _wy, _wz, distance, out) => {
  const a = Math.atan2(x, z);
  const streak = noise3(a * 16, y * 9, Math.abs(x) * 20);
  const finer = distance < 5 ? noise3(a * 60, y * 16, 3) - 0.5 : 0;
  const n = 0.72 + 0.5 * streak + 0.25 * finer;
  out[0] = out[0]! * n;
  out[1] = out[1]! * n;
  out[2] = out[2]! * n;
};

export function hairMaterial(hex: string): Material {
  return { colour: rgb(hex), texture: strands, specular: 0.14, shininess: 16, twoSided: true };
}

/** What style is drawn: children and women are not bald. */
export function hairStyle(p: Person): Style {
  const { hair } = p.look;
  if (hair !== "bald") return hair;
  return p.sex === "female" || p.ageGroup === "child" ? "short" : "bald";
}

/** Hair in the modelled head's frame (the builder stands there). */
export function drawHair(b: PartBuilder, p: Person, s: HeadShape, fine: boolean): void {
  const style = hairStyle(p);
  const female = p.sex === "female";
  const m = hairMaterial(p.look.hairColour);
  b.add(cap(style, female, s, fine), m);
  if (style === "long") b.add(curtain(female ? -0.27 : -0.16, fine), m);
  if (style === "short" && female) b.add(curtain(-0.088, fine), m);
  if (style === "curly" && female) {
    for (const side of [-1, 1]) {
      b.at(
        sphere(1, fine ? 14 : 8, fine ? 10 : 6),
        m,
        [side * 0.075, -0.03, 0.03],
        [0, 0, 0],
        [0.036, 0.075, 0.07],
      );
    }
  }
  if (style === "bun") {
    b.at(
      sphere(1, fine ? 18 : 10, fine ? 12 : 7),
      m,
      [0, 0.12, 0.05],
      [0, 0, 0],
      [0.05, 0.046, 0.05],
    );
    b.at(sphere(1, 12, 8), m, [0, 0.098, 0.045], [0, 0, 0], [0.036, 0.036, 0.036]);
  }
  if (style === "pony") drawTails(b, p, m, fine);
}

/** One tail at the back; girls wear two, at the sides, which show from the front too. */
function drawTails(b: PartBuilder, p: Person, m: Material, fine: boolean): void {
  const tie: Material = { colour: rgb(p.look.top), specular: 0.1 };
  const bead = sphere(0.022, 10, 8);
  const steps = fine ? 16 : 8;
  const sides = fine ? 10 : 7;
  if (p.ageGroup === "child" && p.sex === "female") {
    for (const side of [-1, 1]) {
      const bunch: Point[] = [
        [side * 0.078, 0.03, 0.02],
        [side * 0.125, 0.035, 0.026],
        [side * 0.15, -0.03, 0.022],
        [side * 0.142, -0.105, 0.015],
        [side * 0.132, -0.155, 0.01],
      ];
      b.add(tube(bunch, [0.016, 0.03, 0.036, 0.028, 0.006], steps, sides), m);
      b.at(bead, tie, [side * 0.094, 0.033, 0.022]);
    }
    return;
  }
  const tail: Point[] = [
    [0, 0.075, 0.085],
    [0, 0.1, 0.125],
    [0, 0.045, 0.165],
    [0, -0.07, 0.155],
    [0, -0.17, 0.135],
  ];
  b.add(tube(tail, [0.02, 0.032, 0.038, 0.03, 0.006], steps, sides), m);
  b.at(bead, tie, [0, 0.084, 0.1]);
}
