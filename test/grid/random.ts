import type { Rng } from "../../src/core/rng.js";
import { neighbours } from "../../src/grid/cells.js";
import type { Geometry } from "../../src/grid/types.js";

/** Distinct random cells, crowded where norms look: lines, doors, chairs, zones. */
export function crowd(geometry: Geometry, rng: Rng, count: number): number[] {
  const walkable = [...geometry.floorCells, ...geometry.chairs, ...geometry.doors];
  const nearCounter = geometry.floorCells.filter(
    (c) => Math.abs((c % 15) - (geometry.service % 15)) <= 3 && c < 7 * 15,
  );
  const nearDoors = geometry.doors.flatMap(neighbours).filter((c) => geometry.walkable[c]);
  const pools = [
    walkable,
    nearCounter,
    [...geometry.zoneR, ...geometry.zoneR.flatMap(neighbours)].filter((c) => geometry.walkable[c]),
    [...geometry.zoneQ, ...geometry.zoneQ.flatMap(neighbours)].filter((c) => geometry.walkable[c]),
    [...geometry.chairs, ...geometry.chairs.flatMap(neighbours)].filter(
      (c) => geometry.walkable[c],
    ),
    [...nearDoors, ...geometry.doors],
    geometry.ring,
  ];
  const taken = new Set<number>();
  while (taken.size < count) taken.add(rng.pick(pools[rng.int(0, pools.length - 1)]!));
  return [...taken];
}
