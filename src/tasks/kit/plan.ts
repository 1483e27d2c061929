import type { Rng } from "../../core/rng.js";
import type { Vec2, Vec3 } from "../../world/types.js";
import { normalYaw, quantise } from "./builder.js";

/**
 * A generator's drawing board: it lays a scene out with the agent looking along +u and v to its right, and
 * this turns the drawing by a quarter, mirrors it and moves it, so that no direction of the world means
 * anything. Quarter turns keep walls on the axes and numbers exact.
 */
export class FloorPlan {
  constructor(
    readonly mirrored: boolean,
    readonly quarter: number,
    readonly origin: Vec2,
  ) {}

  static draw(rng: Rng): FloorPlan {
    return new FloorPlan(rng.chance(0.5), rng.int(0, 3), [
      rng.int(-400, 400) * 10,
      rng.int(-400, 400) * 10,
    ]);
  }

  /** A point of the drawing in the world. */
  point([u, v]: Vec2): Vec2 {
    const w = this.mirrored ? -v : v;
    const [x, y] = (
      [
        [u, w],
        [-w, u],
        [-u, -w],
        [w, -u],
      ] as const
    )[this.quarter] as Vec2;
    return [quantise(x + this.origin[0]), quantise(y + this.origin[1])];
  }

  /** A heading of the drawing (clockwise from +u, degrees) in the world. */
  yaw(heading: number): number {
    return normalYaw((this.mirrored ? -heading : heading) + 90 * this.quarter);
  }

  polygon(points: readonly Vec2[]): Vec2[] {
    return points.map((p) => this.point(p));
  }

  /** The way back: where something in the world stands on the drawing. */
  back(location: Vec2 | Vec3, yaw: number): { centre: Vec2; yaw: number } {
    const x = location[0] - this.origin[0];
    const y = location[1] - this.origin[1];
    const [u, w] = (
      [
        [x, y],
        [y, -x],
        [-x, -y],
        [-y, x],
      ] as const
    )[this.quarter] as Vec2;
    const turned = yaw - 90 * this.quarter;
    return {
      centre: [quantise(u), quantise(this.mirrored ? -w : w)],
      yaw: normalYaw(this.mirrored ? -turned : turned),
    };
  }
}
