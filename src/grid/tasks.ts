import type { Rng } from "../core/rng.js";
import { cellAt, neighbours, positionOf } from "./cells.js";
import { newContext } from "./judge.js";
import { REPAIRED } from "./rules.js";
import {
  type Arrival,
  type Cell,
  DOORS,
  type Door,
  type Geometry,
  type Goal,
  GROUPS,
  type Group,
  type GroupCode,
  type NormDefinition,
  type TaskKind,
} from "./types.js";

/** What people come to do under a norm (table of task goals by family), and how such tasks are drawn. */

export interface TaskSource {
  geometry: Geometry;
  kind: TaskKind;
  /** an extra habit of the community: no task may ask for what it forbids */
  habit: NormDefinition | null;
}

/**
 * Most turns that people stay in zone R. Were they gone at once, two at a time would hardly ever be seen in it,
 * and the norms on sharing it could not be learned.
 */
const LONGEST_DWELL = 4;

/** Somebody with a task of the kind: group, entrance and goals drawn, due at `due`. */
export function drawArrival(source: TaskSource, rng: Rng, due: number, group?: Group): Arrival {
  const who = group ?? rng.pick(GROUPS);
  const entrance = rng.pick(source.geometry.doors);
  const arrival = { group: who, due, at: positionOf(entrance), goals: drawGoals(source, rng, who) };
  return source.kind === "zone" ? { ...arrival, dwell: rng.int(1, LONGEST_DWELL) } : arrival;
}

/** The two goals of a task of the kind. */
export function drawGoals(source: TaskSource, rng: Rng, group: Group): [Goal, Goal] {
  return [drawFirst(source, rng, group), drawExit(source, rng, group)];
}

function drawFirst(source: TaskSource, rng: Rng, group: Group): Goal {
  const { geometry, kind } = source;
  switch (kind) {
    case "dest":
      return drawDestination(geometry, rng);
    case "chairdest":
      return toCell(geometry, rng.pick(allowed(source, geometry.chairs, group)));
    case "door":
      return rng.chance(0.5)
        ? drawDestination(geometry, rng)
        : toCell(geometry, rng.pick(allowed(source, geometry.chairs, group)));
    case "seat":
      return { kind: "chair" };
    case "zone":
      return { kind: "zone" };
    case "counter":
      return { kind: "counter" };
  }
}

function drawExit(source: TaskSource, rng: Rng, group: Group): Goal {
  if (source.kind === "door") return { kind: "door", door: null };
  const doors = allowed(source, source.geometry.doors, group);
  const door = source.geometry.doors.indexOf(rng.pick(doors));
  return { kind: "door", door: DOORS[door] as Door };
}

/** A place by name, or, as often, any cell that a task may name. */
function drawDestination(geometry: Geometry, rng: Rng): Goal {
  const byName = rng.chance(0.5) ? geometry.layout.poi : [];
  const cell =
    byName.length > 0
      ? cellAt(...(rng.pick(byName).at as [number, number]))
      : rng.pick(geometry.destinations);
  return toCell(geometry, cell);
}

/** A goal at a cell, with the name of the place if it has one. */
export function toCell(geometry: Geometry, cell: Cell): Goal {
  const at = positionOf(cell);
  const poi = geometry.layout.poi.find((p) => p.at[0] === at[0] && p.at[1] === at[1]);
  return poi ? { kind: "cell", at, name: poi.name } : { kind: "cell", at };
}

/** Those cells that somebody with the community's habit may enter; all of them if it leaves none. */
function allowed(source: TaskSource, cells: readonly Cell[], group: Group): readonly Cell[] {
  const { habit, geometry } = source;
  if (!habit) return cells;
  const context = newContext(geometry, REPAIRED, []);
  context.group = GROUPS.indexOf(group) as GroupCode;
  const fits = cells.filter((cell) => {
    context.y = cell;
    context.x = neighbours(cell).find((n) => geometry.floor[n]) ?? cell;
    return !habit.bad(context);
  });
  return fits.length > 0 ? fits : cells;
}
