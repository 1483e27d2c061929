import type { PartBuilder } from "../builder.js";
import { mat } from "../colour.js";
import {
  cone,
  cylinder,
  fromTriangles,
  key,
  lathe,
  memo,
  sphere,
  tube,
} from "../geometry/index.js";
import { hash2, noise3 } from "../noise.js";
import { bark, leaves } from "../textures/stuff.js";
import type { Geometry, Material } from "../types.js";
import { matt, type PropBuilder, paint, soft, wood } from "./kit.js";

export const foliage = (hex: string): Material => mat(hex, { texture: leaves, fine: true });

/** A ball of leaves with an uneven surface, radius about 1. */
export function clump(seed: number): Geometry {
  return memo(key("clump", seed), () => {
    const ball = sphere(1, 12, 8);
    const p = Float32Array.from(ball.positions);
    for (let i = 0; i < p.length; i += 3) {
      const [x, y, z] = [p[i]!, p[i + 1]!, p[i + 2]!];
      const k = 0.8 + 0.4 * noise3(x * 2.1 + seed * 9 + 50, y * 2.1 + 50, z * 2.1 + 50);
      p[i] = x * k;
      p[i + 1] = y * k;
      p[i + 2] = z * k;
    }
    return fromTriangles(p, ball.indices, 75);
  });
}

/** A long leaf that bends outward: two-sided strip from the origin, `length` up and `lean` out along z. */
function blade(length: number, lean: number, width: number): Geometry {
  return memo(key("blade", length, lean, width), () => {
    const p: number[] = [];
    const t: number[] = [];
    const n = 6;
    for (let i = 0; i <= n; i++) {
      const s = i / n;
      const w = width * Math.sin(Math.PI * (0.12 + 0.88 * s)) + 0.002;
      const y = length * (s - 0.25 * s * s * (lean / length));
      const z = lean * s * s;
      p.push(-w, y, z, 0, y - w * 0.35, z + w * 0.2, w, y, z);
      if (i === n) continue;
      const a = i * 3;
      t.push(a, a + 1, a + 4, a, a + 4, a + 3, a + 1, a + 2, a + 5, a + 1, a + 5, a + 4);
    }
    return fromTriangles(p, t, 70);
  });
}

/** Leaves fanned out from one point. */
function rosette(b: PartBuilder, m: Material, count: number, length: number, seed: number): void {
  const two = { ...m, twoSided: true };
  for (let i = 0; i < count; i++) {
    const a = i * 2.4;
    const lean = length * (0.2 + 0.3 * hash2(i, seed));
    const size = Math.round((0.75 + 0.35 * hash2(seed, i)) * 20) / 20;
    b.at(blade(length, Math.round(lean * 20) / 20, length * 0.12), two, [0, 0, 0], [0, a, 0], size);
  }
}

const tree: PropBuilder = (b, p) => {
  const { seed } = p.look;
  const h = p.height;
  const trunk = mat(p.look.colour("wood", "#5f4530"), { texture: bark });
  const green = foliage(p.look.colour("colour", "#4d7d35"));
  const r = Math.min(p.width, p.depth) / 2;
  if (p.look.text("style", "round") === "cone") {
    b.at(cylinder(r * 0.4, r * 0.6, h * 0.25, 10), trunk, [0, h * 0.125, 0]);
    for (let i = 0; i < 4; i++) {
      b.at(
        cone(h * (0.25 - i * 0.045), h * 0.36, 14),
        green,
        [0, h * (0.34 + i * 0.16), 0],
        [0, i, 0],
      );
    }
    return;
  }
  const root: [number, number][] = [
    [r * 0.95, 0],
    [r * 0.6, 0.14],
    [r * 0.48, 0.5],
    [r * 0.34, h * 0.52],
  ];
  b.at(lathe(root, 10), trunk, [0, 0, 0]);
  for (let i = 0; i < 4; i++) {
    const a = i * 1.7 + seed;
    const tip = [Math.sin(a) * h * 0.13, h * 0.68, Math.cos(a) * h * 0.13] as const;
    b.at(
      tube(
        [[0, h * 0.4, 0], [tip[0] * 0.5, h * 0.52, tip[2] * 0.5], tip],
        [r * 0.3, r * 0.12],
        5,
        6,
      ),
      trunk,
      [0, 0, 0],
    );
  }
  for (let i = 0; i < 9; i++) {
    const a = i * 2.4 + seed;
    const out = i === 0 ? 0 : h * (0.12 + 0.1 * hash2(i, seed));
    const size = h * (0.16 + 0.05 * hash2(seed, i));
    const y = h * (i === 0 ? 0.83 : 0.58 + 0.2 * hash2(i + 9, seed));
    b.at(clump((i + seed) % 5), green, [Math.sin(a) * out, y, Math.cos(a) * out], [0, a, 0], size);
  }
};

const bush: PropBuilder = (b, p) => {
  const { seed } = p.look;
  const green = foliage(p.look.colour("colour", "#47732f"));
  const [x, y, z] = [p.width / 2, p.height / 2, p.depth / 2];
  b.at(clump(seed % 5), green, [0, y * 0.92, 0], [0, seed, 0], [x * 0.8, y * 0.78, z * 0.8]);
  for (let i = 0; i < 5; i++) {
    const a = i * 1.26 + seed;
    const at = [
      Math.sin(a) * x * 0.5,
      y * (0.62 + 0.35 * hash2(i, seed)),
      Math.cos(a) * z * 0.5,
    ] as const;
    b.at(clump((i + seed) % 5), green, at, [0, a, 0], [x * 0.44, y * 0.5, z * 0.44]);
  }
  const flower = p.look.text("accent");
  if (flower) flowers(b, paint(flower), x * 0.75, y * 1.1, z * 0.75, 18, seed);
};

/** Small blossoms on a dome. */
function flowers(
  b: PartBuilder,
  m: Material,
  x: number,
  y: number,
  z: number,
  count: number,
  seed: number,
): void {
  for (let i = 0; i < count; i++) {
    const a = i * 2.4;
    const t = Math.sqrt((i + 0.5) / count);
    const up = Math.sqrt(Math.max(0, 1 - t * t * 0.8));
    const r = 0.025 + 0.012 * hash2(i, seed);
    b.at(
      sphere(1, 6, 4),
      m,
      [Math.sin(a) * t * x, y * (0.75 + 0.6 * up), Math.cos(a) * t * z],
      [0, a, 0],
      [r, r * 0.7, r],
    );
  }
}

const FLOWERS = ["#d84f6a", "#e8b23a", "#a05cc0", "#f0ede2"];

/** Wooden trough full of flowers. */
const planter: PropBuilder = (b, p) => {
  const { seed } = p.look;
  const box = wood(p.look.wood("#8a5a34"), 0);
  const { width: w, depth: d } = p;
  const rim = p.height * 0.62;
  for (const [i, y] of [0.16, 0.5, 0.84].entries()) {
    b.at(soft(w * (0.98 - (i === 1 ? 0.02 : 0)), rim * 0.31, d * 0.96, 0.015), box, [
      0,
      rim * y,
      0,
    ]);
  }
  b.at(soft(w * 0.88, 0.05, d * 0.84, 0.02), matt("#4a3526"), [0, rim, 0]);
  const green = foliage("#4f7f38");
  for (let i = 0; i < 6; i++) {
    const x = (i / 5 - 0.5) * w * 0.74;
    const size = [w * 0.13, p.height * 0.2, d * 0.36] as const;
    b.at(clump(i % 5), green, [x, rim + p.height * 0.1, 0], [0, i * 1.3, 0], size);
  }
  for (let i = 0; i < 16; i++) {
    const colour = paint(p.look.colour("accent", FLOWERS[(i + seed) % 4]!));
    const x = (hash2(i, seed) - 0.5) * w * 0.84;
    const z = (hash2(seed, i) - 0.5) * d * 0.66;
    const y = rim + p.height * (0.2 + 0.13 * hash2(i, seed + 5));
    b.at(sphere(1, 6, 4), colour, [x, y, z], [0.5, i, 0], [0.042, 0.026, 0.042]);
  }
};

const potted_plant: PropBuilder = (b, p) => {
  const pot = matt(p.look.colour("accent", "#b5623c"));
  const r = Math.min(p.width, p.depth) / 2;
  const h = p.height;
  const rim = h * 0.34;
  b.at(
    lathe(
      [
        [0, 0],
        [r * 0.6, 0],
        [r * 0.82, rim * 0.84],
        [r * 0.9, rim * 0.84],
        [r * 0.9, rim],
        [r * 0.78, rim],
        [r * 0.76, rim * 0.9],
      ],
      18,
    ),
    pot,
    [0, 0, 0],
  );
  b.at(cylinder(r * 0.77, r * 0.77, 0.01, 16), matt("#3f2d20"), [0, rim * 0.9, 0]);
  const green = mat(p.look.colour("colour", "#3f7d3a"), { specular: 0.15, shininess: 20 });
  b.push([0, rim * 0.88, 0]);
  rosette(b, green, 15, h * 0.62, p.look.seed);
  b.pop();
};

export const plants: Record<string, PropBuilder> = { tree, bush, planter, potted_plant };
