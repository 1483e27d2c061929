import type { Entity, Look, Person, Setting, Snapshot } from "../../src/world/types.js";

/** Small scenes for tests of the renderer. */

export const yard: Setting = {
  place: "yard",
  indoor: false,
  ground: { material: "grass", colour: "#5f8a3c" },
  surfaces: [
    {
      polygon: [
        [-200, -300],
        [800, -300],
        [800, 300],
        [-200, 300],
      ],
      material: "paving",
      colour: "#b9b2a6",
      z: 0,
    },
  ],
  walls: [],
  buildings: [],
  ceilings: [],
  backdrop: "trees",
  light: { azimuth: 150, elevation: 50, warmth: 0.5, brightness: 1 },
  bounds: [-500, -500, 1500, 500],
};

export const room: Setting = {
  ...yard,
  place: "living room",
  indoor: true,
  ground: { material: "planks", colour: "#a9764a" },
  surfaces: [],
  walls: [
    {
      from: [600, -300],
      to: [600, 300],
      height: 260,
      thickness: 12,
      style: "plaster",
      colour: "#e6dcc8",
      openings: [],
    },
  ],
  backdrop: "none",
};

const look: Look = {
  skin: "#d9a27e",
  hair: "short",
  hairColour: "#3b2618",
  top: "#2f6690",
  bottom: "#2c3140",
  shoes: "#2a2220",
  outfit: "trousers",
  sleeves: "long",
};

/** A person at (x, y) facing `yaw`. */
export function person(
  id: number,
  x: number,
  y: number,
  yaw: number,
  is: Partial<Omit<Person, "look">> & { look?: Partial<Look> } = {},
): Entity {
  const p: Person = {
    ageGroup: "adult",
    sex: "male",
    height: 175,
    build: 1,
    posture: "standing",
    activity: { type: "idle" },
    gaze: null,
    ...is,
    look: { ...look, ...is.look },
  };
  return {
    id: String(id),
    name: "person",
    kind: "person",
    location: [x, y, 0],
    yaw,
    footprint: [
      [17, 25],
      [-17, 25],
      [-17, -25],
      [17, -25],
    ],
    height: p.height,
    solid: false,
    state: null,
    person: p,
  };
}

/** A thing of the asset table. */
export function thing(
  id: number,
  kind: string,
  x: number,
  y: number,
  size: readonly [number, number, number],
  more: Partial<Entity> = {},
): Entity {
  const [depth, width, height] = size;
  return {
    id: String(id),
    name: kind,
    kind,
    location: [x, y, 0],
    yaw: 180,
    footprint: [
      [depth / 2, width / 2],
      [-depth / 2, width / 2],
      [-depth / 2, -width / 2],
      [depth / 2, -width / 2],
    ],
    height,
    solid: true,
    state: null,
    ...more,
  };
}

/** What an agent at the origin sees looking north. */
export function snapshot(entities: Entity[], setting: Setting = yard): Snapshot {
  const agent = { location: [0, 0, 0], yaw: 0, seatedOn: null, hands: [null, null] } as const;
  return { setting, regions: [], entities, agent: { ...agent, hands: [null, null] } };
}

export function count(ids: Uint16Array, id: number): number {
  let n = 0;
  for (const v of ids) if (v === id) n++;
  return n;
}

/** Smallest box around an id: x0, y0, x1, y1. */
export function extent(ids: Uint16Array, width: number, id: number): number[] {
  const box = [Infinity, Infinity, -1, -1];
  ids.forEach((v, o) => {
    if (v !== id) return;
    const x = o % width;
    const y = (o / width) | 0;
    box[0] = Math.min(box[0]!, x);
    box[1] = Math.min(box[1]!, y);
    box[2] = Math.max(box[2]!, x);
    box[3] = Math.max(box[3]!, y);
  });
  return box;
}
