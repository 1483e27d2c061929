import { bounds } from "../geometry/index.js";
import { fromAxes, invert, type Matrix, maxScale, multiply, type Point } from "../matrix.js";
import { fillTriangle, type Target } from "../raster/fill.js";
import { doubles, floats, ints } from "../raster/pool.js";
import type { Part } from "../types.js";
import type { Light } from "./light.js";

/** Added to every height so that "nothing there" (0) is lower than anything. */
const LIFT = 200;

export interface ShadowMap {
  size: number;
  /** metres → texels */
  scale: number;
  /** render space → right, up, height towards the light */
  view: Matrix;
  heights: Float32Array;
  /** metres that a lit point is moved along its normal before it is compared */
  bias: number;
}

/** Looks from the light at a square around `centre`, snapped to whole texels so that it does not shimmer. */
function lightView(light: Light, centre: Point): Matrix {
  const z = light.sun.direction;
  const side: Point = Math.abs(z[1]) > 0.95 ? [0, 0, 1] : [0, 1, 0];
  const x: Point = [
    side[1] * z[2] - side[2] * z[1],
    side[2] * z[0] - side[0] * z[2],
    side[0] * z[1] - side[1] * z[0],
  ];
  const l = Math.hypot(...x);
  const right: Point = [x[0] / l, x[1] / l, x[2] / l];
  const up: Point = [
    z[1] * right[2] - z[2] * right[1],
    z[2] * right[0] - z[0] * right[2],
    z[0] * right[1] - z[1] * right[0],
  ];
  const view = invert(fromAxes(right, up, z, [0, 0, 0]));
  const texel = (light.shadowReach * 2) / light.shadowSize;
  for (const [row, axis] of [right, up].entries()) {
    const at = axis[0] * centre[0] + axis[1] * centre[1] + axis[2] * centre[2];
    view[12 + row] = -Math.round(at / texel) * texel;
  }
  view[14] = LIFT - (z[0] * centre[0] + z[1] * centre[1] + z[2] * centre[2]);
  return view;
}

function drawPart(part: Part, m: Matrix, scale: number, target: Target): void {
  const p = part.geometry.positions;
  const n = p.length / 3;
  const moved = doubles("shadow-vertices", n * 3);
  const half = target.width / 2;
  for (let i = 0; i < n * 3; i += 3) {
    const x = p[i]!;
    const y = p[i + 1]!;
    const z = p[i + 2]!;
    moved[i] = (m[0]! * x + m[4]! * y + m[8]! * z + m[12]!) * scale + half;
    moved[i + 1] = (m[1]! * x + m[5]! * y + m[9]! * z + m[13]!) * scale + half;
    moved[i + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
  }
  const ix = part.geometry.indices;
  const tri = doubles("shadow-triangle", 9);
  const twoSided = part.material.twoSided === true;
  for (let t = 0; t < ix.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const v = ix[t + k]! * 3;
      tri[k * 3] = moved[v]!;
      tri[k * 3 + 1] = moved[v + 1]!;
      tri[k * 3 + 2] = moved[v + 2]!;
    }
    const area =
      (tri[3]! - tri[0]!) * (tri[7]! - tri[1]!) - (tri[6]! - tri[0]!) * (tri[4]! - tri[1]!);
    if (area > 0 || twoSided) fillTriangle(tri, 0, 1, 0, target);
  }
}

/** Heights seen from the light around `centre`; parts whose material says `noShadow` are left out. */
export function shadowMap(parts: readonly Part[], light: Light, centre: Point): ShadowMap {
  const size = light.shadowSize;
  const scale = size / (2 * light.shadowReach);
  const view = lightView(light, centre);
  const target: Target = {
    width: size,
    height: size,
    owner: ints("shadow-owner", size * size),
    near: floats("shadow-near", size * size),
  };
  target.near.fill(0, 0, size * size);
  for (const part of parts) {
    if (part.material.noShadow || part.noShadow) continue;
    const m = multiply(view, part.matrix);
    const b = bounds(part.geometry);
    const r = b.radius * maxScale(part.matrix) + light.shadowReach;
    const x = m[0]! * b.x + m[4]! * b.y + m[8]! * b.z + m[12]!;
    const y = m[1]! * b.x + m[5]! * b.y + m[9]! * b.z + m[13]!;
    if (Math.abs(x) < r && Math.abs(y) < r) drawPart(part, m, scale, target);
  }
  return {
    size,
    scale,
    view,
    heights: target.near,
    bias: 1.4 / scale + 0.006,
  };
}

/** A question to the shadow map and its answer (typed arrays: fractional arguments would allocate). */
export interface Lookup {
  /** render space, already moved off its surface by the map's bias */
  point: Float64Array;
  /** how much of the sun arrives, 0…1 */
  share: Float64Array;
}

export const newLookup = (): Lookup => ({ point: new Float64Array(3), share: new Float64Array(1) });

/**
 * Answers a question by the mean of nine bilinear comparisons with the texels around it: sixteen texels,
 * whole weight inside, part weight on the rim. Outside the map everything is lit.
 */
export function lit(s: ShadowMap, q: Lookup): void {
  const v = s.view;
  const x = q.point[0]!;
  const y = q.point[1]!;
  const z = q.point[2]!;
  const half = s.size / 2 - 0.5;
  const u = (v[0]! * x + v[4]! * y + v[8]! * z + v[12]!) * s.scale + half;
  const w = (v[1]! * x + v[5]! * y + v[9]! * z + v[13]!) * s.scale + half;
  const height = v[2]! * x + v[6]! * y + v[10]! * z + v[14]! + s.bias * 0.5;
  const iu = Math.floor(u);
  const iw = Math.floor(w);
  const rim = s.size - 3;
  if (iu < 1 || iw < 1 || iu >= rim || iw >= rim) {
    q.share[0] = 1;
    return;
  }
  const fu = u - iu;
  const fw = w - iw;
  const map = s.heights;
  let sum = 0;
  let at = (iw - 1) * s.size + iu - 1;
  for (let j = 0; j < 4; j++) {
    let row = map[at + 1]! < height ? 1 : 0;
    if (map[at + 2]! < height) row += 1;
    if (map[at]! < height) row += 1 - fu;
    if (map[at + 3]! < height) row += fu;
    sum += row * (j === 0 ? 1 - fw : j === 3 ? fw : 1);
    at += s.size;
  }
  q.share[0] = sum / 9;
}
