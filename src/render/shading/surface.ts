import { identity, invert } from "../matrix.js";
import type { Part, Texture } from "../types.js";

/**
 * A part's material in one fixed shape: materials come with whatever fields they need, and reading those of
 * many shapes is slow.
 */
export class Surface {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly texture: Texture | null;
  readonly fine: boolean;
  readonly twoSided: boolean;
  readonly specular: number;
  readonly shininess: number;
  /** below this cosine the highlight is too faint to see */
  readonly glossFrom: number;
  readonly reflect: number;
  readonly emission: number;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** inverse of the part's matrix: its transpose turns normals */
  readonly inverse: Float64Array;

  constructor(part: Part) {
    const m = part.material;
    this.red = m.colour[0];
    this.green = m.colour[1];
    this.blue = m.colour[2];
    this.texture = m.texture ?? null;
    this.fine = m.fine === true && m.texture !== undefined;
    this.twoSided = m.twoSided === true;
    this.specular = m.specular ?? 0;
    this.shininess = m.shininess ?? 40;
    this.glossFrom = 0.004 ** (1 / this.shininess);
    this.reflect = m.reflect ?? 0;
    this.emission = m.emission ?? 0;
    this.positions = part.geometry.positions;
    this.normals = part.geometry.normals;
    this.inverse = invert(part.matrix);
  }
}

/** Stands for a surface until the first triangle comes. */
export const NO_SURFACE = new Surface({
  geometry: {
    positions: new Float32Array(0),
    normals: new Float32Array(0),
    indices: new Uint32Array(0),
  },
  material: { colour: [0, 0, 0] },
  matrix: identity(),
  id: 0,
});
