import { CELLS, COLS, cellAt, colOf, onBoundary, ROWS, rowOf, showCell } from "../cells.js";
import {
  BLOCKING_SYMBOLS,
  cellsOf,
  mask,
  symbolAt,
  WALKABLE_SYMBOLS,
  ZONE_SYMBOLS,
  zoneAt,
} from "../geometry/symbols.js";
import type { Cell, Door } from "../types.js";
import type { Findings } from "./types.js";

/** What must hold before anything else of a layout can be read: size, symbols, outer wall, doors, counter. */
export function checkForm(found: Findings): void {
  checkSize(found);
  if (found.failed) return;
  checkSymbols(found);
  checkDoors(found);
  checkCounter(found);
  checkBoundary(found);
}

function checkSize(found: Findings): void {
  for (const block of ["map", "zones"] as const) {
    const lines = found.layout[block];
    if (lines.length !== ROWS)
      found.error("size", `@${block} has ${lines.length} lines, ${ROWS} are needed`);
    lines.forEach((line, row) => {
      if (line.length !== COLS)
        found.error("size", `@${block} line ${row} has ${line.length} symbols, ${COLS} are needed`);
    });
  }
}

function checkSymbols(found: Findings): void {
  for (let cell = 0; cell < CELLS; cell++) {
    const symbol = symbolAt(found.layout, rowOf(cell), colOf(cell));
    if (!(WALKABLE_SYMBOLS + BLOCKING_SYMBOLS).includes(symbol))
      found.error("symbols", `@map has "${symbol}" at ${showCell(cell)}`, [cell]);
    const zone = zoneAt(found.layout, rowOf(cell), colOf(cell));
    if (!ZONE_SYMBOLS.includes(zone))
      found.error("symbols", `@zones has "${zone}" at ${showCell(cell)}`, [cell]);
  }
}

const WALL_OF: Readonly<Record<Door, { name: string; on: (cell: Cell) => boolean }>> = {
  A: { name: "left", on: (cell) => colOf(cell) === 0 },
  B: { name: "bottom", on: (cell) => rowOf(cell) === ROWS - 1 },
  C: { name: "right", on: (cell) => colOf(cell) === COLS - 1 },
};

function checkDoors(found: Findings): void {
  for (const door of ["A", "B", "C"] as const) {
    const cells = cellsOf(mask(found.layout, door));
    const wall = WALL_OF[door];
    if (cells.length !== 1)
      found.error("doors", `door ${door} appears ${cells.length} times, once is needed`, cells);
    for (const cell of cells)
      if (!wall.on(cell) || isCorner(cell))
        found.error(
          "doors",
          `door ${door} at ${showCell(cell)} must be in the ${wall.name} wall, off the corners`,
          [cell],
        );
  }
}

const isCorner = (cell: Cell): boolean =>
  [0, ROWS - 1].includes(rowOf(cell)) && [0, COLS - 1].includes(colOf(cell));

function checkCounter(found: Findings): void {
  const cells = cellsOf(mask(found.layout, "S"));
  if (cells.length !== 1)
    found.error("counter", `counter S appears ${cells.length} times, once is needed`, cells);
  for (const cell of cells)
    if (rowOf(cell) !== 0 || isCorner(cell))
      found.error(
        "counter",
        `counter S at ${showCell(cell)} must be in the top wall, off the corners`,
        [cell],
      );
  const [only] = cells;
  if (cells.length === 1 && only !== undefined && rowOf(only) === 0) {
    const service = cellAt(1, colOf(only));
    if (symbolAt(found.layout, 1, colOf(only)) !== ".")
      found.error("service", `${showCell(service)} in front of the counter is not floor`, [
        service,
      ]);
  }
}

function checkBoundary(found: Findings): void {
  for (let cell = 0; cell < CELLS; cell++)
    if (onBoundary(cell) && ".h".includes(symbolAt(found.layout, rowOf(cell), colOf(cell))))
      found.error("boundary", `the outer wall is open at ${showCell(cell)}`, [cell]);
}
