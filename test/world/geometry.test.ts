import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bearing,
  boxAt,
  contains,
  convexOverlap,
  distance,
  footprint,
  nearestOnRim,
  normaliseYaw,
  polygonDistance,
  rimDistance,
  segmentMeetsPolygon,
  segmentPolygonDistance,
  segmentsMeet,
  toLocal,
  toWorld,
} from "../../src/world/geometry.js";
import {
  pathOutside,
  pathTrespass,
  pointAlong,
  polylineDistance,
  polylineLength,
  slicePolyline,
  stretchesInside,
  walkPolyline,
} from "../../src/world/polyline.js";
import type { Vec2 } from "../../src/world/types.js";
import { rectangle } from "./fixtures.js";

const square = rectangle(0, 0, 100, 100);
const ell: Vec2[] = [
  [0, 0],
  [100, 0],
  [100, 40],
  [40, 40],
  [40, 100],
  [0, 100],
];
const coordinate = fc.double({ min: -500, max: 500, noNaN: true });
const point = fc.tuple(coordinate, coordinate);

describe("frames", () => {
  test("yaw runs clockwise seen from above: 90 looks east, right of north", () => {
    expect(toWorld({ location: [0, 0, 0], yaw: 90 }, [10, 0])).toEqual([0, 10]);
    expect(toWorld({ location: [5, 5, 0], yaw: 0 }, [0, 10])).toEqual([5, 15]);
    expect(bearing([0, 0], [0, 5])).toBe(90);
    expect(bearing([0, 0], [-5, 0])).toBe(180);
    expect(bearing([1, 1], [1, 1], 33)).toBe(33);
    expect([190, -180, 540, 720].map(normaliseYaw)).toEqual([-170, 180, 180, 0]);
  });

  test("local and world coordinates are each other's inverse", () => {
    fc.assert(
      fc.property(point, point, fc.integer({ min: -360, max: 360 }), (at, p, yaw) => {
        const frame = { location: [at[0], at[1], 0] as const, yaw };
        expect(distance(toLocal(frame, toWorld(frame, p)), p)).toBeLessThan(1e-9);
      }),
    );
  });

  test("a box and an entity's footprint agree", () => {
    const entity = { location: [10, 20, 0] as const, yaw: 30, footprint: boxAt([0, 0], 0, 40, 80) };
    expect(footprint(entity)).toEqual(boxAt([10, 20], 30, 40, 80));
  });
});

describe("polygons", () => {
  test("inside, on the rim, outside; also where they are not convex", () => {
    expect(contains(square, [50, 50])).toBe(true);
    expect(contains(square, [100, 50])).toBe(true);
    expect(contains(square, [101, 50])).toBe(false);
    expect(contains(ell, [70, 70])).toBe(false);
    expect(contains(ell, [20, 70])).toBe(true);
    expect(polygonDistance(ell, [70, 70])).toBe(30);
    expect(polygonDistance(ell, [20, 20])).toBe(0);
    expect(rimDistance(square, [50, 30])).toBe(30);
    expect(nearestOnRim(square, [120, 50])).toEqual([100, 50]);
  });

  test("segments and polygons meet, or lie so far apart", () => {
    expect(segmentsMeet([0, 0], [10, 10], [0, 10], [10, 0])).toBe(true);
    expect(segmentsMeet([0, 0], [10, 0], [5, 0], [5, 9])).toBe(true);
    expect(segmentsMeet([0, 0], [10, 0], [11, 0], [20, 0])).toBe(false);
    expect(segmentMeetsPolygon([-10, 50], [110, 50], square)).toBe(true);
    expect(segmentPolygonDistance([-10, 120], [110, 120], square)).toBe(20);
    expect(segmentPolygonDistance([150, -10], [150, 300], square)).toBe(50);
  });

  test("the distance of a segment is the least over its points", () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const sampled = walkPolyline([a, b], 1).map((p) => polygonDistance(ell, p));
        const least = Math.min(...sampled);
        const exact = segmentPolygonDistance(a, b, ell);
        expect(exact).toBeLessThanOrEqual(least + 1e-9);
        expect(exact).toBeGreaterThanOrEqual(least - 1);
      }),
    );
  });

  test("convex shapes overlap by more than a slack, or not", () => {
    expect(convexOverlap(square, rectangle(90, 90, 200, 200))).toBe(true);
    expect(convexOverlap(square, rectangle(90, 90, 200, 200), 10)).toBe(false);
    expect(convexOverlap(square, rectangle(100, 0, 200, 100))).toBe(false);
    expect(convexOverlap(square, boxAt([140, 140], 45, 100, 100))).toBe(false);
    expect(convexOverlap(square, boxAt([120, 120], 45, 100, 100))).toBe(true);
  });
});

describe("paths", () => {
  const path: Vec2[] = [
    [-50, 20],
    [150, 20],
    [150, 200],
  ];

  test("length, points along, slices, distance", () => {
    expect(polylineLength(path)).toBe(380);
    expect(pointAlong(path, -5)).toEqual([-50, 20]);
    expect(pointAlong(path, 210)).toEqual([150, 30]);
    expect(pointAlong(path, 1000)).toEqual([150, 200]);
    expect(slicePolyline(path, 100, 250)).toEqual([
      [50, 20],
      [150, 20],
      [150, 70],
    ]);
    expect(polylineDistance(path, [0, 0])).toBe(20);
  });

  test("stretches inside an area", () => {
    expect(stretchesInside(path, square)).toEqual([{ from: 50, to: 150 }]);
    const through = stretchesInside(
      [
        [20, -20],
        [20, 20],
        [150, 20],
        [20, 150],
      ],
      ell,
    );
    expect(through.map(({ from, to }) => [Math.round(from), Math.round(to)])).toEqual([[20, 120]]);
    expect(
      stretchesInside(
        [
          [0, -50],
          [0, 50],
        ],
        rectangle(0, 0, 10, 10),
      ),
    ).toEqual([{ from: 50, to: 60 }]);
  });

  test("the first point outside of areas, or trespassing on one", () => {
    expect(pathOutside(path, [square], 115)).toBeNull();
    expect(pathOutside(path, [square], 30)).toEqual([-50, 20]);
    expect(pathTrespass(path, [square], [rectangle(0, 0, 100, 10)], 30)).toBeNull();
    expect(pathTrespass(path, [square], [rectangle(0, 0, 100, 10)], 5)?.[1]).toBe(20);
    expect(
      pathTrespass(
        [
          [-50, 20],
          [-50, 90],
        ],
        [square],
        [],
        0,
      ),
    ).toBeNull();
  });
});
