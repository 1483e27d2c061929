import type { Rng } from "../../core/rng.js";
import { asset } from "../../world/assets.js";
import { rotate, toWorld } from "../../world/geometry.js";
import type { Dimension, Entity, RegionKind, Setting, Vec2, Vec3 } from "../../world/types.js";
import { type GenerateInput, Redraw } from "../types.js";
import { EpisodeBuilder, type ObjectInput, type PersonInput, quantise } from "./builder.js";
import { Layout } from "./laying.js";
import { furnitureLook } from "./looks.js";
import { FloorPlan } from "./plan.js";
import type { Room } from "./rooms.js";
import { type Finish, Shell } from "./shell.js";
import { type Box, personBox } from "./sight.js";

export interface RoomInput extends Finish {
  region?: RegionKind;
  label?: string;
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
  private readonly shell: Shell;

  constructor(
    readonly input: GenerateInput,
    task: { id: string; dimension: Dimension },
    private readonly tryNumber: number,
  ) {
    this.builder = new EpisodeBuilder(input, task);
    this.plan = FloorPlan.draw(this.stream("plan"));
    this.shell = new Shell(this.plan, this.builder.palette, input.split);
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

  /** Builds a room and says what it is; gives its region's id. Openings must stand in its sides by now. */
  room(room: Room, input: RoomInput = {}): string {
    const { region, label, ...finish } = input;
    this.shell.build(room, finish, this.stream(`room ${this.shell.rooms.length}`));
    this.layout.setWalls(this.shell.walls);
    this.layout.addFloor(room.polygon);
    const polygon = this.plan.polygon(room.polygon);
    return this.builder.region(region ?? "room", polygon, label === undefined ? {} : { label }).id;
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

  /** The box of an entity on the drawing. */
  boxOf(entity: Entity): Box {
    const { centre, yaw } = this.drawn(entity);
    const [x, y] = entity.footprint[2] as Vec2;
    const z0 = entity.location[2];
    const [depth, width] = [2 * Math.abs(x), 2 * Math.abs(y)];
    return { centre, yaw, depth, width, z0, z1: z0 + entity.height };
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

  setting(place: string): Setting {
    return this.shell.setting(place, this.stream("light"));
  }
}

/** Indoors people carry neither bags nor hats. */
function dressForIndoors({ person }: Entity): void {
  if (person)
    for (const key of ["backpack", "bag", "hat", "scarf"] as const) delete person.look[key];
}
