import type { Action, ActionCode, Cell, Position } from "./types.js";

export const ROWS = 11;
export const COLS = 15;
export const CELLS = ROWS * COLS;

export const UP = 0;
export const DOWN = 1;
export const LEFT = 2;
export const RIGHT = 3;
export const WAIT = 4;

const STEPS = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

export const rowOf = (cell: Cell): number => Math.floor(cell / COLS);
export const colOf = (cell: Cell): number => cell % COLS;
export const cellAt = (row: number, col: number): Cell => row * COLS + col;
export const inBounds = (row: number, col: number): boolean =>
  row >= 0 && row < ROWS && col >= 0 && col < COLS;

/** `[row, col]` of a cell. */
export const positionOf = (cell: Cell): Position => [rowOf(cell), colOf(cell)];
export const cellOf = (at: Position): Cell => cellAt(at[0], at[1]);
export const showCell = (cell: Cell): string => `(${rowOf(cell)},${colOf(cell)})`;

/** The neighbour in each direction, -1 beyond the edge: `NEIGHBOUR[cell * 4 + direction]`. */
export const NEIGHBOUR = Int16Array.from({ length: CELLS * 4 }, (_, i) => {
  const cell = i >> 2;
  const [dr, dc] = STEPS[i & 3] as readonly [number, number];
  const [row, col] = [rowOf(cell) + dr, colOf(cell) + dc];
  return inBounds(row, col) ? cellAt(row, col) : -1;
});

/** The neighbours inside the map, in the order Up, Down, Left, Right. */
export function neighbours(cell: Cell): Cell[] {
  const found: Cell[] = [];
  for (let d = 0; d < 4; d++) {
    const n = NEIGHBOUR[cell * 4 + d] as number;
    if (n >= 0) found.push(n);
  }
  return found;
}

/** The eight cells around one, as far as they are inside the map. */
export function around(cell: Cell): Cell[] {
  const found: Cell[] = [];
  for (let dr = -1; dr <= 1; dr++)
    for (let dc = -1; dc <= 1; dc++)
      if ((dr !== 0 || dc !== 0) && inBounds(rowOf(cell) + dr, colOf(cell) + dc))
        found.push(cellAt(rowOf(cell) + dr, colOf(cell) + dc));
  return found;
}

/** True on the outermost rows and columns. */
export function onBoundary(cell: Cell): boolean {
  const [row, col] = [rowOf(cell), colOf(cell)];
  return row === 0 || col === 0 || row === ROWS - 1 || col === COLS - 1;
}

const CODES: Readonly<Record<Action, ActionCode>> = { Up: 0, Down: 1, Left: 2, Right: 3, WAIT: 4 };

export const actionCode = (action: Action): ActionCode => CODES[action];

/**
 * Breadth-first distances from `sources` over the cells that `open` allows; -1 where no way leads.
 * `edge(from, to)` may forbid single steps, read in walking direction away from the sources.
 */
export function flood(
  sources: readonly Cell[],
  open: (cell: Cell) => boolean,
  edge: (from: Cell, to: Cell) => boolean = () => true,
): Int16Array {
  const distance = new Int16Array(CELLS).fill(-1);
  const queue = [...sources];
  for (const s of sources) distance[s] = 0;
  for (let k = 0; k < queue.length; k++) {
    const from = queue[k] as Cell;
    for (const to of neighbours(from)) {
      if ((distance[to] as number) >= 0 || !open(to) || !edge(from, to)) continue;
      distance[to] = (distance[from] as number) + 1;
      queue.push(to);
    }
  }
  return distance;
}
