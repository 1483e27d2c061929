import { leastViolations } from "../forced.js";
import { normIds, normOf } from "../norms/index.js";
import type { Cell, Geometry, GroupCode, NormDefinition } from "../types.js";
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

/** Forced tasks per norm; for norms on groups, those of the group with the fewest. */
export function checkForced(found: Findings, geometry: Geometry): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const norm of normIds().map(normOf)) {
    if (!isStatic(norm) && !norm.id.startsWith("seats-in-order")) continue;
    const groups: GroupCode[] = norm.memory.group ? [0, 1, 2] : [0];
    const count = Math.min(...groups.map((g) => forcedLegs(geometry, norm, g).length));
    counts[norm.id] = count;
    if (count === 0) found.error("forced", `${norm.id}: no task makes the direct way break it`);
    else if (count < 3 && norm.taskKind !== "seat")
      found.warn("forced", `${norm.id}: only ${count} tasks make the direct way break it`);
  }
  return counts;
}
