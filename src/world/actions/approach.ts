/** Getting to things and people before something is done with them. */

import { lineIsFree } from "../barriers.js";
import { kerbEnds, nearEnd, viaCrosswalk } from "../crossing.js";
import { bearing, distance, ground, roundPoint } from "../geometry.js";
import { ARM, exactly, type Goal, nearPerson, nearSpot, nearThing, PERSON_FAR } from "../goals.js";
import { findPath } from "../navigation.js";
import { endOf } from "../polyline.js";
import { agentSlot, leaveLines, lineEndingIn, stopStrolling } from "../schedule.js";
import { beforeSeat } from "../seating.js";
import {
  advance,
  agentAt,
  barrierLines,
  called,
  emit,
  entityOf,
  fail,
  type Line,
  type WorldState,
} from "../state.js";
import type { Entity, Vec2, Vec3 } from "../types.js";
import { shift, standing, walk } from "../walking.js";
import { SECONDS } from "./durations.js";

/** Gets the agent up from where it sits. */
export function standUp(s: WorldState): void {
  const { seatedOn } = s.agent;
  if (seatedOn === null) return;
  const seat = entityOf(s, seatedOn);
  const place = seat.seats?.find((p) => p.occupant === "agent");
  advance(s, SECONDS.stand);
  s.agent.seatedOn = null;
  emit(s, { type: "stood", who: "agent", seat: seatedOn });
  if (!place) return;
  place.occupant = null;
  shift(s, beforeSeat(s, seat, place));
}

/** Turns the agent towards a point. */
export function face(s: WorldState, point: Vec2 | Vec3): void {
  s.agent.yaw = bearing(s.agent.location, point, s.agent.yaw);
}

/** A way to a goal near `target`, along a crosswalk where the rule asks for it; null when there is none. */
function wayTo(
  s: WorldState,
  from: Vec2,
  goal: Goal,
  target: Vec2,
  exempt: readonly string[],
): Vec2[] | null {
  const around = standing(s)
    .filter((p) => !exempt.includes(p.id))
    .map((p) => ground(p.location));
  const crosswalks = [...s.entities.values()].filter((e) => e.kind === "crosswalk");
  const via = viaCrosswalk(crosswalks, s.episode.regions, from, target);
  const first = via && findPath(s.occupancy, from, exactly(via), around);
  const rest = first && findPath(s.occupancy, endOf(first), goal, around);
  if (first && rest) return [...first, ...rest.slice(1)];
  return findPath(s.occupancy, from, goal, around);
}

/** Walks to the first goal of a list that can be reached; gets up first. Fails with `unreachable`. */
function go(
  s: WorldState,
  goals: readonly Goal[],
  target: Vec2,
  name: string,
  exempt: readonly string[] = [],
): void {
  standUp(s);
  const from = agentAt(s);
  for (const goal of goals) {
    const path = goal.reached(from) ? [from, from] : wayTo(s, from, goal, target, exempt);
    if (!path) continue;
    leaveLines(s);
    walk(s, path, exempt);
    return;
  }
  fail("unreachable", `there is no way to ${name}`);
}

/** Gets a thing within reach of the hands: walks up to it unless it is there already. */
export function bringWithinReach(s: WorldState, thing: Entity): void {
  if (thing.heldBy?.who === "agent") return;
  const lines = barrierLines(s);
  const byHand = nearThing(thing, lines, ARM);
  if (!byHand.reached(agentAt(s))) {
    go(s, [nearThing(thing, lines), byHand], ground(thing.location), called(thing));
  }
  face(s, thing.location);
}

/** Gets a spot on the ground within reach of the hands. */
export function bringSpotWithinReach(s: WorldState, spot: Vec2): void {
  const lines = barrierLines(s);
  const byHand = nearSpot(spot, lines, ARM);
  if (!byHand.reached(agentAt(s))) go(s, [nearSpot(spot, lines), byHand], spot, "that place");
  face(s, spot);
}

/** Walks up to a thing, a crosswalk or a person. */
export function walkTo(s: WorldState, thing: Entity): void {
  if (thing.kind === "crosswalk") walkToCrosswalk(s, thing);
  else if (thing.person) walkToPerson(s, thing);
  else {
    go(s, [nearThing(thing, barrierLines(s))], ground(thing.location), called(thing));
    face(s, thing.location);
  }
}

function walkToCrosswalk(s: WorldState, crosswalk: Entity): void {
  const ends = kerbEnds(crosswalk, s.episode.regions);
  const end = nearEnd(ends, agentAt(s));
  go(s, [exactly(end), nearSpot(end, barrierLines(s))], end, called(crosswalk));
  face(s, crosswalk.location);
}

/** A walk to the last of a line ends behind them and joins it; any other ends near the person. */
function walkToPerson(s: WorldState, person: Entity): void {
  const line = lineEndingIn(s, person.id);
  const slot = line && agentSlot(line);
  if (line && slot) {
    joinLine(s, person, line, roundPoint(slot));
    return;
  }
  // Whoever strolls stops for somebody who comes up to them.
  stopStrolling(s, person.id);
  const at = ground(person.location);
  const lines = barrierLines(s);
  const near = nearPerson(at, lines);
  const here = agentAt(s);
  const closeBy = distance(here, at) <= PERSON_FAR && lineIsFree(here, at, lines);
  // Where there is no room to stand off a little, one stays as close as one is.
  const goals = closeBy ? [near, { ...near, reached: () => true }] : [near];
  go(s, goals, at, called(person), [person.id]);
  face(s, person.location);
}

/** Goes to stand behind the last of a line; when the line moves up meanwhile, follows it. */
function joinLine(s: WorldState, last: Entity, line: Line, slot: Vec2): void {
  let to: Vec2 | null = slot;
  for (let walked: Vec2 | null = null; to && (!walked || distance(walked, to) >= 1); ) {
    go(s, [exactly(to)], to, `the place behind ${called(last)}`, [last.id]);
    walked = to;
    const now = agentSlot(line);
    to = now && roundPoint(now);
  }
  line.joined = true;
  face(s, last.location);
}
