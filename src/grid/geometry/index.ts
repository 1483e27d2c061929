import { NormactError } from "../../core/errors.js";
import { CELLS, cellAt, colOf, NEIGHBOUR, neighbours, ROWS, rowOf } from "../cells.js";
import type { Cell, Geometry, Layout, QueueShape } from "../types.js";
import { ringCandidates, traceRing } from "./ring.js";
import { cellsOf, mask, WALKABLE_SYMBOLS, zoneAt } from "./symbols.js";

/**
 * Everything that follows from a layout. Wants a layout that passes `checkLayout`; of one that does not it
 * refuses only what cannot be derived at all.
 * @throws NormactError `bad_layout`
 */
export function buildGeometry(layout: Layout): Geometry {
  const ring = traceRing(ringCandidates(layout));
  if (!ring) throw underivable(layout, "its outer ring is not one closed walk");
  const walkable = mask(layout, WALKABLE_SYMBOLS);
  const floor = mask(layout, ".");
  const chair = mask(layout, "h");
  const doors = doorCells(layout);
  const chairs = cellsOf(chair);
  const inR = mask(layout, "r", zoneAt);
  const ringAt = new Int16Array(CELLS).fill(-1);
  ring.forEach((cell, k) => {
    ringAt[cell] = k;
  });
  return {
    layout,
    walkable,
    floor,
    chair,
    doorAt: doorMask(doors),
    inQ: mask(layout, "q", zoneAt),
    inR,
    regionAt: regions(doors),
    ringAt,
    ring,
    next: targets(walkable),
    doors,
    service: serviceCell(layout),
    chairs,
    floorCells: cellsOf(floor),
    zoneQ: cellsOf(mask(layout, "q", zoneAt)),
    zoneR: cellsOf(inR),
    seatsFromLeft: byColumn(chairs, 1),
    seatsFromRight: byColumn(chairs, -1),
    destinations: destinations(layout, doors),
    besideR: besideZone(inR, floor),
  };
}

/** The cells of the doors A, B, C. */
export function doorCells(layout: Layout): [Cell, Cell, Cell] {
  return [only(layout, "A"), only(layout, "B"), only(layout, "C")];
}

/** The cell below the service counter. */
export function serviceCell(layout: Layout): Cell {
  return cellAt(1, colOf(only(layout, "S")));
}

function only(layout: Layout, symbol: string): Cell {
  const [cell, ...more] = cellsOf(mask(layout, symbol));
  if (cell === undefined || more.length > 0)
    throw underivable(layout, `it needs "${symbol}" exactly once`);
  return cell;
}

function underivable(layout: Layout, why: string): NormactError {
  return new NormactError(
    "bad_layout",
    `layout "${layout.id}": ${why}. Run \`normact grid layouts check\` for all that is wrong with it.`,
    2,
  );
}

function doorMask(doors: readonly Cell[]): Uint8Array {
  const at = new Uint8Array(CELLS);
  doors.forEach((cell, i) => {
    at[cell] = i + 1;
  });
  return at;
}

/** The left door's row and the bottom door's column cut the room: 1 top left, 2 bottom left, 3 bottom right. */
export function regions(doors: readonly Cell[]): Uint8Array {
  const [row, col] = [rowOf(doors[0] as Cell), colOf(doors[1] as Cell)];
  const at = new Uint8Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    const [r, c] = [rowOf(cell), colOf(cell)];
    if (r < row && c < col) at[cell] = 1;
    else if (r > row && c < col) at[cell] = 2;
    else if (r > row && c > col) at[cell] = 3;
  }
  return at;
}

/** Where each action leads from each cell; the cell itself where a wall or furniture blocks the way. */
function targets(walkable: Uint8Array): Int16Array {
  const next = new Int16Array(CELLS * 5);
  for (let cell = 0; cell < CELLS; cell++) {
    for (let d = 0; d < 4; d++) {
      const n = NEIGHBOUR[cell * 4 + d] as number;
      next[cell * 5 + d] = n >= 0 && walkable[n] ? n : cell;
    }
    next[cell * 5 + 4] = cell;
  }
  return next;
}

/** Column by column in the given direction, top first within a column. */
export function byColumn(cells: readonly Cell[], direction: 1 | -1): Cell[] {
  return [...cells].sort((a, b) => direction * (colOf(a) - colOf(b)) || rowOf(a) - rowOf(b));
}

/** Floor outside the zones; behind the doors it is left out, where a goal would be reached on the way in. */
function destinations(layout: Layout, doors: readonly Cell[]): Cell[] {
  const zone = mask(layout, "qr", zoneAt);
  const mouths = new Set(doors.flatMap(neighbours));
  return cellsOf(mask(layout, ".")).filter((cell) => !zone[cell] && !mouths.has(cell));
}

function besideZone(zone: Uint8Array, floor: Uint8Array): Uint8Array {
  const beside = new Uint8Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++)
    if (floor[cell] && !zone[cell] && neighbours(cell).some((n) => zone[n])) beside[cell] = 1;
  return beside;
}

/** A line's cells from the head. The counter is in the top wall, so a customer's right is the right of the screen. */
export function lineCells(service: Cell, shape: QueueShape): Cell[] {
  return shape.map(([away, right]) => cellAt(rowOf(service) + away, colOf(service) + right));
}

/** The layout mirrored left to right, for tests of symmetry; the doors A and C change names. */
export function mirrored(layout: Layout): Layout {
  const flip = (line: string): string => [...line].reverse().join("");
  const swap = (line: string): string =>
    line.replace(/[AC]/g, (door) => (door === "A" ? "C" : "A"));
  const width = layout.map[0]?.length ?? 0;
  return {
    ...layout,
    id: `${layout.id}-mirrored`,
    poi: layout.poi.map((p) => ({ name: p.name, at: [p.at[0], width - 1 - p.at[1]] as const })),
    map: layout.map.map((line) => swap(flip(line))),
    zones: layout.zones.slice(0, ROWS).map(flip),
  };
}
