import type { Environment } from "../types.js";

/** An environment with the numbers of the shading passes: how far shadows and occlusion reach. */
export interface Light extends Environment {
  /** half the side of the square that casts shadows, metres */
  shadowReach: number;
  /** texels along a side of the shadow map */
  shadowSize: number;
  /** how far around a point things take its ambient light, metres, and how strongly */
  occlusionRadius: number;
  occlusionPower: number;
}

const INDOOR = { shadowReach: 6, occlusionRadius: 0.5, occlusionPower: 1.5 };
const OUTDOOR = { shadowReach: 14, occlusionRadius: 0.6, occlusionPower: 1.5 };

/** Side of the square over which a look at the shadow map is averaged, texels. */
const KERNEL = 3;

/** Rooms are small and softly lit; streets need a wide map with fine texels. */
export function lightOf(environment: Environment, indoor: boolean): Light {
  const reach = indoor ? INDOOR : OUTDOOR;
  const texels = (reach.shadowReach * 2 * KERNEL) / environment.shadowBlur;
  const shadowSize = Math.min(1536, Math.max(256, Math.round(texels / 64) * 64));
  return { ...environment, ...reach, shadowSize };
}
