import type { Rng } from "../../core/rng.js";
import { distance, segmentDistance, toWorld } from "../../world/geometry.js";
import type { Entity, Vec2 } from "../../world/types.js";
import { Redraw } from "../types.js";
import type { EpisodeBuilder, ObjectInput } from "./builder.js";

interface Disc {
  at: Vec2;
  radius: number;
}

interface Sight {
  bearing: number;
  /** half the angle it takes up */
  half: number;
  distance: number;
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;
const turn = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

/**
 * Keeps order while a scene is furnished: what stands where, which walks must stay open, and what must stay
 * visible from where the agent first stands. Seen from above, in discs: simple, quick, and on the safe side.
 */
export class Stage {
  private readonly taken: Disc[] = [];
  private readonly sights: Sight[] = [];
  private readonly ways: { path: readonly Vec2[]; clearance: number }[] = [];

  constructor(
    readonly eye: Vec2,
    /** where the agent looks, degrees */
    readonly yaw: number,
  ) {}

  private sight(at: Vec2, radius: number): Sight {
    const d = Math.max(1, distance(this.eye, at));
    return {
      bearing: degrees(Math.atan2(at[1] - this.eye[1], at[0] - this.eye[0])),
      half: degrees(Math.atan2(radius, d)),
      distance: d,
    };
  }

  /** Degrees off the middle of the first view. */
  offAxis(at: Vec2): number {
    return turn(this.sight(at, 0).bearing, this.yaw);
  }

  /** Marks ground as taken. */
  claim(at: Vec2, radius: number): void {
    this.taken.push({ at, radius });
  }

  /** Marks the ground under a thing as taken, disc by disc along its longer side. */
  claimEntity(entity: Entity): void {
    for (const disc of discsOf(entity)) this.taken.push(disc);
  }

  /** Keeps a walk open: nothing may come nearer to it than `clearance`. */
  keepOpen(path: readonly Vec2[], clearance = 70): void {
    this.ways.push({ path, clearance });
  }

  /**
   * Keeps a point in view, and nothing in front of it from now on.
   * @throws Redraw when it is outside the middle `within` degrees of the first view, or already hidden
   */
  keepInView(at: Vec2, radius: number, within = 29): void {
    const sight = this.sight(at, radius);
    if (turn(sight.bearing, this.yaw) > within) throw new Redraw("a key thing is out of view");
    const hidden = this.taken.some((disc) => hides(this.sight(disc.at, disc.radius), sight));
    if (hidden) throw new Redraw("a key thing is hidden");
    this.sights.push(sight);
  }

  /** Would a disc here overlap anything, stand in a way, or hide what must be seen? */
  fits(at: Vec2, radius: number, gap = 25): boolean {
    const overlaps = [...this.taken, { at: this.eye, radius: 60 }].some(
      (d) => distance(d.at, at) < d.radius + radius + gap,
    );
    if (overlaps) return false;
    const blocks = this.ways.some(
      ({ path, clearance }) => wayDistance(path, at) < clearance + radius,
    );
    if (blocks) return false;
    const sight = this.sight(at, radius);
    return !this.sights.some((key) => hides(sight, key));
  }

  /** Does a whole thing fit (see `fits`)? */
  fitsEntity(entity: Entity, gap = 25): boolean {
    return discsOf(entity).every((disc) => this.fits(disc.at, disc.radius, gap));
  }
}

/** An obstacle hides a key point when it is nearer and their angles overlap. */
function hides(obstacle: Sight, key: Sight): boolean {
  return (
    obstacle.distance < key.distance - 15 &&
    turn(obstacle.bearing, key.bearing) < obstacle.half + key.half + 0.4
  );
}

function wayDistance(path: readonly Vec2[], at: Vec2): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 1; k < path.length; k++) {
    least = Math.min(least, segmentDistance(at, path[k - 1] as Vec2, path[k] as Vec2));
  }
  return least;
}

/** A thing as discs along its longer side. */
function discsOf(entity: Entity): Disc[] {
  const [first, , third] = entity.footprint;
  if (!first || !third) return [{ at: [entity.location[0], entity.location[1]], radius: 30 }];
  const depth = Math.abs(third[0] - first[0]);
  const width = Math.abs(third[1] - first[1]);
  const short = Math.min(depth, width);
  const long = Math.max(depth, width);
  const radius = short * 0.6;
  const parts = Math.max(1, Math.ceil(long / Math.max(short, 20)));
  return Array.from({ length: parts }, (_, k) => {
    const along = (long / parts) * (k + 0.5) - long / 2;
    return { at: toWorld(entity, depth > width ? [along, 0] : [0, along]), radius };
  });
}

/** Puts a thing down if it fits there: nothing overlaps, no walk is blocked, nothing important is hidden. */
export function place(
  b: EpisodeBuilder,
  stage: Stage,
  kind: string,
  input: ObjectInput,
  gap = 25,
): Entity | null {
  const sketch = b.sketch(kind, input);
  if (!stage.fitsEntity(sketch, gap)) return null;
  stage.claimEntity(sketch);
  return b.add(sketch);
}

/** A kind of distractor and how it is dressed and turned. */
export interface Distractor {
  kind: string;
  input?: (rng: Rng) => Partial<ObjectInput>;
}

/**
 * Scatters `count` distractors over a zone; each gets a few tries and is left out when there is no room.
 * `spot` draws a point of the zone.
 */
export function scatter(
  b: EpisodeBuilder,
  stage: Stage,
  rng: Rng,
  kinds: readonly Distractor[],
  count: number,
  spot: (rng: Rng) => Vec2,
): Entity[] {
  const placed: Entity[] = [];
  for (let n = 0; n < count; n++) {
    const { kind, input } = rng.pick(kinds);
    const dressed = { yaw: rng.int(0, 359), ...input?.(rng) };
    for (let tries = 0; tries < 6; tries++) {
      const probe = b.sketch(kind, { ...dressed, at: spot(rng) });
      if (!stage.fitsEntity(probe)) continue;
      placed.push(b.add(probe));
      stage.claimEntity(probe);
      break;
    }
  }
  return placed;
}
