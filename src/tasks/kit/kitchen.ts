import type { Rng } from "../../core/rng.js";
import { asset } from "../../world/assets.js";
import type { Entity } from "../../world/types.js";
import { Redraw } from "../types.js";
import { atSide, setTable } from "./furniture.js";
import type { IndoorScene } from "./indoor.js";
import { open, type RoomSide } from "./rooms.js";

/** Kitchen fronts and wash-places: sinks, counters, stove, fridge, what hangs above and stands on them. */

export interface WashPlace {
  sink: Entity;
  faucet: Entity;
}

/** How far a faucet stands behind the middle of its sink, cm. */
function faucetBack(kind: string): number {
  return asset(kind).size[0] / 2 - 12;
}

/** A sink with its back to a side, `at` along it, and its faucet. @throws Redraw when there is no room */
export function washPlace(
  scene: IndoorScene,
  side: RoomSide,
  at: number,
  kind: "sink" | "bathroom_sink",
  state: "on" | "off",
  colour: string,
): WashPlace {
  const sink = atSide(scene, side, kind, at, { look: { colour } }, 0);
  if (!sink) throw new Redraw("no room for a sink");
  const faucet = scene.onTop(sink, "faucet", [-faucetBack(kind), 0], {
    state,
    heading: side.facing,
  });
  return { sink, faucet };
}

export interface RunInput {
  /** where along the side the front begins and ends */
  from: number;
  to: number;
  sinks: { at: number; state: "on" | "off" }[];
  stove?: boolean;
  fridge?: boolean;
  cabinets?: boolean;
}

/**
 * A kitchen front along a side: the sinks where they are asked for, counters in between, a stove, a fridge at
 * one end, cabinets above, small things on top.
 * @throws Redraw when a sink does not fit
 */
export function kitchenRun(
  scene: IndoorScene,
  side: RoomSide,
  input: RunInput,
  rng: Rng,
): WashPlace[] {
  const colour = rng.pick(scene.builder.palette.cabinet);
  const places = input.sinks.map((s) => washPlace(scene, side, s.at, "sink", s.state, colour));
  let { from, to } = input;
  const fridge = asset("fridge").size[1];
  if (input.fridge) {
    const atStart = rng.chance(0.5);
    const at = atStart ? from + fridge / 2 : to - fridge / 2;
    if (atSide(scene, side, "fridge", at, {}, 0)) {
      if (atStart) from += fridge + 2;
      else to -= fridge + 2;
    }
  }
  const half = asset("sink").size[1] / 2;
  const taken = input.sinks
    .map((s) => [s.at - half, s.at + half] as const)
    .sort((a, b) => a[0] - b[0]);
  let start = from;
  let stove = input.stove ?? false;
  const counters: Entity[] = [];
  for (const [a, b] of [...taken, [to, to] as const]) {
    stove = fillCounters(scene, side, start, a, colour, stove, counters);
    start = b;
  }
  if (input.cabinets) hangCabinets(scene, side, input, colour, rng);
  for (const counter of counters) {
    setTable(
      scene,
      counter,
      rng.shuffle(["kettle", "pot", "soap", "fruit_bowl"]).slice(0, rng.int(0, 2)),
      rng,
    );
  }
  return places;
}

/** Counters from `a` to `b`, with a stove among them when there is room; says whether the stove is still due. */
function fillCounters(
  scene: IndoorScene,
  side: RoomSide,
  a: number,
  b: number,
  colour: string,
  stove: boolean,
  out: Entity[],
): boolean {
  let start = a;
  let due = stove;
  const [, stoveWidth] = asset("stove").size;
  const [depth, , height] = asset("kitchen_counter").size;
  if (due && b - a >= stoveWidth + 40) {
    const counter = 40 + Math.min(60, b - a - stoveWidth - 40);
    start = counterAt(scene, side, start, counter, depth, height, colour, out);
    if (atSide(scene, side, "stove", start + stoveWidth / 2, {}, 0)) due = false;
    start += stoveWidth;
  }
  while (b - start >= 30) {
    const left = b - start;
    start = counterAt(
      scene,
      side,
      start,
      left > 210 ? 120 : Math.min(left, 210),
      depth,
      height,
      colour,
      out,
    );
  }
  return due;
}

function counterAt(
  scene: IndoorScene,
  side: RoomSide,
  start: number,
  width: number,
  depth: number,
  height: number,
  colour: string,
  out: Entity[],
): number {
  const size = [depth, width, height] as const;
  const laid = atSide(
    scene,
    side,
    "kitchen_counter",
    start + width / 2,
    { size, look: { colour } },
    0,
  );
  if (laid) out.push(laid);
  return start + width;
}

/** Cabinets above the front, not above the sinks. */
function hangCabinets(
  scene: IndoorScene,
  side: RoomSide,
  { from, to, sinks }: RunInput,
  colour: string,
  rng: Rng,
): void {
  const width = rng.int(8, 12) * 10;
  const size = [35, width, 65] as const;
  for (let at = from + width / 2; at + width / 2 <= to; at += width + 1) {
    if (sinks.some((s) => Math.abs(s.at - at) < width / 2 + 55) || rng.chance(0.2)) continue;
    atSide(scene, side, "wall_cabinet", at, { z: 150, out: 0.5, size, look: { colour } }, 0);
  }
}

/** A window above a sink; call before the room is built. */
export function windowAbove(side: RoomSide, at: number, rng: Rng): void {
  if (rng.chance(0.6)) open(side, at, "window", rng.int(10, 13) * 10, { sill: 128, height: 95 });
}
