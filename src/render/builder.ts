import type { Entity } from "../world/types.js";
import { compose, identity, type Matrix, multiply, type Point } from "./matrix.js";
import type { Geometry, Material, Part } from "./types.js";

/**
 * Collects placed parts with a stack of transforms, in metres.
 *
 * Model frame of an entity: x = its right, y = up, z = its back; its front looks along −z; the origin lies on
 * the ground in the middle of its footprint. A footprint point (x, y) in cm therefore stands at
 * (y / 100, 0, −x / 100).
 *
 *   const b = PartBuilder.forEntity(entity);
 *   b.at(box(0.4, 0.05, 0.4), wood, [0, 0.45, 0]);
 *   b.push([0, 0.9, 0], [0.2, 0, 0]).add(box(0.4, 0.5, 0.04), wood).pop();
 *   return b.parts;
 */
export class PartBuilder {
  readonly parts: Part[] = [];
  private stack: Matrix[];
  private layer: number | undefined;

  /** `id` is the entity's number (0 for set dressing), `base` places the model in render space. */
  constructor(
    public id = 0,
    base: Matrix = identity(),
  ) {
    this.stack = [base];
  }

  /** A builder in the entity's model frame: its place, its yaw, its underside's height. */
  static forEntity(entity: Pick<Entity, "id" | "location" | "yaw">): PartBuilder {
    return new PartBuilder(Number(entity.id), entityMatrix(entity));
  }

  /** The transform on top of the stack. */
  get matrix(): Matrix {
    return this.stack[this.stack.length - 1]!;
  }

  /** Enter a frame: moved by `at`, turned by `rotation` (radians, YXZ), scaled. */
  push(at: Point, rotation: Point = [0, 0, 0], scale: number | Point = 1): this {
    const s: Point = typeof scale === "number" ? [scale, scale, scale] : scale;
    return this.pushMatrix(compose(at, rotation, s));
  }

  /** Enter a frame given by a matrix. */
  pushMatrix(m: Matrix): this {
    this.stack.push(multiply(this.matrix, m));
    return this;
  }

  pop(): this {
    if (this.stack.length === 1) throw new RangeError("PartBuilder.pop without push");
    this.stack.pop();
    return this;
  }

  /** Parts added from now on lie `layer` steps in front of coplanar ones (undefined: none). */
  onLayer(layer: number | undefined): this {
    this.layer = layer;
    return this;
  }

  add(geometry: Geometry, material: Material): this {
    const part: Part = { geometry, material, matrix: this.matrix, id: this.id };
    if (this.layer !== undefined) part.layer = this.layer;
    this.parts.push(part);
    return this;
  }

  /** push, add, pop. */
  at(
    geometry: Geometry,
    material: Material,
    at: Point,
    rotation: Point = [0, 0, 0],
    scale: number | Point = 1,
  ): this {
    return this.push(at, rotation, scale).add(geometry, material).pop();
  }
}

/** World centimetres (X north, Y east, Z up) to render metres. */
export function toRender(x: number, y: number, z = 0): [number, number, number] {
  return [y / 100, z / 100, -x / 100];
}

/** Model frame of an entity to render space. */
export function entityMatrix(entity: Pick<Entity, "location" | "yaw">): Matrix {
  const turn = (-entity.yaw * Math.PI) / 180;
  return compose(toRender(...entity.location), [0, turn, 0], [1, 1, 1]);
}
