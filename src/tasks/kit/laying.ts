import { boxAt, contains, convexOverlap, segmentPolygonDistance } from "../../world/geometry.js";
import type { Vec2, Vec3, Wall } from "../../world/types.js";
import { type Box, boxBlocks, type Eye, inFrame, samplesOf, wallBlocks } from "./sight.js";

interface Placed extends Box {
  polygon: Vec2[];
  solid: boolean;
}

interface Watched {
  box: Box;
  share: number;
  /** the sample points still seen */
  seen: Vec3[];
  all: number;
}

/**
 * What lies where on the drawing: keeps things from standing in each other, in somebody's way, or before
 * what must be seen.
 */
export class Layout {
  private readonly placed: Placed[] = [];
  private readonly floors: Vec2[][] = [];
  private readonly ways: { a: Vec2; b: Vec2; radius: number }[] = [];
  private readonly watched: Watched[] = [];
  private walls: Wall[] = [];
  eye: Eye = { at: [0, 0], yaw: 0 };

  addFloor(polygon: Vec2[]): void {
    this.floors.push(polygon);
  }

  /** Walls in drawing coordinates, for sight only. */
  setWalls(walls: Wall[]): void {
    this.walls = walls;
  }

  /** Nothing solid may come nearer than `radius` to this straight way. */
  keepWay(a: Vec2, b: Vec2, radius = 42): void {
    this.ways.push({ a, b, radius });
  }

  /** A place that stays empty. */
  reserve(box: Box): void {
    this.add(box, true);
  }

  add(box: Box, solid: boolean): void {
    this.placed.push({
      ...box,
      solid,
      polygon: boxAt(box.centre, box.yaw, box.depth, box.width),
    });
  }

  /** Could a thing stand here? `margin` is kept free around it on the ground. */
  fits(box: Box, solid: boolean, margin = 0): boolean {
    const polygon = boxAt(box.centre, box.yaw, box.depth, box.width);
    const grown = boxAt(box.centre, box.yaw, box.depth + 2 * margin, box.width + 2 * margin);
    if (!this.floors.some((floor) => holdsPolygon(floor, polygon))) return false;
    if (this.collides(box, grown)) return false;
    if (solid && this.ways.some((w) => segmentPolygonDistance(w.a, w.b, polygon) < w.radius)) {
      return false;
    }
    return !this.wouldHide(box);
  }

  private collides(box: Box, grown: Vec2[]): boolean {
    return this.placed.some(
      (o) => box.z0 < o.z1 - 0.5 && o.z0 < box.z1 - 0.5 && convexOverlap(grown, o.polygon, 0.2),
    );
  }

  // ---------------------------------------------------------------- sight

  /** From now on nothing may be laid so that less than `share` of the box shows. */
  watch(box: Box, share = 0.6): boolean {
    const seen = this.seenSamples(box);
    const all = samplesOf(box).length;
    this.watched.push({ box, share, seen, all });
    return seen.length >= share * all;
  }

  /** The share of a box that shows in the first view, 0 … 1. */
  shows(box: Box): number {
    return this.seenSamples(box).length / samplesOf(box).length;
  }

  private seenSamples(box: Box): Vec3[] {
    const { eye } = this;
    const others = this.placed.filter((o) => !sameBox(o, box) && !under(o, box));
    return samplesOf(box).filter(
      (p) =>
        inFrame(eye, p) &&
        !this.walls.some((w) => wallBlocks(w, eye.at, p)) &&
        !others.some((o) => boxBlocks(o, eye.at, p)),
    );
  }

  /** Would a box here hide too much of what must be seen? */
  wouldHide(box: Box): boolean {
    const { eye } = this;
    return this.watched.some((w) => {
      const left = w.seen.filter((p) => !boxBlocks(box, eye.at, p)).length;
      return left < w.seen.length && left < w.share * w.all;
    });
  }

  /** Takes note of what a thing that was laid now hides. */
  settle(box: Box): void {
    const { eye } = this;
    for (const w of this.watched) w.seen = w.seen.filter((p) => !boxBlocks(box, eye.at, p));
  }
}

/** A plate's edge or a bed's frame may stand this much higher than what lies on it, cm. */
const RIM = 6;

/** Does a box stand on another, which then hides none of it from an eye that looks down? */
function under(low: Box, high: Box): boolean {
  return (
    low.z1 <= high.z0 + RIM &&
    contains(boxAt(low.centre, low.yaw, low.depth, low.width), high.centre)
  );
}

/** One box told twice (what an episode stores is rounded). */
const sameBox = (a: Box, b: Box): boolean =>
  touches(a.centre, b.centre) && Math.abs(a.z0 - b.z0) < 0.2 && Math.abs(a.z1 - b.z1) < 0.2;

/** Does a floor hold the whole ground plan? (No corner of the floor may poke into it either.) */
function holdsPolygon(floor: Vec2[], polygon: Vec2[]): boolean {
  return (
    polygon.every((p) => contains(floor, p)) &&
    !floor.some((corner) => contains(polygon, corner) && !polygon.some((p) => touches(p, corner)))
  );
}

const touches = (a: Vec2, b: Vec2): boolean =>
  Math.abs(a[0] - b[0]) < 0.2 && Math.abs(a[1] - b[1]) < 0.2;
