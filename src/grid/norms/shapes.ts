import type { QueueShape } from "../types.js";

/** Places in a line: as many as the loop of the square has, so that all lines but the short edges hold the same. */
export const LINE_LENGTH = 7;
export const EDGE_LENGTH = 4;

type Leg = readonly [away: number, right: number, steps: number];

/** Walks the legs from the head and cuts the line at `length` places; a leg of many steps fills up. */
function walk(legs: readonly Leg[], length = LINE_LENGTH): QueueShape {
  const places: [number, number][] = [[0, 0]];
  for (const [away, right, steps] of legs)
    for (let i = 0; i < steps && places.length < length; i++) {
      const [a, r] = places[places.length - 1] as [number, number];
      places.push([a + away, r + right]);
    }
  return places;
}

const FILL: Leg = [1, 0, LINE_LENGTH];

export type Side = "right" | "left";
const sign = (side: Side): 1 | -1 => (side === "right" ? 1 : -1);

export const bend = (side: Side, steps: number): QueueShape => walk([[0, sign(side), steps], FILL]);

export function zigzag(side: Side, steps: number): QueueShape {
  const s = sign(side);
  const weave: Leg[] = [
    [0, s, steps],
    [1, 0, 1],
    [0, -s, steps],
    [1, 0, 1],
  ];
  return walk([...weave, ...weave, ...weave]);
}

export const staircase = (side: Side): QueueShape =>
  walk([[0, sign(side), 1], [1, 0, 1], [0, sign(side), 1], [1, 0, 1], FILL]);

export const lShape = (side: Side): QueueShape => walk([[1, 0, 2], [0, sign(side), 2], FILL]);

export const square = (side: Side): QueueShape =>
  walk([
    [0, sign(side), 1],
    [1, 0, 2],
    [0, -sign(side), 2],
    [-1, 0, 1],
  ]);

export const edge = (side: Side): QueueShape =>
  walk([[0, sign(side), EDGE_LENGTH - 1]], EDGE_LENGTH);
