import { CELLS, WAIT } from "./cells.js";
import type { ActionCode, Cell, Geometry, NormContext, NormDefinition, Rules } from "./types.js";

/** A context to be filled in and asked about many times; `others` starts empty. */
export function newContext(geometry: Geometry, rules: Rules, line: readonly Cell[]): NormContext {
  return {
    geometry,
    rules,
    x: 0,
    y: 0,
    action: WAIT as ActionCode,
    turn: 1,
    run: 0,
    seenQ: false,
    group: 0,
    others: new Uint8Array(CELLS),
    seatsFilled: 0,
    line,
  };
}

/**
 * Whether the action in `context` is sanctioned: only actions that the rules let be judged are put to the
 * norm. WAIT is never wrong, and a move into a wall is none, unless the rules say otherwise.
 */
export function violates(norm: NormDefinition, context: NormContext): boolean {
  if (context.y === context.x && !judgedInPlace(context)) return false;
  return norm.bad(context);
}

function judgedInPlace({ action, rules }: NormContext): boolean {
  return action === WAIT ? rules.waitCanViolate : rules.blockedMoves === "judged";
}
