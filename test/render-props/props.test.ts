import { describe, expect, it } from "vitest";
import { BUILDERS, entityParts } from "../../src/render/props/index.js";
import type { Part } from "../../src/render/types.js";
import {
  ASSETS,
  crossings,
  entityOf,
  extent,
  fingerprint,
  KINDS,
  pointsOf,
  settingOf,
  snapshotOf,
} from "./helpers.js";

/** What reaches beyond a kind's box on purpose, metres: [sideways, forward and back, up]. */
const BEYOND: Record<string, [number, number, number]> = {
  door: [0, 0.04, 0],
  tree: [1.8, 1.8, 0.4],
  street_lamp: [0.2, 0.2, 0.05],
  delivery_counter: [0, 0, 1.25],
  bed: [0, 0, 0.38],
  kiosk: [0.1, 0.15, 0.05],
  bathtub: [0, 0, 0.15],
  shop_counter: [0, 0, 0.3],
};
const SLACK = 0.06;

function parts(kind: string, extra = {}): Part[] {
  const inRack = kind === "mop" ? { containedIn: "9" } : {};
  const entity = entityOf(kind, { ...inRack, ...extra });
  return entityParts(entity, snapshotOf([entity]));
}

const triangles = (list: readonly Part[]): number =>
  list.reduce((n, p) => n + p.geometry.indices.length / 3, 0);

describe("every kind of the asset table", () => {
  it("has a builder, and no builder is without a kind", () => {
    expect(Object.keys(BUILDERS).sort()).toEqual([...KINDS].sort());
  });

  for (const kind of KINDS) {
    it(`${kind}: parts of its own, in its box, well formed`, () => {
      const list = parts(kind);
      expect(list.length).toBeGreaterThan(0);
      expect(new Set(list.map((p) => p.id))).toEqual(new Set([37]));
      expect(triangles(list)).toBeLessThan(3200);
      const [d, w, h] = ASSETS[kind]!.size.map((v) => v / 100) as [number, number, number];
      const [bx, bz, by] = BEYOND[kind] ?? [0, 0, 0];
      const { low, high } = extent(list);
      expect(high[0]).toBeLessThan(w / 2 + SLACK + bx);
      expect(low[0]).toBeGreaterThan(-w / 2 - SLACK - bx);
      expect(high[2]).toBeLessThan(d / 2 + SLACK + bz);
      expect(low[2]).toBeGreaterThan(-d / 2 - SLACK - bz);
      expect(high[1]).toBeLessThan(h + SLACK + by);
      expect(low[1]).toBeGreaterThan(-0.03);
      // It fills its box rather than hiding in it.
      expect(high[0]! - low[0]!).toBeGreaterThan(w * 0.6);
      expect(high[1]! - low[1]!).toBeGreaterThanOrEqual(h * 0.8);
    });

    it(`${kind}: finite positions, unit normals, the same twice`, () => {
      const list = parts(kind);
      expect(pointsOf(list).every(Number.isFinite)).toBe(true);
      for (const { geometry } of list) {
        const n = geometry.normals;
        expect(geometry.indices.every((i) => i * 3 + 2 < geometry.positions.length)).toBe(true);
        for (let i = 0; i < n.length; i += 3) {
          expect(Math.abs(Math.hypot(n[i]!, n[i + 1]!, n[i + 2]!) - 1)).toBeLessThan(1e-4);
        }
      }
      expect(fingerprint(parts(kind))).toBe(fingerprint(list));
    });
  }

  it("moves, turns and rises with the entity", () => {
    const kerb = settingOf({
      surfaces: [
        {
          polygon: [
            [0, 0],
            [400, 0],
            [400, 400],
            [0, 400],
          ],
          material: "paving",
          colour: "#b9b2a6",
          z: 12,
        },
      ],
    });
    const entity = entityOf("car", { location: [200, 100, 0], yaw: 90 });
    const { low, high } = extent(entityParts(entity, snapshotOf([entity], kerb)));
    // Yaw 90 looks east: the car's length lies along render x, centred on east 1 m, south −2 m.
    expect(high[0]! - low[0]!).toBeGreaterThan(4);
    expect((high[0]! + low[0]!) / 2).toBeCloseTo(1, 1);
    expect((high[2]! + low[2]!) / 2).toBeCloseTo(-2, 1);
    expect(low[1]).toBeGreaterThan(0.1);
    expect(low[1]).toBeLessThan(0.14);
  });

  it("takes its main colour from the look", () => {
    const red = parts("ball", { look: { colour: "#ff0000" } });
    expect(red.some((p) => p.material.colour[0] > 0.99 && p.material.colour[1] < 0.01)).toBe(true);
  });

  it("refuses a kind that nothing draws", () => {
    const entity = { ...entityOf("ball"), kind: "spaceship" };
    expect(() => entityParts(entity, snapshotOf([entity]))).toThrow(/spaceship/);
  });
});

describe("states that must be seen", () => {
  it("a running tap has a stream with the tap's own id that reaches into the basin", () => {
    const off = parts("faucet", { state: "off" });
    const on = parts("faucet", { state: "on" });
    expect(on.length).toBeGreaterThan(off.length);
    expect(on.every((p) => p.id === 37)).toBe(true);
    expect(extent(off).low[1]).toBeGreaterThan(-0.01);
    expect(extent(on).low[1]).toBeLessThan(-0.08);
    const stream = on.find(
      (p) => (p.material.emission ?? 0) > 0 && p.geometry.positions.length > 100,
    );
    const { low, high } = extent([stream!]);
    expect(high[0]! - low[0]!).toBeGreaterThan(0.025);
  });

  it("the stream falls into the hole of the sink it stands on", () => {
    for (const kind of ["sink", "bathroom_sink"]) {
      const sink = entityOf(kind, { id: "5" });
      const depth = ASSETS[kind]!.size[0]!;
      const tap = entityOf("faucet", {
        location: [-(depth / 2 - 12), 0, sink.height],
        state: "on",
      });
      const both = snapshotOf([sink, tap]);
      const foam = entityParts(tap, both).at(-1)!;
      const { low, high } = extent([foam]);
      const [x, z] = [(low[0]! + high[0]!) / 2, (low[2]! + high[2]!) / 2];
      const top = sink.height / 100;
      expect(crossings(entityParts(sink, both), [x, top + 0.05, z], [x, top - 0.1, z])).toBe(0);
    }
  });

  it("what is gone or eaten is not drawn, bottles and glasses stay", () => {
    expect(parts("stain", { state: "gone" })).toEqual([]);
    expect(parts("bread", { state: "eaten" })).toEqual([]);
    expect(parts("juice_bottle", { state: "eaten" }).length).toBeGreaterThan(0);
    expect(parts("milk_glass", { state: "eaten" }).length).toBeGreaterThan(0);
  });

  it("a used dish carries crumbs", () => {
    for (const kind of ["plate", "paper_plate", "bowl", "cup"]) {
      const clean = triangles(parts(kind, { state: "clean" }));
      expect(triangles(parts(kind, { state: "dirty" }))).toBeGreaterThan(clean);
    }
  });

  it("what the agent holds is not drawn", () => {
    expect(parts("mop", { heldBy: { who: "agent", hand: 0 } })).toEqual([]);
  });

  it("a mop stands in its rack and lies about elsewhere", () => {
    const standing = extent(parts("mop"));
    const lying = extent(parts("mop", { containedIn: undefined }));
    expect(standing.high[1]).toBeGreaterThan(1.2);
    expect(lying.high[1]).toBeLessThan(0.5);
  });

  it("a sign's words change the picture", () => {
    const plain = parts("tray");
    const marked = parts("tray", { look: { sign: "GUESTS" } });
    expect(marked.length).toBeGreaterThan(plain.length);
  });
});

describe("doors", () => {
  const through = (extra: object): number => {
    const door = entityOf("door", extra);
    return crossings(entityParts(door, snapshotOf([door])), [0.2, 1, 1], [0.2, 1, -1]);
  };

  it("closed fills its opening, open leaves it free", () => {
    expect(through({ state: "closed" })).toBeGreaterThan(0);
    for (const hinge of ["left", "right"]) {
      for (const swing of ["back", "front"]) {
        expect(through({ state: "open", look: { hinge, swing } })).toBe(0);
      }
    }
  });

  it("swings to the side it is told", () => {
    const open = (look: object) => extent(parts("door", { state: "open", look }));
    // Front is north, render −z: the back is +z; left is west, render −x.
    const back = open({ hinge: "left", swing: "back" });
    expect(back.high[2]).toBeGreaterThan(0.8);
    expect(back.high[0]).toBeLessThan(-0.3);
    const front = open({ hinge: "right", swing: "front" });
    expect(front.low[2]).toBeLessThan(-0.8);
    expect(front.low[0]).toBeGreaterThan(0.3);
  });
});

describe("crosswalk", () => {
  it("is painted in bars along the traffic that follow each other from kerb to kerb", () => {
    const road = settingOf({ ground: { material: "asphalt", colour: "#55575a" } });
    // 7 m from kerb to kerb along the entity's right, 4 m of bar along its front.
    const entity = entityOf("crosswalk");
    const [part] = entityParts(entity, snapshotOf([entity], road)) as [Part];
    const white = (kerbToKerb: number, along: number): boolean => {
      const out = Float64Array.from(part.material.colour);
      part.material.texture!(-kerbToKerb, 0, along, kerbToKerb, 0, -along, 2, out);
      return out[0]! > 0.4;
    };
    const walk = Array.from({ length: 300 }, (_, i) => white((i / 300 - 0.5) * 6.9, 0));
    const changes = walk.filter((v, i) => i > 0 && v !== walk[i - 1]).length;
    expect(changes).toBeGreaterThanOrEqual(12);
    const bar = (walk.indexOf(true) / 300 - 0.5) * 6.9 + 0.1;
    const along = Array.from({ length: 50 }, (_, i) => white(bar, (i / 50 - 0.5) * 3.9));
    expect(along.every(Boolean)).toBe(true);
  });

  it("covers its footprint", () => {
    const { low, high } = extent(parts("crosswalk"));
    expect(high[0]! - low[0]!).toBeCloseTo(7, 3);
    expect(high[2]! - low[2]!).toBeCloseTo(4, 3);
  });
});
