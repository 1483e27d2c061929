import { rotate } from "../../world/geometry.js";
import type { Vec2, Vec3, Wall } from "../../world/types.js";

/**
 * A quick estimate of what the first view shows, for generators: boxes and walls instead of the drawn
 * shapes. It spares redraws; the id pass has the last word.
 */

/** Half of the horizontal field of view less a rim, as a slope. */
const SIDE_SLOPE = Math.tan((31.5 * Math.PI) / 180);
const UP_SLOPE = Math.tan((25 * Math.PI) / 180);
const PITCH = (7 * Math.PI) / 180;
export const EYE_HEIGHT = 160;

export interface Eye {
  at: Vec2;
  yaw: number;
}

/** An upright box: what everything is for layout purposes. Lengths in cm. */
export interface Box {
  centre: Vec2;
  yaw: number;
  depth: number;
  width: number;
  z0: number;
  z1: number;
}

/** Is the point inside the picture? */
export function inFrame(eye: Eye, p: Vec3): boolean {
  const [forward, right] = rotate([p[0] - eye.at[0], p[1] - eye.at[1]], -eye.yaw);
  const drop = EYE_HEIGHT - p[2];
  const depth = forward * Math.cos(PITCH) + drop * Math.sin(PITCH);
  if (depth < 20) return false;
  const down = drop * Math.cos(PITCH) - forward * Math.sin(PITCH);
  return Math.abs(right) < SIDE_SLOPE * depth && Math.abs(down) < UP_SLOPE * depth;
}

/** Does the box (shrunk by 1 cm) lie on the straight line between the eye and a point? */
export function boxBlocks(box: Box, eye: Vec2, p: Vec3): boolean {
  const a = rotate([eye[0] - box.centre[0], eye[1] - box.centre[1]], -box.yaw);
  const b = rotate([p[0] - box.centre[0], p[1] - box.centre[1]], -box.yaw);
  let near = 0;
  let far = 1;
  const clip = (from: number, to: number, low: number, high: number): boolean => {
    const run = to - from;
    if (Math.abs(run) < 1e-9) return from > low && from < high;
    const t0 = (low - from) / run;
    const t1 = (high - from) / run;
    near = Math.max(near, Math.min(t0, t1));
    far = Math.min(far, Math.max(t0, t1));
    return near < far;
  };
  const u = box.depth / 2 - 1;
  const v = box.width / 2 - 1;
  return (
    clip(a[0], b[0], -u, u) &&
    clip(a[1], b[1], -v, v) &&
    clip(EYE_HEIGHT, p[2], box.z0 + 1, box.z1 - 1)
  );
}

/** Does a wall stand between the eye and a point? One sees through its openings. */
export function wallBlocks(wall: Wall, eye: Vec2, p: Vec3): boolean {
  const [fx, fy] = wall.from;
  const length = Math.hypot(wall.to[0] - fx, wall.to[1] - fy);
  const dir: Vec2 = [(wall.to[0] - fx) / length, (wall.to[1] - fy) / length];
  const side = (q: Vec2 | Vec3): number => (q[0] - fx) * dir[1] - (q[1] - fy) * dir[0];
  // Both faces count: what shows at a slant through an opening may hide behind its jamb.
  return [-wall.thickness / 2, wall.thickness / 2].some((face) => {
    const a = side(eye) - face;
    const b = side(p) - face;
    if (a * b >= 0) return false;
    const t = a / (a - b);
    const q: Vec2 = [eye[0] + (p[0] - eye[0]) * t, eye[1] + (p[1] - eye[1]) * t];
    const at = (q[0] - fx) * dir[0] + (q[1] - fy) * dir[1];
    const z = EYE_HEIGHT + (p[2] - EYE_HEIGHT) * t;
    if (at < 0 || at > length || z > wall.height) return false;
    return !wall.openings.some(
      (o) => Math.abs(at - o.at) < o.width / 2 && z > o.sill && z < o.sill + o.height,
    );
  });
}

/** Points that stand for a box: its corners and middle at three heights. */
export function samplesOf(box: Box): Vec3[] {
  const out: Vec3[] = [];
  for (const h of [0.1, 0.5, 0.9]) {
    for (const [u, v] of [
      [0, 0],
      [0.42, 0.42],
      [0.42, -0.42],
      [-0.42, 0.42],
      [-0.42, -0.42],
    ] as const) {
      const [x, y] = rotate([u * box.depth, v * box.width], box.yaw);
      out.push([box.centre[0] + x, box.centre[1] + y, box.z0 + (box.z1 - box.z0) * h]);
    }
  }
  return out;
}

/** The box that a standing person takes up. */
export function personBox(at: Vec2): Box {
  return { centre: at, yaw: 0, depth: 46, width: 46, z0: 0, z1: 175 };
}
