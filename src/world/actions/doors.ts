import { can } from "../assets.js";
import { tapOpened } from "../schedule.js";
import { advance, called, changeState, emit, entityOf, fail, type WorldState } from "../state.js";
import type { Entity } from "../types.js";
import { bringWithinReach } from "./approach.js";
import { SECONDS } from "./durations.js";
import { flagIn, handIn, handName, type Parameters, thingIn } from "./parameters.js";

/** Opens a door. */
export function openDoor(s: WorldState, parameters: Parameters): void {
  operate(s, thingIn(s, parameters, "component_id"), handIn(parameters) ?? 0, "open");
}

/** Shuts a door. */
export function closeDoor(s: WorldState, parameters: Parameters): void {
  operate(s, thingIn(s, parameters, "component_id"), handIn(parameters) ?? 0, "closed");
}

function operate(s: WorldState, door: Entity, hand: 0 | 1, to: "open" | "closed"): void {
  if (!can(door, "door")) fail("not_a_door", `${called(door)} is not a door`);
  const held = s.agent.hands[hand];
  if (held !== null) {
    const what = called(entityOf(s, held));
    fail("hand_occupied", `the ${handName(hand)} hand holds ${what}`);
  }
  bringWithinReach(s, door);
  advance(s, SECONDS.door);
  if (to === "open" && door.state !== "open" && door.locked) {
    fail("locked", `${called(door)} is locked`);
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
    operate(s, thing, 0, on ? "open" : "closed");
    return;
  }
  if (!can(thing, "switch")) fail("wrong_tool", `${called(thing)} has nothing to switch`);
  bringWithinReach(s, thing);
  advance(s, SECONDS.switch);
  const to = on ? "on" : "off";
  if (thing.state === to) {
    emit(s, { type: "stateChanged", object: thing.id, from: to, to, by: "agent" });
    return;
  }
  changeState(s, thing, to, "agent");
  if (on) tapOpened(s, thing.id);
}
