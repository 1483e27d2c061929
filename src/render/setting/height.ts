import type { Setting, Vec2 } from "../../world/types.js";

/** Is the point inside the polygon (edges count as inside on one side only)? */
export function insidePolygon(polygon: readonly Vec2[], at: Vec2): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i]!;
    const [xj, yj] = polygon[j]!;
    if (yi > at[1] !== yj > at[1] && at[0] < ((xj - xi) * (at[1] - yi)) / (yj - yi) + xi) {
      inside = !inside;
    }
  }
  return inside;
}

/**
 * How high (cm) the painted ground stands at a point: the `z` of the last surface that covers it, 0 on the
 * base ground. The world is flat; only the picture lifts things, people and the eye onto a kerb.
 */
export function surfaceHeight(setting: Pick<Setting, "surfaces">, at: Vec2): number {
  for (let i = setting.surfaces.length - 1; i >= 0; i--) {
    const surface = setting.surfaces[i]!;
    if (insidePolygon(surface.polygon, at)) return surface.z;
  }
  return 0;
}
