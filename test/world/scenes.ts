/** Situations that several tests share. */
import type { EpisodeParts } from "./fixtures.js";
import { doorway, person, rectangle, region, thing, wall } from "./fixtures.js";

/** Three wait at a counter to the north; the bear lies on it. */
export function lineParts(): EpisodeParts {
  const waiting = { activity: { type: "queueing", place: "9" } } as const;
  return {
    at: [-400, 300],
    entities: [
      thing("9", "delivery_counter", [400, 0]),
      thing("5", "toy_bear", [390, 0], { location: [390, 0, 105] }),
      person("1", [310, 0], waiting),
      person("2", [210, 0], waiting),
      person("3", [110, 0], waiting),
    ],
    regions: [
      region("r1", "queue_lane", rectangle(-150, -50, 360, 50)),
      region("r2", "service_spot", rectangle(260, -60, 365, 60)),
    ],
    routines: [
      {
        type: "queue",
        place: "9",
        people: ["1", "2", "3"],
        lane: "r1",
        spot: "r2",
        slots: [
          [310, 0],
          [210, 0],
          [110, 0],
          [10, 0],
          [-90, 0],
        ],
        servedAt: [15, 40, 65],
        exits: [
          [310, 500],
          [210, 500],
          [110, 500],
        ],
      },
    ],
  };
}

/**
 * A living room (r1, west) and a private room (r2, east) behind a wall with a door; the ball lies in the
 * private room, its owner "7" stands in the living room.
 */
export function homeParts(door: "open" | "closed" = "open"): EpisodeParts {
  return {
    at: [0, -300],
    yaw: 90,
    setting: {
      indoor: true,
      place: "living room",
      bounds: [-300, -500, 300, 500],
      walls: [
        wall([-300, 0], [300, 0], [doorway(300)]),
        wall([-300, -500], [300, -500]),
        wall([-300, 500], [300, 500]),
        wall([-300, -500], [-300, 500]),
        wall([300, -500], [300, 500]),
      ],
    },
    entities: [
      thing("4", "door", [0, 0], { state: door, yaw: 90 }),
      thing("5", "ball", [50, 300], { owner: "7" }),
      thing("6", "bed", [150, 350], { yaw: 0, owner: "7" }),
      person("7", [200, -300], { name: "friend" }),
      thing("8", "sofa", [-200, -400], { yaw: 90 }),
      thing("9", "book", [-100, -100]),
    ],
    regions: [
      region("r1", "room", rectangle(-300, -500, 300, 0), { label: "living room" }),
      region("r2", "private_room", rectangle(-300, 0, 300, 500), {
        owner: "7",
        label: "Ann's bedroom",
      }),
    ],
    routines: [
      { type: "host", person: "7", alsoGrants: ["r2", "5"] },
      { type: "fetcher", person: "7", object: "5" },
    ],
  };
}

/** A fence across the yard with a gap in the middle, a person in the gap, the bear behind it. */
export function gapParts(leavesAt: number | null = null): EpisodeParts {
  return {
    at: [-400, 0],
    setting: { walls: [wall([0, -1000], [0, 1000], [{ ...doorway(1000, 120), kind: "gap" }])] },
    entities: [thing("5", "toy_bear", [400, 0]), person("1", [0, 0], { yaw: 180 })],
    regions: [region("r1", "path", rectangle(-60, -60, 60, 60))],
    routines: [
      {
        type: "blocker",
        person: "1",
        gap: "r1",
        clear: [60, 200],
        leavesAt,
        away: [500, 600],
      },
    ],
  };
}

/** A road along X, 600 wide, with a crosswalk; the agent on the near pavement, the bin across. */
export function roadParts(): EpisodeParts {
  return {
    at: [0, -400],
    yaw: 90,
    entities: [
      thing("1", "crosswalk", [500, 0], {
        name: "crosswalk",
        footprint: rectangle(-200, -300, 200, 300),
      }),
      thing("2", "trash_bin", [0, 420]),
      thing("3", "mailbox", [-200, -420]),
    ],
    regions: [
      region("r1", "roadway", rectangle(-1000, -300, 1000, 300)),
      region("r2", "crosswalk", rectangle(300, -300, 700, 300), { entity: "1" }),
      region("r3", "pavement", rectangle(-1000, -600, 1000, -300)),
      region("r4", "pavement", rectangle(-1000, 300, 1000, 600)),
    ],
  };
}

/** A kitchen corner: a sink with its faucet, a table with bread on a plate. */
export function kitchenParts(): EpisodeParts {
  return {
    entities: [
      thing("1", "sink", [300, 0], { yaw: 180 }),
      thing("2", "faucet", [310, 0], { location: [310, 0, 90], yaw: 180 }),
      thing("3", "dining_table", [0, 300]),
      thing("4", "plate", [0, 260], { location: [0, 260, 75] }),
      thing("5", "bread", [0, 260], { location: [0, 260, 78], containedIn: "4" }),
      thing("6", "juice_bottle", [20, 320], { location: [20, 320, 75] }),
      thing("7", "trash_bin", [-300, 0]),
      thing("8", "mop", [-200, -300], { containedIn: "9" }),
      thing("9", "mop_rack", [-200, -300]),
      thing("10", "stain", [200, -300]),
      thing("11", "chair", [-100, 200], { yaw: 0 }),
    ],
  };
}
