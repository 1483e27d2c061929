import type { Opening, Wall } from "../../world/types.js";
import { fromTriangles, key, memo } from "../geometry/index.js";
import type { Geometry } from "../types.js";

/** A rectangle of a wall's face: x along the wall, y up, metres. */
export interface Patch {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

/** An opening as a patch. */
export interface Hole extends Patch {
  kind: Opening["kind"];
}

/** Length of a wall, metres. */
export const wallLength = (wall: Wall): number =>
  Math.hypot(wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]) / 100;

/** A wall's openings from its start to its end, cut to the wall. */
export function holesOf(wall: Wall): Hole[] {
  const length = wallLength(wall);
  return wall.openings
    .map((o) => ({
      kind: o.kind,
      x0: Math.max(0, (o.at - o.width / 2) / 100),
      x1: Math.min(length, (o.at + o.width / 2) / 100),
      y0: o.sill / 100,
      y1: Math.min(wall.height / 100, (o.sill + o.height) / 100),
    }))
    .filter((h) => h.x1 > h.x0 && h.y1 > h.y0)
    .sort((a, b) => a.x0 - b.x0);
}

/** The stretches of a wall that no hole cuts; `margin` widens the holes. */
export function stretches(
  length: number,
  holes: readonly Patch[],
  margin = 0,
): { x0: number; x1: number }[] {
  const out: { x0: number; x1: number }[] = [];
  let x = 0;
  for (const hole of holes) {
    if (hole.x0 - margin > x + 1e-6) out.push({ x0: x, x1: hole.x0 - margin });
    x = Math.max(x, hole.x1 + margin);
  }
  if (length > x + 1e-6) out.push({ x0: x, x1: length });
  return out;
}

/** What is left of a face when the holes are cut out. */
export function facePatches(length: number, height: number, holes: readonly Patch[]): Patch[] {
  const out: Patch[] = stretches(length, holes).map((s) => ({ ...s, y0: 0, y1: height }));
  for (const { x0, x1, y0, y1 } of holes) {
    if (y0 > 1e-6) out.push({ x0, x1, y0: 0, y1: y0 });
    if (y1 < height - 1e-6) out.push({ x0, x1, y0: y1, y1: height });
  }
  return out;
}

type Corner = readonly [number, number, number];

class Quads {
  private readonly p: number[] = [];
  private readonly t: number[] = [];

  /** Corners counter-clockwise seen from outside. */
  add(a: Corner, b: Corner, c: Corner, d: Corner): void {
    const n = this.p.length / 3;
    this.p.push(...a, ...b, ...c, ...d);
    this.t.push(n, n + 1, n + 2, n, n + 2, n + 3);
  }

  get geometry(): Geometry {
    return fromTriangles(this.p, this.t, 20);
  }
}

/** Both faces, the top and the two ends of a wall with its holes cut out; thickness along z. */
export function wallFaces(
  length: number,
  height: number,
  thickness: number,
  holes: readonly Patch[],
): Geometry {
  const flat = holes.flatMap((h) => [h.x0, h.x1, h.y0, h.y1]);
  return memo(key("wall", length, height, thickness, ...flat), () => {
    const q = new Quads();
    const z = thickness / 2;
    for (const { x0, x1, y0, y1 } of facePatches(length, height, holes)) {
      q.add([x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]);
      q.add([x1, y0, -z], [x0, y0, -z], [x0, y1, -z], [x1, y1, -z]);
    }
    const topCut = holes.filter((h) => h.y1 >= height - 1e-6);
    for (const { x0, x1 } of stretches(length, topCut)) {
      q.add([x0, height, z], [x1, height, z], [x1, height, -z], [x0, height, -z]);
    }
    q.add([0, 0, -z], [0, 0, z], [0, height, z], [0, height, -z]);
    q.add([length, 0, z], [length, 0, -z], [length, height, -z], [length, height, z]);
    return q.geometry;
  });
}

/** The inner sides of a wall's holes: jambs, lintel and, over a sill, its upper side. */
export function revealFaces(height: number, thickness: number, holes: readonly Patch[]): Geometry {
  const flat = holes.flatMap((h) => [h.x0, h.x1, h.y0, h.y1]);
  return memo(key("reveal", height, thickness, ...flat), () => {
    const q = new Quads();
    const z = thickness / 2;
    for (const { x0, x1, y0, y1 } of holes) {
      q.add([x0, y0, z], [x0, y0, -z], [x0, y1, -z], [x0, y1, z]);
      q.add([x1, y0, -z], [x1, y0, z], [x1, y1, z], [x1, y1, -z]);
      if (y1 < height - 1e-6) q.add([x0, y1, -z], [x1, y1, -z], [x1, y1, z], [x0, y1, z]);
      if (y0 > 1e-6) q.add([x0, y0, z], [x1, y0, z], [x1, y0, -z], [x0, y0, -z]);
    }
    return q.geometry;
  });
}
