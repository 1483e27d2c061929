import { normaliseYaw } from "../geometry.js";
import { advance, emit, fail, type WorldState } from "../state.js";
import { walkTo } from "./approach.js";
import { SECONDS } from "./durations.js";
import { failIfGone, type Parameters, thingIn } from "./parameters.js";

/** Walks up to a thing, a person or a crosswalk. */
export function moveToObject(s: WorldState, parameters: Parameters): void {
  const thing = thingIn(s, parameters, "object_id");
  failIfGone(thing, "unknown_object");
  walkTo(s, thing);
}

/** Turns on the spot; positive degrees turn right. */
export function turnInDegree(s: WorldState, parameters: Parameters): void {
  const { degree } = parameters;
  if (typeof degree !== "number" || !Number.isFinite(degree)) {
    fail("bad_parameter", "degree must be a number, positive to the right");
  }
  advance(s, SECONDS.turn);
  s.agent.yaw = normaliseYaw(s.agent.yaw + degree);
  s.yawBeforeLook = null;
  emit(s, { type: "turned", degree });
}
