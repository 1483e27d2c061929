import type { Rng } from "../../core/rng.js";
import type { Building, Setting, Surface, Wall } from "../../world/types.js";
import type { EpisodeBuilder } from "./builder.js";
import type { Frame } from "./frame.js";
import { daylight, furnish, houseRow, parkThings, streetThings, type Zone } from "./outdoor.js";
import type { Stage } from "./stage.js";

/** Open places for people on foot. */
export type OpenPlace = "park" | "square" | "promenade";

/** The places that a split draws from; the two share none. */
export const OPEN_PLACES = {
  benchmark: ["park", "square"],
  training: ["promenade"],
} as const satisfies Record<string, readonly OpenPlace[]>;

/** How far one can walk and how far the ground is painted, along the layout's axes. */
export interface Extent {
  back: number;
  ahead: number;
  beside: number;
}

/** An open place around the layout's origin: its ground, what stands at its edges, its furniture. */
export function openPlace(
  b: EpisodeBuilder,
  stage: Stage,
  frame: Frame,
  kind: OpenPlace,
  extent: Extent,
  furniture: { count: number; zone: Zone },
): Setting {
  const rng = b.rng("place");
  const { back, ahead, beside } = extent;
  const bounds = frame.bounds(-back, -beside, ahead, beside);
  furnish(
    b,
    stage,
    rng,
    frame,
    kind === "square" ? streetThings(b) : parkThings(),
    furniture.count,
    furniture.zone,
  );
  const light = daylight(rng);
  if (kind === "square") {
    const paving = rng.pick(b.palette.paving);
    return {
      place: "town square",
      indoor: false,
      ground: { material: rng.pick(["paving", "stone"] as const), colour: paving },
      surfaces: [],
      walls: [],
      buildings: [
        ...houseRow(b, rng, frame, { ahead, from: -2200, to: 2200, facing: 180, shops: 0.5 }),
        ...houseRow(b, rng, frame, { ahead: -back, from: -1800, to: 1800, facing: 0 }),
      ],
      ceilings: [],
      backdrop: "city",
      light,
      bounds,
    };
  }
  return {
    place: kind === "park" ? "park" : "riverside promenade",
    indoor: false,
    ground: { material: "grass", colour: rng.pick(b.palette.grass) },
    surfaces: footpaths(b, rng, frame, kind, extent),
    walls: [],
    buildings: [],
    ceilings: [],
    backdrop: rng.pick(
      kind === "park" ? (["trees", "hills"] as const) : (["city", "hills"] as const),
    ),
    light,
    bounds,
  };
}

/** Gravel where people walk: one way ahead, and one or two across it. */
function footpaths(
  b: EpisodeBuilder,
  rng: Rng,
  frame: Frame,
  kind: OpenPlace,
  extent: Extent,
): Surface[] {
  const material = kind === "park" ? "gravel" : "planks";
  const colour = rng.pick(kind === "park" ? b.palette.gravel : b.palette.wood);
  const strip = (polygon: Surface["polygon"]): Surface => ({ polygon, material, colour, z: 0.5 });
  const half = rng.int(13, 22) * 10;
  const shift = rng.int(-10, 10) * 10;
  const out = [strip(frame.rect(-extent.back, shift - half, extent.ahead, shift + half))];
  for (const at of rng.chance(0.5) ? [rng.int(35, 80) * 10] : [rng.int(30, 45) * 10, 950]) {
    out.push(strip(frame.rect(at - 110, -extent.beside, at + 110, extent.beside)));
  }
  return out;
}

/** Openings of a fence: their middles along `right`, and their widths. */
export type FenceOpenings = readonly { at: number; width: number }[];

/** A fence or hedge across the layout, low enough to see over, too high to step over. */
export function lowFence(
  b: EpisodeBuilder,
  rng: Rng,
  frame: Frame,
  ahead: number,
  openings: FenceOpenings,
): Wall {
  const half = 1400;
  const style = rng.pick(["fence", "hedge"] as const);
  return {
    from: frame.at(ahead, -half),
    to: frame.at(ahead, half),
    height: rng.int(58, 68),
    thickness: style === "hedge" ? 30 : 8,
    style,
    colour: rng.pick(b.palette[style]),
    openings: [...openings]
      .sort((p, q) => p.at - q.at)
      .map(({ at, width }) => ({ at: half + at, width, height: 300, sill: 0, kind: "gap" })),
  };
}

/** A garden with its house far behind, or a playground. Fences are the caller's. */
export function garden(
  b: EpisodeBuilder,
  stage: Stage,
  frame: Frame,
  extent: Extent,
  walls: Setting["walls"],
  zones: readonly Zone[],
): Setting {
  const rng = b.rng("place");
  const { back, ahead, beside } = extent;
  for (const zone of zones) {
    furnish(
      b,
      stage,
      rng,
      frame,
      [
        { kind: "tree" },
        { kind: "bush" },
        { kind: "doghouse" },
        { kind: "watering_can" },
        { kind: "garden_chair" },
        { kind: "planter" },
        { kind: "ball" },
      ],
      rng.int(2, 4),
      zone,
    );
  }
  const home = b.input.split === "benchmark";
  return {
    place: home ? "yard" : "playground",
    indoor: false,
    ground: { material: "grass", colour: rng.pick(b.palette.grass) },
    surfaces: home ? [] : [sandPit(b, rng, frame, ahead)],
    walls,
    buildings: home ? [houseBehind(b, rng, frame, ahead)] : [],
    ceilings: [],
    backdrop: rng.pick(home ? (["trees", "hills"] as const) : (["city", "trees"] as const)),
    light: daylight(rng),
    bounds: frame.bounds(-back, -beside, ahead, beside),
  };
}

function houseBehind(b: EpisodeBuilder, rng: Rng, frame: Frame, ahead: number): Building {
  return {
    centre: frame.at(ahead + 420, rng.int(-40, 40) * 10),
    yaw: frame.yaw(180),
    size: [800, rng.int(90, 140) * 10, rng.int(42, 62) * 10],
    style: "house",
    colour: rng.pick([...b.palette.plaster, ...b.palette.brick]),
  };
}

function sandPit(b: EpisodeBuilder, rng: Rng, frame: Frame, ahead: number): Surface {
  const right = rng.int(-25, 5) * 10;
  return {
    polygon: frame.rect(ahead - 500, right, ahead - 150, right + 450),
    material: "gravel",
    colour: rng.pick(b.palette.gravel),
    z: 0.5,
  };
}
