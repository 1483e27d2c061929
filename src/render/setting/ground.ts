import type { Setting, Surface, Vec2 } from "../../world/types.js";
import { type PartBuilder, toRender } from "../builder.js";
import { plane, polygon, prism } from "../geometry/index.js";
import { withDashes, withKerb } from "../textures/grounds.js";
import type { Texture } from "../types.js";
import { groundMaterial, groundTexture } from "./materials.js";

/** How far the base ground reaches from the middle of the scene, metres. */
const REACH = 220;

/** From this height on (cm) a surface is a step with kerb stones along its edges. */
const STEP = 3;

type Flat = readonly [number, number];

/** A world point on the render plane: x east, z south, metres. */
const flat = (p: Vec2): Flat => {
  const [x, , z] = toRender(p[0], p[1]);
  return [x, z];
};

const between = (a: Flat, b: Flat): Flat => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const apart = (a: Flat, b: Flat): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The middle line of a four-sided road: between the middles of its two short sides. */
function middleLine(points: readonly Flat[]): readonly [Flat, Flat] | null {
  if (points.length !== 4) return null;
  const [a, b, c, d] = points as [Flat, Flat, Flat, Flat];
  return apart(a, b) + apart(c, d) < apart(b, c) + apart(d, a)
    ? [between(a, b), between(c, d)]
    : [between(b, c), between(d, a)];
}

function surfaceTexture(surface: Surface, points: readonly Flat[]): Texture {
  const base = groundTexture(surface.material);
  if (surface.z >= STEP) return withKerb(base, points);
  const line = surface.markings === "lane_dashes" ? middleLine(points) : null;
  return line ? withDashes(base, line[0], line[1]) : base;
}

function drawSurface(b: PartBuilder, surface: Surface, index: number): void {
  const points = surface.polygon.map(flat);
  const m = groundMaterial(surface.material, surface.colour, surfaceTexture(surface, points));
  const y = surface.z / 100;
  b.onLayer(Math.min(index, 2));
  // Painted patches lie a hair above each other so that the later one shows.
  if (surface.z >= STEP) b.at(prism(points, y + 0.02), m, [0, -0.02, 0]);
  else b.at(polygon(points), m, [0, y - 0.003 + 0.0004 * Math.min(index, 7), 0]);
  b.onLayer(undefined);
}

/** Base ground everywhere, then the painted patches in their order. */
export function drawGround(b: PartBuilder, setting: Setting): void {
  const [x0, y0, x1, y1] = setting.bounds;
  const [x, , z] = toRender((x0 + x1) / 2, (y0 + y1) / 2);
  const { material, colour } = setting.ground;
  b.onLayer(-2);
  b.at(plane(REACH * 2, REACH * 2), groundMaterial(material, colour), [x, -0.02, z]);
  b.onLayer(undefined);
  for (const [index, surface] of setting.surfaces.entries()) drawSurface(b, surface, index);
}
