import type { AgentState } from "../world/types.js";
import { toRender } from "./builder.js";
import { fromAxes, type Matrix, type Point } from "./matrix.js";
import type { RenderOptions } from "./types.js";

/** Every picture looks this far down, degrees: the ground before one's feet counts for more than the sky. */
export const PITCH = 7;

/** How much lower the eye is when the agent sits, cm. */
export const SEATED_DROP = 35;

/** Nothing nearer than this is drawn, metres. */
export const NEAR = 0.08;

export interface Camera {
  eye: Point;
  /** unit vectors in render space */
  right: Point;
  up: Point;
  forward: Point;
  /** render space to (right, up, depth) with depth growing away from the eye */
  view: Matrix;
  /** pixels per unit of slope */
  focal: number;
  width: number;
  height: number;
}

/** The camera at a place with a heading: yaw and downward pitch in degrees, eye height in metres. */
export function cameraAt(
  place: Point,
  yaw: number,
  pitch: number,
  options: Pick<RenderOptions, "width" | "height" | "fov">,
): Camera {
  const y = (yaw * Math.PI) / 180;
  const p = (pitch * Math.PI) / 180;
  const right: Point = [Math.cos(y), 0, Math.sin(y)];
  const forward: Point = [Math.sin(y) * Math.cos(p), -Math.sin(p), -Math.cos(y) * Math.cos(p)];
  const up: Point = [Math.sin(y) * Math.sin(p), Math.cos(p), -Math.cos(y) * Math.sin(p)];
  const dot = (v: Point) => -(v[0] * place[0] + v[1] * place[1] + v[2] * place[2]);
  const view = fromAxes(
    [right[0], up[0], forward[0]],
    [right[1], up[1], forward[1]],
    [right[2], up[2], forward[2]],
    [dot(right), dot(up), dot(forward)],
  );
  const half = (options.fov * Math.PI) / 360;
  return {
    eye: place,
    right,
    up,
    forward,
    view,
    focal: options.width / 2 / Math.tan(half),
    width: options.width,
    height: options.height,
  };
}

/**
 * What the agent sees through: at its eye, along its yaw, pitched down by `PITCH`. `ground` is how high (cm)
 * the painted ground stands under it.
 */
export function agentCamera(agent: AgentState, ground: number, options: RenderOptions): Camera {
  const drop = agent.seatedOn === null ? 0 : SEATED_DROP;
  const [x, y, z] = agent.location;
  const eye = toRender(x, y, z + ground + options.eyeHeight - drop);
  return cameraAt(eye, agent.yaw, PITCH, options);
}
