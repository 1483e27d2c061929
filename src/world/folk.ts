/** People on their feet: how they get from one place to another, sit down, turn to somebody. */
import { bearing, ground, roundPoint } from "./geometry.js";
import { exactly, type Goal } from "./goals.js";
import { findPath } from "./navigation.js";
import { endOf, polylineLength } from "./polyline.js";
import { carryAlong, emit, type PersonEntity, type WorldState } from "./state.js";
import type { Vec2 } from "./types.js";
import { headingOf, WALK_SPEED } from "./walking.js";

/** A person's way to a goal; null when there is none. */
export const personPath = (s: WorldState, person: PersonEntity, goal: Goal): Vec2[] | null =>
  findPath(s.occupancy, ground(person.location), goal, []);

/** A person's way to a place; straight there when no way round leads to it. */
export function wayTo(s: WorldState, person: PersonEntity, to: Vec2): Vec2[] {
  const target = roundPoint(to);
  return personPath(s, person, exactly(target)) ?? [ground(person.location), target];
}

/** Lets a person have walked a path; returns the seconds that it takes. */
export function walkPerson(s: WorldState, person: PersonEntity, path: readonly Vec2[]): number {
  const end = endOf(path);
  person.yaw = headingOf(path, person.yaw);
  person.location = [end[0], end[1], person.location[2]];
  person.person.gaze = null;
  carryAlong(s, person.id, end);
  emit(s, { type: "personMoved", person: person.id, polyline: [...path] });
  return polylineLength(path) / WALK_SPEED;
}

/** Lets a person turn to the agent. */
export function faceAgent(s: WorldState, person: PersonEntity): void {
  person.person.gaze = "agent";
  if (person.person.posture === "standing") {
    person.yaw = bearing(person.location, s.agent.location, person.yaw);
  }
}
