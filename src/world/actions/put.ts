import { asset, can } from "../assets.js";
import { buildingPlan, wallParts } from "../barriers.js";
import { contains, footprint, ground, round1 } from "../geometry.js";
import {
  advance,
  called,
  emit,
  entityOf,
  fail,
  isGone,
  placeThing,
  type WorldState,
} from "../state.js";
import type { Entity, Vec2, Vec3 } from "../types.js";
import { bringSpotWithinReach, bringWithinReach } from "./approach.js";
import { SECONDS } from "./durations.js";
import { handIn, handName, type Parameters, placeIn, thingIn } from "./parameters.js";

/** Containers lower than this carry things on top, higher ones hold them inside; cm. */
const LOW = 20;

/** Puts what a hand holds into a container, or at a place. */
export function putDownToLocation(s: WorldState, parameters: Parameters): void {
  const hand = holdingHand(s, handIn(parameters));
  const thing = entityOf(s, s.agent.hands[hand] as string);
  const place = placeIn(parameters, "target_location");
  if (parameters.container_id !== undefined && parameters.container_id !== null) {
    putInto(s, thing, hand, thingIn(s, parameters, "container_id"));
  } else if (place) {
    putAt(s, thing, hand, place);
  } else {
    fail("bad_parameter", "putting down needs a target_location or a container_id");
  }
}

/** The hand asked for, or the one that holds something; fails with `hand_empty`. */
export function holdingHand(s: WorldState, asked: 0 | 1 | undefined): 0 | 1 {
  const [right, left] = s.agent.hands;
  const hand = asked ?? (right === null && left !== null ? 1 : 0);
  if (s.agent.hands[hand] !== null) return hand;
  const which =
    asked === undefined ? "neither hand holds" : `the ${handName(hand)} hand does not hold`;
  return fail("hand_empty", `${which} anything`);
}

function putInto(s: WorldState, thing: Entity, hand: 0 | 1, container: Entity): void {
  const onTop = can(container, "surface");
  if (!onTop && !can(container, "container")) {
    fail("invalid_location", `${called(container)} holds no things`);
  }
  if (container.id === thing.id || isWithin(s, container, thing.id)) {
    fail("invalid_location", `${called(thing)} cannot be put into itself`);
  }
  if (container.heldBy && container.heldBy.who !== "agent") {
    fail("invalid_location", `${called(container)} is in somebody's hands`);
  }
  bringWithinReach(s, container);
  if (onTop) release(s, thing, hand, spotOn(s, thing, container), container, "on");
  else release(s, thing, hand, spotIn(s, thing, container), container);
}

/** A thing goes back to where it lay on a table or the like; a new one to the middle of the top. */
function spotOn(s: WorldState, thing: Entity, table: Entity): Vec3 {
  const before = s.episode.entities.find((e) => e.id === thing.id);
  const there = before && !before.containedIn && contains(footprint(table), before.location);
  const [x, y] = there ? before.location : table.location;
  return [x, y, restingHeight(table)];
}

/** Does a thing lie in another, directly or not? */
function isWithin(s: WorldState, thing: Entity, outer: string): boolean {
  for (let at = thing.containedIn; at !== undefined; at = s.entities.get(at)?.containedIn) {
    if (at === outer) return true;
  }
  return false;
}

/** A thing goes back to where it was in a container; a new one goes to the container's middle. */
function spotIn(s: WorldState, thing: Entity, container: Entity): Vec3 {
  const before = s.episode.entities.find((e) => e.id === thing.id);
  const home = s.episode.entities.find((e) => e.id === container.id);
  if (before && home && before.containedIn === container.id) {
    const [x, y, z] = container.location;
    const [hx, hy, hz] = home.location;
    const [bx, by, bz] = before.location;
    return [x + bx - hx, y + by - hy, z + bz - hz];
  }
  const [x, y, z] = container.location;
  return [x, y, z + (container.height <= LOW ? container.height : 0)];
}

function putAt(s: WorldState, thing: Entity, hand: 0 | 1, place: Vec3): void {
  const spot = ground(place);
  failIfOutside(s, spot);
  const under = supporterAt(s, thing, spot);
  if (under && !can(under, "container") && !can(under, "surface")) {
    fail("invalid_location", `${called(under)} is in that place and nothing can lie on it`);
  }
  bringSpotWithinReach(s, spot);
  const container = under && can(under, "container") ? under : undefined;
  release(s, thing, hand, [place[0], place[1], restingHeight(under)], container);
}

function failIfOutside(s: WorldState, spot: Vec2): void {
  const { bounds, walls, buildings } = s.episode.setting;
  const [minX, minY, maxX, maxY] = bounds;
  if (spot[0] < minX || spot[1] < minY || spot[0] > maxX || spot[1] > maxY) {
    fail("invalid_location", `[${spot.join(", ")}] lies outside of this place`);
  }
  const masonry = [
    ...walls.flatMap(wallParts).map((p) => p.polygon),
    ...buildings.map(buildingPlan),
  ];
  if (masonry.some((polygon) => contains(polygon, spot))) {
    fail("invalid_location", `[${spot.join(", ")}] lies inside a wall`);
  }
}

/** The highest thing at a spot that something put there would come to lie on or in. */
function supporterAt(s: WorldState, thing: Entity, spot: Vec2): Entity | undefined {
  let best: Entity | undefined;
  for (const e of s.entities.values()) {
    if (e.id === thing.id || e.person || e.heldBy || isGone(e)) continue;
    if (!e.solid && !can(e, "container")) continue;
    if (can(e, "door") || isWithin(s, e, thing.id)) continue;
    if (!contains(footprint(e), spot)) continue;
    if (!best || restingHeight(e) > restingHeight(best)) best = e;
  }
  return best;
}

function restingHeight(under: Entity | undefined): number {
  if (!under) return 0;
  const base = under.location[2];
  if (can(under, "container")) return base + (under.height <= LOW ? under.height : 0);
  const { top, size } = asset(under.kind);
  return base + (top === size[2] ? under.height : top);
}

/** Lets go of a thing at a place: in or on a container, on a table, on the ground. */
function release(
  s: WorldState,
  thing: Entity,
  hand: 0 | 1,
  at: Vec3,
  into?: Entity,
  how: "in" | "on" = "in",
): void {
  advance(s, SECONDS.put);
  delete thing.heldBy;
  s.agent.hands[hand] = null;
  const location: Vec3 = [round1(at[0]), round1(at[1]), round1(at[2])];
  placeThing(s, thing, location);
  if (into && how === "in") thing.containedIn = into.id;
  s.occupancy.update(thing);
  emit(s, { type: "put", object: thing.id, location, ...(into ? { container: into.id } : {}) });
}
