/** Where a walk may end. */
import { armReaches, type Barrier, lineIsFree } from "./barriers.js";
import { boundsOf, distance, footprint, nearestOnRim, polygonDistance } from "./geometry.js";
import type { Entity, Vec2 } from "./types.js";

/** A walk to a thing stops at most this far from its footprint, cm. */
export const STOP_AT = 80;
/** What the hands can get at: at most this far from the footprint, cm. */
export const ARM = 100;
/** A walk to a person stops between these distances from the person's middle, cm. */
export const PERSON_NEAR = 60;
export const PERSON_FAR = 100;

export interface Goal {
  /** may the walk end at this point? */
  reached(p: Vec2): boolean;
  /** a lower bound of the way from the point to the nearest end, cm */
  estimate(x: number, y: number): number;
  /** where a straight walk from `from` heads to */
  aim(from: Vec2): Vec2;
  /** the one point at which the walk ends, where there is just one */
  end?: Vec2;
}

/** Length of the shortest way on the grid's eight directions. */
function octile(dx: number, dy: number): number {
  return dx > dy ? dx + 0.41421 * dy : dy + 0.41421 * dx;
}

/** Lower bound of the way to within `reach` of a box with sides along the axes. */
function boxEstimate(
  box: readonly [number, number, number, number],
  reach: number,
): Goal["estimate"] {
  const [minX, minY, maxX, maxY] = box;
  return (x, y) => {
    const dx = Math.max(0, minX - x, x - maxX);
    const dy = Math.max(0, minY - y, y - maxY);
    return Math.max(0, octile(dx, dy) - reach * 1.0824);
  };
}

/** Within `reach` of a thing's footprint, no wall or other shut door in between. */
export function nearThing(
  thing: Pick<Entity, "id" | "location" | "yaw" | "footprint">,
  lines: readonly Barrier[],
  reach = STOP_AT,
): Goal {
  const polygon = footprint(thing);
  const estimate = boxEstimate(boundsOf(polygon), reach);
  return {
    // The estimate is cheap and keeps most cells from the dear tests.
    reached: (p) =>
      estimate(p[0], p[1]) === 0 &&
      polygonDistance(polygon, p) <= reach &&
      armReaches(p, polygon, lines, thing.id),
    estimate,
    aim: (from) => nearestOnRim(polygon, from),
  };
}

/** Near a person: close enough to talk, not too close. */
export function nearPerson(centre: Vec2, lines: readonly Barrier[]): Goal {
  return {
    reached: (p) => {
      const d = distance(p, centre);
      return d >= PERSON_NEAR && d <= PERSON_FAR && lineIsFree(p, centre, lines);
    },
    estimate: boxEstimate([...centre, ...centre], PERSON_FAR),
    aim: () => centre,
  };
}

/** Within `reach` of a spot on the ground. */
export function nearSpot(spot: Vec2, lines: readonly Barrier[], reach = STOP_AT): Goal {
  return {
    reached: (p) => distance(p, spot) <= reach && lineIsFree(p, spot, lines),
    estimate: boxEstimate([...spot, ...spot], reach),
    aim: () => spot,
  };
}

/** The search ends on the cell that holds the spot, whose middle may be this far off, cm. */
const CELL_SLACK = 7.1;

/** Exactly there. */
export function exactly(spot: Vec2): Goal {
  return {
    reached: (p) => p[0] === spot[0] && p[1] === spot[1],
    estimate: boxEstimate([...spot, ...spot], CELL_SLACK),
    aim: () => spot,
    end: spot,
  };
}
