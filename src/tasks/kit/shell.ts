import type { Rng } from "../../core/rng.js";
import type { GroundMaterial, Setting, Surface, Vec2, Wall, WallStyle } from "../../world/types.js";
import type { GenerateInput } from "../types.js";
import { quantise } from "./builder.js";
import type { Palette } from "./people.js";
import type { FloorPlan } from "./plan.js";
import { ROOM_HEIGHT, type Room, WALL, wallsOf } from "./rooms.js";

type Split = GenerateInput["split"];

/** What rooms are made of; the training pictures show other walls than the benchmark. */
const WALLS: Readonly<Record<Split, readonly WallStyle[]>> = {
  benchmark: ["plaster", "plaster", "wallpaper"],
  training: ["plaster", "brick", "concrete"],
};
const FLOORS = ["planks", "planks", "carpet", "tiles"] as const;
const CEILINGS = ["#f4f2ee", "#efeae0", "#f2f3f4"];

export interface Finish {
  floor?: GroundMaterial;
  wall?: WallStyle;
}

/** The rooms of a scene as built: walls, floors, ceilings, and in the end the setting. */
export class Shell {
  readonly rooms: Room[] = [];
  /** in drawing coordinates */
  readonly walls: Wall[] = [];
  private readonly surfaces: Surface[] = [];
  private readonly ceilings: Setting["ceilings"] = [];

  constructor(
    private readonly plan: FloorPlan,
    private readonly palette: Palette,
    private readonly split: Split,
  ) {}

  /** Builds a room's walls, floor and ceiling. Openings must stand in its sides by now. */
  build(room: Room, finish: Finish, rng: Rng): void {
    const { plan, palette } = this;
    this.rooms.push(room);
    const style = finish.wall ?? rng.pick(WALLS[this.split]);
    const colour = rng.pick(this.wallColours(style));
    this.walls.push(...wallsOf(room, () => ({ style, colour })));
    const material = finish.floor ?? rng.pick(FLOORS);
    const colours =
      material === "planks" ? palette.wood : material === "carpet" ? palette.rug : palette.plaster;
    const polygon = plan.polygon(underWalls(room));
    this.surfaces.push({ polygon, material, colour: rng.pick(colours), z: 0 });
    this.ceilings.push({ polygon, height: ROOM_HEIGHT, colour: rng.pick(CEILINGS) });
  }

  private wallColours(style: WallStyle): string[] {
    const { palette } = this;
    if (style === "brick") return palette.brick;
    return style === "tiles" || style === "concrete" ? palette.plaster : palette.wall;
  }

  /** The finished place, its light drawn from `rng`. */
  setting(place: string, rng: Rng): Setting {
    const { plan } = this;
    const points = this.rooms.flatMap((room) => plan.polygon(room.polygon));
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    return {
      place,
      indoor: true,
      ground: { material: "grass", colour: rng.pick(this.palette.grass) },
      surfaces: this.surfaces,
      walls: this.walls.map((w) => ({
        ...w,
        from: plan.point(w.from),
        to: plan.point(w.to),
        openings: w.openings.map((o) => ({
          ...o,
          at: quantise(o.at),
          width: quantise(o.width),
        })),
      })),
      buildings: [],
      ceilings: this.ceilings,
      backdrop: rng.pick(["city", "trees", "hills"] as const),
      light: {
        azimuth: quantise(rng.range(0, 360)),
        elevation: quantise(rng.range(35, 70)),
        warmth: quantise(rng.range(0.2, 0.9)),
        brightness: quantise(rng.range(0.85, 1.2)),
      },
      bounds: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    };
  }
}

/** A room's floor; that of a rectangular one runs under its walls, so that doorways have one too. */
function underWalls(room: Room): Vec2[] {
  if (room.polygon.length !== 4) return room.polygon;
  const [u0, v0, u1, v1] = room.box;
  return [
    [u0 - WALL, v0 - WALL],
    [u0 - WALL, v1 + WALL],
    [u1 + WALL, v1 + WALL],
    [u1 + WALL, v0 - WALL],
  ];
}
