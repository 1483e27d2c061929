import type { Setting, Vec2 } from "../../world/types.js";
import { type PartBuilder, toRender } from "../builder.js";
import { mat } from "../colour.js";
import { cylinder, polygon, torus } from "../geometry/index.js";
import { insidePolygon } from "./height.js";

/** Middle of a polygon's area. */
function centroid(polygon: readonly Vec2[]): Vec2 {
  let area = 0;
  let x = 0;
  let y = 0;
  for (let i = 0; i < polygon.length; i++) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[(i + 1) % polygon.length]!;
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return Math.abs(area) < 1e-6 ? polygon[0]! : [x / (3 * area), y / (3 * area)];
}

/** Ceilings seen from below, each with a flat round lamp in its middle. Light falls through them. */
export function drawCeilings(b: PartBuilder, setting: Setting): void {
  for (const { polygon: outline, height, colour } of setting.ceilings) {
    const y = height / 100;
    const points = outline.map((p): [number, number] => {
      const [x, , z] = toRender(p[0], p[1]);
      return [x, -z];
    });
    const m = mat(colour, { noShadow: true, emission: 0.12 });
    b.at(polygon(points), m, [0, y, 0], [Math.PI, 0, 0]);
    const middle = centroid(outline);
    if (!insidePolygon(outline, middle)) continue;
    const [x, , z] = toRender(middle[0], middle[1]);
    const glow = mat("#fff6e2", { emission: 1.1, noShadow: true });
    const ring = mat("#c9ccce", { specular: 0.4, shininess: 30, noShadow: true });
    b.at(cylinder(0.24, 0.22, 0.07, 24), glow, [x, y - 0.036, z]);
    b.at(torus(0.24, 0.018, Math.PI * 2, 24, 6), ring, [x, y - 0.03, z]);
  }
}
