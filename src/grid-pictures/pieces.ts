import {
  COLS,
  cellAt,
  colOf,
  NEIGHBOUR,
  neighbours,
  onBoundary,
  ROWS,
  rowOf,
} from "../grid/cells.js";
import type { Layout } from "../grid/types.js";
import type { Facing } from "./types.js";

/** A piece of furniture as the map's symbols show it: a rectangle of cells with one symbol. */
export interface Piece {
  symbol: string;
  row: number;
  col: number;
  /** cells across and down the map */
  w: number;
  d: number;
  /** which of its kind it is, in reading order from 0 */
  index: number;
  /** where a seat looks: at the table or station beside it */
  facing: Facing;
  /** stands in the place of a wall */
  inWall: boolean;
  /** the named place that is reached beside it */
  poi?: string;
}

/** Largest rectangle that is drawn as one piece. */
const LIMITS: Record<string, readonly [w: number, d: number]> = {
  h: [1, 1],
  T: [4, 2],
  X: [4, 3],
  M: [1, 1],
  V: [3, 3],
  E: [2, 1],
};

const FURNITURE = "TXMVE";

export const symbolOf = (layout: Layout, row: number, col: number): string =>
  layout.map[row]?.[col] ?? "#";

const symbolAtCell = (layout: Layout, cell: number): string =>
  symbolOf(layout, rowOf(cell), colOf(cell));

/** Everything that stands in the room or in its walls, in reading order. */
export function piecesOf(layout: Layout): Piece[] {
  const taken = new Set<number>();
  const counts: Record<string, number> = {};
  const pieces: Piece[] = [];
  for (let row = 0; row < ROWS; row++)
    for (let col = 0; col < COLS; col++) {
      const symbol = symbolOf(layout, row, col);
      if (!LIMITS[symbol] || taken.has(cellAt(row, col))) continue;
      const [w, d] = grow(layout, taken, row, col);
      for (let r = row; r < row + d; r++)
        for (let c = col; c < col + w; c++) taken.add(cellAt(r, c));
      const index = counts[symbol] ?? 0;
      counts[symbol] = index + 1;
      const [facing, inWall] = [facingAt(layout, row, col), onBoundary(cellAt(row, col))];
      pieces.push({ symbol, row, col, w, d, index, facing, inWall });
    }
  return named(layout, pieces);
}

/** Widest run of the same symbol first, then as many equal rows below; never both inside and in the wall. */
function grow(
  layout: Layout,
  taken: ReadonlySet<number>,
  row: number,
  col: number,
): [number, number] {
  const symbol = symbolOf(layout, row, col);
  const [maxW, maxD] = LIMITS[symbol] as readonly [number, number];
  const inWall = onBoundary(cellAt(row, col));
  const free = (r: number, c: number): boolean =>
    c < COLS &&
    r < ROWS &&
    symbolOf(layout, r, c) === symbol &&
    onBoundary(cellAt(r, c)) === inWall &&
    !taken.has(cellAt(r, c));
  let w = 1;
  while (w < maxW && free(row, col + w)) w++;
  const rowFree = (r: number): boolean => {
    for (let c = col; c < col + w; c++) if (!free(r, c)) return false;
    return true;
  };
  let d = 1;
  while (d < maxD && rowFree(row + d)) d++;
  return [w, d];
}

const FACINGS: readonly Facing[] = ["up", "down", "left", "right"];

/** Seats look at furniture beside them, else down the room. */
function facingAt(layout: Layout, row: number, col: number): Facing {
  for (let d = 0; d < 4; d++) {
    const n = NEIGHBOUR[cellAt(row, col) * 4 + d] as number;
    if (n >= 0 && FURNITURE.includes(symbolAtCell(layout, n))) return FACINGS[d] as Facing;
  }
  return "down";
}

/** Gives each named place the piece beside its cell, one in the wall first; a piece bears one name. */
function named(layout: Layout, pieces: Piece[]): Piece[] {
  const covering = (cell: number): Piece | undefined =>
    pieces.find(
      (p) =>
        rowOf(cell) >= p.row &&
        rowOf(cell) < p.row + p.d &&
        colOf(cell) >= p.col &&
        colOf(cell) < p.col + p.w,
    );
  for (const { name, at } of layout.poi) {
    const beside = neighbours(cellAt(at[0], at[1]))
      .map(covering)
      .filter((p): p is Piece => p !== undefined && p.symbol !== "h" && p.poi === undefined)
      .sort((a, b) => Number(b.inWall) - Number(a.inWall) || a.w * a.d - b.w * b.d);
    if (beside[0]) beside[0].poi = name;
  }
  return pieces;
}
