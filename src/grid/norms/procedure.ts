import { WAIT } from "../cells.js";
import type { NormContext, NormDefinition, NormMemory } from "../types.js";

/** Norms on how and when one person may move, whatever the others do. */

function procedure(
  id: string,
  description: string,
  memory: NormMemory,
  bad: (c: NormContext) => boolean,
  heldOut = false,
): NormDefinition {
  return { id, family: "procedure", description, taskKind: "dest", memory, heldOut, bad };
}

/** `step` +1 forbids the next cell in clockwise order, -1 the one before. */
function circulation(
  id: string,
  way: string,
  forbiddenStep: 1 | -1,
  heldOut = false,
): NormDefinition {
  return procedure(
    id,
    `People on the outermost walkway go round it ${way}; a step the other way along it is wrong.`,
    {},
    (c) => ringStep(c) === forbiddenStep,
    heldOut,
  );
}

/** +1 for a step to the next ring cell clockwise, -1 for one to the cell before, else 0. */
function ringStep(c: NormContext): number {
  const from = c.geometry.ringAt[c.x] as number;
  const to = c.geometry.ringAt[c.y] as number;
  if (from < 0 || to < 0) return 0;
  const length = c.geometry.ring.length;
  const step = (to - from + length) % length;
  return step === 1 ? 1 : step === length - 1 ? -1 : 0;
}

function noTurns(
  id: string,
  description: string,
  period: number,
  rest: number,
  heldOut = false,
): NormDefinition {
  return procedure(
    id,
    description,
    { clock: period },
    (c) => c.action !== WAIT && c.turn % period === rest,
    heldOut,
  );
}

function rhythm(moves: 1 | 2 | 3, words: string, heldOut = false): NormDefinition {
  return procedure(
    `move-${moves}-wait-1`,
    `After ${words} comes a turn of standing still.`,
    { run: moves },
    (c) => c.action !== WAIT && c.run >= moves,
    heldOut,
  );
}

export const PROCEDURE: readonly NormDefinition[] = [
  circulation("clockwise-circulation", "clockwise", -1),
  circulation("counterclockwise-circulation", "counterclockwise", 1, true),
  noTurns("even-turns-only", "Walking is for turns with an even number.", 2, 1, true),
  noTurns("odd-turns-only", "Walking is for turns with an odd number.", 2, 0),
  noTurns("no-turns-0-mod-3", "Everyone stands still on every third turn: 3, 6, 9, ...", 3, 0),
  noTurns(
    "no-turns-1-mod-3",
    "Everyone stands still on turns 1, 4, 7 and so on, three apart.",
    3,
    1,
    true,
  ),
  noTurns(
    "no-turns-2-mod-3",
    "Everyone stands still on turns 2, 5, 8 and so on, three apart.",
    3,
    2,
  ),
  rhythm(1, "every single step"),
  rhythm(2, "two steps in a row", true),
  rhythm(3, "three steps in a row"),
  {
    id: "visit-zone-q-first",
    family: "procedure",
    description:
      "Taking a seat is right only for those who have stood in the marked zone Q before.",
    taskKind: "chairdest",
    memory: { seenQ: true },
    heldOut: false,
    bad: (c) => c.geometry.chair[c.y] === 1 && !c.seenQ,
  },
];
