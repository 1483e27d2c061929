import { asset, can } from "../assets.js";
import { tapOpened } from "../schedule.js";
import {
  advance,
  called,
  changeState,
  contentsOf,
  emit,
  entityOf,
  fail,
  isGone,
  type WorldState,
} from "../state.js";
import type { Entity } from "../types.js";
import { bringWithinReach } from "./approach.js";
import { SECONDS } from "./durations.js";
import { failIfGone, handIn, type Parameters, thingIn } from "./parameters.js";
import { holdingHand } from "./put.js";

/** What can be eaten of a thing in the hand: the thing, or what lies on it. */
function foodOf(s: WorldState, held: Entity): Entity | undefined {
  if (can(held, "edible")) return held;
  const food = contentsOf(s, held.id).filter((e) => can(e, "edible"));
  return food.find((e) => e.state !== "eaten") ?? food[0];
}

/** The hand asked for; else the first that holds something to eat or drink; else any that holds something. */
function eatingHand(s: WorldState, asked: 0 | 1 | undefined): 0 | 1 {
  if (asked !== undefined) return holdingHand(s, asked);
  for (const hand of [0, 1] as const) {
    const id = s.agent.hands[hand];
    if (id !== null && foodOf(s, entityOf(s, id))) return hand;
  }
  return holdingHand(s, undefined);
}

/** Eats or drinks what a hand holds, or what lies on the dish that it holds. */
export function eatOrDrink(s: WorldState, parameters: Parameters): void {
  const hand = eatingHand(s, handIn(parameters));
  const held = entityOf(s, s.agent.hands[hand] as string);
  const food = foodOf(s, held);
  if (!food) fail("not_edible", `${called(held)} can be neither eaten nor drunk`);
  if (food.state === "eaten") fail("wrong_state", `${called(food)} is empty`);
  const dish = food.containedIn ?? s.servedOn.get(food.id);
  advance(s, SECONDS.eat);
  emit(s, { type: "ate", object: food.id });
  changeState(s, food, "eaten", "agent");
  if (isGone(food)) {
    delete food.containedIn;
    delete food.heldBy;
    if (held.id === food.id) s.agent.hands[hand] = null;
  }
  if (dish !== undefined) soil(s, entityOf(s, dish));
}

/** A dish that food was eaten from is dirty. */
function soil(s: WorldState, dish: Entity): void {
  if (asset(dish.kind).states?.includes("dirty")) changeState(s, dish, "dirty", "agent");
}

/** The faucet that a step names. */
function faucetIn(s: WorldState, parameters: Parameters): Entity {
  const faucet = thingIn(s, parameters, "object_id");
  if (!can(faucet, "faucet")) fail("wrong_tool", `${called(faucet)} is not a faucet`);
  return faucet;
}

function turnOn(s: WorldState, faucet: Entity): void {
  if (faucet.state === "on") return;
  changeState(s, faucet, "on", "agent");
  tapOpened(s, faucet.id);
}

/** Washes the hands at a faucet, which is on afterwards. */
export function washHands(s: WorldState, parameters: Parameters): void {
  const faucet = faucetIn(s, parameters);
  bringWithinReach(s, faucet);
  turnOn(s, faucet);
  advance(s, SECONDS.wash);
  emit(s, { type: "washed", what: "hands", faucet: faucet.id });
}

/** Washes every washable thing held, at a faucet, which is on afterwards. */
export function washObjectInHand(s: WorldState, parameters: Parameters): void {
  const faucet = faucetIn(s, parameters);
  const held = s.agent.hands.flatMap((id) => (id === null ? [] : [entityOf(s, id)]));
  if (held.length === 0) fail("hand_empty", "neither hand holds anything to wash");
  const washable = held.filter((e) => can(e, "washable"));
  if (washable.length === 0) {
    fail("wrong_tool", `${held.map(called).join(" and ")} cannot be washed`);
  }
  bringWithinReach(s, faucet);
  turnOn(s, faucet);
  advance(s, SECONDS.wash);
  for (const thing of washable) {
    emit(s, { type: "washed", what: thing.id, faucet: faucet.id });
    if (asset(thing.kind).states?.includes("clean")) changeState(s, thing, "clean", "agent");
  }
}

/** Wipes away a stain with the mop in hand. */
export function mopFloor(s: WorldState, parameters: Parameters): void {
  const stain = thingIn(s, parameters, "dirt_id");
  if (!can(stain, "stain")) fail("wrong_tool", `${called(stain)} is nothing to mop up`);
  failIfGone(stain, "wrong_state");
  const held = s.agent.hands.flatMap((id) => (id === null ? [] : [entityOf(s, id)]));
  if (!held.some((e) => can(e, "mop"))) {
    const code = held.length > 0 ? "wrong_tool" : "hand_empty";
    fail(code, "mopping needs the mop in a hand");
  }
  bringWithinReach(s, stain);
  advance(s, SECONDS.mop);
  emit(s, { type: "mopped", stain: stain.id });
  changeState(s, stain, "gone", "agent");
}
