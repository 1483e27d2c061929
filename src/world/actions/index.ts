/** The eighteen actions by name. */
import type { WorldState } from "../state.js";
import { closeDoor, interact, knockDoor, openDoor } from "./doors.js";
import { eatOrDrink, mopFloor, washHands, washObjectInHand } from "./household.js";
import { moveToObject, turnInDegree } from "./move.js";
import type { Parameters } from "./parameters.js";
import { lookAtLocation, lookAtObject, pointAtObject } from "./perceive.js";
import { putDownToLocation } from "./put.js";
import { rest, sitDownToObject } from "./rest.js";
import { speakTo } from "./speak.js";
import { moveAndTakeObject } from "./take.js";

/** Carries an action out: changes the state, writes the trace; throws `ActionFailure`. */
export type ActionHandler = (s: WorldState, parameters: Parameters) => void;

export const ACTIONS: ReadonlyMap<string, ActionHandler> = new Map<string, ActionHandler>([
  ["look_at_location", lookAtLocation],
  ["look_at_object", lookAtObject],
  ["point_at_object", pointAtObject],
  ["move_to_object", moveToObject],
  ["turn_in_degree", turnInDegree],
  ["sit_down_to_object", sitDownToObject],
  ["move_and_take_object", moveAndTakeObject],
  ["put_down_to_location", putDownToLocation],
  ["eat_or_drink", eatOrDrink],
  ["wash_hands", washHands],
  ["wash_object_in_hand", washObjectInHand],
  ["mop_floor", mopFloor],
  ["interact", interact],
  ["open_door", openDoor],
  ["close_door", closeDoor],
  ["knock_door", knockDoor],
  ["speak_to", speakTo],
  ["rest", rest],
]);
