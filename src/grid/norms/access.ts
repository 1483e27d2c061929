import type { NormContext, NormDefinition } from "../types.js";

/** Norms on where people may step: only the cell that is entered counts. */

const DOOR_NAMES = ["left", "bottom", "right"] as const;
const REGION_NAMES = ["top-left", "bottom-left", "bottom-right"] as const;
type Which = 0 | 1 | 2;

function access(
  id: string,
  description: string,
  taskKind: NormDefinition["taskKind"],
  bad: (c: NormContext) => boolean,
  heldOut = false,
): NormDefinition {
  return { id, family: "access", description, taskKind, memory: {}, heldOut, bad };
}

function onlyDoor(door: Which, heldOut = false): NormDefinition {
  const name = DOOR_NAMES[door];
  return access(
    `all-exit-${name}`,
    `Whoever goes out uses the ${name} door; the other two doors are off limits.`,
    "door",
    (c) => c.geometry.doorAt[c.y] !== 0 && c.geometry.doorAt[c.y] !== door + 1,
    heldOut,
  );
}

function notDoor(door: Which, heldOut = false): NormDefinition {
  const name = DOOR_NAMES[door];
  return access(
    `${name}-door-forbidden`,
    `Nobody goes out by the ${name} door; the other two doors are fine.`,
    "door",
    (c) => c.geometry.doorAt[c.y] === door + 1,
    heldOut,
  );
}

function onlySeats(region: Which, heldOut = false): NormDefinition {
  const name = REGION_NAMES[region];
  return access(
    `${name}-seats-only`,
    `Seats are taken in the ${name} part of the room and nowhere else.`,
    "seat",
    (c) => c.geometry.chair[c.y] === 1 && c.geometry.regionAt[c.y] !== region + 1,
    heldOut,
  );
}

function noSeats(region: Which, heldOut = false): NormDefinition {
  const name = REGION_NAMES[region];
  return access(
    `no-${name}-seats`,
    `Seats in the ${name} part of the room are left empty.`,
    "seat",
    (c) => c.geometry.chair[c.y] === 1 && c.geometry.regionAt[c.y] === region + 1,
    heldOut,
  );
}

export const ACCESS: readonly NormDefinition[] = [
  access(
    "forbidden-zone-q",
    "The marked zone Q stays clear: stepping onto any of its cells is wrong.",
    "dest",
    (c) => c.geometry.inQ[c.y] === 1,
  ),
  onlyDoor(0),
  onlyDoor(1, true),
  onlyDoor(2),
  notDoor(0),
  notDoor(1),
  notDoor(2, true),
  onlySeats(1),
  onlySeats(0),
  onlySeats(2, true),
  noSeats(1),
  noSeats(2, true),
];
