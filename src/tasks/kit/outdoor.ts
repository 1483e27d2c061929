import type { Rng } from "../../core/rng.js";
import type { Building, Setting, Vec2 } from "../../world/types.js";
import type { EpisodeBuilder } from "./builder.js";
import type { Frame } from "./frame.js";
import { type Distractor, type Stage, scatter } from "./stage.js";

/** How much higher than the roadway a pavement is drawn, cm (one walks on 0 everywhere). */
export const KERB = 12;

/** Sun and clouds: any hour that leaves things easy to see. */
export function daylight(rng: Rng): Setting["light"] {
  return {
    azimuth: rng.int(0, 359),
    elevation: rng.int(28, 62),
    warmth: rng.int(25, 80) / 100,
    brightness: rng.int(85, 115) / 100,
  };
}

const SIGNS = {
  benchmark: ["BAKERY", "BOOKS", "FLOWERS", "SHOES", "MUSIC", "TEA HOUSE", "OPTICIAN", "TOOLS"],
  training: ["GROCER", "TAILOR", "PHOTO", "CYCLES", "CERAMICS", "FLORIST", "HATS", "WATCHES"],
} as const;

export interface RowInput {
  /** where the fronts stand, in the frame's `ahead` */
  ahead: number;
  /** the row reaches from here to there along `right` */
  from: number;
  to: number;
  /** which way the fronts look: 0 = ahead, 180 = back toward the agent */
  facing: 0 | 180;
  /** every shop's sign, where it has one */
  shops?: number;
}

/** A row of houses and shops, wall to wall, fronts in line. */
export function houseRow(b: EpisodeBuilder, rng: Rng, frame: Frame, row: RowInput): Building[] {
  const out: Building[] = [];
  const back = row.facing === 180 ? 1 : -1;
  for (let right = row.from; right < row.to; ) {
    const width = rng.int(70, 130) * 10;
    const depth = rng.int(60, 80) * 10;
    const shop = rng.chance(row.shops ?? 0.35);
    const style = shop ? "shopfront" : rng.pick(["brick", "plaster"] as const);
    const building: Building = {
      centre: frame.at(row.ahead + (back * depth) / 2, right + width / 2),
      yaw: frame.yaw(row.facing),
      size: [depth, width, rng.int(5, 12) * 100],
      style,
      colour: rng.pick(style === "brick" ? b.palette.brick : b.palette.plaster),
    };
    if (shop) building.sign = rng.pick(SIGNS[b.input.split]);
    out.push(building);
    right += width + (rng.chance(0.3) ? rng.int(10, 30) * 10 : 0);
  }
  return out;
}

/** Houses that stand apart, each in its garden, fronts in line. */
export function detachedHouses(
  b: EpisodeBuilder,
  rng: Rng,
  frame: Frame,
  row: RowInput,
): Building[] {
  const out: Building[] = [];
  const back = row.facing === 180 ? 1 : -1;
  for (let right = row.from; right < row.to; right += rng.int(20, 60) * 10) {
    const width = rng.int(80, 120) * 10;
    const depth = rng.int(60, 80) * 10;
    out.push({
      centre: frame.at(row.ahead + back * (depth / 2 + 120), right + width / 2),
      yaw: frame.yaw(row.facing),
      size: [depth, width, rng.int(42, 60) * 10],
      style: "house",
      colour: rng.pick([...b.palette.plaster, ...b.palette.brick]),
    });
    right += width;
  }
  return out;
}

/** Things that stand about in streets and squares. */
export function streetThings(b: EpisodeBuilder): Distractor[] {
  const fabric = b.palette.fabric;
  return [
    { kind: "planter" },
    { kind: "street_lamp" },
    { kind: "mailbox" },
    { kind: "hydrant" },
    { kind: "bicycle", input: (rng) => ({ look: { colour: rng.pick(fabric) } }) },
    { kind: "park_bench" },
    { kind: "tree" },
    { kind: "street_sign" },
  ];
}

/** Things that stand about in parks. */
export function parkThings(): Distractor[] {
  return [
    { kind: "tree" },
    { kind: "bush" },
    { kind: "tree" },
    { kind: "planter" },
    { kind: "street_lamp" },
    { kind: "park_bench" },
    { kind: "waste_bin" },
  ];
}

export interface Zone {
  ahead: readonly [number, number];
  right: readonly [number, number];
}

/** A random point of a zone, on whole tens. */
export const spotIn =
  (frame: Frame, zone: Zone) =>
  (rng: Rng): Vec2 =>
    frame.at(
      rng.int(Math.ceil(zone.ahead[0] / 10), Math.floor(zone.ahead[1] / 10)) * 10,
      rng.int(Math.ceil(zone.right[0] / 10), Math.floor(zone.right[1] / 10)) * 10,
    );

/** Scatters things over a zone of the layout. */
export function furnish(
  b: EpisodeBuilder,
  stage: Stage,
  rng: Rng,
  frame: Frame,
  kinds: readonly Distractor[],
  count: number,
  zone: Zone,
): void {
  scatter(b, stage, rng, kinds, count, spotIn(frame, zone));
}

/**
 * People who happen to be there: idle, off every way, hiding nothing. They answer a question for directions,
 * so that asking them is never a dead end.
 */
export function bystanders(
  b: EpisodeBuilder,
  stage: Stage,
  rng: Rng,
  frame: Frame,
  count: number,
  zone: Zone,
): string[] {
  const ids: string[] = [];
  const spot = spotIn(frame, zone);
  for (let n = 0; n < count; n++) {
    for (let tries = 0; tries < 6; tries++) {
      const at = spot(rng);
      if (!stage.fits(at, 30, 60)) continue;
      const person = b.person({
        at,
        yaw: rng.int(0, 359),
        look: rng.chance(0.4) ? { phone: true } : {},
      });
      stage.claim(at, 30);
      ids.push(person.id);
      break;
    }
  }
  return ids;
}

/** A heading near one of the four quarters, so that layouts lie every way in the world. */
export const anyHeading = (rng: Rng): number => rng.int(0, 3) * 90 + rng.int(-12, 12);

/** A place in the world for a layout's origin. */
export const anywhere = (rng: Rng): Vec2 => [rng.int(-60, 60) * 50, rng.int(-60, 60) * 50];
