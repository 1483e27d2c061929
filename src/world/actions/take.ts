import { asset, can } from "../assets.js";
import {
  advance,
  agentAt,
  called,
  carryAlong,
  emit,
  entityOf,
  fail,
  type WorldState,
} from "../state.js";
import type { Entity } from "../types.js";
import { bringWithinReach } from "./approach.js";
import { SECONDS } from "./durations.js";
import { failIfGone, handIn, handName, type Parameters, thingIn } from "./parameters.js";

/** Walks up to a thing and picks it up; what lies on it comes along. */
export function moveAndTakeObject(s: WorldState, parameters: Parameters): void {
  const thing = thingIn(s, parameters, "object_id");
  const hand = handIn(parameters) ?? 0;
  failIfGone(thing, "wrong_state");
  if (!can(thing, "pickable")) fail("not_pickable", `${called(thing)} cannot be picked up`);
  failIfHeld(s, thing);
  const held = s.agent.hands[hand];
  if (held !== null) {
    const what = called(entityOf(s, held));
    fail("hand_occupied", `the ${handName(hand)} hand already holds ${what}`);
  }
  bringWithinReach(s, thing);
  advance(s, SECONDS.take);
  failIfHeld(s, thing);
  pickUp(s, thing, hand);
}

function failIfHeld(s: WorldState, thing: Entity): void {
  if (!thing.heldBy) return;
  const { who } = thing.heldBy;
  const holder = who === "agent" ? "you" : called(entityOf(s, who));
  fail("wrong_state", `${called(thing)} is already held by ${holder}`);
}

function pickUp(s: WorldState, thing: Entity, hand: 0 | 1): void {
  const from = thing.containedIn === undefined ? undefined : entityOf(s, thing.containedIn);
  if (from && asset(from.kind).states?.includes("dirty")) s.servedOn.set(thing.id, from.id);
  delete thing.containedIn;
  thing.heldBy = { who: "agent", hand };
  s.agent.hands[hand] = thing.id;
  carryAlong(s, "agent", agentAt(s));
  s.occupancy.update(thing);
  const owner = thing.owner === undefined ? {} : { owner: thing.owner };
  emit(s, { type: "took", object: thing.id, hand, ...owner });
}
