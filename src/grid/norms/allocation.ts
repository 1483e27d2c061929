import type {
  Cell,
  Geometry,
  NormContext,
  NormDefinition,
  NormMemory,
  TaskKind,
} from "../types.js";

/** Norms on who gets a share of what is scarce: places in zone R, doors and seats by group, seats in order. */

function allocation(
  id: string,
  description: string,
  taskKind: TaskKind,
  memory: NormMemory,
  bad: (c: NormContext) => boolean,
  heldOut = false,
): NormDefinition {
  const cells =
    taskKind === "zone" ? ({ zoneR }: Geometry) => zoneR : ({ chairs }: Geometry) => chairs;
  const where = memory.others ? { cells } : {};
  return { id, family: "allocation", description, taskKind, memory, ...where, heldOut, bad };
}

/** The move is one that the rule for zone R judges: into R, or, literally, any that ends there. */
function enters(c: NormContext): boolean {
  return c.geometry.inR[c.y] === 1 && (c.rules.zoneRule === "occupancy" || !c.geometry.inR[c.x]);
}

function capacity(most: 1 | 2, description: string, heldOut = false): NormDefinition {
  return allocation(
    `zone-r-capacity-${most}`,
    description,
    "zone",
    { others: true },
    (c) => {
      if (!enters(c)) return false;
      let inside = 0;
      for (const cell of c.geometry.zoneR) if (c.others[cell]) inside++;
      return inside >= most;
    },
    heldOut,
  );
}

/** Somebody of another group is in R; others are stored as 1 + group, with a flag above. */
function strangersInside(c: NormContext): boolean {
  for (const cell of c.geometry.zoneR) {
    const who = c.others[cell] as number;
    if (who !== 0 && (who & 7) - 1 !== c.group) return true;
  }
  return false;
}

const DOOR_NAMES = ["left", "bottom", "right"] as const;
const REGION_NAMES = ["top-left", "bottom-left", "bottom-right"] as const;
type Three = readonly [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2];

function groupDoors(id: string, doors: Three, heldOut = false): NormDefinition {
  const [orange, green, blue] = doors.map((d) => DOOR_NAMES[d]);
  return allocation(
    id,
    `Each shirt colour has its way out: ${orange} door for orange, ${green} for green, ${blue} for blue.`,
    "door",
    { group: true },
    (c) => c.geometry.doorAt[c.y] !== 0 && c.geometry.doorAt[c.y] !== doors[c.group] + 1,
    heldOut,
  );
}

function groupSeats(id: string, seats: Three, heldOut = false): NormDefinition {
  const [orange, green, blue] = seats.map((r) => REGION_NAMES[r]);
  return allocation(
    id,
    `Each shirt colour has its seats: ${orange} for orange, ${green} for green, ${blue} for blue.`,
    "seat",
    { group: true },
    (c) => c.geometry.chair[c.y] === 1 && c.geometry.regionAt[c.y] !== seats[c.group] + 1,
    heldOut,
  );
}

/** Where the next person has to sit; -1 when the order is used up. */
function nextSeat(order: readonly Cell[], c: NormContext): Cell {
  if (c.rules.seatCount === "cumulative") return order[c.seatsFilled] ?? -1;
  for (const cell of order) if (c.others[cell] === 0) return cell;
  return -1;
}

function seatOrder(way: "l2r" | "r2l", heldOut = false): NormDefinition {
  return allocation(
    `seats-in-order-${way}`,
    `Seats fill up in order: column after column from the ${way === "l2r" ? "left" : "right"}, each from the top; people take the first free one.`,
    "seat",
    { others: true },
    (c) =>
      c.geometry.chair[c.y] === 1 &&
      c.y !== nextSeat(way === "l2r" ? c.geometry.seatsFromLeft : c.geometry.seatsFromRight, c),
    heldOut,
  );
}

export const ALLOCATION: readonly NormDefinition[] = [
  capacity(1, "Zone R is for one: people go in only while it is empty."),
  capacity(2, "Zone R holds two: people go in only while no more than one is inside.", true),
  allocation(
    "zone-r-single-group",
    "Zone R is shared with one's own shirt colour only: people go in while nobody of another colour is inside.",
    "zone",
    { others: true, group: true },
    (c) => enters(c) && strangersInside(c),
  ),
  groupDoors("group-doors-abc", [0, 1, 2]),
  groupDoors("group-doors-bca", [1, 2, 0]),
  groupDoors("group-doors-cab", [2, 0, 1], true),
  groupSeats("group-seating-1", [0, 1, 2]),
  groupSeats("group-seating-2", [1, 2, 0], true),
  groupSeats("group-seating-3", [2, 0, 1]),
  seatOrder("l2r"),
  seatOrder("r2l", true),
];
