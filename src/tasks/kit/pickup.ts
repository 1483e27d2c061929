import type { Rng } from "../../core/rng.js";
import type { Entity, Setting, Vec2, Wall } from "../../world/types.js";
import type { EpisodeBuilder } from "./builder.js";
import type { Frame } from "./frame.js";
import { daylight, furnish, houseRow, parkThings, streetThings } from "./outdoor.js";
import type { Stage } from "./stage.js";

/**
 * A pickup point: a counter whose front edge lies on `ahead` = 0 of the layout and looks ahead, to where
 * people come from. Behind it (`ahead` < 0) stands whoever serves.
 */
export interface PickupPoint {
  counter: Entity;
  /** where the one being served stands, then the next, and so on */
  slots: Vec2[];
  lane: string;
  spot: string;
}

export const COUNTER = { depth: 70, width: 260, top: 105 } as const;
/** From the counter's front edge to the one being served, cm. */
const FIRST_SLOT = 62;
/** The service spot reaches this far out from the counter and beside it, cm. */
const SPOT = { ahead: 110, beside: 60 } as const;
/** Half the width of the lane in which people line up, cm. */
const LANE_HALF = 105;

/** Counter, service spot and lane, for a line of `people` and one more who joins it. */
export function pickupPoint(
  b: EpisodeBuilder,
  rng: Rng,
  frame: Frame,
  people: number,
): PickupPoint {
  const counter = b.object("delivery_counter", {
    at: frame.at(-COUNTER.depth / 2, 0),
    yaw: frame.yaw(0),
    look: { colour: rng.pick(b.palette.cabinet) },
  });
  const spacing = rng.int(82, 92);
  const slots = Array.from({ length: people + 1 }, (_, k) =>
    frame.at(FIRST_SLOT + k * spacing, rng.int(-5, 5)),
  );
  const reach = FIRST_SLOT + people * spacing + 60;
  const beside = COUNTER.width / 2 + SPOT.beside;
  const spot = b.region("service_spot", frame.rect(0, -beside, SPOT.ahead, beside));
  const lane = b.region("queue_lane", frame.rect(SPOT.ahead, -LANE_HALF, reach, LANE_HALF));
  return { counter, slots, lane: lane.id, spot: spot.id };
}

/** Someone in an apron behind the counter. */
export function clerk(b: EpisodeBuilder, rng: Rng, frame: Frame, right: number): Entity {
  return b.person({
    at: frame.at(-COUNTER.depth - 45, right),
    yaw: frame.yaw(rng.int(-12, 12)),
    look: { apron: rng.pick(b.palette.fabric), backpack: undefined, bag: undefined },
  });
}

const parcels = (b: EpisodeBuilder, rng: Rng, frame: Frame, side: number): void => {
  for (let n = rng.int(0, 2); n > 0; n--) {
    b.object("parcel", {
      at: frame.at(-rng.int(28, 45), -side * (35 + n * 40)),
      z: COUNTER.top,
      yaw: frame.yaw(rng.int(-20, 20)),
    });
  }
};

/** A hall with shelves behind the counter. `depth` reaches from the counter to the back wall. */
export function pickupHall(
  b: EpisodeBuilder,
  stage: Stage,
  frame: Frame,
  side: number,
  depth: number,
): Setting {
  const rng = b.rng("hall");
  const half = rng.int(62, 75) * 10;
  const behind = -rng.int(22, 26) * 10;
  const height = rng.int(30, 34) * 10;
  const colour = rng.pick(b.palette.wall);
  parcels(b, rng, frame, side);
  for (const right of [-220, 0, 220]) {
    b.object("parcel_shelf", {
      at: frame.at(behind + 35, right + rng.int(-8, 8)),
      yaw: frame.yaw(0),
    });
  }
  const corners = frame.rect(behind, -half, depth, half);
  b.region("room", corners, { label: "pickup hall" });
  const wall = (from: Vec2, to: Vec2, openings: Wall["openings"] = []): Wall => ({
    from,
    to,
    height,
    thickness: 12,
    style: "plaster",
    colour,
    openings,
  });
  const [a, c, d, e] = corners as [Vec2, Vec2, Vec2, Vec2];
  const entrance = { at: half, width: 180, height: 220, sill: 0, kind: "doorway" } as const;
  const window = { at: (depth - behind) / 2, width: 260, height: 130, sill: 95, kind: "window" };
  furnish(
    b,
    stage,
    rng,
    frame,
    [
      { kind: "potted_plant" },
      { kind: "vending_machine", input: () => ({ yaw: frame.yaw(-90 * side) }) },
      { kind: "cardboard_box" },
      { kind: "waste_bin" },
      { kind: "chair" },
    ],
    rng.int(2, 5),
    { ahead: [20, depth - 60], right: side > 0 ? [-half + 60, 300] : [-300, half - 60] },
  );
  const open = window as Wall["openings"][number];
  return {
    place: "parcel pickup hall",
    indoor: true,
    ground: { material: "paving", colour: rng.pick(b.palette.paving) },
    surfaces: [
      {
        polygon: corners,
        material: rng.pick(["tiles", "concrete", "planks"] as const),
        colour: rng.pick(b.palette.gravel),
        z: 0,
      },
    ],
    walls: [wall(a, c, [open]), wall(c, d, [entrance]), wall(d, e, [open]), wall(e, a)],
    buildings: [],
    ceilings: [{ polygon: corners, height, colour: "#f4f2ee" }],
    backdrop: "city",
    light: {
      azimuth: rng.int(0, 359),
      elevation: rng.int(50, 75),
      warmth: rng.int(30, 70) / 100,
      brightness: rng.int(90, 112) / 100,
    },
    bounds: frame.bounds(behind, -half, depth, half),
  };
}

/** A counter before a kiosk in the open. */
export function pickupKiosk(
  b: EpisodeBuilder,
  stage: Stage,
  frame: Frame,
  side: number,
  depth: number,
): Setting {
  const rng = b.rng("kiosk");
  parcels(b, rng, frame, side);
  b.object("kiosk", {
    at: frame.at(-300, rng.int(-6, 6) * 10),
    yaw: frame.yaw(0),
    look: { colour: rng.pick(b.palette.fabric) },
  });
  furnish(b, stage, rng, frame, parkThings(), rng.int(4, 7), {
    ahead: [-200, depth],
    right: side > 0 ? [-800, 500] : [-500, 800],
  });
  const extent = { back: 500, ahead: depth + 200, beside: 1000 };
  return {
    place: "pickup kiosk in a park",
    indoor: false,
    ground: { material: "grass", colour: rng.pick(b.palette.grass) },
    surfaces: [
      {
        polygon: frame.rect(-480, -420, depth + 200, 620),
        material: rng.pick(["gravel", "planks"] as const),
        colour: rng.pick(b.palette.gravel),
        z: 0.5,
      },
    ],
    walls: [],
    buildings: [],
    ceilings: [],
    backdrop: rng.pick(["trees", "hills"] as const),
    light: daylight(rng),
    bounds: frame.bounds(-extent.back, -extent.beside, extent.ahead, extent.beside),
  };
}

/** A counter before a shop front in a street. */
export function pickupStreet(
  b: EpisodeBuilder,
  stage: Stage,
  frame: Frame,
  side: number,
  depth: number,
): Setting {
  const rng = b.rng("street");
  const front = -rng.int(22, 28) * 10;
  parcels(b, rng, frame, side);
  const paving = rng.pick(b.palette.paving);
  const away: readonly [number, number] = side > 0 ? [-700, 500] : [-500, 700];
  furnish(b, stage, rng, frame, streetThings(b), rng.int(3, 6), {
    ahead: [-20, depth],
    right: away,
  });
  const shop = {
    centre: frame.at(front - 350, rng.int(-15, 15) * 10),
    yaw: frame.yaw(0),
    size: [700, rng.int(90, 120) * 10, rng.int(5, 8) * 100] as const,
    style: "shopfront" as const,
    colour: rng.pick(b.palette.plaster),
    sign: rng.pick(["PICKUP", "PARCELS", "DELIVERY"]),
  };
  return {
    place: "street pickup point",
    indoor: false,
    ground: { material: rng.pick(["paving", "stone"] as const), colour: paving },
    surfaces: [
      {
        polygon: frame.rect(front, -2500, depth + 600, 2500),
        material: "paving",
        colour: paving,
        z: 0,
      },
    ],
    walls: [],
    buildings: [
      shop,
      ...houseRow(b, rng, frame, { ahead: front, from: -2600, to: -660, facing: 0 }),
      ...houseRow(b, rng, frame, { ahead: front, from: 660, to: 2400, facing: 0 }),
    ],
    ceilings: [],
    backdrop: rng.pick(["city", "trees"] as const),
    light: daylight(rng),
    bounds: frame.bounds(front, -1000, depth + 200, 1000),
  };
}

/** The layouts that a split draws from; the two share none. */
export const PICKUP_PLACES = {
  benchmark: [pickupHall, pickupStreet],
  training: [pickupKiosk],
} as const;
