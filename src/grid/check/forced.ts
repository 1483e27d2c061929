import { CELLS } from "../cells.js";
import { leastViolations } from "../forced.js";
import { newContext } from "../judge.js";
import { lineOf, normIds, normOf } from "../norms/index.js";
import { REPAIRED } from "../rules.js";
import type { ActionCode, Cell, Geometry, GroupCode, NormDefinition } from "../types.js";
import type { Findings } from "./types.js";

/** A start and the goals of a leg. */
export interface Leg {
  start: Cell;
  goals: readonly Cell[];
}

/** Norms whose verdict hangs on places alone (and on the group, or on having been in Q). */
export function isStatic(norm: NormDefinition): boolean {
  return !norm.memory.others && !norm.memory.clock && !norm.memory.run;
}

/** The legs on which a norm of this kind of task may come into play, in an empty room. */
export function legsOf(geometry: Geometry, norm: NormDefinition): Leg[] {
  const { doors, chairs, destinations } = geometry;
  const to = (starts: readonly Cell[], ends: readonly Cell[]): Leg[] =>
    starts.flatMap((start) => ends.map((end) => ({ start, goals: [end] })));
  switch (norm.taskKind) {
    case "dest":
      return [...to(doors, destinations), ...to(destinations, doors)];
    case "chairdest":
      return to(doors, chairs);
    case "door":
      return [...destinations, ...chairs].map((start) => ({ start, goals: doors }));
    case "seat":
      return doors.map((start) => ({ start, goals: chairs }));
    case "zone":
      return doors.map((start) => ({ start, goals: geometry.zoneR }));
    case "counter":
      return doors.map((start) => ({ start, goals: [geometry.service] }));
  }
}

/** The legs on which every direct way breaks the norm. */
export function forcedLegs(geometry: Geometry, norm: NormDefinition, group: GroupCode): Leg[] {
  return legsOf(geometry, norm).filter(
    (leg) => (leastViolations({ geometry, norm, group, ...leg })?.least ?? 0) > 0,
  );
}

/** True when some step in an empty room breaks the norm for the group. */
function everBad(geometry: Geometry, norm: NormDefinition, group: GroupCode): boolean {
  const context = newContext(geometry, REPAIRED, lineOf(norm, geometry));
  context.group = group;
  for (let cell = 0; cell < CELLS; cell++)
    for (let d = 0; d < 4; d++) {
      context.x = cell;
      context.y = geometry.next[cell * 5 + d] as Cell;
      context.action = d as ActionCode;
      if (geometry.walkable[cell] && context.y !== cell && norm.bad(context)) return true;
    }
  return false;
}

/** Forced tasks per norm; for norms on groups, those of the group with the fewest among those it binds. */
export function checkForced(found: Findings, geometry: Geometry): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const norm of normIds().map(normOf)) {
    if (!isStatic(norm) && norm.taskKind !== "seat") continue;
    const groups = (norm.memory.group ? [0, 1, 2] : [0]) as GroupCode[];
    const bound = groups.filter((g) => everBad(geometry, norm, g));
    const legs = bound.map((g) => forcedLegs(geometry, norm, g).length);
    const count = legs.length > 0 ? Math.min(...legs) : 0;
    counts[norm.id] = count;
    if (count === 0) found.error("forced", `${norm.id}: no task makes the direct way break it`);
    else if (count < 3 && norm.taskKind !== "seat")
      found.warn("forced", `${norm.id}: only ${count} tasks make the direct way break it`);
  }
  return counts;
}
