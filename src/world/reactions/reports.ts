/** Being told where a thing is, and fetching it. */
import { can } from "../assets.js";
import { personPath } from "../folk.js";
import { contains, distance, footprintDistance, ground } from "../geometry.js";
import { nearThing } from "../goals.js";
import { reportedPlace } from "../speech.js";
import {
  barrierLines,
  carryAlong,
  emit,
  entityOf,
  type PersonEntity,
  type WorldState,
} from "../state.js";
import type { Entity, Vec2 } from "../types.js";
import { entityWords, regionWords, stem } from "./vocabulary.js";

/** Furniture this near to a thing tells where it is, cm. */
const BESIDE = 150;
/** Pointing at the ground this near to a thing is pointing at it, cm. */
const POINTED_NEAR = 100;

const isRoom = (kind: string): boolean => kind === "room" || kind === "private_room";

/** Did the agent point at the thing, and at nothing else since? */
function pointedAt(s: WorldState, thing: Entity): boolean {
  const target = s.pointing?.target;
  if (target === undefined) return false;
  if (typeof target === "string") return target === thing.id;
  return distance(target, thing.location) <= POINTED_NEAR;
}

/** Words for the rooms a thing is in, and for the rooms it is not in. */
function roomWords(s: WorldState, thing: Entity): { right: Set<string>; wrong: Set<string> } {
  const right = new Set<string>();
  const wrong = new Set<string>();
  for (const region of s.episode.regions) {
    const into = contains(region.polygon, thing.location) ? right : wrong;
    if (region.label || isRoom(region.kind)) for (const word of regionWords(region)) into.add(word);
  }
  for (const word of right) wrong.delete(word);
  return { right, wrong };
}

/** Words for the furniture that a thing is on, in or beside. */
function besideWords(s: WorldState, thing: Entity): Set<string> {
  const words = new Set<string>();
  for (const e of s.entities.values()) {
    if (e.id === thing.id || e.person || can(e, "pickable")) continue;
    const near = e.id === thing.containedIn || footprintDistance(e, thing.location) <= BESIDE;
    if (near) for (const word of entityWords(e)) words.add(word);
  }
  return words;
}

/** Does the text speak of another loose thing and not of this one? */
function speaksOfAnother(s: WorldState, thing: Entity, words: readonly string[]): boolean {
  const own = entityWords(thing);
  if (words.some((w) => own.has(w))) return false;
  return [...s.entities.values()].some(
    (e) => e.id !== thing.id && can(e, "pickable") && words.some((w) => entityWords(e).has(w)),
  );
}

/** Does a report lead to the thing: by naming the place where it is, or after pointing at it? */
export function leadsTo(s: WorldState, thing: Entity, content: string): boolean {
  const words = reportedPlace(content).words.map(stem);
  if (speaksOfAnother(s, thing, words)) return false;
  if (pointedAt(s, thing)) return true;
  const rooms = roomWords(s, thing);
  if (words.some((w) => rooms.wrong.has(w))) return false;
  const beside = besideWords(s, thing);
  const own = entityWords(thing);
  return words.some((w) => rooms.right.has(w) || (beside.has(w) && !own.has(w)));
}

/** The ways there and back of a person who fetches a thing; null when they cannot get at it. */
export function fetchingWays(
  s: WorldState,
  person: PersonEntity,
  thing: Entity,
): { there: Vec2[]; back: Vec2[] } | null {
  if (thing.heldBy) return null;
  const there = personPath(s, person, nearThing(thing, barrierLines(s)));
  return there && { there, back: [...there].reverse() };
}

/** Lets a person take a thing into the right hand. */
export function handOver(s: WorldState, person: PersonEntity, id: string): void {
  const thing = entityOf(s, id);
  delete thing.containedIn;
  thing.heldBy = { who: person.id, hand: 0 };
  carryAlong(s, person.id, ground(person.location));
  s.occupancy.update(thing);
  emit(s, { type: "stateChanged", object: id, from: "free", to: "held", by: person.id });
}
