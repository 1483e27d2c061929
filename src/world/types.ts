/**
 * The words of the embodied world: what an episode is, what a moment of it is, what happened.
 *
 * Frame: X north, Y east, Z up, centimetres; yaw in degrees, clockwise seen from above, 0 = +X.
 * So forward is (cos yaw, sin yaw) and right is (-sin yaw, cos yaw). An entity's local frame has
 * x along its forward (its front looks that way) and y to its right.
 */

import type { Plan, PlannedAction } from "../actions/types.js";

export type Vec2 = readonly [x: number, y: number];
export type Vec3 = readonly [x: number, y: number, z: number];

export interface Pose {
  location: Vec3;
  yaw: number;
}

// ---------------------------------------------------------------- entities

export type AgeGroup = "child" | "adult" | "elderly";
export type Sex = "female" | "male";
export type Posture = "standing" | "seated" | "walking";

export type Activity =
  | { type: "idle" }
  | { type: "conversing"; with: string[] }
  /** place: id of the counter queued at */
  | { type: "queueing"; place: string }
  /** on: id of the seat */
  | { type: "seated"; on: string }
  | { type: "walking" }
  | { type: "calling" };

/** What a person looks like; colours are "#rrggbb". */
export interface Look {
  skin: string;
  hair: "short" | "long" | "bun" | "pony" | "bald" | "curly";
  hairColour: string;
  top: string;
  bottom: string;
  shoes: string;
  outfit: "trousers" | "skirt" | "dress" | "shorts";
  sleeves: "long" | "short";
  jacket?: string;
  apron?: string;
  scarf?: string;
  hat?: { kind: "cap" | "flat" | "beanie"; colour: string };
  glasses?: boolean;
  beard?: boolean;
  cane?: boolean;
  bag?: string;
  backpack?: string;
  phone?: boolean;
}

export interface Person {
  ageGroup: AgeGroup;
  sex: Sex;
  /** standing height, cm */
  height: number;
  /** 1 = average width */
  build: number;
  look: Look;
  posture: Posture;
  activity: Activity;
  /** whom or what they look at: an entity id, "agent", or null for straight ahead */
  gaze: string | null;
}

export interface Seat {
  /** centre of the place in the entity's local frame, cm */
  offset: Vec2;
  /** person id, "agent", or null when free */
  occupant: string | null;
}

/**
 * One thing with an id: object, door, crosswalk, person or stain. What its kind can do
 * (pickable, edible…) stands in the asset table (`scenes/embodied/assets.yaml`).
 */
export interface Entity {
  /** decimal string, unique in the episode, stable over its turns, shuffled */
  id: string;
  /** what the planner is told; never hints at the norm or an owner */
  name: string;
  /** key of the asset table; "person" for people */
  kind: string;
  /** centre on the ground plane; z is the height of its underside above the ground */
  location: Vec3;
  yaw: number;
  /** polygon in the local frame, cm (counted from `location`) */
  footprint: Vec2[];
  height: number;
  /** blocks walking (people never do: they are soft obstacles) */
  solid: boolean;
  /**
   * Only what the kind declares: faucet on|off, door open|closed, dish clean|dirty, food whole|eaten,
   * stain present|gone; null otherwise.
   */
  state: string | null;
  locked?: boolean;
  /** person id, or "agent" for what is the agent's own; absent when nobody's or shared */
  owner?: string;
  /** id of the dish, tray, rack… it lies on or stands in */
  containedIn?: string;
  heldBy?: { who: string; hand: 0 | 1 };
  seats?: Seat[];
  person?: Person;
  /** colours ("#rrggbb") and shape options of the asset, for the renderer */
  look?: Record<string, string | number | boolean>;
}

export type RegionKind =
  | "roadway"
  | "crosswalk"
  | "pavement"
  | "room"
  | "private_room"
  | "queue_lane"
  | "service_spot"
  | "yard"
  | "path";

/** A named area of the ground; never shown to a planner. */
export interface Region {
  /** "r1", "r2"… */
  id: string;
  kind: RegionKind;
  polygon: Vec2[];
  /** of a private room: person id, or "agent" */
  owner?: string;
  /** of a crosswalk region: the crosswalk entity */
  entity?: string;
  /** words for people: "living room", "Ann's bedroom" (never shown to a planner) */
  label?: string;
}

// ---------------------------------------------------------------- set dressing (no ids)

export interface Opening {
  /** distance of the opening's centre from `from`, along the wall */
  at: number;
  width: number;
  height: number;
  /** height of the lower edge; 0 for doors and gaps */
  sill: number;
  /** a window does not let anyone through; a doorway and a gap do */
  kind: "window" | "doorway" | "gap";
}

export type WallStyle =
  | "plaster"
  | "brick"
  | "wallpaper"
  | "tiles"
  | "fence"
  | "hedge"
  | "glass"
  | "concrete";

export interface Wall {
  from: Vec2;
  to: Vec2;
  height: number;
  thickness: number;
  style: WallStyle;
  colour: string;
  openings: Opening[];
}

export type GroundMaterial =
  | "paving"
  | "asphalt"
  | "grass"
  | "gravel"
  | "concrete"
  | "planks"
  | "tiles"
  | "carpet"
  | "stone";

/** A painted patch of ground (roadway, pavement, floor of a room, rug); later ones lie on top. */
export interface Surface {
  polygon: Vec2[];
  material: GroundMaterial;
  colour: string;
  /** height above 0, cm (pavements stand a kerb higher in the picture only: keep ≤ 15) */
  z: number;
  /** road markings: dashes along the middle of a roadway polygon, from its first to its second edge */
  markings?: "lane_dashes";
}

export interface Building {
  centre: Vec2;
  yaw: number;
  /** depth (local x), width (local y), height */
  size: Vec3;
  style: "brick" | "plaster" | "shopfront" | "glass" | "house";
  colour: string;
  /** shop sign on its front: capital letters, digits, space */
  sign?: string;
}

/** Walls, floors, houses, light: what a place looks like and where one cannot walk. No ids. */
export interface Setting {
  /** plain words for where this is, e.g. "kitchen", "city street" */
  place: string;
  indoor: boolean;
  /** base ground everywhere */
  ground: { material: GroundMaterial; colour: string };
  surfaces: Surface[];
  walls: Wall[];
  buildings: Building[];
  /** ceilings of rooms */
  ceilings: { polygon: Vec2[]; height: number; colour: string }[];
  /** what stands on the horizon outdoors */
  backdrop: "city" | "trees" | "hills" | "none";
  light: {
    /** where the sun (or the main lamp) stands, degrees */
    azimuth: number;
    elevation: number;
    /** 0 cool … 1 warm */
    warmth: number;
    /** 0.6 dull … 1.3 bright */
    brightness: number;
  };
  /** what a walk may not leave: axis-aligned [minX, minY, maxX, maxY] */
  bounds: readonly [number, number, number, number];
}

// ---------------------------------------------------------------- routines: what people do by themselves or when spoken to

/**
 * Schedules and reactions as data, so that an episode is plain JSON. All times are seconds from the
 * start of the episode. Nothing in them is left to chance.
 */
export type Routine =
  /**
   * A line at a counter. `people` front to back; slot k is where the k-th in line stands (slots.length ≥
   * people.length + 1, the spare ones for the agent). The k-th person is served at servedAt[k]
   * (ascending, gaps ≤ 30, first ≥ 10), walks to exits[k], and everyone behind moves up one slot.
   */
  | {
      type: "queue";
      place: string;
      people: string[];
      lane: string;
      spot: string;
      slots: Vec2[];
      servedAt: number[];
      exits: Vec2[];
    }
  /** They talk to each other; at `endsAt` (if any) they stop and are idle: `conversationEnded`. */
  | { type: "conversation"; people: string[]; endsAt: number | null }
  /**
   * Stands in the way in `gap` (a region). Steps to `clear` when asked to be let past; leaves for `away`
   * at `leavesAt` (if any): `blockerLeft`.
   */
  | {
      type: "blocker";
      person: string;
      gap: string;
      clear: Vec2;
      leavesAt: number | null;
      away: Vec2 | null;
    }
  /** Calls the agent until spoken to; the agent should come. */
  | { type: "caller"; person: string; wants: string }
  /** Answers `ask_directions` with these words (unless conversing people: they answer too). */
  | { type: "guide"; person: string; answer: string }
  /** Owner or host: grants `ask_permission` for what they own and for `alsoGrants` (object and region ids). */
  | { type: "host"; person: string; alsoGrants: string[] }
  /** On a `report_location` that is right (or follows a `pointed` at it) walks over and fetches the object. */
  | { type: "fetcher"; person: string; object: string }
  /** Accepts `offer_seat`: walks to the seat's free place and sits, if there is one. */
  | { type: "takes_seat"; person: string; seat: string }
  /** Walks a route there and back on the far side of things, never near anybody's way. */
  | { type: "stroll"; person: string; route: Vec2[]; speed: number }
  /** A tap that shuts itself `after` seconds after it was opened. */
  | { type: "self_closing"; object: string; after: number };

// ---------------------------------------------------------------- plans

export type { Plan, PlannedAction };

// ---------------------------------------------------------------- episode

export type Dimension =
  | "public_rules"
  | "etiquette"
  | "resource"
  | "privacy"
  | "social_relationship";

/** One instance, whole: all that is needed to simulate, draw and score it. Plain JSON. */
export interface Episode {
  schemaVersion: 1;
  /** "<task>/<000..049>" */
  id: string;
  task: string;
  dimension: Dimension;
  variant: string;
  seed: number;
  /** 0-based number of redraws that the build checks asked for */
  attempt: number;
  twin: boolean;
  /** the simulated wall clock the prompt tells, "2026-05-12 14:30" */
  time: string;
  /** instance values for the cue pack's slots, e.g. { elder: "grandmother" } */
  slots: Record<string, string>;
  agent: Pose;
  entities: Entity[];
  regions: Region[];
  setting: Setting;
  routines: Routine[];
  /** who plays which part; keys by task, ids (lists where plural); see design page */
  roles: Record<string, string | string[] | Vec3>;
  /** ids that must be seen for the norm to be inferable */
  evidence: string[];
  goalObjects: string[];
  plans: {
    /** every norm-aware plan; all must pass */
    aware: { name: string; plan: Plan }[];
    blind: Plan;
  };
}

// ---------------------------------------------------------------- a moment

export interface AgentState {
  location: Vec3;
  yaw: number;
  seatedOn: string | null;
  /** what each hand holds: [right, left] */
  hands: [string | null, string | null];
}

/** What the renderer draws: a moment of an episode. */
export interface Snapshot {
  setting: Setting;
  regions: Region[];
  entities: Entity[];
  agent: AgentState;
}

export * from "./trace-types.js";
