import type { Rng } from "../../core/rng.js";
import type { Entity, Vec2 } from "../../world/types.js";
import { Redraw } from "../types.js";
import { atSide, furnishWalls, rugAndTable, windows } from "./furniture.js";
import type { IndoorScene } from "./indoor.js";
import {
  DOOR_WIDTH,
  makeRoom,
  open,
  positionOn,
  type Room,
  shareWall,
  sideOf,
  WALL,
} from "./rooms.js";

/** A living room with a bedroom behind an open door: the agent stands at the origin and looks through it. */

export interface BedroomScene {
  living: Room;
  bedroom: string;
  door: Entity;
  bed: Entity;
  /** middle of the doorway, in the wall */
  doorway: Vec2;
  /** a spot inside, in the line of sight through the doorway, at this distance behind the wall */
  inside(depth: number, aside: number): Vec2;
}

/**
 * Lays both rooms, the door and the bed; `bedAhead` when the ball will lie on it, so that it has to stand
 * right in the line of sight.
 * @throws Redraw when the bed has no room in sight
 */
export function layBedroom(scene: IndoorScene, bedAhead: boolean): BedroomScene {
  const rng = scene.stream("rooms");
  // The benchmark looks through the door more or less straight, the training pictures at a slant.
  const straight = scene.input.split === "benchmark";
  const wall = straight ? rng.int(225, 300) : rng.int(205, 235);
  const aside = straight ? rng.range(-70, 70) : rng.pick([-1, 1]) * rng.range(110, 150);
  const living = makeRoom(-rng.range(110, 220), -rng.range(190, 280), wall, rng.range(190, 280));
  const deep = rng.range(400, 470);
  const drift = (aside * (wall + deep)) / wall;
  const sleeping = makeRoom(
    wall + WALL,
    Math.min(aside, drift) - rng.range(110, 190),
    wall + WALL + deep,
    Math.max(aside, drift) + rng.range(110, 190),
  );
  const between = sideOf(living, "far");
  open(between, positionOn(between, [wall, aside]), "doorway", DOOR_WIDTH);
  shareWall(sideOf(sleeping, "near"), between);
  windows(rng, [sideOf(living, "left"), sideOf(living, "right")], 0.6);
  windows(rng, [sideOf(sleeping, "far"), sideOf(sleeping, "left")], 0.6);
  scene.room(living, { label: "living room" });
  scene.agentAt([0, 0], (Math.atan2(aside, wall) * 180) / Math.PI + rng.range(-4, 4));
  const bedroom = scene.room(sleeping, {
    region: "private_room",
    label: "bedroom",
    ...(rng.chance(0.5) && { floor: "carpet" as const }),
  });
  const doorway: Vec2 = [wall + WALL / 2, aside];
  const toRight = aside === 0 ? rng.chance(0.5) : aside > 0;
  const door = layDoor(scene, doorway, toRight, rng);
  const inside = (depth: number, off: number): Vec2 => {
    const u = wall + WALL + depth;
    return [u, ((aside + off * (DOOR_WIDTH / 2)) * u) / wall];
  };
  const bed = layBed(scene, sleeping, inside, bedAhead, rng);
  furnishWalls(scene, sleeping, "bedroom", rng.int(1, 3), "bedroom");
  return { living, bedroom, door, bed, doorway, inside };
}

/** The door stands open on the side that lies away from the line of sight, into this room or the other. */
function layDoor(scene: IndoorScene, [u, v]: Vec2, toRight: boolean, rng: Rng): Entity {
  const swing = rng.pick(["front", "back"] as const);
  const door = scene.builder.object("door", {
    ...scene.placed([u, v], 180),
    state: "open",
    look: {
      ...scene.looks("door", [u, v]),
      hinge: scene.ownSide(toRight),
      swing,
    },
  });
  const leaf: Vec2 = [
    u + (swing === "front" ? -1 : 1) * 54,
    v + (toRight ? 1 : -1) * (DOOR_WIDTH / 2 + 3),
  ];
  scene.layout.add({ centre: leaf, yaw: 0, depth: 92, width: 6, z0: 0, z1: 205 }, true);
  scene.layout.reserve({ centre: [u, v], yaw: 0, depth: 190, width: DOOR_WIDTH, z0: 0, z1: 1 });
  return door;
}

/** The bed with its head at the far wall; when the ball is not on it, beside the line of sight. */
function layBed(
  scene: IndoorScene,
  room: Room,
  inside: BedroomScene["inside"],
  ahead: boolean,
  rng: Rng,
): Entity {
  const far = sideOf(room, "far");
  for (let n = 0; n < 24; n++) {
    const across = ahead ? rng.range(-0.5, 0.5) : rng.pick([-1, 1]) * rng.range(0.9, 2.2);
    const bed = atSide(scene, far, "bed", positionOn(far, inside(380, across)));
    if (!bed) continue;
    scene.mustSee(bed, 0.12);
    return bed;
  }
  throw new Redraw("no room for the bed");
}

/** Seats, shelves, a rug: the living room around the agent. */
export function furnishLiving(scene: IndoorScene, living: Room, rng: Rng): void {
  rugAndTable(scene, [rng.range(60, 150), rng.pick([-1, 1]) * rng.range(120, 190)], 0, rng);
  furnishWalls(scene, living, "living", rng.int(3, 6), "living");
}
