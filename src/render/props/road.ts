import { mat } from "../colour.js";
import { type Outline, plane, polygon } from "../geometry/index.js";
import { hash2, noise2 } from "../noise.js";
import { floorPixelAt, lineCover, mixOut, scaleOut } from "../textures/detail.js";
import { asphalt } from "../textures/grounds.js";
import type { Rgb, Texture } from "../types.js";
import { linear, type PropBuilder } from "./kit.js";

/** About this far apart are the stripes of a crossing, metres. */
const STRIPE_PITCH = 0.95;

/**
 * White bars over the road's own asphalt. Each lies along the traffic, and they follow each other in walking
 * direction: along `across` (the mesh's x or z), `length` metres from kerb to kerb.
 */
function zebra(length: number, across: "x" | "z", paint: Rgb): Texture {
  const count = Math.max(2, Math.round(length / STRIPE_PITCH));
  const pitch = length / count;
  return (x, y, z, wx, wy, wz, distance, out) => {
    asphalt(x, y, z, wx, wy, wz, distance, out);
    const off = (across === "x" ? x : z) + length / 2;
    const nearest = (Math.floor(off / pitch) + 0.5) * pitch;
    const cover = lineCover(off - nearest, pitch * 0.27, floorPixelAt(distance) * 0.6);
    const worn = 0.9 + 0.2 * (noise2(wx * 8, wz * 8) - 0.5);
    mixOut(out, paint[0] * worn, paint[1] * worn, paint[2] * worn, cover);
  };
}

/** A crossing is longer from kerb to kerb than it is wide, so its longer side is the way one walks. */
const crosswalk: PropBuilder = (b, p) => {
  const across = p.width > p.depth ? "x" : "z";
  const paint = linear(p.look.colour("colour", "#f2f2ee"));
  const texture = zebra(Math.max(p.width, p.depth), across, paint);
  const material = mat(p.around.ground ?? "#55575a", { texture, fine: true, noShadow: true });
  b.onLayer(4);
  b.at(plane(p.width, p.depth), material, [0, 0.003, 0]);
  b.onLayer(undefined);
};

/** An outline that fills an ellipse unevenly. */
function blob(rx: number, rz: number, seed: number, rough: number): Outline {
  const n = 44;
  return Array.from({ length: n }, (_, i) => {
    const a = (i / n) * Math.PI * 2;
    const c = Math.cos(a);
    const s = Math.sin(a);
    const wide = noise2(c * 1.3 + seed * 7.1 + 20, s * 1.3 + seed * 3.7 + 20);
    const fine = noise2(c * 4 + seed * 5.3 + 60, s * 4 + 60);
    const r = 1 - rough * (0.75 * wide + 0.25 * fine);
    return [c * rx * r, s * rz * r] as const;
  });
}

const wet: Texture = (_x, _y, _z, wx, _wy, wz, _distance, out) => {
  scaleOut(out, 0.75 + 0.5 * noise2(wx * 11, wz * 11));
};

/** A puddle with a few drops around it; nothing once it is mopped up. */
const stain: PropBuilder = (b, p) => {
  if (p.state === "gone") return;
  const colour = p.look.colour("colour", "#4a2a12");
  const m = mat(colour, { texture: wet, specular: 0.5, shininess: 60, noShadow: true });
  const { seed } = p.look;
  const rx = p.width / 2;
  const rz = p.depth / 2;
  b.onLayer(5);
  b.at(polygon(blob(rx * 0.86, rz * 0.84, seed, 0.42)), m, [0, 0.004, 0]);
  for (let k = 0; k < 4; k++) {
    const a = hash2(seed, k) * Math.PI * 2;
    const r = 0.05 + 0.06 * hash2(k, seed + 3);
    const at = [Math.cos(a) * (rx - r), 0.004, Math.sin(a) * (rz - r)] as const;
    b.at(polygon(blob(r, r * 0.8, seed + k + 1, 0.3)), m, at);
  }
  b.onLayer(undefined);
};

export const road: Record<string, PropBuilder> = { crosswalk, stain };
