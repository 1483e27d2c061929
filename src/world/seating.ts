/** Sitting down and getting up: where places are, who has them. */

import { personPath } from "./folk.js";
import { normaliseYaw, roundPoint, toWorld } from "./geometry.js";
import { nearThing } from "./goals.js";
import {
  barrierLines,
  emit,
  entityOf,
  type PersonEntity,
  seatPlace,
  setActivity,
  type WorldState,
} from "./state.js";
import type { Entity, Seat, Vec2 } from "./types.js";

/** How far in front of a seat's edge one stands after getting up, cm. */
const BEFORE_SEAT = 30;

/** The free places of a seat. */
export const freePlaces = (seat: Entity): Seat[] =>
  (seat.seats ?? []).filter((place) => place.occupant === null);

/** Where one stands before sitting down on a place, or after getting up. */
export function beforeSeat(s: WorldState, seat: Entity, place: Seat): Vec2 {
  const depth = Math.max(...seat.footprint.map(([x]) => x));
  const front = roundPoint(toWorld(seat, [depth + BEFORE_SEAT, place.offset[1]]));
  if (s.occupancy.isFree(front[0], front[1])) return front;
  return s.occupancy.nearestFree(front, 200) ?? front;
}

/** The way of a person to a seat; null when it has no free place or cannot be reached. */
export function wayToSeat(s: WorldState, person: PersonEntity, seat: Entity): Vec2[] | null {
  if (freePlaces(seat).length === 0) return null;
  return personPath(s, person, nearThing(seat, barrierLines(s)));
}

/** Lets a person who is at a seat sit down on its first free place; false when there is none left. */
export function seatPerson(s: WorldState, person: PersonEntity, seatId: string): boolean {
  const seat = entityOf(s, seatId);
  const place = freePlaces(seat)[0];
  if (!place) return false;
  place.occupant = person.id;
  const [x, y] = seatPlace(seat, place);
  person.location = [x, y, person.location[2]];
  person.yaw = normaliseYaw(seat.yaw);
  person.person.posture = "seated";
  emit(s, { type: "sat", who: person.id, seat: seatId });
  setActivity(s, person, { type: "seated", on: seatId });
  return true;
}
