import type { Setting } from "../../world/types.js";
import { type PartBuilder, toRender } from "../builder.js";
import { mat } from "../colour.js";
import { box, fromTriangles, key, memo, merge } from "../geometry/index.js";
import { compose, type Matrix } from "../matrix.js";
import { hash2, noise2 } from "../noise.js";
import { scaleOut } from "../textures/detail.js";
import { farWindows } from "../textures/walls.js";
import type { Geometry, Texture } from "../types.js";

/**
 * A band around the scene, seen from inside: `steps` pieces at `radius` metres, its upper edge uneven.
 * `rough` is the length of a bump in pieces.
 */
function band(radius: number, low: number, high: number, rough: number, seed: number): Geometry {
  return memo(key("band", radius, low, high, rough, seed), () => {
    const steps = 144;
    const p: number[] = [];
    const t: number[] = [];
    for (let i = 0; i < steps; i++) {
      const a = (i / steps) * Math.PI * 2;
      // The noise is read on a circle, so that the band closes without a step.
      const k = steps / (rough * 2 * Math.PI);
      const n = noise2(Math.sin(a) * k + 60 + seed, Math.cos(a) * k + 60);
      const fine = noise2(Math.sin(a) * k * 3 + 20, Math.cos(a) * k * 3 + 90 + seed);
      const y = low + (high - low) * (0.7 * n + 0.3 * fine);
      const [x, z] = [Math.sin(a) * radius, Math.cos(a) * radius];
      p.push(x, -0.5, z, x, y, z);
      const b = i * 2;
      const c = ((i + 1) % steps) * 2;
      t.push(b, b + 1, c + 1, b, c + 1, c);
    }
    return fromTriangles(p, t, 70);
  });
}

/** Crowns of far trees: bright above, dark below. */
const crowns: Texture = (x, y, z, _wx, _wy, _wz, _distance, out) => {
  const arc = Math.atan2(x, z) * 60;
  const lump = noise2(arc * 0.8 + 300, y * 0.9) - 0.5;
  const leaf = noise2(arc * 3.2 + 300, y * 3.4) - 0.5;
  scaleOut(out, 0.72 + 0.05 * y + 0.7 * lump + 0.3 * leaf);
};

/** Blocks of far houses in a ring. */
function skyline(radius: number, count: number, seed: number): Geometry {
  return memo(key("skyline", radius, count, seed), () => {
    const list: [Geometry, Matrix][] = [];
    for (let i = 0; i < count; i++) {
      const a = ((i + 0.5 * hash2(i, seed)) / count) * Math.PI * 2;
      const w = 9 + 9 * hash2(seed, i);
      const h = 7 + 24 * hash2(i + 5, seed) ** 2;
      const r = radius * (1 + 0.35 * hash2(i, seed + 9));
      const at = [Math.sin(a) * r, h / 2 - 0.5, Math.cos(a) * r] as const;
      list.push([box(Math.round(w), Math.round(h), 8), compose(at, [0, a, 0], [1, 1, 1])]);
    }
    return merge(list);
  });
}

const cityWindows: Texture = (x, y, z, wx, wy, wz, d, out) => {
  const tone = 0.86 + 0.28 * hash2(Math.floor(Math.atan2(x, z) * 9), 4);
  farWindows(Math.atan2(x, z) * 70, y + 0.8, 0, wx, wy, wz, d, out);
  scaleOut(out, tone);
};

/** What closes the view outdoors: roofs, trees or hills far off, all round the scene. */
export function drawBackdrop(b: PartBuilder, setting: Setting): void {
  if (setting.backdrop === "none") return;
  const [x0, y0, x1, y1] = setting.bounds;
  const [x, , z] = toRender((x0 + x1) / 2, (y0 + y1) / 2);
  const away = { noShadow: true } as const;
  b.push([x, 0, z]);
  if (setting.backdrop === "city") {
    b.add(skyline(95, 46, 3), mat("#b7ab9c", { texture: cityWindows, ...away }));
    b.add(skyline(150, 40, 8), mat("#a9b2b8", { texture: cityWindows, ...away }));
    b.add(band(70, 2.5, 5.5, 3, 5), mat("#55783e", { texture: crowns, ...away }));
  } else {
    const green = { texture: crowns, ...away };
    b.add(band(62, 4, 9.5, 3, 1), mat("#4f7a3a", green));
    b.add(band(84, 6, 13, 4, 7), mat("#47703a", green));
    if (setting.backdrop === "hills") {
      b.add(band(150, 14, 38, 22, 2), mat("#6d8c66", away));
      b.add(band(190, 20, 62, 30, 9), mat("#7f98a0", away));
    }
  }
  b.pop();
}
