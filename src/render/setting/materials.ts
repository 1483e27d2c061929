import type { GroundMaterial, WallStyle } from "../../world/types.js";
import { mat } from "../colour.js";
import * as grounds from "../textures/grounds.js";
import * as walls from "../textures/walls.js";
import type { Material, Texture } from "../types.js";

/** Texture of every ground. */
const GROUNDS: Readonly<Record<GroundMaterial, Texture>> = {
  paving: grounds.paving,
  asphalt: grounds.asphalt,
  grass: grounds.grass,
  gravel: grounds.gravel,
  concrete: grounds.concrete,
  planks: grounds.planks,
  tiles: grounds.floorTiles,
  carpet: grounds.carpet,
  stone: grounds.stone,
};

const SHINE: Partial<Record<GroundMaterial, Partial<Material>>> = {
  planks: { specular: 0.06, shininess: 30 },
  tiles: { specular: 0.14, shininess: 60, reflect: 0.03 },
};

export const groundTexture = (material: GroundMaterial): Texture => GROUNDS[material];

/** A ground's material; it takes shadows and casts none. */
export function groundMaterial(
  material: GroundMaterial,
  colour: string,
  texture: Texture = GROUNDS[material],
): Material {
  return mat(colour, { ...SHINE[material], texture, fine: true, noShadow: true });
}

const SOLID: Partial<Record<WallStyle, Texture>> = {
  plaster: walls.plaster,
  brick: walls.bricks,
  wallpaper: walls.wallpaper,
  tiles: walls.wallTiles,
  concrete: walls.concreteWall,
};

/** Material of a solid wall's faces. */
export function wallMaterial(style: WallStyle, colour: string, noShadow: boolean): Material {
  const m = mat(colour, { texture: SOLID[style] ?? walls.plaster, noShadow });
  if (style !== "plaster") m.fine = true;
  if (style === "tiles") {
    m.specular = 0.3;
    m.shininess = 60;
    m.reflect = 0.04;
  }
  return m;
}
