import { direction } from "../../world/geometry.js";
import type { Vec2 } from "../../world/types.js";
import { normalYaw, quantise } from "./builder.js";

/**
 * A layout's own axes on the ground: `ahead` along its heading, `right` to the right of it. Generators think
 * in these; the world's north and east come out of `at`.
 */
export class Frame {
  constructor(
    readonly origin: Vec2,
    /** degrees */
    readonly heading: number,
  ) {}

  /** A point of the layout in world coordinates. */
  at(ahead: number, right: number): Vec2 {
    const [c, s] = direction(this.heading);
    return [
      quantise(this.origin[0] + ahead * c - right * s),
      quantise(this.origin[1] + ahead * s + right * c),
    ];
  }

  /** A direction of the layout (0 = ahead, 90 = right) as a world yaw. */
  yaw(turn: number): number {
    return normalYaw(this.heading + turn);
  }

  /** A rectangle of the layout as a world polygon. */
  rect(ahead0: number, right0: number, ahead1: number, right1: number): Vec2[] {
    return [
      this.at(ahead0, right0),
      this.at(ahead1, right0),
      this.at(ahead1, right1),
      this.at(ahead0, right1),
    ];
  }

  /** The axis-aligned box around a rectangle of the layout: what a walk may not leave. */
  bounds(
    ahead0: number,
    right0: number,
    ahead1: number,
    right1: number,
  ): [number, number, number, number] {
    const corners = this.rect(ahead0, right0, ahead1, right1);
    const xs = corners.map((p) => p[0]);
    const ys = corners.map((p) => p[1]);
    return [
      Math.floor(Math.min(...xs)),
      Math.floor(Math.min(...ys)),
      Math.ceil(Math.max(...xs)),
      Math.ceil(Math.max(...ys)),
    ];
  }
}
