import { Rng } from "../../core/rng.js";
import assets from "../../world/assets.generated.js";
import type {
  Activity,
  AgeGroup,
  Dimension,
  Entity,
  Episode,
  Person,
  Plan,
  Posture,
  Region,
  RegionKind,
  Routine,
  Seat,
  Setting,
  Sex,
  Vec2,
  Vec3,
} from "../../world/types.js";
import { type GenerateInput, Redraw } from "../types.js";
import { type Palette, paletteFor, personLook } from "./people.js";

interface AssetRow {
  name: string;
  size: number[];
  solid?: boolean;
  can?: string[];
  states?: string[];
  seats?: number[];
  top?: number;
}

export interface ObjectInput {
  at: Vec2;
  /** height of its underside, cm */
  z?: number;
  yaw?: number;
  name?: string;
  state?: string;
  owner?: string;
  containedIn?: string;
  look?: Record<string, string | number | boolean>;
  /** depth, width, height; the asset table's size by default */
  size?: Vec3;
  seats?: Seat[];
  solid?: boolean;
  locked?: boolean;
}

export interface PersonInput {
  at: Vec2;
  yaw: number;
  ageGroup?: AgeGroup;
  sex?: Sex;
  name?: string;
  activity?: Activity;
  posture?: Posture;
  gaze?: string | null;
  z?: number;
  look?: Partial<Person["look"]>;
}

/** 0.1 cm and 0.1 degree: what an episode stores. */
export const quantise = (v: number): number => Math.round(v * 10) / 10 + 0;
const q2 = (p: Vec2): Vec2 => [quantise(p[0]), quantise(p[1])];

/** Degrees in [0, 360). */
export const normalYaw = (yaw: number): number => quantise(((yaw % 360) + 360) % 360);

/** The yaw that looks from `from` to `to`. */
export function yawTo(from: Vec2 | Vec3, to: Vec2 | Vec3): number {
  return normalYaw((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI);
}

/** The point `forward` cm ahead and `right` cm to the right of a pose. */
export function offsetFrom(at: Vec2 | Vec3, yaw: number, forward: number, right = 0): Vec2 {
  const a = (yaw * Math.PI) / 180;
  return [
    quantise(at[0] + forward * Math.cos(a) - right * Math.sin(a)),
    quantise(at[1] + forward * Math.sin(a) + right * Math.cos(a)),
  ];
}

/** An axis-aligned rectangle as a polygon. */
export function rectangle(x0: number, y0: number, x1: number, y1: number): Vec2[] {
  return [q2([x0, y0]), q2([x1, y0]), q2([x1, y1]), q2([x0, y1])];
}

export function boxPolygon(depth: number, width: number): Vec2[] {
  const d = quantise(depth / 2);
  const w = quantise(width / 2);
  return [
    [-d, -w],
    [d, -w],
    [d, w],
    [-d, w],
  ];
}

/**
 * Puts an episode together: hands out shuffled ids, takes sizes from the asset table, dresses people from
 * the palette, quantises everything. A task's generator says what stands where; this says it in the
 * words of `Episode`.
 */
export class EpisodeBuilder {
  readonly entities: Entity[] = [];
  readonly regions: Region[] = [];
  readonly routines: Routine[] = [];
  readonly palette: Palette;
  private readonly ids: string[];
  private readonly people: Rng;
  private agent: Episode["agent"] = { location: [0, 0, 0], yaw: 0 };

  constructor(
    readonly input: GenerateInput,
    private readonly task: { id: string; dimension: Dimension },
  ) {
    this.palette = paletteFor(input.split);
    this.people = this.rng("people");
    const numbers = Array.from({ length: 98 }, (_, i) => String(i + 1));
    this.ids = this.rng("ids").shuffle(numbers);
  }

  /**
   * A stream of its own for one purpose. The twin draws the same numbers as its instance, so that the two
   * differ only in what the generator changes on purpose.
   */
  rng(purpose: string): Rng {
    const { seed, instance, attempt, split } = this.input;
    return Rng.from(this.task.id, split, seed, instance, attempt, purpose);
  }

  /** @throws Redraw when the id space (98 per episode) is used up */
  private nextId(): string {
    const id = this.ids.pop();
    if (id === undefined) throw new Redraw("more entities than ids");
    return id;
  }

  /** A thing with an id, in the scene. */
  object(kind: string, input: ObjectInput): Entity {
    return this.add(this.sketch(kind, input));
  }

  /** Hands a sketched thing its id and puts it into the scene. */
  add(sketch: Entity): Entity {
    const entity = { ...sketch, id: this.nextId() };
    this.entities.push(entity);
    return entity;
  }

  /** A thing as it would stand there, not yet in the scene and without an id. */
  sketch(kind: string, input: ObjectInput): Entity {
    const row = (assets as Record<string, AssetRow>)[kind];
    if (!row) throw new Error(`object: no asset of kind "${kind}" in scenes/embodied/assets.yaml`);
    const [depth, width, height] = (input.size ?? row.size) as [number, number, number];
    const entity: Entity = {
      id: "",
      name: input.name ?? row.name,
      kind,
      location: [quantise(input.at[0]), quantise(input.at[1]), quantise(input.z ?? 0)],
      yaw: normalYaw(input.yaw ?? 0),
      footprint: boxPolygon(depth, width),
      height: quantise(height),
      solid: input.solid ?? row.solid ?? true,
      state: input.state ?? row.states?.[0] ?? null,
    };
    if (input.owner !== undefined) entity.owner = input.owner;
    if (input.containedIn !== undefined) entity.containedIn = input.containedIn;
    if (input.locked !== undefined) entity.locked = input.locked;
    if (input.look) entity.look = input.look;
    const seats = input.seats ?? row.seats?.map((y): Seat => ({ offset: [0, y], occupant: null }));
    if (seats) entity.seats = seats.map((s) => ({ ...s }));
    return entity;
  }

  person(input: PersonInput): Entity {
    const rng = this.people;
    const ageGroup = input.ageGroup ?? "adult";
    const sex = input.sex ?? rng.pick(["female", "male"] as const);
    const height = quantise(
      ageGroup === "child"
        ? rng.range(112, 138)
        : (sex === "female" ? rng.range(158, 172) : rng.range(168, 186)) -
            (ageGroup === "elderly" ? 6 : 0),
    );
    const words = {
      child: { female: "girl", male: "boy" },
      adult: { female: "woman", male: "man" },
      elderly: { female: "elderly woman", male: "elderly man" },
    } as const;
    const entity: Entity = {
      id: this.nextId(),
      name: input.name ?? words[ageGroup][sex],
      kind: "person",
      location: [quantise(input.at[0]), quantise(input.at[1]), quantise(input.z ?? 0)],
      yaw: normalYaw(input.yaw),
      footprint: boxPolygon(35, 50),
      height,
      solid: false,
      state: null,
      person: {
        ageGroup,
        sex,
        height,
        build: quantise(rng.range(0.9, 1.2)),
        look: { ...personLook(rng, this.palette, ageGroup, sex), ...input.look },
        posture: input.posture ?? "standing",
        activity: input.activity ?? { type: "idle" },
        gaze: input.gaze ?? null,
      },
    };
    this.entities.push(entity);
    return entity;
  }

  /**
   * Takes a thing out again. Its id and its draws stay used, so that a twin without it is otherwise the
   * same instance to the last number.
   */
  dismiss(entity: Entity): void {
    const at = this.entities.indexOf(entity);
    if (at >= 0) this.entities.splice(at, 1);
  }

  region(
    kind: RegionKind,
    polygon: Vec2[],
    extra: Pick<Region, "owner" | "entity" | "label"> = {},
  ): Region {
    const region: Region = {
      id: `r${this.regions.length + 1}`,
      kind,
      polygon: polygon.map(q2),
      ...extra,
    };
    this.regions.push(region);
    return region;
  }

  routine(routine: Routine): void {
    this.routines.push(routine);
  }

  agentAt(at: Vec2, yaw: number): void {
    this.agent = { location: [quantise(at[0]), quantise(at[1]), 0], yaw: normalYaw(yaw) };
  }

  get agentPose(): Episode["agent"] {
    return this.agent;
  }

  finish(parts: {
    setting: Setting;
    roles: Episode["roles"];
    evidence: string[];
    goalObjects: string[];
    aware: { name: string; plan: Plan }[];
    blind: Plan;
    slots?: Record<string, string>;
  }): Episode {
    const { input, task } = this;
    const clock = this.rng("time");
    const day = `2026-${pad(clock.int(3, 10))}-${pad(clock.int(1, 28))}`;
    return {
      schemaVersion: 1,
      id: `${task.id}/${String(input.instance).padStart(3, "0")}`,
      task: task.id,
      dimension: task.dimension,
      variant: input.variant,
      seed: input.seed,
      attempt: input.attempt,
      twin: input.twin,
      time: `${day} ${pad(clock.int(9, 17))}:${pad(clock.int(0, 59))}`,
      slots: parts.slots ?? {},
      agent: this.agent,
      entities: this.entities,
      regions: this.regions,
      setting: parts.setting,
      routines: this.routines,
      roles: parts.roles,
      evidence: parts.evidence,
      goalObjects: parts.goalObjects,
      plans: { aware: parts.aware, blind: parts.blind },
    };
  }
}

const pad = (n: number): string => String(n).padStart(2, "0");

/** One step of a scripted plan. */
export function step(
  action: string,
  parameters: Record<string, unknown> = {},
  think = "",
): Plan[number] {
  return { think, action, parameters };
}
