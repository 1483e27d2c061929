import { describe, expect, test } from "vitest";
import { passages, wallParts } from "../../src/world/barriers.js";
import { Buckets } from "../../src/world/buckets.js";
import { distance } from "../../src/world/geometry.js";
import { exactly, nearSpot, nearThing } from "../../src/world/goals.js";
import { findPath } from "../../src/world/navigation.js";
import { cellAt, cellCentre, emptyGrid, Occupancy, RADIUS } from "../../src/world/occupancy.js";
import { polylineDistance, polylineLength } from "../../src/world/polyline.js";
import { sameSpace } from "../../src/world/spaces.js";
import type { Vec2 } from "../../src/world/types.js";
import { doorway, episode, thing, wall } from "./fixtures.js";
import { homeParts } from "./scenes.js";

describe("walls", () => {
  test("stand beside their doorways; windows are no way through", () => {
    const window = { at: 100, width: 80, height: 100, sill: 90, kind: "window" as const };
    const parts = wallParts(wall([0, 0], [600, 0], [doorway(400), window]));
    expect(parts.map(({ from, to }) => [from[0], to[0]])).toEqual([
      [0, 350],
      [450, 600],
    ]);
    expect(passages(wall([0, 0], [600, 0], [doorway(400), window]))).toEqual([
      {
        middle: [400, 0],
        width: 100,
        sides: [
          [400, 26],
          [400, -26],
        ],
      },
    ]);
  });

  test("an opening at a wall's very end leaves no sliver", () => {
    expect(wallParts(wall([0, 0], [300, 0], [doorway(50)])).map((p) => p.from[0])).toEqual([100]);
  });
});

describe("the grid", () => {
  test("covers what lies within the agent's radius of an obstacle", () => {
    const occupancy = new Occupancy(episode({ entities: [thing("1", "sofa", [0, 0])] }));
    expect(occupancy.isFree(45 + RADIUS + 6, 0)).toBe(true);
    expect(occupancy.isFree(45 + RADIUS - 6, 0)).toBe(false);
    expect(occupancy.nearestFree([0, 0], 30)).toBeNull();
    expect(distance(occupancy.nearestFree([0, 0], 200) as Vec2, [0, 0])).toBeLessThan(90);
  });

  test("cells and their middles belong together", () => {
    const grid = emptyGrid([-105, 0, 95, 60]);
    for (let cell = 0; cell < grid.covered.length; cell++) {
      const [x, y] = cellCentre(grid, cell);
      expect(cellAt(grid, x, y)).toBe(cell);
    }
    expect(cellAt(grid, 1000, 0)).toBe(-1);
  });

  test("follows doors and an altered episode", () => {
    const shut = episode(homeParts("closed"));
    const occupancy = new Occupancy(shut);
    expect(occupancy.isFree(0, 0)).toBe(false);
    const door = shut.entities.find((e) => e.id === "4");
    occupancy.update({ ...thing("4", "door", [0, 0]), ...door, state: "open" });
    expect(occupancy.isFree(0, 0)).toBe(true);
    expect(new Occupancy(shut).isFree(0, 0)).toBe(false);
    shut.setting.walls.length = 0;
    expect(new Occupancy(shut).isFree(-200, 0)).toBe(true);
  });
});

describe("paths", () => {
  const sofa = thing("1", "sofa", [300, 0]);
  const occupancy = new Occupancy(episode({ entities: [sofa, thing("2", "ball", [600, 0])] }));
  const ball = thing("2", "ball", [600, 0]);

  test("are straight where nothing is in the way", () => {
    expect(findPath(occupancy, [0, 300], nearSpot([600, 300], []), [])).toEqual([
      [0, 300],
      [520, 300],
    ]);
  });

  test("go round obstacles, not much longer than need be, and keep clear of them", () => {
    const path = findPath(occupancy, [0, 0], nearThing(ball, []), []) as Vec2[];
    for (const corner of [
      [255, 100],
      [345, -100],
    ] as Vec2[]) {
      expect(polylineDistance(path, corner)).toBeGreaterThan(RADIUS - 8);
    }
    // 560 is what a tight string round the grown sofa measures.
    expect(polylineLength(path)).toBeLessThan(560 * 1.05);
  });

  test("end exactly where they should", () => {
    const path = findPath(occupancy, [0, 0], exactly([451.3, 17.7]), []);
    expect(path?.at(-1)).toEqual([451.3, 17.7]);
    expect(findPath(occupancy, [0, 0], exactly([300, 0]), [])).toBeNull();
  });

  test("keep away from people where there is room", () => {
    const path = findPath(occupancy, [0, 400], exactly([600, 400]), [[300, 400]]) as Vec2[];
    expect(polylineDistance(path, [300, 400])).toBeGreaterThanOrEqual(50);
  });

  test("lead out of tight spots", () => {
    const path = findPath(occupancy, [300, 0], exactly([0, 0]), []);
    expect(path?.[0]).toEqual([300, 0]);
    expect(path?.at(-1)).toEqual([0, 0]);
  });

  test("are the same for the same question", () => {
    const once = findPath(occupancy, [13, 7], nearThing(ball, []), [[100, 100]]);
    findPath(occupancy, [500, -400], exactly([-300, 20]), []);
    expect(findPath(occupancy, [13, 7], nearThing(ball, []), [[100, 100]])).toEqual(once);
  });
});

test("the queue gives lowest keys first, the latest of equal ones first", () => {
  const queue = new Buckets();
  for (const [key, item] of [
    [5, 1],
    [3, 2],
    [5, 3],
    [4000, 4],
    [3, 5],
  ] as const)
    queue.push(key, item);
  expect(Array.from({ length: 6 }, () => queue.pop())).toEqual([5, 2, 3, 1, 4, -1]);
  queue.clear();
  for (let k = 0; k < 3000; k++) queue.push(3000 - k, k);
  expect([queue.pop(), queue.pop()]).toEqual([2999, 2998]);
  queue.push(1, 7);
  expect(queue.pop()).toBe(7);
});

test("rooms are one space through open doors and open plans, not through shut ones", () => {
  const place = (door: "open" | "closed") => {
    const { setting, regions, entities } = episode(homeParts(door));
    return { setting, regions, entities };
  };
  expect(sameSpace(place("open"), [-250, -400], [250, 400])).toBe(true);
  expect(sameSpace(place("closed"), [-250, -400], [250, 400])).toBe(false);
  expect(sameSpace(place("closed"), [-250, -400], [250, -100])).toBe(true);
  const noWall = {
    ...place("closed"),
    setting: { ...place("closed").setting, walls: [] },
    entities: [],
  };
  expect(sameSpace(noWall, [-250, -400], [250, 400])).toBe(true);
});
