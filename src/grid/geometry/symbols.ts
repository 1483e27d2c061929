import { COLS, cellAt, ROWS } from "../cells.js";
import type { Cell, Layout } from "../types.js";

export const WALKABLE_SYMBOLS = ".hABC";
/** wall, service counter, counter, table, shelf or rack, machine, vault or storage, bed */
export const BLOCKING_SYMBOLS = "#SKTXMVE";
export const ZONE_SYMBOLS = ".qr";

export const symbolAt = (layout: Layout, row: number, col: number): string =>
  layout.map[row]?.[col] ?? "#";

export const zoneAt = (layout: Layout, row: number, col: number): string =>
  layout.zones[row]?.[col] ?? ".";

/** 1 on the cells whose symbol is one of `symbols`. */
export function mask(
  layout: Layout,
  symbols: string,
  read: (layout: Layout, row: number, col: number) => string = symbolAt,
): Uint8Array {
  const found = new Uint8Array(ROWS * COLS);
  for (let row = 0; row < ROWS; row++)
    for (let col = 0; col < COLS; col++)
      if (symbols.includes(read(layout, row, col))) found[cellAt(row, col)] = 1;
  return found;
}

/** The cells of a mask in row-major order. */
export function cellsOf(of: Uint8Array): Cell[] {
  const cells: Cell[] = [];
  for (let cell = 0; cell < of.length; cell++) if (of[cell]) cells.push(cell);
  return cells;
}
