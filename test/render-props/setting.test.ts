import { describe, expect, it } from "vitest";
import { environmentFor, settingParts, surfaceHeight } from "../../src/render/setting/index.js";
import type { Building, GroundMaterial, Opening, Wall, WallStyle } from "../../src/world/types.js";
import { crossings, extent, fingerprint, pointsOf, settingOf, snapshotOf } from "./helpers.js";

const GROUNDS: GroundMaterial[] = [
  "paving",
  "asphalt",
  "grass",
  "gravel",
  "concrete",
  "planks",
  "tiles",
  "carpet",
  "stone",
];
const STYLES: WallStyle[] = [
  "plaster",
  "brick",
  "wallpaper",
  "tiles",
  "fence",
  "hedge",
  "glass",
  "concrete",
];
const SQUARE = [
  [0, 0],
  [300, 0],
  [300, 300],
  [0, 300],
] as const;

/** A wall 6 m long across the view at X = 200, from west to east. */
function wallOf(style: WallStyle, openings: Opening[] = []): Wall {
  return {
    from: [200, -300],
    to: [200, 300],
    height: 250,
    thickness: 12,
    style,
    colour: "#c8b89a",
    openings,
  };
}

const partsOf = (extra: Parameters<typeof settingOf>[0]) =>
  settingParts(snapshotOf([], settingOf(extra)));

/** Walks through the wall's plane at `right` cm, `up` cm. */
const through = (wall: Wall, indoor: boolean, right: number, up: number): number =>
  crossings(
    partsOf({ walls: [wall], indoor }),
    [right / 100, up / 100, -1],
    [right / 100, up / 100, -3],
  );

describe("ground", () => {
  for (const material of GROUNDS) {
    it(`${material}: a patch has parts, a texture that stays in range at any distance`, () => {
      const bare = partsOf({}).length;
      const list = partsOf({
        surfaces: [{ polygon: [...SQUARE], material, colour: "#909090", z: 0 }],
      });
      expect(list.length).toBeGreaterThan(bare);
      const texture = list.at(-1)!.material.texture!;
      for (const distance of [0.5, 3, 20, 120]) {
        for (let k = 0; k < 60; k++) {
          const out = Float64Array.of(0.3, 0.3, 0.3);
          texture(0, 0, 0, k * 0.137, 0, k * 0.291, distance, out);
          for (const v of out) expect(v >= 0 && v < 1).toBe(true);
        }
      }
    });
  }

  it("a road carries white dashes along its middle", () => {
    const road = partsOf({
      surfaces: [
        {
          polygon: [
            [0, -2000],
            [600, -2000],
            [600, 2000],
            [0, 2000],
          ],
          material: "asphalt",
          colour: "#55575a",
          z: 0,
          markings: "lane_dashes",
        },
      ],
    }).at(-1)!;
    const tone = (x: number, z: number): number => {
      const out = Float64Array.from(road.material.colour);
      road.material.texture!(0, 0, 0, x, 0, z, 3, out);
      return out[0]!;
    };
    const middle = Array.from({ length: 120 }, (_, i) => tone(i * 0.1, -3) > 0.4);
    expect(middle.some(Boolean)).toBe(true);
    expect(middle.every(Boolean)).toBe(false);
    expect(Array.from({ length: 120 }, (_, i) => tone(i * 0.1, -1.5)).every((t) => t < 0.4)).toBe(
      true,
    );
  });

  it("a kerb stands as high as told and lifts what stands on it", () => {
    const surfaces = [
      { polygon: [...SQUARE], material: "paving" as const, colour: "#b9b2a6", z: 12 },
      {
        polygon: [[100, 100] as const, [200, 100] as const, [200, 200] as const],
        material: "grass" as const,
        colour: "#6f9a49",
        z: 2,
      },
    ];
    const flat = pointsOf(partsOf({}).slice(0, 1)).length;
    expect(flat).toBeGreaterThan(0);
    expect(extent(partsOf({ surfaces })).high[1]).toBeCloseTo(0.12, 5);
    expect(surfaceHeight({ surfaces }, [50, 50])).toBe(12);
    expect(surfaceHeight({ surfaces }, [180, 120])).toBe(2);
    expect(surfaceHeight({ surfaces }, [900, 50])).toBe(0);
  });
});

describe("walls", () => {
  const door: Opening = { at: 200, width: 90, height: 208, sill: 0, kind: "doorway" };
  const window: Opening = { at: 450, width: 120, height: 110, sill: 95, kind: "window" };
  const gap: Opening = { at: 300, width: 110, height: 250, sill: 0, kind: "gap" };

  for (const style of STYLES) {
    it(`${style}: stands in its place, and a gap leaves it open`, () => {
      const list = partsOf({ walls: [wallOf(style)] });
      const bare = partsOf({});
      const own = list.slice(bare.length);
      expect(own.length).toBeGreaterThan(0);
      const { low, high } = extent(own);
      expect(low[0]).toBeGreaterThan(-3.25);
      expect(high[0]).toBeLessThan(3.25);
      expect(high[1]).toBeGreaterThan(2.3);
      expect(high[1]).toBeLessThan(2.75);
      expect(Math.abs((low[2]! + high[2]!) / 2 + 2)).toBeLessThan(0.1);
      for (const up of [20, 100, 160]) {
        expect(through(wallOf(style, [gap]), false, 0, up)).toBe(0);
      }
    });
  }

  for (const style of ["plaster", "brick", "wallpaper", "tiles", "concrete"] as const) {
    it(`${style}: a doorway is a hole, a window has panes, the rest is closed`, () => {
      const wall = wallOf(style, [door, window]);
      for (const indoor of [true, false]) {
        for (const right of [-100, -130, -65]) expect(through(wall, indoor, right, 100)).toBe(0);
        expect(through(wall, indoor, -100, 195)).toBe(0);
        expect(through(wall, indoor, -100, 230)).toBeGreaterThan(0);
        expect(through(wall, indoor, 130, 140)).toBeGreaterThan(0);
        expect(through(wall, indoor, 30, 100)).toBeGreaterThan(0);
      }
    });
  }

  it("one sees between the pickets of a fence", () => {
    const free = Array.from({ length: 100 }, (_, i) =>
      through(wallOf("fence"), false, -200 + i, 110),
    );
    expect(free.some((n) => n === 0)).toBe(true);
    expect(free.some((n) => n > 0)).toBe(true);
  });

  it("one sees through a glass wall between its bars", () => {
    expect(through(wallOf("glass"), false, 40, 40)).toBe(0);
  });

  it("the faces of a wall look outwards", () => {
    const own = partsOf({ walls: [wallOf("hedge")] }).slice(partsOf({}).length);
    for (const part of own) {
      const { positions: p, normals: n } = part.geometry;
      let outward = 0;
      for (let i = 0; i < p.length; i += 3) outward += p[i + 2]! * n[i + 2]!;
      expect(outward).toBeGreaterThan(0);
    }
  });
});

describe("houses, ceilings, horizon", () => {
  for (const style of ["brick", "plaster", "shopfront", "glass", "house"] as const) {
    it(`${style}: stands on its ground, front forward`, () => {
      const building: Building = {
        centre: [1500, 400],
        yaw: 180,
        size: [700, 1000, 800],
        style,
        colour: "#b5694a",
        ...(style === "shopfront" && { sign: "BOOKS" }),
      };
      const own = partsOf({ buildings: [building] }).slice(partsOf({}).length);
      const { low, high } = extent(own);
      expect((low[0]! + high[0]!) / 2).toBeCloseTo(4, 0);
      expect(high[0]! - low[0]!).toBeGreaterThan(9.9);
      expect(high[0]! - low[0]!).toBeLessThan(11);
      expect(low[2]).toBeGreaterThan(-19.5);
      expect(high[2]).toBeLessThan(-10);
      expect(high[1]).toBeGreaterThan(7.5);
      expect(high[1]).toBeLessThan(9.2);
    });
  }

  it("a ceiling hangs over its room, looks down and lets light through", () => {
    const own = partsOf({
      indoor: true,
      ceilings: [{ polygon: [...SQUARE], height: 260, colour: "#ffffff" }],
    }).slice(partsOf({ indoor: true }).length);
    const ceiling = own[0]!;
    expect(extent([ceiling]).low[1]).toBeCloseTo(2.6, 5);
    expect(extent([ceiling]).low[0]).toBeCloseTo(0, 5);
    expect(extent([ceiling]).high[2]).toBeCloseTo(0, 5);
    const up = ceiling.geometry.normals[1]! * ceiling.matrix[5]!;
    expect(up).toBeLessThan(0);
    expect(own.every((p) => p.material.noShadow)).toBe(true);
    expect(own.length).toBeGreaterThan(1);
  });

  for (const backdrop of ["city", "trees", "hills"] as const) {
    it(`${backdrop} close the view all round`, () => {
      const own = partsOf({ backdrop }).slice(partsOf({}).length);
      for (let k = 0; k < 24; k++) {
        const a = (k / 24) * Math.PI * 2;
        const far = [Math.sin(a) * 400, 1.9, Math.cos(a) * 400] as const;
        expect(crossings(own, [0, 1.6, 0], far)).toBeGreaterThan(0);
      }
    });
  }

  it("everything of the set has id 0 and is the same twice", () => {
    const setting = { walls: [wallOf("brick")], backdrop: "city" as const };
    const list = partsOf(setting);
    expect(list.every((p) => p.id === 0)).toBe(true);
    expect(pointsOf(list).every(Number.isFinite)).toBe(true);
    expect(fingerprint(partsOf(setting))).toBe(fingerprint(list));
  });
});

describe("light", () => {
  it("the sun stands where the setting says", () => {
    const east = environmentFor(
      settingOf({ light: { azimuth: 90, elevation: 45, warmth: 0.5, brightness: 1 } }),
    );
    expect(east.sun.direction[0]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(east.sun.direction[1]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(east.sun.direction[2]).toBeCloseTo(0, 6);
  });

  it("follows warmth and brightness, indoors and outdoors", () => {
    for (const indoor of [true, false]) {
      const at = (warmth: number, brightness: number) =>
        environmentFor(
          settingOf({ indoor, light: { azimuth: 30, elevation: 50, warmth, brightness } }),
        );
      const warm = at(1, 1).sun.colour;
      const cool = at(0, 1).sun.colour;
      expect(warm[0] / warm[2]).toBeGreaterThan(cool[0] / cool[2]);
      expect(at(0.5, 1.3).ambient.sky[1]).toBeGreaterThan(at(0.5, 0.6).ambient.sky[1] * 2);
    }
  });

  it("the sky is finite and in range in every direction", () => {
    for (const indoor of [true, false]) {
      const { sky } = environmentFor(settingOf({ indoor }));
      const out = new Float64Array(3);
      for (let k = 0; k < 500; k++) {
        const y = (k / 499) * 2 - 1;
        const r = Math.sqrt(1 - y * y);
        sky(Math.cos(k * 2.4) * r, y, Math.sin(k * 2.4) * r, out);
        for (const v of out) expect(v >= 0 && v <= 1.3).toBe(true);
      }
    }
  });
});
