import type { Person } from "../../world/types.js";
import { gridTriangles, key, memo, smoothSurface } from "../geometry/index.js";
import type { Point } from "../matrix.js";
import type { Geometry } from "../types.js";
import { type Skeleton, spineAt } from "./skeleton.js";
import { smooth } from "./vec.js";

/**
 * Cross-sections of the trunk. `at` is a share of the back's length (0 hips, 1 root of the neck); half width,
 * depth to the front and to the back in metres for an adult of 1.72 m.
 */
export interface Section {
  at: number;
  width: number;
  front: number;
  back: number;
}

type Row = readonly [at: number, width: number, front: number, back: number];

const MALE: Row[] = [
  [-0.17, 0.162, 0.104, 0.112],
  [-0.06, 0.17, 0.11, 0.12],
  [0.06, 0.163, 0.11, 0.11],
  [0.2, 0.155, 0.11, 0.1],
  [0.36, 0.16, 0.112, 0.102],
  [0.52, 0.171, 0.118, 0.11],
  [0.66, 0.18, 0.122, 0.118],
  [0.77, 0.186, 0.115, 0.12],
  [0.84, 0.181, 0.101, 0.114],
  [0.89, 0.163, 0.09, 0.104],
  [0.93, 0.132, 0.078, 0.092],
  [0.97, 0.09, 0.066, 0.077],
  [1.01, 0.064, 0.058, 0.062],
];

const FEMALE: Row[] = [
  [-0.17, 0.168, 0.1, 0.118],
  [-0.06, 0.176, 0.104, 0.128],
  [0.06, 0.163, 0.102, 0.112],
  [0.22, 0.133, 0.096, 0.088],
  [0.36, 0.132, 0.098, 0.086],
  [0.5, 0.145, 0.112, 0.092],
  [0.6, 0.153, 0.138, 0.098],
  [0.68, 0.157, 0.142, 0.1],
  [0.77, 0.159, 0.116, 0.102],
  [0.84, 0.154, 0.094, 0.099],
  [0.89, 0.139, 0.082, 0.09],
  [0.93, 0.112, 0.071, 0.081],
  [0.97, 0.077, 0.06, 0.07],
  [1.01, 0.056, 0.052, 0.057],
];

const CHILD: Row[] = [
  [-0.17, 0.152, 0.106, 0.112],
  [-0.05, 0.16, 0.112, 0.116],
  [0.1, 0.156, 0.118, 0.106],
  [0.3, 0.152, 0.122, 0.1],
  [0.5, 0.153, 0.118, 0.102],
  [0.7, 0.155, 0.11, 0.104],
  [0.83, 0.15, 0.095, 0.1],
  [0.89, 0.134, 0.083, 0.09],
  [0.93, 0.108, 0.073, 0.08],
  [0.97, 0.074, 0.061, 0.067],
  [1.01, 0.058, 0.054, 0.056],
];

/** How far the belly stands out, metres: of stout people, and a little of the old. */
export function bellyOf(p: Person): number {
  return Math.max(0, p.build - 1) * 0.22 + (p.ageGroup === "elderly" ? 0.012 : 0);
}

/** The trunk's sections for a person; stout people carry it in front. */
export function sections(p: Person, girth: number, ease: number): Section[] {
  const rows = p.ageGroup === "child" ? CHILD : p.sex === "female" ? FEMALE : MALE;
  const belly = bellyOf(p);
  return rows.map(([at, width, front, back]) => {
    const middle = smooth(-0.2, 0.2, at) * (1 - smooth(0.35, 0.65, at));
    return {
      at,
      width: width * girth + ease,
      front: front * girth + ease + belly * middle,
      back: back * girth + ease,
    };
  });
}

/** Smoothly blended section at a share of the back. */
function sectionAt(list: readonly Section[], at: number): Section {
  let i = 0;
  while (i + 2 < list.length && list[i + 1]!.at < at) i++;
  const a = list[i]!;
  const b = list[i + 1]!;
  const t = Math.min(1, Math.max(0, (at - a.at) / (b.at - a.at)));
  const blend = (p: number, q: number) => p + (q - p) * t;
  return {
    at,
    width: blend(a.width, b.width),
    front: blend(a.front, b.front),
    back: blend(a.back, b.back),
  };
}

/** A point on the skin of the trunk, upper frame: `turn` radians from the front to the right. */
export function skinPoint(
  s: Skeleton,
  list: readonly Section[],
  at: number,
  turn: number,
  extra: number,
  size = 1,
): Point {
  const c = spineAt(s.spine, at, s.measures.spine);
  const e = sectionAt(list, at);
  const sin = Math.sin(turn);
  const cos = Math.cos(turn);
  const across = Math.sign(sin) * Math.abs(sin) ** 0.85 * (e.width + extra) * size;
  const depth = (cos > 0 ? e.front : e.back) + extra;
  const ahead = Math.sign(cos) * Math.abs(cos) ** 0.9 * depth * size;
  return [across, c.y - ahead * Math.sin(c.angle), c.z - ahead * Math.cos(c.angle)];
}

export interface SkinOptions {
  /** share of the back where the skin begins and ends */
  from: number;
  to: number;
  rows: number;
  columns: number;
  /** the part of the round that is covered, by share of the back: radians from the front to the right */
  arc?: (at: number) => readonly [number, number];
  /** extra width by share of the back, metres */
  flare?: (at: number) => number;
  /** closes the ends (a body, not a shell) */
  capped?: boolean;
}

/**
 * Skin over the bent trunk, in the upper frame. Sections are rounded boxes; an arc covers a part of the round
 * only (jackets, aprons). `name` tells apart skins whose functions differ.
 */
export function trunk(
  name: string,
  s: Skeleton,
  list: readonly Section[],
  o: SkinOptions,
): Geometry {
  const { pose, measures: m } = s;
  const flat = list.flatMap((e) => [e.width, e.front, e.back]);
  const id = key(
    `trunk-${name}`,
    o.from,
    o.to,
    o.rows,
    o.columns,
    pose.lean,
    pose.hunch,
    m.spine,
    ...flat,
  );
  return memo(id, () => {
    const p: number[] = [];
    const open = o.arc !== undefined;
    const row = (at: number, size: number) => {
      const extra = o.flare?.(at) ?? 0;
      const [start, end] = o.arc?.(at) ?? [0, Math.PI * 2];
      const columns = open ? o.columns + 1 : o.columns;
      for (let i = 0; i < columns; i++) {
        const turn = start + (i / o.columns) * (end - start);
        p.push(...skinPoint(s, list, at, turn, extra, size));
      }
      return columns;
    };
    const columns = o.capped ? row(o.from, 0) : 0;
    let count = o.columns;
    for (let j = 0; j <= o.rows; j++) count = row(o.from + ((o.to - o.from) * j) / o.rows, 1);
    if (o.capped) row(o.to, 0);
    const rows = o.rows + 1 + (columns > 0 ? 2 : 0);
    return smoothSurface(p, gridTriangles(rows, count, !open).reverse());
  });
}
