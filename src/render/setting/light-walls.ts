import type { Wall } from "../../world/types.js";
import type { PartBuilder } from "../builder.js";
import { mat } from "../colour.js";
import { box, fromTriangles, key, memo, merge, profile } from "../geometry/index.js";
import { compose, type Matrix } from "../matrix.js";
import { hash2, noise2, noise3 } from "../noise.js";
import { leaves, woodGrain } from "../textures/stuff.js";
import type { Geometry } from "../types.js";
import { holesOf, stretches, wallLength } from "./wall-shape.js";

/** Walls that one sees through or over: picket fences, hedges, glass. */

const PICKET = 0.075;
const PICKET_STEP = 0.125;

const moved = (x: number, y: number, z: number): Matrix => compose([x, y, z], [0, 0, 0], [1, 1, 1]);

/** Parts of a wall that stand: everything but the openings. */
function standing(wall: Wall): { x0: number; x1: number }[] {
  return stretches(wallLength(wall), holesOf(wall));
}

/** Pickets with pointed tops on two rails between posts, from x = 0. */
function picketRun(length: number, height: number, seed: number): Geometry {
  return memo(key("pickets", length, height, seed), () => {
    const list: [Geometry, Matrix][] = [];
    const n = Math.max(1, Math.floor(length / PICKET_STEP));
    const half = PICKET / 2;
    for (let i = 0; i < n; i++) {
      const tall = Math.round((height - 0.04 * hash2(i % 5, seed)) * 100) / 100;
      const outline = [
        [-half, 0.05],
        [half, 0.05],
        [half, tall - 0.05],
        [0, tall],
        [-half, tall - 0.05],
      ] as const;
      list.push([profile(outline, 0.02), moved(((i + 0.5) / n) * length, 0, 0.03)]);
    }
    for (const y of [0.24, 0.74])
      list.push([box(length, 0.08, 0.03), moved(length / 2, y * height, 0)]);
    const posts = Math.max(1, Math.round(length / 2));
    for (let i = 0; i <= posts; i++) {
      const x = Math.min(length - 0.045, Math.max(0.045, (i / posts) * length));
      list.push([box(0.09, height + 0.06, 0.09), moved(x, (height + 0.06) / 2, -0.02)]);
    }
    return merge(list);
  });
}

export function drawFence(b: PartBuilder, wall: Wall): void {
  const m = mat(wall.colour, { texture: woodGrain(1), fine: true, specular: 0.06, shininess: 16 });
  for (const { x0, x1 } of standing(wall)) {
    b.at(picketRun(x1 - x0, wall.height / 100, 1), m, [x0, 0, 0]);
  }
}

/** A block of leaves: a fine-meshed box whose surface is pushed in and out. */
function hedgeRun(length: number, height: number, thickness: number): Geometry {
  return memo(key("hedge", length, height, thickness), () => {
    const cell = Math.max(0.2, length / 60);
    const along = Math.max(2, Math.ceil(length / cell));
    const outline = hedgeOutline(height, thickness);
    const p: number[] = [];
    const t: number[] = [];
    for (let i = 0; i <= along; i++) {
      const x = (i / along) * length;
      const end = i === 0 || i === along ? 0.75 : 1;
      for (const [y, z] of outline) p.push(...swollen(x, y, z * end, height));
    }
    const n = outline.length;
    for (let i = 0; i < along; i++) {
      for (let k = 0; k + 1 < n; k++) {
        const a = i * n + k;
        t.push(a, a + n, a + n + 1, a, a + n + 1, a + 1);
      }
    }
    for (let k = 1; k + 1 < n; k++) {
      t.push(0, k, k + 1);
      t.push(along * n, along * n + k + 1, along * n + k);
    }
    return fromTriangles(p, t, 70);
  });
}

/** Cross-section from the front foot over the top to the back foot: [y, z]. */
function hedgeOutline(height: number, thickness: number): [number, number][] {
  const z = thickness / 2;
  const rows = Math.max(2, Math.round(height / 0.25));
  const out: [number, number][] = [];
  for (let i = 0; i <= rows; i++) out.push([(i / rows) * height * 0.94, z]);
  for (const s of [0.7, 0.25, -0.25, -0.7]) out.push([height, z * s]);
  for (let i = rows; i >= 0; i--) out.push([(i / rows) * height * 0.94, -z]);
  return out;
}

function swollen(x: number, y: number, z: number, height: number): [number, number, number] {
  const bump = noise3(x * 3.1 + 40, y * 3.1 + 40, z * 2 + 40) - 0.5;
  const wide = y < 0.02 ? 0.94 : 1 + 0.28 * bump;
  const up = y > height * 0.9 ? 0.1 * (noise2(x * 2.7 + 9, z * 4 + 30) - 0.6) : 0;
  return [x, Math.max(0, y + up), z * wide];
}

export function drawHedge(b: PartBuilder, wall: Wall): void {
  const m = mat(wall.colour, { texture: leaves, fine: true });
  for (const { x0, x1 } of standing(wall)) {
    b.at(hedgeRun(x1 - x0, wall.height / 100, wall.thickness / 100), m, [x0, 0, 0]);
  }
}

/** Streaks of light on a pane, the only thing one sees of it. */
function glints(w: number, h: number): Geometry {
  return memo(key("glints", w, h), () => {
    const p: number[] = [];
    const t: number[] = [];
    const streak = (x: number, y: number, length: number, wide: number) => {
      const n = p.length / 3;
      p.push(
        x,
        y,
        0,
        x + wide,
        y,
        0,
        x + wide + length * 0.6,
        y + length,
        0,
        x + length * 0.6,
        y + length,
        0,
      );
      t.push(n, n + 1, n + 2, n, n + 2, n + 3);
    };
    const size = Math.min(w, h);
    streak(-w * 0.3, -h * 0.1, size * 0.4, size * 0.012);
    streak(-w * 0.24, -h * 0.16, size * 0.5, size * 0.03);
    streak(w * 0.08, h * 0.05, size * 0.3, size * 0.016);
    return fromTriangles(p, t, 20);
  });
}

export function drawGlassWall(b: PartBuilder, wall: Wall): void {
  const frame = mat(wall.colour, { specular: 0.4, shininess: 30, reflect: 0.1 });
  const shine = mat("#ffffff", { emission: 0.5, twoSided: true, noShadow: true });
  const h = wall.height / 100;
  const deep = Math.min(0.08, wall.thickness / 100);
  for (const { x0, x1 } of standing(wall)) {
    const w = x1 - x0;
    const bays = Math.max(1, Math.round(w / 1.2));
    for (const y of [0.05, h - 0.04]) b.at(box(w, 0.08, deep), frame, [(x0 + x1) / 2, y, 0]);
    for (let i = 0; i <= bays; i++) {
      const x = Math.min(x1 - 0.025, Math.max(x0 + 0.025, x0 + (i / bays) * w));
      b.at(box(0.05, h, deep), frame, [x, h / 2, 0]);
      if (i < bays) b.at(glints(w / bays, h), shine, [x0 + ((i + 0.5) / bays) * w, h / 2, 0]);
    }
  }
}
