import type { Rng } from "../../core/rng.js";
import { contains } from "../../world/geometry.js";
import type { Opening, Vec2, Wall, WallStyle } from "../../world/types.js";

/** Rooms as drawings: polygons with sides along the axes, and the walls around them. Lengths in cm. */

export const WALL = 12;
export const ROOM_HEIGHT = 262;
export const DOOR_WIDTH = 94;
export const DOOR_HEIGHT = 208;

/** Which way a side of a room lies, seen from the agent that looks along +u. */
export type Side = "near" | "far" | "left" | "right";

/** One side of a room; the inner face of its wall runs from `a` to `b`. */
export interface RoomSide {
  side: Side;
  a: Vec2;
  b: Vec2;
  length: number;
  /** unit vectors along the side and into the room */
  along: Vec2;
  inward: Vec2;
  /** heading of what stands with its back to the wall */
  facing: number;
  openings: Opening[];
  /** another room's wall stands here */
  shared: boolean;
}

export interface Room {
  polygon: Vec2[];
  sides: RoomSide[];
  /** [u0, v0, u1, v1] of the bounding box */
  box: readonly [number, number, number, number];
}

/** A block cut out of a corner: one makes a room L-shaped, two make it T- or Z-shaped. */
export interface Cut {
  corner: "near_left" | "near_right" | "far_left" | "far_right";
  depth: number;
  width: number;
}

/** A rectangular room, less the corners cut away from it; rounded to whole centimetres. */
export function makeRoom(
  near: number,
  left: number,
  far: number,
  right: number,
  cuts: readonly Cut[] = [],
): Room {
  const [u0, v0, u1, v1] = [near, left, far, right].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  const corners: Vec2[] = [];
  const corner = (name: Cut["corner"], u: number, v: number, first: "u" | "v"): void => {
    const cut = cuts.find((c) => c.corner === name);
    if (!cut) {
      corners.push([u, v]);
      return;
    }
    const cu = Math.round(u === u0 ? u0 + cut.depth : u1 - cut.depth);
    const cv = Math.round(v === v0 ? v0 + cut.width : v1 - cut.width);
    const alongU: Vec2 = [cu, v];
    const alongV: Vec2 = [u, cv];
    corners.push(
      ...(first === "u" ? [alongU, [cu, cv] as Vec2, alongV] : [alongV, [cu, cv] as Vec2, alongU]),
    );
  };
  corner("near_left", u0, v0, "u");
  corner("near_right", u0, v1, "v");
  corner("far_right", u1, v1, "u");
  corner("far_left", u1, v0, "v");
  const sides = corners.map((a, i) => makeSide(a, corners[(i + 1) % corners.length] as Vec2));
  return { polygon: corners, sides, box: [u0, v0, u1, v1] };
}

function makeSide(a: Vec2, b: Vec2): RoomSide {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const along: Vec2 = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  // The corners run near-left, near-right, far-right, far-left: the room lies this way of each side.
  const inward: Vec2 = [along[1] + 0, -along[0] + 0];
  const facing = inward[0] === 1 ? 0 : inward[0] === -1 ? 180 : inward[1] === 1 ? 90 : 270;
  const side = ({ 0: "near", 180: "far", 90: "left", 270: "right" } as const)[facing];
  return { side, a, b, length, along, inward, facing, openings: [], shared: false };
}

/** The longest side that lies this way. */
export function sideOf(room: Room, side: Side): RoomSide {
  return room.sides
    .filter((s) => s.side === side)
    .reduce((best, s) => (s.length > best.length ? s : best));
}

/** The point `at` along a side and `out` into the room. */
export function onSide(side: RoomSide, at: number, out = 0): Vec2 {
  return [
    side.a[0] + side.along[0] * at + side.inward[0] * out,
    side.a[1] + side.along[1] * at + side.inward[1] * out,
  ];
}

/** How far along a side a point lies. */
export function positionOn(side: RoomSide, p: Vec2): number {
  return (p[0] - side.a[0]) * side.along[0] + (p[1] - side.a[1]) * side.along[1];
}

type Span = readonly [from: number, to: number];

/** Which corners may be cut away, and how much of them along u and v. */
export type CutChoices = Partial<Record<Cut["corner"], { depth: Span; width: Span }>>;

/**
 * Draws a room's shape. The benchmark's rooms are rectangles or have one corner cut away, those of the
 * training pictures have two: the two families share no shape.
 */
export function drawCuts(rng: Rng, split: "benchmark" | "training", choices: CutChoices): Cut[] {
  const corners = rng.shuffle(Object.keys(choices) as Cut["corner"][]);
  const count = split === "training" ? 2 : rng.chance(0.5) ? 0 : 1;
  return corners.slice(0, count).map((corner) => {
    const { depth, width } = choices[corner] as { depth: Span; width: Span };
    return { corner, depth: rng.range(...depth), width: rng.range(...width) };
  });
}

/** Puts an opening into a side; `at` along it. */
export function open(
  side: RoomSide,
  at: number,
  kind: Opening["kind"],
  width: number,
  size: { height?: number; sill?: number } = {},
): void {
  const height =
    size.height ?? (kind === "window" ? 120 : kind === "gap" ? ROOM_HEIGHT : DOOR_HEIGHT);
  side.openings.push({ at, width, height, sill: size.sill ?? (kind === "window" ? 95 : 0), kind });
}

/** Makes `side` the back of another room's wall: that wall stands there, with its openings. */
export function shareWall(side: RoomSide, wall: RoomSide): void {
  side.shared = true;
  for (const o of wall.openings) {
    side.openings.push({ ...o, at: positionOn(side, onSide(wall, o.at, -WALL)) });
  }
}

/**
 * The walls of a room, their inner faces on its polygon. Walls run half their thickness past corners that
 * point outwards, so that no light falls through.
 */
export function wallsOf(
  room: Room,
  style: (side: RoomSide) => { style: WallStyle; colour: string },
): Wall[] {
  return room.sides
    .filter((s) => !s.shared)
    .map((s) => {
      const reach = (p: Vec2, sign: number): number => {
        const beyond: Vec2 = [
          p[0] + s.along[0] * sign + s.inward[0],
          p[1] + s.along[1] * sign + s.inward[1],
        ];
        return contains(room.polygon, beyond) ? 0 : WALL / 2;
      };
      const before = reach(s.a, -1);
      const after = reach(s.b, 1);
      return {
        from: onSide(s, -before, -WALL / 2),
        to: onSide(s, s.length + after, -WALL / 2),
        height: ROOM_HEIGHT,
        thickness: WALL,
        ...style(s),
        openings: s.openings.map((o) => ({ ...o, at: o.at + before })),
      };
    });
}
