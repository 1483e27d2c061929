import { CELLS } from "../cells.js";
import type { NormDefinition } from "../types.js";

/**
 * What a search has to carry along beside the cell so that norms on time and history can be kept: the turn
 * modulo a period, the run of own moves up to a cap, and whether Q was visited. Each combination has a number.
 */
export interface MemorySpace {
  size: number;
  clock: number;
  runCap: number;
  /** memory after a move onto a cell outside Q, and onto a cell of Q */
  afterMove: Int16Array;
  afterMoveIntoQ: Int16Array;
  afterWait: Int16Array;
  turnOf: Int16Array;
  runOf: Int16Array;
  seenQOf: Uint8Array;
  /** cell and memory of a search node `cell * size + memory` */
  cellOfNode: Int16Array;
  memoryOfNode: Int16Array;
  numberOf(turn: number, run: number, seenQ: boolean): number;
}

/** The smallest space in which all the norms can be kept. */
export function memorySpace(norms: readonly NormDefinition[]): MemorySpace {
  const clock = norms.reduce((n, norm) => leastMultiple(n, norm.memory.clock ?? 1), 1);
  const runCap = Math.max(0, ...norms.map((norm) => norm.memory.run ?? 0));
  const wantsQ = norms.some((norm) => norm.memory.seenQ);
  const runs = runCap + 1;
  const seen = wantsQ ? 2 : 1;
  const size = clock * runs * seen;
  const numberOf = (turn: number, run: number, seenQ: boolean): number =>
    ((turn % clock) * runs + Math.min(run, runCap)) * seen + (wantsQ && seenQ ? 1 : 0);
  const space: MemorySpace = {
    size,
    clock,
    runCap,
    afterMove: new Int16Array(size),
    afterMoveIntoQ: new Int16Array(size),
    afterWait: new Int16Array(size),
    turnOf: new Int16Array(size),
    runOf: new Int16Array(size),
    seenQOf: new Uint8Array(size),
    cellOfNode: Int16Array.from({ length: CELLS * size }, (_, node) => Math.floor(node / size)),
    memoryOfNode: Int16Array.from({ length: CELLS * size }, (_, node) => node % size),
    numberOf,
  };
  for (let turn = 0; turn < clock; turn++)
    for (let run = 0; run < runs; run++)
      for (let q = 0; q < seen; q++) {
        const m = numberOf(turn, run, q === 1);
        space.turnOf[m] = turn + clock; // turns count from 1
        space.runOf[m] = run;
        space.seenQOf[m] = q;
        space.afterMove[m] = numberOf(turn + 1, run + 1, q === 1);
        space.afterMoveIntoQ[m] = numberOf(turn + 1, run + 1, true);
        space.afterWait[m] = numberOf(turn + 1, 0, q === 1);
      }
  return space;
}

function leastMultiple(a: number, b: number): number {
  let n = Math.max(a, b);
  while (n % a !== 0 || n % b !== 0) n++;
  return n;
}
