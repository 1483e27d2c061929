import type { Vec2 } from "../world/types.js";

/**
 * Render space: the world's centimetres turned into metres, right-handed: x = east (world Y),
 * y = up (world Z), z = south (minus world X). All geometry inside `render` is in this space.
 */

/** Linear-light colour, 0..1 per channel. */
export type Rgb = readonly [r: number, g: number, b: number];

/**
 * A procedural texture: changes `out` (which holds the material's own linear colour) in place.
 * (x, y, z) are the point in the mesh's own coordinates, (wx, wy, wz) in render space, `distance` the metres
 * from the eye (to fade fine detail).
 */
export type Texture = (
  x: number,
  y: number,
  z: number,
  wx: number,
  wy: number,
  wz: number,
  distance: number,
  out: Float64Array,
) => void;

export interface Material {
  colour: Rgb;
  texture?: Texture;
  /** texture has fine detail: sample it 4 times per pixel */
  fine?: boolean;
  /** strength and sharpness of the highlight */
  specular?: number;
  shininess?: number;
  /** mirror-like share (glass, chrome, water) */
  reflect?: number;
  /** own light (lamps, screens) */
  emission?: number;
  twoSided?: boolean;
  noShadow?: boolean;
}

/** Triangles in their own coordinates (metres). */
export interface Geometry {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}

/** A placed geometry; `id` is the entity's number, 0 for set dressing. `matrix` is column-major 4×4. */
export interface Part {
  geometry: Geometry;
  material: Material;
  matrix: Float64Array;
  id: number;
  /**
   * Wins over coplanar parts of a lower layer (default 0): each step brings the part 0.01 % of its distance
   * nearer to the eye in the depth test only. Small whole numbers; negative for what lies under everything.
   */
  layer?: number;
  /** casts no shadow although its material may (things that hang on walls) */
  noShadow?: boolean;
}

export interface RenderOptions {
  /** pixels of one half */
  width: number;
  height: number;
  /** horizontal field of view, degrees */
  fov: number;
  /** cm */
  eyeHeight: number;
}

export const DEFAULT_RENDER: RenderOptions = { width: 640, height: 480, fov: 67, eyeHeight: 160 };

/** One picture and its id pass. */
export interface Frame {
  width: number;
  height: number;
  /** width*height*3, sRGB bytes */
  rgb: Uint8Array;
  /** width*height, entity numbers, 0 = background; one sample per pixel centre */
  ids: Uint16Array;
}

/** Where an entity's id is written in the segmentation half; pixel coordinates of that half. */
export interface Label {
  id: string;
  name: string;
  /** an interior point of its region */
  anchor: Vec2;
  /** x, y, width, height */
  plate: readonly [number, number, number, number];
  /** line from anchor to plate when the plate does not lie on its own region */
  leader?: readonly [Vec2, Vec2];
}

/**
 * The light of a place (render space, linear colours). Surfaces get `sun` where no shadow falls, `fill` from a
 * second side without shadows, and an ambient share blended by their normal between `ambient.ground` and
 * `ambient.sky`. What nothing covers shows `sky`.
 */
export interface Environment {
  /** direction towards the light, unit length */
  sun: { direction: readonly [number, number, number]; colour: Rgb };
  fill: { direction: readonly [number, number, number]; colour: Rgb };
  ambient: { sky: Rgb; ground: Rgb };
  /** share lost per metre: 1 − exp(−density · distance); 0 = none */
  fog: { density: number; colour: Rgb };
  /** multiplies the picture before tone mapping */
  exposure: number;
  /** indoors shadows are soft (many lamps), outdoors crisp: blur of a shadow's edge, metres */
  shadowBlur: number;
  /** colour seen in the unit direction (x, y, z); also what mirrors and glass reflect */
  sky(x: number, y: number, z: number, out: Float64Array): void;
}
