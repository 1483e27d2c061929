import type { Rng } from "../../core/rng.js";
import { asset } from "../../world/assets.js";
import { rotate, toWorld } from "../../world/geometry.js";
import type {
  Dimension,
  Entity,
  Episode,
  GroundMaterial,
  RegionKind,
  Setting,
  Surface,
  Vec2,
  Vec3,
  Wall,
  WallStyle,
} from "../../world/types.js";
import { type GenerateInput, Redraw } from "../types.js";
import { EpisodeBuilder, type ObjectInput, type PersonInput, quantise } from "./builder.js";
import { Layout } from "./laying.js";
import { furnitureLook } from "./looks.js";
import { FloorPlan } from "./plan.js";
import { ROOM_HEIGHT, type Room, wallsOf } from "./rooms.js";
import type { Box } from "./sight.js";

/** How often a layout is tried before the draw is given up. */
const LAYOUT_TRIES = 60;

export interface RoomInput {
  region?: RegionKind;
  owner?: string;
  label?: string;
  floor?: GroundMaterial;
  wall?: WallStyle;
}

export interface PlaceInput extends Omit<ObjectInput, "at" | "yaw"> {
  /** heading in the drawing, degrees */
  heading?: number;
}

export interface PersonPlace extends Omit<PersonInput, "at" | "yaw" | "gaze"> {
  heading: number;
  gaze?: string | null;
}

/**
 * An indoor scene on the drawing board: rooms, furniture, people. Everything is told in drawing coordinates
 * (the agent looks along +u); the floor plan turns them into the world's. A layout in which something does
 * not fit throws `Redraw`, and `drawScene` tries the next.
 */
export class IndoorScene {
  readonly builder: EpisodeBuilder;
  readonly layout = new Layout();
  private readonly plan: FloorPlan;
  private readonly rooms: Room[] = [];
  private readonly drawnWalls: Wall[] = [];
  private readonly surfaces: Surface[] = [];
  private readonly ceilings: Setting["ceilings"] = [];

  constructor(
    readonly input: GenerateInput,
    task: { id: string; dimension: Dimension },
    private readonly tryNumber: number,
  ) {
    this.builder = new EpisodeBuilder(input, task);
    this.plan = FloorPlan.draw(this.stream("plan"));
  }

  get twin(): boolean {
    return this.input.twin;
  }

  /** The own side of a thing that faces the agent, as its renderer counts it: "left" or "right". */
  ownSide(towardsRight: boolean): "left" | "right" {
    return towardsRight !== this.plan.mirrored ? "left" : "right";
  }

  /** A stream of random numbers of its own for one purpose, the same for an instance and its twin. */
  stream(purpose: string): Rng {
    return this.builder.rng(`${this.tryNumber} ${purpose}`);
  }

  // ---------------------------------------------------------------- rooms

  /** Builds a room's walls, floor, ceiling and region. Openings must stand in its sides by now. */
  room(room: Room, input: RoomInput = {}): string {
    const rng = this.stream(`room ${this.rooms.length}`);
    const { palette } = this.builder;
    this.rooms.push(room);
    const style = input.wall ?? rng.pick(["plaster", "plaster", "wallpaper"] as const);
    const colour = rng.pick(style === "tiles" ? palette.plaster : palette.wall);
    this.drawnWalls.push(...wallsOf(room, () => ({ style, colour })));
    this.layout.setWalls(this.drawnWalls);
    this.layout.addFloor(room.polygon);
    const material = input.floor ?? rng.pick(["planks", "planks", "carpet", "tiles"] as const);
    const [u0, v0, u1, v1] = room.box;
    // The floor runs under the walls, so that doorways have one too.
    const grown: Vec2[] =
      room.polygon.length === 4
        ? [
            [u0 - 12, v0 - 12],
            [u0 - 12, v1 + 12],
            [u1 + 12, v1 + 12],
            [u1 + 12, v0 - 12],
          ]
        : room.polygon;
    const floors = { planks: palette.wood, carpet: palette.rug, tiles: palette.plaster } as const;
    const key = material in floors ? (material as keyof typeof floors) : "tiles";
    this.surfaces.push({
      polygon: this.plan.polygon(grown),
      material,
      colour: rng.pick(floors[key]),
      z: 0,
    });
    this.ceilings.push({
      polygon: this.plan.polygon(grown),
      height: ROOM_HEIGHT,
      colour: rng.pick(["#f4f2ee", "#efeae0", "#f2f3f4"]),
    });
    const { owner, label } = input;
    const extra = { ...(owner !== undefined && { owner }), ...(label !== undefined && { label }) };
    return this.builder.region(input.region ?? "room", this.plan.polygon(room.polygon), extra).id;
  }

  // ---------------------------------------------------------------- things and people

  /** The box that a thing of this kind takes up. */
  box(kind: string, at: Vec2, input: PlaceInput = {}): Box {
    const [depth, width, height] = (input.size ?? asset(kind).size) as Vec3;
    const z0 = input.z ?? 0;
    return {
      centre: at,
      yaw: input.heading ?? 0,
      depth,
      width,
      z0,
      z1: z0 + Math.max(height, 0.5),
    };
  }

  isSolid(kind: string, input: PlaceInput = {}): boolean {
    return input.solid ?? asset(kind).solid;
  }

  fits(kind: string, at: Vec2, input: PlaceInput = {}, margin = 0): boolean {
    return this.layout.fits(this.box(kind, at, input), this.isSolid(kind, input), margin);
  }

  /** Lays a thing without asking whether it fits. */
  put(kind: string, at: Vec2, input: PlaceInput = {}): Entity {
    const { heading, look, ...rest } = input;
    const box = this.box(kind, at, input);
    if (box.z1 - box.z0 > 1.5) this.layout.add(box, this.isSolid(kind, input));
    this.layout.settle(box);
    const dressed = { ...this.looks(kind, at), ...look };
    return this.builder.object(kind, {
      ...rest,
      ...this.placed(at, heading ?? 0),
      ...(Object.keys(dressed).length > 0 && { look: dressed }),
    });
  }

  /** Colours for a thing of this kind; the place tells equal things apart. */
  looks(kind: string, at: Vec2): Record<string, string | number> {
    return furnitureLook(kind, this.stream(`look ${kind} ${at}`), this.builder.palette);
  }

  /** A place of the drawing in the words of the builder. */
  placed(at: Vec2, heading: number): { at: Vec2; yaw: number } {
    return { at: this.plan.point(at), yaw: this.plan.yaw(heading) };
  }

  /** Says whose room this is. */
  giveRoom(region: string, owner: string): void {
    const found = this.builder.regions.find((r) => r.id === region);
    if (found) found.owner = owner;
  }

  /** Lays a thing that must fit. @throws Redraw when it does not */
  need(kind: string, at: Vec2, input: PlaceInput = {}, margin = 0): Entity {
    if (!this.fits(kind, at, input, margin)) throw new Redraw(`no room for ${kind}`);
    return this.put(kind, at, input);
  }

  /** Lays a thing on another, `local` in the lower one's frame (x to its front). */
  onTop(base: Entity, kind: string, local: Vec2, input: PlaceInput = {}): Entity {
    return this.put(kind, this.topPoint(base, local), { z: this.topOf(base), ...input });
  }

  topOf(base: Entity): number {
    return quantise(base.location[2] + (asset(base.kind).top || base.height));
  }

  /** A point of a thing's local frame on the drawing. */
  topPoint(base: Entity, local: Vec2): Vec2 {
    const { centre, yaw } = this.drawn(base);
    const a = (yaw * Math.PI) / 180;
    return [
      quantise(centre[0] + local[0] * Math.cos(a) - local[1] * Math.sin(a)),
      quantise(centre[1] + local[0] * Math.sin(a) + local[1] * Math.cos(a)),
    ];
  }

  /** Where an entity stands on the drawing. */
  drawn(entity: Entity): { centre: Vec2; yaw: number } {
    return this.plan.back(entity.location, entity.yaw);
  }

  /** The box of an entity on the drawing; `grow` widens it on all sides. */
  boxOf(entity: Entity, grow = 0): Box {
    const { centre, yaw } = this.drawn(entity);
    const [x, y] = entity.footprint[2] as Vec2;
    const z0 = entity.location[2];
    const depth = 2 * Math.abs(x) + 2 * grow;
    return { centre, yaw, depth, width: 2 * Math.abs(y) + 2 * grow, z0, z1: z0 + entity.height };
  }

  /** A point of the drawing in a box's own frame. */
  toBox(box: Box, [u, v]: Vec2): Vec2 {
    return rotate([u - box.centre[0], v - box.centre[1]], -box.yaw);
  }

  person(at: Vec2, input: PersonPlace): Entity {
    const { heading, ...rest } = input;
    const entity = this.builder.person({
      ...rest,
      at: this.plan.point(at),
      yaw: this.plan.yaw(heading),
    });
    dressForIndoors(entity);
    this.layout.add(this.boxOf(entity), true);
    this.layout.settle(this.boxOf(entity));
    return entity;
  }

  /** Keeps a place where a person stands, or stands in the twin. */
  reservePerson(at: Vec2): void {
    this.layout.reserve(personBox(at));
  }

  /** Seats a person on a free place of a thing; false when that would hide what must be seen. */
  seat(seat: Entity, input: Omit<PersonPlace, "heading">): boolean {
    const place = seat.seats?.find((p) => p.occupant === null);
    if (!place) return false;
    const at = toWorld(seat, place.offset);
    const { centre } = this.plan.back([...at, 0], seat.yaw);
    const box = { ...personBox(centre), z1: 135 };
    if (this.layout.wouldHide(box)) return false;
    const person = this.builder.person({
      ...input,
      at,
      yaw: seat.yaw,
      posture: "seated",
      activity: { type: "seated", on: seat.id },
    });
    place.occupant = person.id;
    dressForIndoors(person);
    this.layout.settle(box);
    return true;
  }

  personFits(at: Vec2, margin = 20): boolean {
    return this.layout.fits(personBox(at), true, margin);
  }

  // ---------------------------------------------------------------- agent, sight

  agentAt(at: Vec2, heading: number): void {
    this.layout.eye = { at, yaw: heading };
    this.builder.agentAt(this.plan.point(at), this.plan.yaw(heading));
  }

  /** Must show in the first view, and nothing laid later may hide it. @throws Redraw when it does not show */
  mustSee(entity: Entity, share = 0.6): void {
    if (!this.layout.watch(this.boxOf(entity), share))
      throw new Redraw(`${entity.kind} out of sight`);
  }

  /** The spot on the ground in the world, for routines. */
  worldPoint(at: Vec2): Vec2 {
    return this.plan.point(at);
  }

  setting(place: string): Setting {
    const rng = this.stream("light");
    const points = this.rooms.flatMap((r) => this.plan.polygon(r.polygon));
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    return {
      place,
      indoor: true,
      ground: { material: "grass", colour: rng.pick(this.builder.palette.grass) },
      surfaces: this.surfaces,
      walls: this.drawnWalls.map((w) => ({
        ...w,
        from: this.plan.point(w.from),
        to: this.plan.point(w.to),
        openings: w.openings.map((o) => ({ ...o, at: quantise(o.at) })),
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

/** Indoors people carry neither bags nor hats. */
function dressForIndoors({ person }: Entity): void {
  if (person)
    for (const key of ["backpack", "bag", "hat", "scarf"] as const) delete person.look[key];
}

/** The box that a standing person takes up. */
export function personBox(at: Vec2): Box {
  return { centre: at, yaw: 0, depth: 46, width: 46, z0: 0, z1: 175 };
}

/**
 * Draws a scene, layout after layout, until one works. A twin takes the layout that its instance found, so
 * that the two differ in nothing but the trigger.
 * @throws Redraw when no layout worked, or the twin does not fit into its instance's
 */
export function drawScene(
  input: GenerateInput,
  task: { id: string; dimension: Dimension },
  draw: (scene: IndoorScene) => Episode,
): Episode {
  const instance = { ...input, twin: false };
  let last: Redraw | null = null;
  for (let k = 0; k < LAYOUT_TRIES; k++) {
    let episode: Episode;
    try {
      episode = draw(new IndoorScene(instance, task, k));
    } catch (error) {
      if (!(error instanceof Redraw)) throw error;
      last = error;
      continue;
    }
    return input.twin ? draw(new IndoorScene(input, task, k)) : episode;
  }
  throw new Redraw(`no layout in ${LAYOUT_TRIES} tries; last: ${last?.message ?? "none"}`);
}
