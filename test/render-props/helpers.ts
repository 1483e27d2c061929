import type { Part } from "../../src/render/types.js";
import assets from "../../src/world/assets.generated.js";
import type { Entity, Setting, Snapshot, Vec2 } from "../../src/world/types.js";

interface Row {
  name: string;
  size: number[];
  states?: string[];
  seats?: number[];
}
export const ASSETS = assets as unknown as Record<string, Row>;
export const KINDS = Object.keys(ASSETS).filter((kind) => kind !== "person");

export function settingOf(extra: Partial<Setting> = {}): Setting {
  return {
    place: "test",
    indoor: false,
    ground: { material: "grass", colour: "#6f9a49" },
    surfaces: [],
    walls: [],
    buildings: [],
    ceilings: [],
    backdrop: "none",
    light: { azimuth: 200, elevation: 45, warmth: 0.5, brightness: 1 },
    bounds: [-500, -500, 500, 500],
    ...extra,
  };
}

export function snapshotOf(entities: Entity[] = [], setting: Setting = settingOf()): Snapshot {
  return {
    setting,
    regions: [],
    entities,
    agent: { location: [-300, 0, 0], yaw: 0, seatedOn: null, hands: [null, null] },
  };
}

/** An entity of a kind at the origin, front to +X, in its table size. */
export function entityOf(kind: string, extra: Partial<Entity> = {}): Entity {
  const row = ASSETS[kind]!;
  const [d, w, h] = row.size as [number, number, number];
  const footprint: Vec2[] = [
    [-d / 2, -w / 2],
    [d / 2, -w / 2],
    [d / 2, w / 2],
    [-d / 2, w / 2],
  ];
  return {
    id: "37",
    name: row.name,
    kind,
    location: [0, 0, 0],
    yaw: 0,
    footprint,
    height: h,
    solid: true,
    state: row.states?.[0] ?? null,
    ...(row.seats && { seats: row.seats.map((y) => ({ offset: [0, y] as Vec2, occupant: null })) }),
    ...extra,
  };
}

/** All corners of all triangles in render space, three numbers each. */
export function pointsOf(parts: readonly Part[]): number[] {
  const out: number[] = [];
  for (const { geometry, matrix: m } of parts) {
    const p = geometry.positions;
    for (const i of geometry.indices) {
      const [x, y, z] = [p[i * 3]!, p[i * 3 + 1]!, p[i * 3 + 2]!];
      for (let r = 0; r < 3; r++) {
        out.push(m[r]! * x + m[4 + r]! * y + m[8 + r]! * z + m[12 + r]!);
      }
    }
  }
  return out;
}

/** Lowest and highest x, y, z. */
export function extent(parts: readonly Part[]): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  pointsOf(parts).forEach((v, i) => {
    low[i % 3] = Math.min(low[i % 3]!, v);
    high[i % 3] = Math.max(high[i % 3]!, v);
  });
  return { low, high };
}

type Vec = readonly [number, number, number];

const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** How many triangles the way from a to b (render space) passes through. */
export function crossings(parts: readonly Part[], a: Vec, b: Vec): number {
  const p = pointsOf(parts);
  const way = minus(b, a);
  let n = 0;
  for (let i = 0; i < p.length; i += 9) {
    const v = [p[i]!, p[i + 1]!, p[i + 2]!] as const;
    const e = minus([p[i + 3]!, p[i + 4]!, p[i + 5]!], v);
    const f = minus([p[i + 6]!, p[i + 7]!, p[i + 8]!], v);
    const h = cross(way, f);
    const det = dot(e, h);
    if (Math.abs(det) < 1e-12) continue;
    const s = minus(a, v);
    const u = dot(s, h) / det;
    const q = cross(s, e);
    const w = dot(way, q) / det;
    const t = dot(f, q) / det;
    if (u >= 0 && w >= 0 && u + w <= 1 && t >= 0 && t <= 1) n++;
  }
  return n;
}

/** Everything that a picture depends on, as text. */
export function fingerprint(parts: readonly Part[]): string {
  const c = (v: ArrayLike<number>) => Array.from(v, (x) => Math.round(x * 1e6)).join();
  return parts
    .map((p) =>
      [p.id, p.layer, c(p.material.colour), c(p.matrix), c(p.geometry.positions)].join("|"),
    )
    .join("\n");
}
