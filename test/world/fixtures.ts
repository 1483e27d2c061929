/** Small hand-made episodes: just enough of a world to try one thing at a time. */
import { asset, boxFootprint } from "../../src/world/assets.js";
import type {
  Activity,
  Entity,
  Episode,
  Person,
  Plan,
  PlannedAction,
  Region,
  RegionKind,
  Setting,
  Vec2,
  Wall,
} from "../../src/world/types.js";
import { createWorld, type World } from "../../src/world/world.js";

/** A thing of the asset table standing at a place. */
export function thing(id: string, kind: string, at: Vec2, more: Partial<Entity> = {}): Entity {
  const { name, size, solid, states, seats } = asset(kind);
  return {
    id,
    name,
    kind,
    location: [at[0], at[1], 0],
    yaw: 0,
    footprint: boxFootprint(size[0], size[1]),
    height: size[2],
    solid,
    state: states ? states[0] : null,
    ...(seats.length > 0
      ? { seats: seats.map((y) => ({ offset: [0, y] as Vec2, occupant: null })) }
      : {}),
    ...more,
  };
}

const LOOK: Person["look"] = {
  skin: "#c68863",
  hair: "short",
  hairColour: "#2b1b12",
  top: "#335577",
  bottom: "#222222",
  shoes: "#111111",
  outfit: "trousers",
  sleeves: "long",
};

/** A person standing somewhere. */
export function person(
  id: string,
  at: Vec2,
  more: Partial<Person> & { yaw?: number; name?: string } = {},
): Entity {
  const { yaw = 0, name = "person", ...rest } = more;
  const activity: Activity = { type: "idle" };
  return thing(id, "person", at, {
    name,
    yaw,
    person: {
      ageGroup: "adult",
      sex: "female",
      height: 168,
      build: 1,
      look: LOOK,
      posture: "standing",
      activity,
      gaze: null,
      ...rest,
    },
  });
}

/** A rectangle on the ground. */
export const rectangle = (minX: number, minY: number, maxX: number, maxY: number): Vec2[] => [
  [minX, minY],
  [maxX, minY],
  [maxX, maxY],
  [minX, maxY],
];

export function region(
  id: string,
  kind: RegionKind,
  polygon: Vec2[],
  more: Partial<Region> = {},
): Region {
  return { id, kind, polygon, ...more };
}

export function wall(from: Vec2, to: Vec2, openings: Wall["openings"] = []): Wall {
  return { from, to, height: 250, thickness: 12, style: "plaster", colour: "#eeeeee", openings };
}

/** A doorway or gap, `at` cm from the wall's start. */
export const doorway = (at: number, width = 100): Wall["openings"][number] => ({
  at,
  width,
  height: 210,
  sill: 0,
  kind: "doorway",
});

function setting(more: Partial<Setting>): Setting {
  return {
    place: "yard",
    indoor: false,
    ground: { material: "paving", colour: "#999999" },
    surfaces: [],
    walls: [],
    buildings: [],
    ceilings: [],
    backdrop: "none",
    light: { azimuth: 120, elevation: 50, warmth: 0.5, brightness: 1 },
    bounds: [-1000, -1000, 1000, 1000],
    ...more,
  };
}

export interface EpisodeParts {
  entities?: Entity[];
  regions?: Region[];
  routines?: Episode["routines"];
  setting?: Partial<Setting>;
  at?: Vec2;
  yaw?: number;
}

/** An episode with the agent at the origin, looking north. */
export function episode(parts: EpisodeParts = {}): Episode {
  const [x, y] = parts.at ?? [0, 0];
  return {
    schemaVersion: 1,
    id: "fixture/000",
    task: "fixture",
    dimension: "etiquette",
    variant: "plain",
    seed: 0,
    attempt: 0,
    twin: false,
    time: "2026-05-12 14:30",
    slots: {},
    agent: { location: [x, y, 0], yaw: parts.yaw ?? 0 },
    entities: parts.entities ?? [],
    regions: parts.regions ?? [],
    setting: setting(parts.setting ?? {}),
    routines: parts.routines ?? [],
    roles: {},
    evidence: [],
    goalObjects: [],
    plans: { aware: [], blind: [] },
  };
}

/** A world in its first turn, in which everything was listed. */
export function worldOf(parts: EpisodeParts = {}): World {
  const world = createWorld(episode(parts));
  world.observe(world.episode.entities.map((e) => e.id));
  return world;
}

export const act = (action: string, parameters: Record<string, unknown> = {}): PlannedAction => ({
  think: "",
  action,
  parameters,
});

/** Runs steps given as [action, parameters]; all must succeed unless the last is expected to fail. */
export function run(world: World, ...steps: [string, Record<string, unknown>?][]): Plan {
  const plan = steps.map(([action, parameters]) => act(action, parameters));
  world.runPlan(plan);
  return plan;
}

/** The failure code of one action, or "success". */
export function outcome(
  world: World,
  action: string,
  parameters: Record<string, unknown> = {},
): string {
  const result = world.execute(act(action, parameters));
  return result.result === "success" ? "success" : result.code;
}

type TraceEvent = World["trace"][number];

/** The event of one type, also where two types share their fields. */
type EventOf<T extends TraceEvent["type"]> = TraceEvent extends infer E
  ? E extends { type: infer K }
    ? T extends K
      ? E & { type: T }
      : never
    : never
  : never;

/** The events of one type. */
export function events<T extends TraceEvent["type"]>(world: World, type: T): EventOf<T>[] {
  return world.trace.filter((e) => e.type === type) as unknown as EventOf<T>[];
}

/** The types of all events, in order. */
export const types = (world: World): string[] => world.trace.map((e) => e.type);
