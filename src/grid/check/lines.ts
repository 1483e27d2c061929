import {
  cellAt,
  colOf,
  flood,
  inBounds,
  neighbours,
  onBoundary,
  rowOf,
  showCell,
} from "../cells.js";
import { doorCells, serviceCell } from "../geometry/index.js";
import { cellsOf, mask, zoneAt } from "../geometry/symbols.js";
import { normIds, normOf } from "../norms/index.js";
import type { Cell, NormDefinition, QueueShape } from "../types.js";
import type { Findings } from "./types.js";

/** The lines of every queue norm, empty and full. */
export function checkLines(found: Findings): void {
  for (const norm of normIds().map(normOf)) if (norm.shape) checkLine(found, norm, norm.shape);
}

function checkLine(found: Findings, norm: NormDefinition, shape: QueueShape): void {
  const floor = mask(found.layout, ".");
  const service = serviceCell(found.layout);
  const places = shape.map(([away, right]): [number, number] => [
    rowOf(service) + away,
    colOf(service) + right,
  ]);
  const off = places.filter(
    ([r, c]) => !inBounds(r, c) || onBoundary(cellAt(r, c)) || !floor[cellAt(r, c)],
  );
  if (off.length > 0) {
    found.error("line-floor", `${norm.id}: ${off.map((p) => `(${p.join()})`).join(" ")} not floor`);
    return;
  }
  const line = places.map(([r, c]) => cellAt(r, c));
  const zone = mask(found.layout, "qr", zoneAt);
  if (line.some((cell) => zone[cell])) found.error("line-zone", `${norm.id} crosses a zone`, line);
  checkPiece(found, norm, line);
  checkFull(found, norm, line);
}

function checkPiece(found: Findings, norm: NormDefinition, line: Cell[]): void {
  const broken = line.some((cell, k) => k > 0 && !neighbours(cell).includes(line[k - 1] as Cell));
  if (broken || new Set(line).size !== line.length)
    found.error("line-floor", `${norm.id}: its places do not follow one another`, line);
}

/** With somebody on every place, the others must still get everywhere, and the head away. */
function checkFull(found: Findings, norm: NormDefinition, line: Cell[]): void {
  const taken = new Set(line);
  const free = mask(found.layout, ".ABC");
  for (const cell of line) free[cell] = 0;
  const reached = flood(doorCells(found.layout).slice(0, 1), (c) => free[c] === 1);
  const pocket = enclosedPocket(line);
  const cut = cellsOf(free).filter((c) => (reached[c] as number) < 0 && c !== pocket);
  if (cut.length > 0)
    found.error(
      "line-full",
      `${norm.id}: a full line cuts off ${cut.map(showCell).join(" ")}`,
      cut,
    );
  const outside = (cell: Cell): boolean =>
    neighbours(cell).some((n) => !taken.has(n) && (reached[n] as number) >= 0);
  if (!outside(line[0] as Cell))
    found.error("line-full", `${norm.id}: nobody can leave the head`, line.slice(0, 1));
  line.forEach((cell, k) => {
    if (k > 0 && !outside(cell))
      found.warn(
        "line-full",
        `${norm.id}: place ${k} ${showCell(cell)} is reached along the line only`,
        [cell],
      );
  });
}

/** The one cell that a line closes in on all four sides, as the loop of the square does; else -1. */
function enclosedPocket(line: readonly Cell[]): Cell {
  const taken = new Set(line);
  for (const cell of line)
    for (const n of neighbours(cell))
      if (!taken.has(n) && neighbours(n).every((m) => taken.has(m))) return n;
  return -1;
}
