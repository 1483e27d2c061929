import { CELLS, NEIGHBOUR } from "../cells.js";
import { newContext } from "../judge.js";
import type { ActionCode, Geometry, GroupCode, NormDefinition, Rules } from "../types.js";
import { type MemorySpace, memorySpace } from "./memory.js";
import type { Target } from "./site.js";

/**
 * What does not depend on where others stand, worked out once: which steps the norms on place, time and history
 * allow, and the exact number of turns to a target, waiting included, from every cell and memory.
 */
export class Tables {
  /** `[group][(memory * CELLS + cell) * 4 + direction]`: 1 where the step may be taken */
  private readonly turns: (Int16Array | undefined)[][] = [[], [], []];

  private constructor(
    private readonly geometry: Geometry,
    private readonly space: MemorySpace,
    private readonly allowed: readonly Uint8Array[],
  ) {}

  static of(
    geometry: Geometry,
    rules: Rules,
    space: MemorySpace,
    norms: readonly NormDefinition[],
  ): Tables {
    const groups: GroupCode[] = norms.some((norm) => norm.memory.group) ? [0, 1, 2] : [0];
    return new Tables(
      geometry,
      space,
      groups.map((g) => allowedSteps(geometry, rules, space, norms, g)),
    );
  }

  /** The same with the steps of the memory that allows most, and no memory. */
  withoutTime(): Tables {
    const steps = this.allowed.map((allowed) => richest(allowed, this.space.size));
    return new Tables(this.geometry, memorySpace([]), steps);
  }

  /**
   * Per memory, whether a step may be taken at all, when that is all the memory says: norms on turns and rhythm
   * hold steps up without changing which way is shortest, so that the search may leave time out. Null when
   * memory and place are mixed.
   */
  pace(): Uint8Array | null {
    const pace = new Uint8Array(this.space.size);
    for (const allowed of this.allowed) {
      const free = richest(allowed, this.space.size);
      for (let m = 0; m < this.space.size; m++) {
        const slice = allowed.subarray(m * CELLS * 4, (m + 1) * CELLS * 4);
        if (slice.every((step, i) => step === free[i])) pace[m] = 1;
        else if (slice.some((step) => step === 1)) return null;
      }
    }
    return pace;
  }

  steps(group: GroupCode): Uint8Array {
    return this.allowed[this.allowed.length > 1 ? group : 0] as Uint8Array;
  }

  /** Turns to `target` per `cell * space.size + memory`; -1 where it cannot be reached. */
  distances(target: Target, group: GroupCode): Int16Array {
    const g = this.allowed.length > 1 ? group : 0;
    const known = this.turns[g]?.[target.key];
    if (known) return known;
    const made = this.measure(target, this.allowed[g] as Uint8Array);
    (this.turns[g] as Int16Array[])[target.key] = made;
    return made;
  }

  /** Backwards from the target: a step of waiting costs a turn as a move does. */
  private measure(target: Target, allowed: Uint8Array): Int16Array {
    const { size } = this.space;
    const turns = new Int16Array(CELLS * size).fill(-1);
    const queue: number[] = [];
    for (const cell of target.cells)
      for (let m = 0; m < size; m++) {
        turns[cell * size + m] = 0;
        queue.push(cell * size + m);
      }
    for (let k = 0; k < queue.length; k++) {
      const node = queue[k] as number;
      const cell = Math.floor(node / size);
      const after = (turns[node] as number) + 1;
      for (const [from, m] of this.before(cell, node % size, target, allowed)) {
        const earlier = from * size + m;
        if ((turns[earlier] as number) >= 0) continue;
        turns[earlier] = after;
        queue.push(earlier);
      }
    }
    return turns;
  }

  /** Where one may have been a turn before: on a neighbouring cell, or here and waiting. */
  private *before(
    cell: number,
    memory: number,
    target: Target,
    allowed: Uint8Array,
  ): Generator<[number, number]> {
    const { space, geometry } = this;
    const onto = geometry.inQ[cell] ? space.afterMoveIntoQ : space.afterMove;
    const mayEnter = geometry.floor[cell] === 1 || target.mask[cell] === 1;
    for (let m = 0; m < space.size; m++) {
      if (space.afterWait[m] === memory && !target.mask[cell]) yield [cell, m];
      if (onto[m] !== memory || !mayEnter) continue;
      for (let d = 0; d < 4; d++) {
        const from = NEIGHBOUR[cell * 4 + d] as number;
        const back = d ^ 1; // Up and Down, Left and Right differ in the last bit
        if (from >= 0 && allowed[(m * CELLS + from) * 4 + back]) yield [from, m];
      }
    }
  }
}

/** The steps of the memory that allows most. */
function richest(allowed: Uint8Array, memories: number): Uint8Array {
  let best = allowed.subarray(0, CELLS * 4);
  for (let m = 1; m < memories; m++) {
    const slice = allowed.subarray(m * CELLS * 4, (m + 1) * CELLS * 4);
    if (sum(slice) > sum(best)) best = slice;
  }
  return best;
}

const sum = (bits: Uint8Array): number => bits.reduce((n, bit) => n + bit, 0);

function allowedSteps(
  geometry: Geometry,
  rules: Rules,
  space: MemorySpace,
  norms: readonly NormDefinition[],
  group: GroupCode,
): Uint8Array {
  const allowed = new Uint8Array(space.size * CELLS * 4);
  const context = newContext(geometry, rules, []);
  context.group = group;
  for (let m = 0; m < space.size; m++) {
    context.turn = space.turnOf[m] as number;
    context.run = space.runOf[m] as number;
    context.seenQ = space.seenQOf[m] === 1;
    for (let cell = 0; cell < CELLS; cell++) {
      if (!geometry.walkable[cell]) continue;
      context.x = cell;
      for (let d = 0; d < 4; d++) {
        context.y = geometry.next[cell * 5 + d] as number;
        if (context.y === cell) continue;
        context.action = d as ActionCode;
        if (!norms.some((norm) => norm.bad(context))) allowed[(m * CELLS + cell) * 4 + d] = 1;
      }
    }
  }
  return allowed;
}
