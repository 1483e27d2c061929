import { can } from "../assets.js";
import { tapOpened } from "../schedule.js";
import { advance, agentAt, called, changeState, emit, fail, type WorldState } from "../state.js";
import type { Entity } from "../types.js";
import { bringWithinReach } from "./approach.js";
import { SECONDS } from "./durations.js";
import { flagIn, handIn, type Parameters, thingIn } from "./parameters.js";

/** Opens a door. */
export function openDoor(s: WorldState, parameters: Parameters): void {
  handIn(parameters);
  operate(s, thingIn(s, parameters, "component_id"), "open", "locked");
}

/** Shuts a door. */
export function closeDoor(s: WorldState, parameters: Parameters): void {
  handIn(parameters);
  operate(s, thingIn(s, parameters, "component_id"), "closed", "locked");
}

/** Opens or shuts a door; `whenLocked` is what a door that stays locked fails with. */
function operate(
  s: WorldState,
  door: Entity,
  to: "open" | "closed",
  whenLocked: "locked" | "wrong_state",
): void {
  if (!can(door, "door")) fail("not_a_door", `${called(door)} is not a door`);
  bringWithinReach(s, door);
  advance(s, SECONDS.door);
  if (to === "open" && door.state !== "open" && door.locked) {
    fail(whenLocked, `${called(door)} is locked`);
  }
  emit(s, { type: to === "open" ? "opened" : "closed", door: door.id });
  changeState(s, door, to, "agent");
  s.occupancy.update(door);
}

/** Knocks at a door. */
export function knockDoor(s: WorldState, parameters: Parameters): void {
  const door = thingIn(s, parameters, "object_id");
  if (!can(door, "knockable")) fail("not_a_door", `${called(door)} is not a door`);
  bringWithinReach(s, door);
  advance(s, SECONDS.knock);
  emit(s, { type: "knocked", door: door.id });
}

/** Switches a thing on or off; setting the state that it has already succeeds. Doors open and shut. */
export function interact(s: WorldState, parameters: Parameters): void {
  const thing = thingIn(s, parameters, "object_id");
  const on = flagIn(parameters, "new_object_state");
  if (can(thing, "door")) {
    operate(s, thing, on ? "open" : "closed", "wrong_state");
    return;
  }
  if (!can(thing, "switch")) fail("wrong_state", `${called(thing)} has nothing to switch`);
  const before = s.trace.length;
  bringWithinReach(s, thing);
  advance(s, SECONDS.switch);
  const to = on ? "on" : "off";
  if (thing.state !== to) {
    changeState(s, thing, to, "agent");
    if (on) tapOpened(s, thing.id);
  } else if (s.trace.length === before) {
    // Nothing changed and nothing was walked: being there is all that there is to tell.
    const here = agentAt(s);
    emit(s, { type: "moved", polyline: [here, here] });
  }
}
