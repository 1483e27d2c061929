import type { Environment } from "../types.js";

/** An environment with the numbers of the shading passes: how far shadows and occlusion reach. */
export interface Light extends Environment {
  /** half the side of the square that casts shadows, metres */
  shadowReach: number;
  /** texels along a side of the shadow map */
  shadowSize: number;
  /** distance between the looks at the shadow map, whole texels */
  shadowStep: number;
  /** how far around a point things take its ambient light, metres, and how strongly */
  occlusionRadius: number;
  occlusionPower: number;
}

const INDOOR = { shadowReach: 6, shadowSize: 1024, occlusionRadius: 0.5, occlusionPower: 1.5 };
const OUTDOOR = { shadowReach: 14, shadowSize: 2048, occlusionRadius: 0.6, occlusionPower: 1.5 };

/** Rooms are small and softly lit; streets need a wide map with finer texels. */
export function lightOf(environment: Environment, indoor: boolean): Light {
  const reach = indoor ? INDOOR : OUTDOOR;
  const texels = (environment.shadowBlur * reach.shadowSize) / (2 * reach.shadowReach);
  const shadowStep = Math.min(5, Math.max(1, Math.round(texels / 2)));
  return { ...environment, ...reach, shadowStep };
}
