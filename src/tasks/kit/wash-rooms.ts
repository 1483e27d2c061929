import type { Rng } from "../../core/rng.js";
import type { Vec2 } from "../../world/types.js";
import { Redraw } from "../types.js";
import { bystanders } from "./family.js";
import { atSide, chairsAround, furnishWalls, setTable, windows } from "./furniture.js";
import type { IndoorScene } from "./indoor.js";
import { kitchenRun, type WashPlace, washPlace, windowAbove } from "./kitchen.js";
import { type Cut, makeRoom, positionOn, type Room, type RoomSide, sideOf } from "./rooms.js";

/** Rooms where one washes: the agent stands at the origin, near one or two sinks. */

export type WashRoom = "kitchen" | "nook" | "corner" | "bathroom";

/** The kinds to draw from; in the training pictures the sinks stand in alcoves of kitchens and bathrooms. */
export function washRooms(split: "benchmark" | "training", twoSinks: boolean): WashRoom[] {
  if (split === "training") return ["kitchen", "bathroom"];
  return ["kitchen", "bathroom", "nook", ...(twoSinks ? (["corner"] as const) : [])];
}

export interface WashRoomInput {
  kind: WashRoom;
  /** state of each faucet, in the order in which the places are laid */
  states: ("on" | "off")[];
}

/** A sink stands at most this far away at the start, centre to centre, and so does its faucet, cm. */
const NEAR = 179;

/** Lays the room; the agent is placed so that all sinks are in view. @throws Redraw when they do not fit */
export function layWashRoom(scene: IndoorScene, { kind, states }: WashRoomInput): WashPlace[] {
  const rng = scene.stream("wash room");
  const places =
    kind === "corner"
      ? corner(scene, states, rng)
      : kind === "nook"
        ? nook(scene, states, rng)
        : straight(scene, kind, states, rng);
  for (const { faucet } of places) {
    const [u, v] = scene.drawn(faucet).centre;
    if (Math.hypot(u, v) > NEAR) throw new Redraw("a faucet is too far off");
    scene.mustSee(faucet, 0.8);
    scene.layout.keepWay([0, 0], [u * 0.5, v * 0.5], 40);
  }
  const company = rng.chance(0.35) ? [null] : [];
  bystanders(scene, company, (r) => [r.range(-200, 20), r.range(-200, 200)], "by the door");
  return places;
}

/** How wide the sinks are, and how far apart two may stand when not side by side, cm. */
const SINKS = {
  kitchen: { width: 80, apart: [114, 134] },
  nook: { width: 80, apart: [112, 120] },
  bathroom: { width: 65, apart: [72, 120] },
} as const;

/** Middles of the sinks across the line of sight. */
function sinkOffsets(kind: keyof typeof SINKS, count: number, rng: Rng): number[] {
  const middle = rng.int(-30, 30);
  if (count === 1) return [Math.round(middle * 1.6)];
  const { width, apart } = SINKS[kind];
  const half = (rng.chance(0.4) ? width + 2 : rng.int(apart[0], apart[1])) / 2;
  return [Math.round(middle * 0.3 - half), Math.round(middle * 0.3 + half)];
}

function look(scene: IndoorScene, targets: readonly Vec2[], rng: Rng): void {
  const bearings = targets.map(([u, v]) => (Math.atan2(v, u) * 180) / Math.PI);
  const middle = (Math.min(...bearings) + Math.max(...bearings)) / 2;
  const spare = targets.length === 1 ? 9 : 2;
  scene.agentAt([0, 0], middle + rng.range(-spare, spare));
}

/** Kitchen front or basins along the wall ahead. */
function straight(
  scene: IndoorScene,
  kind: "kitchen" | "bathroom",
  states: ("on" | "off")[],
  rng: Rng,
): WashPlace[] {
  const wall = rng.int(160, states.length === 1 ? 188 : 172);
  const offsets = sinkOffsets(kind, states.length, rng);
  const [left, right] = [-rng.int(140, 230), rng.int(140, 230)];
  const cuts = scene.input.split === "training" ? alcove(kind, offsets, left, right, rng) : [];
  const room = makeRoom(-rng.range(120, 260), left, wall, right, cuts);
  const side = room.sides.find((s) => s.side === "far" && s.a[0] === wall) ?? sideOf(room, "far");
  const ats = offsets.map((v) => positionOn(side, [wall, v]));
  if (kind === "kitchen") for (const at of ats.slice(0, 1)) windowAbove(side, at, rng);
  windows(rng, [sideOf(room, "left"), sideOf(room, "right")], 0.4);
  buildWet(scene, room, kind, rng);
  look(
    scene,
    offsets.map((v): Vec2 => [wall - 40, v]),
    rng,
  );
  if (kind === "bathroom") return basins(scene, room, side, ats, states, rng);
  const places = front(scene, side, ats, states, rng);
  furnishWalls(scene, room, "kitchen", rng.int(1, 3), "kitchen");
  return places;
}

/** The corners beside the sinks, so that these stand in an alcove. */
function alcove(
  kind: "kitchen" | "bathroom",
  offsets: readonly number[],
  left: number,
  right: number,
  rng: Rng,
): Cut[] {
  const reach = SINKS[kind].width / 2 + rng.int(4, 14);
  const depth = rng.int(40, 58);
  return [
    { corner: "far_left", depth, width: Math.min(...offsets) - reach - left },
    { corner: "far_right", depth, width: right - Math.max(...offsets) - reach },
  ];
}

function buildWet(scene: IndoorScene, room: Room, kind: WashRoom, rng: Rng): void {
  const tiled = kind === "bathroom" || rng.chance(0.4);
  scene.room(room, {
    label: kind === "bathroom" ? "bathroom" : "kitchen",
    ...(tiled && { floor: "tiles" as const }),
    ...(kind === "bathroom" && { wall: "tiles" as const }),
  });
}

function front(
  scene: IndoorScene,
  side: RoomSide,
  ats: readonly number[],
  states: ("on" | "off")[],
  rng: Rng,
  span: readonly [number, number] = [0, side.length],
): WashPlace[] {
  const sinks = ats.map((at, i) => ({ at, state: states[i] ?? "off" }));
  const room = span[1] - span[0] > 260;
  return kitchenRun(
    scene,
    side,
    {
      from: span[0],
      to: span[1],
      sinks,
      stove: room,
      fridge: room && rng.chance(0.4),
      cabinets: rng.chance(0.8),
    },
    rng,
  );
}

/** Basins with mirrors; soap and towels near them. */
function basins(
  scene: IndoorScene,
  room: Room,
  side: RoomSide,
  ats: readonly number[],
  states: ("on" | "off")[],
  rng: Rng,
): WashPlace[] {
  const colour = rng.pick(scene.builder.palette.cabinet);
  const places = ats.map((at, i) =>
    washPlace(scene, side, at, "bathroom_sink", states[i] ?? "off", colour),
  );
  const z = rng.range(118, 128);
  ats.forEach((at, i) => {
    atSide(scene, side, "mirror", at, { z, out: 0.5 }, 0);
    const sink = places[i]?.sink;
    if (sink && rng.chance(0.6))
      scene.onTop(sink, "soap", [-12, rng.pick([-1, 1]) * rng.range(20, 26)]);
  });
  for (const kind of ["toilet", "bathtub", "washing_machine"] as const) {
    const where = rng.pick([sideOf(room, "left"), sideOf(room, "right"), side]);
    const r = scene.stream(`bath ${kind}`);
    for (let n = 0; n < 6; n++) {
      if (atSide(scene, where, kind, r.range(40, where.length - 40))) break;
    }
  }
  furnishWalls(scene, room, "bathroom", 0, "bathroom");
  return places;
}

/** A kitchen nook; beside it the room goes on, with a table and perhaps somebody at it. */
function nook(scene: IndoorScene, states: ("on" | "off")[], rng: Rng): WashPlace[] {
  const wall = rng.int(160, states.length === 1 ? 185 : 170);
  const offsets = sinkOffsets("nook", states.length, rng);
  const edge = Math.max(...offsets) + rng.int(46, 62);
  const [u0, v0] = [-rng.int(120, 220), -rng.int(150, 230)];
  const [u1, v1] = [rng.int(430, 560), edge + rng.int(210, 300)];
  const room = makeRoom(u0, v0, u1, v1, [
    { corner: "far_left", depth: u1 - wall, width: edge - v0 },
  ]);
  const side = room.sides.find((s) => s.side === "far" && s.a[0] === wall);
  if (!side) throw new Redraw("no nook");
  const ats = offsets.map((v) => positionOn(side, [wall, v]));
  windows(rng, [sideOf(room, "right"), sideOf(room, "far")], 0.5);
  buildWet(scene, room, "nook", rng);
  look(
    scene,
    offsets.map((v): Vec2 => [wall - 40, v]),
    rng,
  );
  const places = front(scene, side, ats, states, rng);
  const spot: Vec2 = [wall + rng.range(100, 200), edge + rng.range(90, 150)];
  if (scene.fits("dining_table", spot, { heading: 90 }, 30)) {
    const table = scene.put("dining_table", spot, { heading: 90 });
    setTable(
      scene,
      table,
      rng.shuffle(["fruit_bowl", "book", "cup", "juice_bottle"]).slice(0, rng.int(1, 3)),
      rng,
    );
    chairsAround(scene, table, rng.shuffle([0, 90, 180, 270]).slice(0, rng.int(1, 3)), rng);
  }
  bystanders(
    scene,
    rng.chance(0.6) ? [null] : [],
    (r) => [r.range(wall + 70, u1 - 50), r.range(edge + 50, v1 - 50)],
    "company",
  );
  furnishWalls(scene, room, "dining", rng.int(2, 4), "dining");
  return places;
}

/** Two sinks on the two walls of a corner. */
function corner(scene: IndoorScene, states: ("on" | "off")[], rng: Rng): WashPlace[] {
  const wall = rng.int(172, 188);
  const right = rng.int(122, 142);
  const room = makeRoom(-rng.range(140, 240), -rng.range(140, 240), wall, right);
  const [ahead, beside] = [sideOf(room, "far"), sideOf(room, "right")];
  const first: Vec2 = [wall, right - rng.int(104, 126)];
  const second: Vec2 = [rng.int(84, 100), right];
  if (rng.chance(0.5)) windowAbove(ahead, positionOn(ahead, first), rng);
  windows(rng, [sideOf(room, "left")], 0.5);
  buildWet(scene, room, "corner", rng);
  look(
    scene,
    [
      [wall - 14, first[1]],
      [second[0], right - 14],
    ],
    rng,
  );
  const reach = positionOn(ahead, [wall, right - 64]);
  const [a, b] = [positionOn(beside, [0, right]), positionOn(beside, [wall - 64, right])];
  const far = reach > 60 ? ([0, reach] as const) : ([reach, ahead.length] as const);
  const places = [
    ...front(scene, ahead, [positionOn(ahead, first)], states.slice(0, 1), rng, far),
    ...front(scene, beside, [positionOn(beside, second)], states.slice(1), rng, [
      Math.min(a, b),
      Math.max(a, b),
    ]),
  ];
  furnishWalls(scene, room, "kitchen", rng.int(1, 3), "kitchen");
  return places;
}
