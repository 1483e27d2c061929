import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bounds,
  box,
  cone,
  cylinder,
  dome,
  lathe,
  limb,
  loft,
  merge,
  plane,
  polygon,
  prism,
  profile,
  roundedBox,
  signedArea,
  sphere,
  torus,
  triangulate,
  tube,
} from "../../src/render/geometry/index.js";
import { compose } from "../../src/render/matrix.js";
import type { Geometry } from "../../src/render/types.js";

/** Volume enclosed, positive when every face looks outwards. */
function volume(g: Geometry): number {
  let sum = 0;
  const at = (i: number) => [0, 1, 2].map((k) => g.positions[g.indices[i]! * 3 + k]!) as number[];
  for (let t = 0; t < g.indices.length; t += 3) {
    const [a, b, c] = [at(t), at(t + 1), at(t + 2)] as [number[], number[], number[]];
    sum += a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!);
    sum += a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!);
    sum += a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
  }
  return sum / 6;
}

/** Share of corners whose normal points to the same side as their triangle. */
function agreement(g: Geometry): number {
  let good = 0;
  for (let t = 0; t < g.indices.length; t += 3) {
    const p = [0, 1, 2].map((k) => g.indices[t + k]! * 3);
    const d = (i: number, k: number) => g.positions[p[i]! + k]! - g.positions[p[0]! + k]!;
    const n = [
      d(1, 1) * d(2, 2) - d(1, 2) * d(2, 1),
      d(1, 2) * d(2, 0) - d(1, 0) * d(2, 2),
      d(1, 0) * d(2, 1) - d(1, 1) * d(2, 0),
    ];
    for (const v of p) {
      const dot = n.reduce((s, e, k) => s + e * g.normals[v + k]!, 0);
      if (dot > 0) good++;
    }
  }
  return good / g.indices.length;
}

const L: [number, number][] = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 3],
  [0, 3],
];

describe("primitives enclose what they should, faces outwards", () => {
  const cases: [string, Geometry, number, number][] = [
    ["box", box(1, 2, 3), 6, 1e-6],
    ["rounded box", roundedBox(1, 2, 3, 0.1, 3), 5.9, 0.1],
    ["cylinder", cylinder(0.5, 0.5, 2, 64), Math.PI * 0.5, 0.01],
    ["cone", cone(0.5, 3, 64), (Math.PI * 0.25 * 3) / 3, 0.01],
    ["sphere", sphere(1, 48, 32), (4 / 3) * Math.PI, 0.05],
    ["dome", dome(1, 48, 24), (2 / 3) * Math.PI, 0.03],
    ["torus", torus(1, 0.2, Math.PI * 2, 64, 32), 2 * Math.PI ** 2 * 0.04, 0.02],
    [
      "lathe",
      lathe(
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
        64,
      ),
      Math.PI,
      0.01,
    ],
    ["prism", prism(L, 2), 8, 1e-5],
    ["prism, other way round", prism([...L].reverse(), 2), 8, 1e-5],
    ["profile", profile(L, 2), 8, 1e-5],
    [
      "tube",
      tube(
        [
          [0, 0, 0],
          [0, 1, 0],
          [0, 2, 0],
        ],
        0.5,
        8,
        64,
      ),
      Math.PI * 0.5,
      0.01,
    ],
    [
      "loft",
      loft(
        [
          { y: 0, rx: 1, rz: 0.5 },
          { y: 2, rx: 1, rz: 0.5 },
        ],
        64,
      ),
      Math.PI,
      0.01,
    ],
    ["limb", limb(1, 0.1, 0.1), Math.PI * 0.01 + (4 / 3) * Math.PI * 0.001, 0.002],
  ];
  it.each(cases)("%s", (_name, g, expected, tolerance) => {
    expect(Math.abs(volume(g) - expected)).toBeLessThan(tolerance);
    expect(agreement(g)).toBe(1);
    for (let i = 0; i < g.normals.length; i += 3) {
      expect(Math.hypot(g.normals[i]!, g.normals[i + 1]!, g.normals[i + 2]!)).toBeCloseTo(1, 4);
    }
  });

  it("flat ones face up", () => {
    for (const g of [plane(2, 3), polygon(L), polygon([...L].reverse())]) {
      expect(agreement(g)).toBe(1);
      for (let i = 1; i < g.normals.length; i += 3) expect(g.normals[i]).toBeCloseTo(1, 6);
    }
  });

  it("are made once per set of numbers", () => {
    expect(box(1, 2, 3)).toBe(box(1, 2, 3));
    expect(box(1, 2, 3)).not.toBe(box(1, 2, 3.01));
  });

  it("merge keeps volume and moves its members", () => {
    const g = merge([box(1, 1, 1), [box(1, 1, 1), compose([5, 0, 0], [0.3, 1, 0.2], [2, 1, 1])]]);
    expect(volume(g)).toBeCloseTo(3, 4);
    expect(bounds(g).x).toBeGreaterThan(2);
  });
});

describe("triangulate", () => {
  it("fills any star-shaped outline exactly", () => {
    const star = fc.array(fc.double({ min: 0.2, max: 3, noNaN: true }), {
      minLength: 3,
      maxLength: 24,
    });
    fc.assert(
      fc.property(star, (radii) => {
        const points = radii.map((r, i) => {
          const a = (i / radii.length) * Math.PI * 2;
          return [Math.cos(a) * r, Math.sin(a) * r] as const;
        });
        const t = triangulate(points);
        let sum = 0;
        for (let k = 0; k < t.length; k += 3) {
          const area = signedArea([points[t[k]!]!, points[t[k + 1]!]!, points[t[k + 2]!]!]);
          expect(area).toBeGreaterThanOrEqual(-1e-9);
          sum += area;
        }
        expect(sum).toBeCloseTo(signedArea(points), 6);
      }),
    );
  });
});
