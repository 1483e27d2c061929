import {
  type Cell,
  CUSTOMER,
  type NormContext,
  type NormDefinition,
  type QueueShape,
} from "../types.js";
import { bend, edge, lShape, type Side, square, staircase, zigzag } from "./shapes.js";

/** Norms on where the line for the counter stands. The printed table gives the shapes, the rule is ours. */

/** Places up to the last person in line; 0 when nobody stands on it. */
export function lineTail(
  line: readonly Cell[],
  others: Uint8Array,
  customersOnly: boolean,
): number {
  for (let k = line.length - 1; k >= 0; k--) {
    const who = others[line[k] as Cell] as number;
    if (customersOnly ? who & CUSTOMER : who) return k + 1;
  }
  return 0;
}

/**
 * A step onto the line is right when it moves up by one free place, or joins at the end (or behind it).
 * Leaving the line and waiting in it are always right.
 */
export function breaksLine(c: NormContext): boolean {
  if (c.y === c.x) return false;
  const k = c.line.indexOf(c.y);
  if (k < 0) return false;
  if (c.line[k + 1] === c.x && c.others[c.y] === 0) return false;
  const tail = lineTail(c.line, c.others, c.rules.queueRule === "customers-only");
  return c.rules.queueRule === "tail-exact" ? k !== tail : k < tail;
}

function line(id: string, description: string, shape: QueueShape, heldOut = false): NormDefinition {
  return {
    id,
    family: "coordination",
    description: `The line for the counter ${description}; people join at its end.`,
    taskKind: "counter",
    memory: { others: true },
    shape,
    heldOut,
    bad: breaksLine,
  };
}

const other = (side: Side): Side => (side === "right" ? "left" : "right");

const bends = (side: Side, heldOut2 = false): NormDefinition[] => [
  line(
    `bend-${side}-1`,
    `goes one place to the ${side} of the head and from there straight back`,
    bend(side, 1),
  ),
  line(
    `bend-${side}-2`,
    `goes two places to the ${side} of the head and from there straight back`,
    bend(side, 2),
    heldOut2,
  ),
];

const zigzags = (side: Side, heldOut2 = false): NormDefinition[] => [
  line(
    `zigzag-${side}-1`,
    `weaves back in single steps, first ${side}, then back, ${other(side)}, back`,
    zigzag(side, 1),
  ),
  line(
    `zigzag-${side}-2`,
    `weaves back in legs of two, first to the ${side}, then to the ${other(side)}`,
    zigzag(side, 2),
    heldOut2,
  ),
];

export const COORDINATION: readonly NormDefinition[] = [
  ...bends("right", true),
  ...bends("left"),
  ...zigzags("right"),
  ...zigzags("left", true),
  line(
    "staircase-right",
    "goes down two stairs to the right and then straight back",
    staircase("right"),
    true,
  ),
  line(
    "staircase-left",
    "goes down two stairs to the left and then straight back",
    staircase("left"),
  ),
  line(
    "l-shape-right",
    "goes back two places, right two places and then straight back",
    lShape("right"),
  ),
  line(
    "l-shape-left",
    "goes back two places, left two places and then straight back",
    lShape("left"),
    true,
  ),
  line(
    "square-right",
    "is a loop of seven places that sets out to the right and comes back on the head's left",
    square("right"),
  ),
  line(
    "square-left",
    "is a loop of seven places that sets out to the left and comes back on the head's right",
    square("left"),
    true,
  ),
  line("edge-left", "keeps to the counter's wall, to the left of the head", edge("left")),
  line("edge-right", "keeps to the counter's wall, to the right of the head", edge("right")),
];
