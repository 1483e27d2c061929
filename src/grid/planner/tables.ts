import { CELLS, NEIGHBOUR } from "../cells.js";
import { newContext } from "../judge.js";
import type { ActionCode, Geometry, GroupCode, NormDefinition, Rules } from "../types.js";
import type { MemorySpace } from "./memory.js";
import type { Target } from "./site.js";

/**
 * What does not depend on where others stand, worked out once: which steps the norms on place, time and history
 * allow, and the exact number of turns to a target, waiting included, from every cell and memory.
 */
export class Tables {
  /** `[group][(memory * CELLS + cell) * 4 + direction]`: 1 where the step may be taken */
  private readonly allowed: Uint8Array[];
  private readonly turns: (Int16Array | undefined)[][] = [[], [], []];
  private readonly byGroup: boolean;

  constructor(
    private readonly geometry: Geometry,
    rules: Rules,
    private readonly space: MemorySpace,
    norms: readonly NormDefinition[],
  ) {
    this.byGroup = norms.some((norm) => norm.memory.group);
    const groups: GroupCode[] = this.byGroup ? [0, 1, 2] : [0];
    this.allowed = groups.map((g) => allowedSteps(geometry, rules, space, norms, g));
  }

  steps(group: GroupCode): Uint8Array {
    return this.allowed[this.byGroup ? group : 0] as Uint8Array;
  }

  /** Turns to `target` per `cell * space.size + memory`; -1 where it cannot be reached. */
  distances(target: Target, group: GroupCode): Int16Array {
    const g = this.byGroup ? group : 0;
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
