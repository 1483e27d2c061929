import type { Rng } from "../../core/rng.js";
import type { Entity, GroundMaterial, Setting, Surface } from "../../world/types.js";
import type { EpisodeBuilder } from "./builder.js";
import type { Frame } from "./frame.js";
import { daylight, detachedHouses, houseRow, KERB } from "./outdoor.js";
import { place, type Stage } from "./stage.js";

/** A street across the layout: near pavement behind 0, roadway from 0 to `width`, far pavement beyond. */
export interface Street {
  /** roadway from kerb to kerb, cm */
  width: number;
  /** depth of the near pavement (the agent stands on it) and of the far one */
  near: number;
  far: number;
  /** middle of the crosswalk along `right`, and its extent along the road */
  crossing: number;
  crossingWidth: number;
}

/** How far the roadway reaches to either side: beyond every walk's bounds. */
const ROAD_REACH = 4000;
/** How far one can walk to either side. */
const WALK_REACH = 1500;

/** The roadway, the pavements and the crosswalk as regions; the crosswalk also as a thing. */
export function layRoad(b: EpisodeBuilder, frame: Frame, street: Street): Entity {
  const { width, near, far, crossing, crossingWidth } = street;
  const half = crossingWidth / 2;
  const crosswalk = b.object("crosswalk", {
    at: frame.at(width / 2, crossing),
    // its stripes run with the traffic, its width (local y) lies across the road
    yaw: frame.yaw(90),
    size: [crossingWidth, width, 0],
  });
  b.region("roadway", frame.rect(0, -ROAD_REACH, width, ROAD_REACH));
  b.region("crosswalk", frame.rect(0, crossing - half, width, crossing + half), {
    entity: crosswalk.id,
  });
  b.region("pavement", frame.rect(-near, -ROAD_REACH, 0, ROAD_REACH));
  b.region("pavement", frame.rect(width, -ROAD_REACH, width + far, ROAD_REACH));
  return crosswalk;
}

/** What the street looks like; `pedestrian` = the same place without a roadway. */
export function streetSetting(
  b: EpisodeBuilder,
  rng: Rng,
  frame: Frame,
  street: Street,
  pedestrian: boolean,
): Setting {
  const { width, near, far } = street;
  const paving = rng.pick(b.palette.paving);
  const asphalt = rng.pick(b.palette.asphalt);
  const material: GroundMaterial = rng.pick(["paving", "stone", "concrete"] as const);
  const road: Surface = {
    polygon: frame.rect(0, -ROAD_REACH, width, ROAD_REACH),
    material: "asphalt",
    colour: asphalt,
    z: 0,
    markings: "lane_dashes",
  };
  const kerbside: Surface[] = [
    frame.rect(-near, -ROAD_REACH, 0, ROAD_REACH),
    frame.rect(width, -ROAD_REACH, width + far, ROAD_REACH),
  ].map((polygon) => ({ polygon, material, colour: paving, z: KERB }));
  const square: Surface = {
    polygon: frame.rect(-near, -ROAD_REACH, width + far, ROAD_REACH),
    material,
    colour: paving,
    z: 0,
  };
  // The benchmark's streets run between closed rows of houses, the training streets between gardens.
  const city = b.input.split === "benchmark";
  const houses = city ? houseRow : detachedHouses;
  const ground: Setting["ground"] = city
    ? { material, colour: paving }
    : { material: "grass", colour: rng.pick(b.palette.grass) };
  const where = city ? "city street" : "village street";
  return {
    place: pedestrian ? `pedestrian ${city ? "street" : "lane"}` : where,
    indoor: false,
    ground,
    surfaces: pedestrian ? [square] : [road, ...kerbside],
    walls: [],
    buildings: [
      ...houses(b, rng, frame, { ahead: width + far, from: -2600, to: 2600, facing: 180 }),
      ...houses(b, rng, frame, { ahead: -near, from: -2000, to: 2000, facing: 0 }),
    ],
    ceilings: [],
    backdrop: rng.pick(["city", "trees", "hills"] as const),
    light: daylight(rng),
    bounds: frame.bounds(-near, -WALK_REACH, width + far, WALK_REACH),
  };
}

/** Cars parked along both kerbs, never on a way, never before what must be seen. */
export function parkCars(
  b: EpisodeBuilder,
  stage: Stage,
  rng: Rng,
  frame: Frame,
  street: Street,
  count: number,
): Entity[] {
  const cars: Entity[] = [];
  for (let tries = 0; tries < count * 5 && cars.length < count; tries++) {
    const far = rng.chance(0.6);
    const car = place(b, stage, "car", {
      at: frame.at(far ? street.width - 105 : 105, rng.int(-130, 130) * 10),
      yaw: frame.yaw(far ? -90 : 90),
      look: { colour: rng.pick(b.palette.car) },
    });
    if (car) cars.push(car);
  }
  return cars;
}
