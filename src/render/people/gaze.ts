import type { Entity, Snapshot } from "../../world/types.js";
import { clamp, radians } from "./vec.js";

/** Heads turn this far to either side. */
const MAX_TURN = radians(60);

export interface Gaze {
  /** to the right, radians, relative to the body */
  yaw: number;
  /** down, radians */
  pitch: number;
  /** what the head cannot do is left to the eyes, −1…1 */
  eyes: { x: number; y: number };
}

/** Eye height of a person, cm: less when seated or bent. */
export function eyeLevel(e: Entity): number {
  const p = e.person!;
  const bent = p.ageGroup === "elderly" ? 0.88 : 1;
  const seat = p.posture === "seated" ? p.height * 0.27 : 0;
  return e.location[2] + p.height * 0.93 * bent - seat;
}

function targetPoint(e: Entity, snapshot: Snapshot): [number, number, number] | null {
  const gaze = e.person!.gaze;
  if (gaze === null || gaze === e.id) return null;
  if (gaze === "agent") {
    const [x, y, z] = snapshot.agent.location;
    return [x, y, z + (snapshot.agent.seatedOn === null ? 158 : 123)];
  }
  const other = snapshot.entities.find((o) => o.id === gaze);
  if (!other) return null;
  const [x, y, z] = other.location;
  return [x, y, other.person ? eyeLevel(other) : z + other.height / 2];
}

/** Where a person's head turns, from what they look at. */
export function gazeOf(e: Entity, snapshot: Snapshot): Gaze {
  const at = targetPoint(e, snapshot);
  if (!at) return { yaw: 0, pitch: 0, eyes: { x: 0, y: 0 } };
  const dx = at[0] - e.location[0];
  const dy = at[1] - e.location[1];
  const bearing = Math.atan2(dy, dx) - radians(e.yaw);
  const turn = Math.atan2(Math.sin(bearing), Math.cos(bearing));
  const yaw = clamp(turn, -MAX_TURN, MAX_TURN);
  const drop = Math.atan2(eyeLevel(e) - at[2], Math.hypot(dx, dy));
  const pitch = clamp(drop * 0.8, -0.4, 0.5);
  return {
    yaw,
    pitch,
    eyes: { x: clamp((turn - yaw) * 1.6, -0.8, 0.8), y: clamp((pitch - drop) * 2, -0.6, 0.6) },
  };
}
