import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { depthOrder, isoProjection, mapProjection } from "../../src/grid-pictures/projection.js";
import {
  ball,
  box,
  drum,
  extentOf,
  type Solid,
  scaled,
  turned,
} from "../../src/grid-pictures/solids.js";
import { FACINGS } from "../../src/grid-pictures/types.js";

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const anyBox = fc
  .tuple(unit, unit, unit, unit, unit, unit)
  .map(([x, y, z, w, d, h]) =>
    box(x * 0.8, y * 0.8, z * 0.8, 0.02 + w * 0.18, 0.02 + d * 0.18, 0.02 + h * 0.18, "#808080"),
  );

const apart = (a: Solid, b: Solid): boolean => {
  const [p, q] = [extentOf(a), extentOf(b)];
  return (
    p.x1 <= q.x0 || q.x1 <= p.x0 || p.y1 <= q.y0 || q.y1 <= p.y0 || p.z1 <= q.z0 || q.z1 <= p.z0
  );
};

describe("depth order", () => {
  it("paints two bodies that are apart so that none hides what is before it", () => {
    fc.assert(
      fc.property(anyBox, anyBox, (a, b) => {
        fc.pre(apart(a, b));
        for (const order of [depthOrder([a, b], true), depthOrder([b, a], true)]) {
          const [far, near] = order.map(extentOf) as [
            ReturnType<typeof extentOf>,
            ReturnType<typeof extentOf>,
          ];
          // whatever is painted first reaches beyond the other on no axis on which they are apart towards the eye
          const hides = far.x1 > near.x0 && far.y1 > near.y0 && far.z1 > near.z0;
          const hidden = near.x1 > far.x0 && near.y1 > far.y0 && near.z1 > far.z0;
          expect(hides && !hidden).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("keeps all bodies and the given order where nothing hides anything", () => {
    const list = [box(0, 0, 0, 0.1, 0.1, 0.1, "#111111"), box(0.5, 0, 0, 0.1, 0.1, 0.1, "#222222")];
    expect(depthOrder(list, false)).toEqual(list);
    fc.assert(
      fc.property(fc.array(anyBox, { maxLength: 12 }), (many) => {
        expect(new Set(depthOrder(many, true))).toEqual(new Set(many));
      }),
    );
  });
});

describe("projections", () => {
  it("keep every point of a piece inside its own cells of the map", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0.05, max: 3, noNaN: true }),
        unit,
        unit,
        unit,
        (w, d, height, x, y, z) => {
          const solids = [box(0, 0, 0, w, d, height, "#808080")];
          const p = mapProjection({ row: 2, col: 3, w, d, solids }, 48);
          const [px, py] = p.point(x * w, y * d, z * height);
          expect(px).toBeGreaterThanOrEqual(3 * 48 - 1e-6);
          expect(px).toBeLessThanOrEqual((3 + w) * 48 + 1e-6);
          expect(py).toBeGreaterThanOrEqual(2 * 48 - 1e-6);
          expect(py).toBeLessThanOrEqual((2 + d) * 48 + 1e-6);
        },
      ),
    );
  });

  it("put cells of the isometric floor side by side", () => {
    const p = isoProjection(0, 0, [100, 50], 32, 32);
    const q = isoProjection(1, 1, [100, 50], 32, 32);
    expect(p.point(1, 1, 0)).toEqual(q.point(0, 0, 0));
    expect(p.point(0, 0, 1)[1]).toBeLessThan(p.point(0, 0, 0)[1]);
  });
});

describe("turning and scaling", () => {
  const chair: Solid[] = [
    box(0.1, 0.2, 0, 0.5, 0.3, 0.4, "#808080", { back: "<g> </g>" }),
    drum(0.3, 0.4, 0.4, 0.1, 0.2, "#808080"),
    ball(0.7, 0.6, 0.5, 0.1, "#808080"),
  ];

  it("turns about the middle of the cell and keeps sizes and heights", () => {
    for (const facing of FACINGS) {
      const other = turned(chair, facing).map(extentOf);
      chair.map(extentOf).forEach((e, i) => {
        const t = other[i] as typeof e;
        const across = facing === "left" || facing === "right";
        expect(t.x1 - t.x0).toBeCloseTo(across ? e.y1 - e.y0 : e.x1 - e.x0);
        expect([t.z0, t.z1]).toEqual([e.z0, e.z1]);
        for (const v of [t.x0, t.x1, t.y0, t.y1]) expect(v).toBeGreaterThanOrEqual(0);
      });
    }
  });

  it("brings the marks of the back to the front when turned about, and only then", () => {
    const front = (facing: "up" | "left"): unknown =>
      (turned(chair, facing)[0] as { front?: string }).front;
    expect(front("up")).toBe("<g> </g>");
    expect(front("left")).toBeUndefined();
  });

  it("scales bodies and what is drawn on them", () => {
    const [small] = scaled(
      [box(0.2, 0.2, 0, 0.6, 0.6, 1, "#808080", { front: "<g> </g>" })],
      0.5,
      0.5,
      0.5,
      0.1,
      0,
    );
    expect(extentOf(small as Solid)).toEqual({
      x0: 0.2,
      x1: 0.5,
      y0: 0.1,
      y1: 0.4,
      z0: 0,
      z1: 0.5,
    });
    expect((small as { front: string }).front).toContain("scale(0.5 0.5)");
  });
});
