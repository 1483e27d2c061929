import type { Geometry } from "../types.js";
import { fromTriangles, key, memo } from "./mesh.js";

/** Positions and triangles of a box's surface cut at the given x, y and z lines. */
function boxGrid(xs: number[], ys: number[], zs: number[]): { p: number[]; t: number[] } {
  const p: number[] = [];
  const t: number[] = [];
  const face = (us: number[], vs: number[], at: (u: number, v: number) => number[]) => {
    const base = p.length / 3;
    for (const v of vs) for (const u of us) p.push(...at(u, v));
    const w = us.length;
    for (let j = 0; j + 1 < vs.length; j++) {
      for (let i = 0; i + 1 < w; i++) {
        const a = base + j * w + i;
        t.push(a, a + 1, a + w + 1, a, a + w + 1, a + w);
      }
    }
  };
  const back = (list: number[]) => [...list].reverse();
  const x1 = xs.at(-1)!;
  const y1 = ys.at(-1)!;
  const z1 = zs.at(-1)!;
  face(xs, ys, (u, v) => [u, v, z1]);
  face(back(xs), ys, (u, v) => [u, v, -z1]);
  face(back(zs), ys, (u, v) => [x1, v, u]);
  face(zs, ys, (u, v) => [-x1, v, u]);
  face(xs, back(zs), (u, v) => [u, y1, v]);
  face(xs, zs, (u, v) => [u, -y1, v]);
  return { p, t };
}

/** Box centred on the origin: width x, height y, depth z. */
export function box(width: number, height: number, depth: number): Geometry {
  return memo(key("box", width, height, depth), () => {
    const [x, y, z] = [width / 2, height / 2, depth / 2];
    const { p, t } = boxGrid([-x, x], [-y, y], [-z, z]);
    return fromTriangles(p, t, 30);
  });
}

/** Box with rounded edges of radius `r` (limited to half the shortest side), `steps` per quarter circle. */
export function roundedBox(
  width: number,
  height: number,
  depth: number,
  r: number,
  steps = 2,
): Geometry {
  return memo(key("rbox", width, height, depth, r, steps), () => {
    const size = [width / 2, height / 2, depth / 2] as const;
    const radius = Math.min(r, ...size);
    const lines = size.map((half) => {
      const cut: number[] = [];
      for (let s = 0; s <= steps; s++) {
        cut.push(half - radius + radius * Math.sin((s / steps) * (Math.PI / 2)));
      }
      return [...[...cut].reverse().map((c) => -c), ...cut];
    });
    const { p, t } = boxGrid(lines[0]!, lines[1]!, lines[2]!);
    for (let i = 0; i < p.length; i += 3) {
      const d = [0, 1, 2].map((k) => {
        const inner = size[k]! - radius;
        return p[i + k]! - Math.max(-inner, Math.min(inner, p[i + k]!));
      });
      const len = Math.hypot(d[0]!, d[1]!, d[2]!);
      if (len === 0) continue;
      for (let k = 0; k < 3; k++) p[i + k] = p[i + k]! - d[k]! + (d[k]! / len) * radius;
    }
    return fromTriangles(p, t, 50);
  });
}
