import { CELLS, NEIGHBOUR } from "./cells.js";
import { distanceField } from "./geometry/fields.js";
import { newContext, violates } from "./judge.js";
import { lineOf } from "./norms/index.js";
import { REPAIRED } from "./rules.js";
import type {
  ActionCode,
  Cell,
  Geometry,
  GroupCode,
  NormContext,
  NormDefinition,
  Rules,
} from "./types.js";

/** A way that somebody who does not know the norm may take: the shortest, without a stop, to the nearest goal. */
export interface BlindWay {
  geometry: Geometry;
  norm: NormDefinition;
  start: Cell;
  goals: readonly Cell[];
  group?: GroupCode;
  /** turn of the first step; 1 unless given */
  turn?: number;
  /** Q was visited before */
  seenQ?: boolean;
  rules?: Rules;
}

/**
 * The fewest violations that any of the shortest ways holds, and how long they are; null when no way leads
 * there. Above 0, somebody who walks straight cannot help breaking the norm, whatever way ties are broken.
 */
export function leastViolations(way: BlindWay): { least: number; steps: number } | null {
  const { geometry, norm, start, goals } = way;
  const field = distanceField(geometry, goals);
  const steps = field[start] as number;
  if (steps < 0) return null;
  const context = newContext(geometry, way.rules ?? REPAIRED, lineOf(norm, geometry));
  context.group = way.group ?? 0;
  return {
    steps,
    least: new Descent(norm, context, field, way.turn ?? 1).from(start, way.seenQ ?? false),
  };
}

/** Fewest violations over the steps that lead downhill in a distance field. */
class Descent {
  // per cell and seenQ; the turn and the run follow from the distance that is left
  private readonly known = new Int16Array(CELLS * 2).fill(-1);
  private steps = 0;

  constructor(
    private readonly norm: NormDefinition,
    private readonly context: NormContext,
    private readonly field: Int16Array,
    private readonly turn: number,
  ) {}

  from(start: Cell, seenQ: boolean): number {
    this.steps = this.field[start] as number;
    return this.at(start, seenQ || this.context.geometry.inQ[start] === 1);
  }

  private at(cell: Cell, seenQ: boolean): number {
    const left = this.field[cell] as number;
    if (left === 0) return 0;
    const key = cell * 2 + (seenQ ? 1 : 0);
    let least = this.known[key] as number;
    if (least >= 0) return least;
    least = 32767;
    for (let d = 0; d < 4; d++) {
      const to = NEIGHBOUR[cell * 4 + d] as number;
      if (to < 0 || this.field[to] !== left - 1 || !this.passable(to, left - 1)) continue;
      const rest = this.at(to, seenQ || this.context.geometry.inQ[to] === 1);
      least = Math.min(least, rest + this.cost(cell, to, d as ActionCode, left, seenQ));
    }
    this.known[key] = least;
    return least;
  }

  private passable(cell: Cell, left: number): boolean {
    return left === 0 || this.context.geometry.floor[cell] === 1;
  }

  private cost(x: Cell, y: Cell, action: ActionCode, left: number, seenQ: boolean): number {
    const c = this.context;
    c.x = x;
    c.y = y;
    c.action = action;
    c.seenQ = seenQ;
    c.run = this.steps - left;
    c.turn = this.turn + c.run;
    return violates(this.norm, c) ? 1 : 0;
  }
}
