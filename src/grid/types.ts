/**
 * The contract of the grid world. A cell is one number, `row * COLS + col`, inside the program and a
 * pair `[row, col]` in every file; rows count from the top and columns from the left, both from 0.
 */

export type Cell = number;
/** `[row, col]`, the form that files and people see */
export type Position = readonly [row: number, col: number];

export const ACTIONS = ["Up", "Down", "Left", "Right", "WAIT"] as const;
export type Action = (typeof ACTIONS)[number];
/** index into ACTIONS; 4 waits */
export type ActionCode = 0 | 1 | 2 | 3 | 4;

export const GROUPS = ["orange", "green", "blue"] as const;
export type Group = (typeof GROUPS)[number];
/** index into GROUPS */
export type GroupCode = 0 | 1 | 2;

/** A is the left door, B the bottom one, C the right one. */
export const DOORS = ["A", "B", "C"] as const;
export type Door = (typeof DOORS)[number];

export const REGIONS = ["TL", "BL", "BR"] as const;
export type Region = (typeof REGIONS)[number];

export const FAMILIES = ["access", "procedure", "coordination", "allocation"] as const;
export type Family = (typeof FAMILIES)[number];

/** What people under a norm come to do; see `Goal` for the two legs of each kind. */
export const TASK_KINDS = ["dest", "chairdest", "door", "seat", "zone", "counter"] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

// ---------------------------------------------------------------- layouts

/** A place by name that a task may send people to. */
export interface Poi {
  name: string;
  at: Position;
}

/** A layout as its file says it; everything else is derived (see `Geometry`). */
export interface Layout {
  id: string;
  name: string;
  poi: Poi[];
  /** 11 lines of 15: `#` wall, `.` floor, `h` chair, `A B C` doors, `S` service counter, `K` counter,
   * `T` table, `X` shelf or rack, `M` machine, `V` vault or storage, `E` bed */
  map: string[];
  /** 11 lines of 15: `q` marked zone Q, `r` marked zone R, `.` none */
  zones: string[];
}

/** What follows from a layout; computed, never stored. Masks are indexed by cell. */
export interface Geometry {
  layout: Layout;
  /** floor, chair or door */
  walkable: Uint8Array;
  /** plain floor (a zone cell is floor too) */
  floor: Uint8Array;
  chair: Uint8Array;
  /** 0 no door, 1 A, 2 B, 3 C */
  doorAt: Uint8Array;
  inQ: Uint8Array;
  inR: Uint8Array;
  /** 0 none, 1 TL, 2 BL, 3 BR; set on every cell of a region, chair or not */
  regionAt: Uint8Array;
  /** index on the outer ring in clockwise order, -1 off the ring */
  ringAt: Int16Array;
  /** the outer ring, clockwise on screen from its top-left cell */
  ring: Cell[];
  /** where an action leads: `next[cell * 5 + action]`; a blocked move and WAIT lead to the cell itself */
  next: Int16Array;
  /** cells of the doors A, B, C */
  doors: [Cell, Cell, Cell];
  /** the cell in front of the service counter, where people are served */
  service: Cell;
  chairs: Cell[];
  floorCells: Cell[];
  zoneQ: Cell[];
  zoneR: Cell[];
  /** chairs by column from the left, top first */
  seatsFromLeft: Cell[];
  /** chairs by column from the right, top first */
  seatsFromRight: Cell[];
  /** cells that a task may name: floor outside the zones and not directly behind a door */
  destinations: Cell[];
  /** 1 on floor cells outside R that touch R */
  besideR: Uint8Array;
}

// ---------------------------------------------------------------- norms

/** Steps away from the counter and to the customer's right, from the service cell. */
export type QueueShape = readonly (readonly [away: number, right: number])[];

/**
 * What a norm may look at when it judges one move: the state before the move, and the move. `others`
 * never holds the mover itself.
 */
export interface NormContext {
  geometry: Geometry;
  rules: Rules;
  /** cell before the action */
  x: Cell;
  /** effective target: the neighbour if it can be walked on, else `x` */
  y: Cell;
  action: ActionCode;
  /** turn of the action; the first turn of a simulation is 1 */
  turn: number;
  /** turns on end, directly before this one, on which the agent moved by choice */
  run: number;
  /** the agent has stood in zone Q since it came, up to the state before the move */
  seenQ: boolean;
  group: GroupCode;
  /** per cell: 0 nobody, else `1 + group`, plus CUSTOMER when that person is heading for the counter */
  others: Uint8Array;
  /** chairs taken since the simulation began (read by the literal seat rule only) */
  seatsFilled: number;
  /** cells of the norm's own line from the head; empty for norms without one */
  line: readonly Cell[];
}

/** Added to an entry of `NormContext.others` for people whose current goal is the counter. */
export const CUSTOMER = 8;

/** What `bad` reads beyond the two cells and the layout; planners build their search states from it. */
export interface NormMemory {
  /** the turn, modulo this */
  clock?: number;
  /** the run of own moves, as far as this many */
  run?: number;
  /** whether Q was visited */
  seenQ?: boolean;
  /** the mover's group */
  group?: boolean;
  /** where others stand */
  others?: boolean;
}

export interface NormDefinition {
  id: string;
  family: Family;
  /** the rule in a sentence, for judges and candidate lists; newcomers never see it */
  description: string;
  taskKind: TaskKind;
  memory: NormMemory;
  /** the shape of the line, for queue norms; only moves onto it can break them */
  shape?: QueueShape;
  /** of norms that look at others: the only targets whose moves can break it; anywhere when left out */
  cells?(geometry: Geometry): readonly Cell[];
  /** kept out of training data */
  heldOut: boolean;
  /** true when the chosen action breaks the norm; which actions are asked about at all is for `Rules` to say */
  bad(context: NormContext): boolean;
}

/** How the open questions of the rules are settled; every log and manifest names the set. */
export interface Rules {
  name: "repaired" | "literal" | "custom";
  /** WAIT is judged as well, as a move that stays */
  waitCanViolate: boolean;
  /** a move into a wall: nothing to judge, or judged as a move whose target is the own cell */
  blockedMoves: "ignored" | "judged";
  /** zone R: only entering is judged, or every step that ends in R */
  zoneRule: "entry" | "occupancy";
  /** seat order: the first seat free now, or the count of seats ever taken */
  seatCount: "current" | "cumulative";
  queueRule: "tail-or-behind" | "tail-exact" | "customers-only";
  /** two neighbours may change places */
  allowSwap: boolean;
}

export type * from "./people-types.js";
