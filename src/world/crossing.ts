/** Crosswalks: where their kerb ends are, and which walks go along them. */
import {
  boundsOf,
  contains,
  distance,
  footprint,
  polygonDistance,
  roundPoint,
  toWorld,
} from "./geometry.js";
import type { Entity, Region, Vec2 } from "./types.js";

/** How far from the roadway's edge one stands on the kerb, cm. */
const ON_KERB = 20;
/** One is at a crosswalk while this near to it, cm. */
const AT_CROSSWALK = 60;

/** A crosswalk's two ends, each the middle of a kerb, a step off the roadway. */
export type KerbEnds = readonly [Vec2, Vec2];

/** The crossing direction is the one whose both ends lie off the roadway; else the longer one. */
export function kerbEnds(crosswalk: Entity, regions: readonly Region[]): KerbEnds {
  const [minX, minY, maxX, maxY] = boundsOf(crosswalk.footprint);
  const alongX: KerbEnds = [
    toWorld(crosswalk, [maxX + ON_KERB, (minY + maxY) / 2]),
    toWorld(crosswalk, [minX - ON_KERB, (minY + maxY) / 2]),
  ];
  const alongY: KerbEnds = [
    toWorld(crosswalk, [(minX + maxX) / 2, maxY + ON_KERB]),
    toWorld(crosswalk, [(minX + maxX) / 2, minY - ON_KERB]),
  ];
  const roads = regions.filter((r) => r.kind === "roadway");
  const off = (ends: KerbEnds): boolean =>
    ends.every((end) => roads.every((road) => !contains(road.polygon, end)));
  const longer = maxX - minX > maxY - minY ? alongX : alongY;
  const ends = off(alongX) === off(alongY) ? longer : off(alongX) ? alongX : alongY;
  return [roundPoint(ends[0]), roundPoint(ends[1])];
}

/** The end of a crosswalk nearest to a point. */
export function nearEnd(ends: KerbEnds, from: Vec2): Vec2 {
  return distance(ends[0], from) <= distance(ends[1], from) ? ends[0] : ends[1];
}

/**
 * Where a walk from `from` to `target` goes first: the far kerb's middle, when it starts at a crosswalk
 * (or its kerb end) and its target lies across the road; null for every other walk.
 */
export function viaCrosswalk(
  crosswalks: readonly Entity[],
  regions: readonly Region[],
  from: Vec2,
  target: Vec2,
): Vec2 | null {
  for (const crosswalk of crosswalks) {
    if (polygonDistance(footprint(crosswalk), from) > AT_CROSSWALK) continue;
    const [a, b] = kerbEnds(crosswalk, regions);
    if (isAcross(a, b, target) && !isAcross(a, b, from)) return b;
    if (isAcross(b, a, target) && !isAcross(b, a, from)) return a;
  }
  return null;
}

/** Seen from the kerb end `near`, does a point lie on the far side of the road? */
function isAcross(near: Vec2, far: Vec2, p: Vec2): boolean {
  const along = (p[0] - far[0]) * (far[0] - near[0]) + (p[1] - far[1]) * (far[1] - near[1]);
  return along >= -ON_KERB * distance(near, far);
}
