import { CELLS, NEIGHBOUR } from "../cells.js";
import { newContext } from "../judge.js";
import type { ActionCode, Geometry, GroupCode, NormDefinition, Rules } from "../types.js";
import { type MemorySpace, memorySpace } from "./memory.js";
import type { Target } from "./site.js";

/** Turns to a target from every node `cell * size + memory`; -1 where no way leads. */
export interface Distances {
  /** counted from anywhere, chairs and doors included */
  from: Int16Array;
  /** the same, but -1 on chairs and doors that are no target: nobody's way leads over them */
  over: Int16Array;
}

/**
 * What does not depend on where others stand, worked out once: which steps the norms on place, time and history
 * allow, and the exact number of turns to a target, waiting included, from every cell and memory.
 */
export class Tables {
  private readonly known: (Distances | undefined)[][] = [[], [], []];

  private constructor(
    private readonly geometry: Geometry,
    private readonly space: MemorySpace,
    /** per group: the node that a step leads to, `node * 4 + direction`, -1 where it may not be taken */
    private readonly moves: readonly Int16Array[],
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
      groups.map((g) => allowedMoves(geometry, rules, space, norms, g)),
    );
  }

  /** The same with the steps of the memory that allows most, and no memory. */
  withoutTime(): Tables {
    const { size, cellOfNode } = this.space;
    const flat = this.moves.map((moves) => {
      const m = richest(moves, size);
      return Int16Array.from({ length: CELLS * 4 }, (_, i) => {
        const to = moves[((i >> 2) * size + m) * 4 + (i & 3)] as number;
        return to < 0 ? -1 : (cellOfNode[to] as number);
      });
    });
    return new Tables(this.geometry, memorySpace([]), flat);
  }

  /**
   * Per memory, whether a step may be taken at all, when that is all the memory says: norms on turns and rhythm
   * hold steps up without changing which way is shortest, so that the search may leave time out. Null when
   * memory and place are mixed.
   */
  pace(): Uint8Array | null {
    const { size } = this.space;
    const pace = new Uint8Array(size);
    for (const moves of this.moves) {
      const most = bitsOf(moves, size, richest(moves, size));
      for (let m = 0; m < size; m++) {
        const bits = bitsOf(moves, size, m);
        if (bits === most) pace[m] = 1;
        else if (bits.includes("1")) return null;
      }
    }
    return pace;
  }

  steps(group: GroupCode): Int16Array {
    return this.moves[this.moves.length > 1 ? group : 0] as Int16Array;
  }

  distances(target: Target, group: GroupCode): Distances {
    const g = this.moves.length > 1 ? group : 0;
    const known = this.known[g]?.[target.key];
    if (known) return known;
    const from = this.measure(target, this.moves[g] as Int16Array);
    const { cellOfNode } = this.space;
    const over = from.map((turns, node) => {
      const cell = cellOfNode[node] as number;
      return this.geometry.floor[cell] || target.mask[cell] ? turns : -1;
    });
    const made = { from, over };
    (this.known[g] as Distances[])[target.key] = made;
    return made;
  }

  /** Backwards from the target: a turn of waiting costs as much as a move. */
  private measure(target: Target, moves: Int16Array): Int16Array {
    const { size, cellOfNode } = this.space;
    const turns = new Int16Array(CELLS * size).fill(-1);
    const queue: number[] = [];
    for (const cell of target.cells)
      for (let m = 0; m < size; m++) {
        turns[cell * size + m] = 0;
        queue.push(cell * size + m);
      }
    for (let k = 0; k < queue.length; k++) {
      const node = queue[k] as number;
      for (const earlier of this.before(node, cellOfNode[node] as number, target, moves)) {
        if ((turns[earlier] as number) >= 0) continue;
        turns[earlier] = (turns[node] as number) + 1;
        queue.push(earlier);
      }
    }
    return turns;
  }

  /** Where one may have been a turn before: on a neighbouring cell, or here and waiting. */
  private before(node: number, cell: number, target: Target, moves: Int16Array): number[] {
    const { size, afterWait } = this.space;
    const found: number[] = [];
    for (let m = 0; m < size; m++) {
      if (cell * size + (afterWait[m] as number) === node && !target.mask[cell])
        found.push(cell * size + m);
      if (!this.geometry.floor[cell] && !target.mask[cell]) continue;
      for (let d = 0; d < 4; d++) {
        const from = NEIGHBOUR[cell * 4 + d] as number;
        const back = d ^ 1; // Up and Down, Left and Right differ in the last bit
        if (from >= 0 && moves[(from * size + m) * 4 + back] === node) found.push(from * size + m);
      }
    }
    return found;
  }
}

/** The memory that allows the most steps. */
function richest(moves: Int16Array, size: number): number {
  const counts = new Int32Array(size);
  moves.forEach((to, i) => {
    if (to >= 0) counts[(i >> 2) % size] = (counts[(i >> 2) % size] as number) + 1;
  });
  return counts.indexOf(Math.max(...counts));
}

/** Which steps a memory allows, as text to compare. */
function bitsOf(moves: Int16Array, size: number, memory: number): string {
  let bits = "";
  for (let cell = 0; cell < CELLS; cell++)
    for (let d = 0; d < 4; d++)
      bits += (moves[(cell * size + memory) * 4 + d] as number) < 0 ? "0" : "1";
  return bits;
}

function allowedMoves(
  geometry: Geometry,
  rules: Rules,
  space: MemorySpace,
  norms: readonly NormDefinition[],
  group: GroupCode,
): Int16Array {
  const { size } = space;
  const moves = new Int16Array(CELLS * size * 4).fill(-1);
  const context = newContext(geometry, rules, []);
  context.group = group;
  for (let m = 0; m < size; m++) {
    context.turn = space.turnOf[m] as number;
    context.run = space.runOf[m] as number;
    context.seenQ = space.seenQOf[m] === 1;
    for (let cell = 0; cell < CELLS; cell++) {
      if (!geometry.walkable[cell]) continue;
      context.x = cell;
      for (let d = 0; d < 4; d++) {
        const to = geometry.next[cell * 5 + d] as number;
        if (to === cell) continue;
        context.y = to;
        context.action = d as ActionCode;
        if (norms.some((norm) => norm.bad(context))) continue;
        const after = geometry.inQ[to] ? space.afterMoveIntoQ : space.afterMove;
        moves[(cell * size + m) * 4 + d] = to * size + (after[m] as number);
      }
    }
  }
  return moves;
}
