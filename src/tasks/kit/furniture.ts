import type { Rng } from "../../core/rng.js";
import { asset } from "../../world/assets.js";
import type { Entity, Vec2 } from "../../world/types.js";
import type { IndoorScene, PlaceInput } from "./indoor.js";
import { onSide, open, type Room, type RoomSide } from "./rooms.js";

/** Furnishing rooms with what has no part in the task: along the walls, on the walls, on the floor, on tables. */

const ALONG_WALLS = {
  living: [
    "sofa",
    "tv",
    "bookshelf",
    "armchair",
    "potted_plant",
    "floor_lamp",
    "side_table",
    "coat_rack",
    "desk",
    "potted_plant",
  ],
  dining: ["bookshelf", "potted_plant", "side_table", "floor_lamp", "chair", "potted_plant"],
  kitchen: ["fridge", "potted_plant", "bookshelf", "chair", "washing_machine", "cardboard_box"],
  bathroom: ["toilet", "bathtub", "washing_machine", "potted_plant"],
  bedroom: ["wardrobe", "desk", "bookshelf", "nightstand", "potted_plant", "floor_lamp"],
  hall: ["coat_rack", "potted_plant", "side_table", "bookshelf", "chair", "cardboard_box"],
} as const;
export type RoomKind = keyof typeof ALONG_WALLS;

const WALL_GAP = 2;
const TRIES = 10;

/** A bend of a thing's heading, so that not all stands straight. */
const askew = (kind: string, rng: Rng): number =>
  ["armchair", "chair", "potted_plant", "cardboard_box"].includes(kind) ? rng.range(-14, 14) : 0;

/** Could a thing stand at a side without covering its doors, or (when tall) its windows? */
function clearOfOpenings(
  side: RoomSide,
  at: number,
  width: number,
  z0: number,
  z1: number,
): boolean {
  return side.openings.every((o) => {
    const gap = Math.abs(at - o.at) - (o.width + width) / 2;
    if (o.kind === "window") return gap > 4 || z1 <= o.sill + 4 || z0 >= o.sill + o.height;
    return gap > 12;
  });
}

/** Lays a thing with its back to a side, `at` along it, when it fits. */
export function atSide(
  scene: IndoorScene,
  side: RoomSide,
  kind: string,
  at: number,
  input: PlaceInput & { out?: number } = {},
  margin = 4,
): Entity | null {
  const { out, ...place } = input;
  const [depth, width, height] = input.size ?? asset(kind).size;
  const z0 = input.z ?? 0;
  if (at < width / 2 || at > side.length - width / 2) return null;
  if (!clearOfOpenings(side, at, width, z0, z0 + height)) return null;
  const spot = onSide(side, at, depth / 2 + (out ?? WALL_GAP));
  const turned = { ...place, heading: side.facing + (input.heading ?? 0) };
  if (!scene.fits(kind, spot, turned, margin)) return null;
  return scene.put(kind, spot, turned);
}

/** Tries to lay a thing somewhere along one of these sides. */
export function alongSides(
  scene: IndoorScene,
  sides: readonly RoomSide[],
  kind: string,
  rng: Rng,
  input: PlaceInput = {},
): Entity | null {
  const usable = sides.filter((s) => s.length > asset(kind).size[1] + 4);
  if (usable.length === 0) return null;
  const heading = askew(kind, rng);
  for (let n = 0; n < TRIES; n++) {
    const side = rng.pick(usable);
    const half = asset(kind).size[1] / 2;
    const laid = atSide(scene, side, kind, rng.range(half + 2, side.length - half - 2), {
      ...input,
      heading,
      ...(heading !== 0 && { out: 9 }),
    });
    if (laid) return laid;
  }
  return null;
}

/** Furnishes a room's walls with `count` things of its kind, and hangs a few pictures. */
export function furnishWalls(
  scene: IndoorScene,
  room: Room,
  kind: RoomKind,
  count: number,
  purpose: string,
): Entity[] {
  const rng = scene.stream(`walls ${purpose}`);
  const laid: Entity[] = [];
  for (const piece of rng.shuffle(ALONG_WALLS[kind])) {
    if (laid.length >= count) break;
    const entity = alongSides(scene, room.sides, piece, scene.stream(`${purpose} ${piece}`));
    if (entity) laid.push(entity);
  }
  for (let n = rng.int(1, 3); n > 0; n--) {
    hang(
      scene,
      room,
      kind === "bathroom" ? "towel" : rng.pick(["picture", "picture", "clock"]),
      rng,
    );
  }
  return laid;
}

/** Hangs something on one of a room's walls. */
export function hang(scene: IndoorScene, room: Room, kind: string, rng: Rng): Entity | null {
  const [depth, width, height] = asset(kind).size;
  for (let n = 0; n < TRIES; n++) {
    const side = rng.pick(room.sides);
    const laid = atSide(
      scene,
      side,
      kind,
      rng.range(width, Math.max(width + 1, side.length - width)),
      {
        z: rng.range(kind === "towel" ? 105 : 150, 195 - height * 0.3),
        out: 0.5,
        size: [depth, width, height],
      },
      10,
    );
    if (laid) return laid;
  }
  return null;
}

/** Puts windows into sides that look outside; call before the room is built. */
export function windows(rng: Rng, sides: readonly RoomSide[], chance: number, sill = 95): void {
  for (const side of sides) {
    if (side.shared || side.length < 200 || !rng.chance(chance)) continue;
    const width = rng.int(9, 16) * 10;
    const at = rng.range(width / 2 + 25, side.length - width / 2 - 25);
    if (side.openings.every((o) => Math.abs(o.at - at) > (o.width + width) / 2 + 20)) {
      open(side, at, "window", width, { sill, height: Math.min(135, 235 - sill) });
    }
  }
}

/** Lays a rug, and sometimes a low table on it, where nobody walks. */
export function rugAndTable(
  scene: IndoorScene,
  at: Vec2,
  heading: number,
  rng: Rng,
): Entity | null {
  if (scene.fits("rug", at, { heading })) scene.put("rug", at, { heading });
  const table = { heading: heading + (rng.chance(0.5) ? 90 : 0) };
  if (!scene.fits("coffee_table", at, table, 15)) return null;
  return scene.put("coffee_table", at, table);
}

/** Scatters small things over a table's top; what does not fit is left out. */
export function setTable(
  scene: IndoorScene,
  table: Entity,
  kinds: readonly string[],
  rng: Rng,
  input: PlaceInput = {},
): Entity[] {
  const box = scene.boxOf(table);
  const laid: Entity[] = [];
  for (const kind of kinds) {
    const [depth, width] = asset(kind).size;
    const u = box.depth / 2 - Math.max(depth, width) / 2 - 3;
    const v = box.width / 2 - Math.max(depth, width) / 2 - 3;
    for (let n = 0; n < TRIES; n++) {
      const spot = scene.topPoint(table, [rng.range(-u, u), rng.range(-v, v)]);
      const place = { ...input, z: scene.topOf(table), heading: rng.range(0, 359) };
      if (!scene.fits(kind, spot, place, 3)) continue;
      laid.push(scene.put(kind, spot, place));
      break;
    }
  }
  return laid;
}

/** Chairs round a table, on the sides (0 front, 90 right, 180 back, 270 left) that are named. */
export function chairsAround(
  scene: IndoorScene,
  table: Entity,
  sides: readonly number[],
  rng: Rng,
): Entity[] {
  const box = scene.boxOf(table);
  const laid: Entity[] = [];
  for (const turn of sides) {
    const ahead = turn % 180 === 0 ? box.depth / 2 : box.width / 2;
    const reach = ahead + rng.range(14, 30);
    const local: Vec2 =
      turn === 0 ? [reach, 0] : turn === 90 ? [0, reach] : turn === 180 ? [-reach, 0] : [0, -reach];
    const heading = box.yaw + turn + 180 + rng.range(-12, 12);
    const spot = scene.topPoint(table, local);
    // A chair is pushed half under the table: only what stands around counts, not the table's own box.
    const behind = { ...scene.box("chair", spot, { heading }), z0: 76 };
    if (!scene.layout.fits(behind, true, 6)) continue;
    laid.push(scene.put("chair", spot, { heading }));
  }
  return laid;
}
