import type { Entity, Snapshot, Vec2 } from "../../world/types.js";
import { insidePolygon, surfaceHeight } from "../setting/height.js";
import type { Around } from "./kit.js";

/** What the picture of a thing takes from the things and walls around it. */
export function aroundOf(entity: Entity, snapshot: Snapshot): Around {
  switch (entity.kind) {
    case "crosswalk":
      return { ground: groundColour(entity, snapshot) };
    case "door":
      return { wall: wallThickness(entity, snapshot) };
    case "sink":
    case "bathroom_sink":
      return { taps: tapsOn(entity, snapshot) };
    case "mop":
      return { loose: isLoose(entity, snapshot) };
    default:
      return {};
  }
}

/** Height of the ground that is painted under a point, metres. */
export function liftAt(entity: Entity, snapshot: Snapshot): number {
  return surfaceHeight(snapshot.setting, [entity.location[0], entity.location[1]]) / 100;
}

function groundColour(entity: Entity, { setting }: Snapshot): string {
  const at: Vec2 = [entity.location[0], entity.location[1]];
  for (let i = setting.surfaces.length - 1; i >= 0; i--) {
    const surface = setting.surfaces[i]!;
    if (insidePolygon(surface.polygon, at)) return surface.colour;
  }
  return setting.ground.colour;
}

/** Thickness (metres) of the wall whose middle line passes within 15 cm of the door. */
function wallThickness(entity: Entity, { setting }: Snapshot): number | undefined {
  const [x, y] = entity.location;
  for (const wall of setting.walls) {
    const dx = wall.to[0] - wall.from[0];
    const dy = wall.to[1] - wall.from[1];
    const length2 = dx * dx + dy * dy || 1;
    const t = ((x - wall.from[0]) * dx + (y - wall.from[1]) * dy) / length2;
    const off = Math.hypot(wall.from[0] + t * dx - x, wall.from[1] + t * dy - y);
    if (t >= 0 && t <= 1 && off < 15) return wall.thickness / 100;
  }
  return undefined;
}

/** A point of the world in the model frame of `entity` (x, z in metres). */
function inModel(entity: Entity, x: number, y: number): readonly [number, number] {
  const a = (entity.yaw * Math.PI) / 180;
  const dx = x - entity.location[0];
  const dy = y - entity.location[1];
  const forward = dx * Math.cos(a) + dy * Math.sin(a);
  const right = -dx * Math.sin(a) + dy * Math.cos(a);
  return [Math.round(-right) / 100, Math.round(forward) / 100];
}

function tapsOn(entity: Entity, snapshot: Snapshot): Around["taps"] {
  return snapshot.entities
    .filter((e) => e.kind === "faucet")
    .map((e) => inModel(entity, e.location[0], e.location[1]))
    .filter(([x, z]) => insideFootprint(entity, x, z));
}

function insideFootprint(entity: Entity, x: number, z: number): boolean {
  return insidePolygon(entity.footprint, [z * 100, -x * 100]);
}

/** Stands neither in a rack nor beside one, and nobody holds it. */
function isLoose(entity: Entity, snapshot: Snapshot): boolean {
  if (entity.containedIn !== undefined || entity.heldBy) return false;
  return !snapshot.entities.some(
    (e) =>
      e.kind === "mop_rack" &&
      Math.hypot(e.location[0] - entity.location[0], e.location[1] - entity.location[1]) < 60,
  );
}
