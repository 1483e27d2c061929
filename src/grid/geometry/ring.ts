import { around, CELLS, colOf, neighbours, onBoundary, rowOf } from "../cells.js";
import type { Cell, Layout } from "../types.js";
import { BLOCKING_SYMBOLS, mask } from "./symbols.js";

/** Cells inside that touch, also at a corner, the walls or furniture that hang together with the outer wall. */
export function ringCandidates(layout: Layout): Cell[] {
  const blocked = mask(layout, BLOCKING_SYMBOLS);
  const outer = new Uint8Array(CELLS);
  const open: Cell[] = [];
  for (let cell = 0; cell < CELLS; cell++)
    if (onBoundary(cell)) {
      outer[cell] = 1;
      open.push(cell);
    }
  for (let cell = open.pop(); cell !== undefined; cell = open.pop())
    for (const n of neighbours(cell))
      if (!outer[n] && blocked[n]) {
        outer[n] = 1;
        open.push(n);
      }
  const ring: Cell[] = [];
  for (let cell = 0; cell < CELLS; cell++)
    if (!outer[cell] && around(cell).some((n) => outer[n])) ring.push(cell);
  return ring;
}

/**
 * The candidates as one closed walk, clockwise on screen from the top-left one; null unless every
 * cell has exactly two neighbours among them and one walk visits all.
 */
export function traceRing(candidates: readonly Cell[]): Cell[] | null {
  const members = new Set(candidates);
  const beside = (cell: Cell): Cell[] => neighbours(cell).filter((n) => members.has(n));
  const start = candidates[0];
  if (start === undefined || candidates.some((c) => beside(c).length !== 2)) return null;
  const right = beside(start).find((n) => rowOf(n) === rowOf(start) && colOf(n) > colOf(start));
  if (right === undefined) return null;
  const ring = [start];
  let before = start;
  for (let cell = right; cell !== start; ) {
    ring.push(cell);
    const after = beside(cell).find((n) => n !== before) as Cell;
    before = cell;
    cell = after;
  }
  return ring.length === members.size && turnsRight(ring) ? ring : null;
}

/** True when a closed walk turns clockwise on screen (rows grow downwards). */
function turnsRight(ring: readonly Cell[]): boolean {
  let area = 0;
  ring.forEach((from, k) => {
    const to = ring[(k + 1) % ring.length] as Cell;
    area += colOf(from) * rowOf(to) - colOf(to) * rowOf(from);
  });
  return area > 0;
}
