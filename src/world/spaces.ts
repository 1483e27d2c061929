/** Who can hear whom: outdoors is one space, rooms are one space with what they are open to. */
import { type Barrier, barriers, isShutDoor, lineIsFree, passages } from "./barriers.js";
import { contains, distance, ground } from "./geometry.js";
import type { Entity, Region, Setting, Vec2, Vec3 } from "./types.js";

/** How far a voice carries, centre to centre, cm. */
export const VOICE = 1000;
/** A door stands in the opening whose middle is at most this far from its own, cm. */
const DOOR_IN_OPENING = 60;
const OUTDOORS = "outdoors";

/** The rooms that hold a point; `outdoors` when none does. */
function roomsAt(regions: readonly Region[], p: Vec2): string[] {
  const rooms = regions.filter(
    (r) => (r.kind === "room" || r.kind === "private_room") && contains(r.polygon, p),
  );
  return rooms.length > 0 ? rooms.map((r) => r.id) : [OUTDOORS];
}

/** What a place is made of, as far as voices and arms are concerned. */
export interface Place {
  setting: Setting;
  regions: readonly Region[];
  entities: Iterable<Entity>;
}

/** Pairs of spaces that an open passage joins. */
function joints(place: Place): [string, string][] {
  const shut = [...place.entities].filter(isShutDoor);
  const out: [string, string][] = [];
  for (const passage of place.setting.walls.flatMap(passages)) {
    if (shut.some((door) => distance(door.location, passage.middle) <= DOOR_IN_OPENING)) continue;
    for (const a of roomsAt(place.regions, passage.sides[0])) {
      for (const b of roomsAt(place.regions, passage.sides[1])) out.push([a, b]);
    }
  }
  return out;
}

/**
 * Are two points in the same space: the same room, rooms joined by open doorways, or in plain sight of
 * each other with no wall or shut door between?
 */
export function sameSpace(place: Place, a: Vec2 | Vec3, b: Vec2 | Vec3): boolean {
  const [from, to] = [ground(a), ground(b)];
  const goal = new Set(roomsAt(place.regions, to));
  const reached = new Set(roomsAt(place.regions, from));
  const pairs = joints(place);
  for (let grown = true; grown; ) {
    if ([...reached].some((room) => goal.has(room))) return true;
    grown = false;
    for (const [p, q] of pairs) {
      if (reached.has(p) === reached.has(q)) continue;
      reached.add(p).add(q);
      grown = true;
    }
  }
  const lines: Barrier[] = barriers(place.setting, place.entities);
  return lineIsFree(from, to, lines);
}
