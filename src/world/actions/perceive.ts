import { advance, emit, fail, type WorldState } from "../state.js";
import type { Vec3 } from "../types.js";
import { face } from "./approach.js";
import { SECONDS } from "./durations.js";
import { failIfGone, flagIn, handIn, type Parameters, placeIn, thingIn } from "./parameters.js";

/** Looks at a thing; cancelling looks ahead again. */
export function lookAtObject(s: WorldState, parameters: Parameters): void {
  const thing = thingIn(s, parameters, "object_id");
  failIfGone(thing, "unknown_object");
  look(s, { object: thing.id }, thing.location, flagIn(parameters, "is_cancel", false));
}

/** Looks at a place; cancelling looks ahead again. */
export function lookAtLocation(s: WorldState, parameters: Parameters): void {
  const place = placeIn(parameters, "target_location");
  if (!place) fail("bad_parameter", "target_location must be [x, y, z] in centimetres");
  look(s, { location: place }, place, flagIn(parameters, "is_cancel", false));
}

type Target = { object: string } | { location: Vec3 };

function look(s: WorldState, target: Target, at: Vec3, cancel: boolean): void {
  advance(s, SECONDS.look);
  if (cancel) {
    s.agent.yaw = s.yawBeforeLook ?? s.agent.yaw;
    s.yawBeforeLook = null;
    emit(s, { type: "looked", ...target, cancel });
    return;
  }
  s.yawBeforeLook ??= s.agent.yaw;
  face(s, at);
  emit(s, { type: "looked", ...target });
}

/** Points at a thing; cancelling lowers the arm. */
export function pointAtObject(s: WorldState, parameters: Parameters): void {
  const thing = thingIn(s, parameters, "object_id");
  const cancel = flagIn(parameters, "is_cancel", false);
  handIn(parameters);
  failIfGone(thing, "unknown_object");
  advance(s, SECONDS.point);
  s.pointing = cancel || s.action === null ? null : { target: thing.id, action: s.action };
  emit(s, { type: "pointed", object: thing.id, ...(cancel ? { cancel } : {}) });
}
