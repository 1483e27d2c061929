/** Walls as obstacles: the parts that stand, the openings, and what lies in between. */
import { can } from "./assets.js";
import { boxAt, distance, footprint, nearestOnRim, segmentsMeet } from "./geometry.js";
import type { Building, Entity, Opening, Setting, Vec2, Wall } from "./types.js";

/** A standing part of a wall: its middle line and its ground plan. */
export interface WallPart {
  from: Vec2;
  to: Vec2;
  polygon: Vec2[];
}

/** Where one passes a wall: the middle of the opening and a point a step away on either side. */
export interface Passage {
  middle: Vec2;
  width: number;
  sides: readonly [Vec2, Vec2];
}

/** How far beside a wall's face the two sides of an opening are probed, cm. */
const SIDE_STEP = 20;

const letsThrough = (opening: Opening): boolean => opening.kind !== "window" && opening.sill === 0;

function along(wall: Wall, at: number): Vec2 {
  const t = at / distance(wall.from, wall.to);
  return [
    wall.from[0] + (wall.to[0] - wall.from[0]) * t,
    wall.from[1] + (wall.to[1] - wall.from[1]) * t,
  ];
}

function wallPart(wall: Wall, start: number, end: number): WallPart {
  const from = along(wall, start);
  const to = along(wall, end);
  const half = wall.thickness / 2;
  const length = distance(from, to);
  const nx = (-(to[1] - from[1]) / length) * half;
  const ny = ((to[0] - from[0]) / length) * half;
  const polygon: Vec2[] = [
    [from[0] + nx, from[1] + ny],
    [to[0] + nx, to[1] + ny],
    [to[0] - nx, to[1] - ny],
    [from[0] - nx, from[1] - ny],
  ];
  return { from, to, polygon };
}

/** The parts of a wall that stand between its doorways and gaps (windows are part of the wall). */
export function wallParts(wall: Wall): WallPart[] {
  const length = distance(wall.from, wall.to);
  const holes = wall.openings
    .filter(letsThrough)
    .map((o) => [o.at - o.width / 2, o.at + o.width / 2] as const)
    .sort((a, b) => a[0] - b[0]);
  const parts: WallPart[] = [];
  let start = 0;
  for (const [from, to] of [...holes, [length, length] as const]) {
    const end = Math.min(from, length);
    if (end - start > 0.1) parts.push(wallPart(wall, start, end));
    start = Math.max(start, to);
  }
  return parts;
}

/** The openings of a wall that one can walk through. */
export function passages(wall: Wall): Passage[] {
  const length = distance(wall.from, wall.to);
  const nx = -(wall.to[1] - wall.from[1]) / length;
  const ny = (wall.to[0] - wall.from[0]) / length;
  const off = wall.thickness / 2 + SIDE_STEP;
  return wall.openings.filter(letsThrough).map((opening) => {
    const middle = along(wall, opening.at);
    return {
      middle,
      width: opening.width,
      sides: [
        [middle[0] + nx * off, middle[1] + ny * off],
        [middle[0] - nx * off, middle[1] - ny * off],
      ],
    };
  });
}

/** A building's ground plan. */
export const buildingPlan = (b: Building): Vec2[] => boxAt(b.centre, b.yaw, b.size[0], b.size[1]);

/** A door that is shut; an open one lets through. */
export const isShutDoor = (e: Entity): boolean => e.state === "closed" && can(e, "door");

/** Lines that neither a walker nor an arm gets across: middle lines of walls and shut doors. */
export interface Barrier {
  from: Vec2;
  to: Vec2;
  /** the door it belongs to */
  door?: string;
}

/** All barriers of a place as it is now. */
export function barriers(setting: Setting, entities: Iterable<Entity>): Barrier[] {
  const out: Barrier[] = setting.walls.flatMap(wallParts).map(({ from, to }) => ({ from, to }));
  for (const building of setting.buildings) {
    const plan = buildingPlan(building);
    plan.forEach((corner, i) => {
      out.push({ from: corner, to: plan[(i + 1) % plan.length] as Vec2 });
    });
  }
  for (const entity of entities) {
    if (!isShutDoor(entity)) continue;
    const [a, b, c, d] = footprint(entity);
    if (!a || !b || !c || !d) continue;
    const middle = (p: Vec2, q: Vec2): Vec2 => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    const lengthwise = distance(a, b) >= distance(b, c);
    out.push({
      from: lengthwise ? middle(a, d) : middle(a, b),
      to: lengthwise ? middle(b, c) : middle(c, d),
      door: entity.id,
    });
  }
  return out;
}

/** Is the straight line between two points free of barriers? The door `except` does not count. */
export function lineIsFree(a: Vec2, b: Vec2, lines: readonly Barrier[], except?: string): boolean {
  return lines.every(
    (line) =>
      (line.door !== undefined && line.door === except) || !segmentsMeet(a, b, line.from, line.to),
  );
}

/** How far short of its target a reaching line ends, so that what hangs on a wall can be reached, cm. */
const SHORT = 1;

/** Can an arm at `from` get at a thing without going through a wall or a shut door? */
export function armReaches(
  from: Vec2,
  polygon: readonly Vec2[],
  lines: readonly Barrier[],
  except?: string,
): boolean {
  const nearest = nearestOnRim(polygon, from);
  const length = distance(from, nearest);
  if (length <= SHORT) return true;
  const t = (length - SHORT) / length;
  const end: Vec2 = [from[0] + (nearest[0] - from[0]) * t, from[1] + (nearest[1] - from[1]) * t];
  return lineIsFree(from, end, lines, except);
}
