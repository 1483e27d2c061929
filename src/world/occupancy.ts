/**
 * The ground as a grid of 10 cm cells: which of them the agent's middle may be on. Every obstacle is
 * grown by the agent's radius, so that a walker is a point.
 */
import { can } from "./assets.js";
import { buildingPlan, wallParts } from "./barriers.js";
import { boundsOf, distance, footprint } from "./geometry.js";
import type { Entity, Episode, Setting, Vec2 } from "./types.js";

/** Side of a cell, cm. */
export const CELL = 10;
/** Radius of the agent, by which obstacles are grown, cm. */
export const RADIUS = 25;

export interface Grid {
  /** lower corner of the first cell */
  originX: number;
  originY: number;
  /** cells along X and along Y; the cell (ix, iy) has index ix * rows + iy */
  columns: number;
  rows: number;
  /** how many obstacles cover each cell */
  covered: Uint16Array;
}

/** An empty grid over the walkable bounds of a setting, with a rim of covered cells around it. */
export function emptyGrid(bounds: Setting["bounds"]): Grid {
  const [minX, minY, maxX, maxY] = bounds;
  const columns = Math.max(1, Math.floor((maxX - minX) / CELL)) + 2;
  const rows = Math.max(1, Math.floor((maxY - minY) / CELL)) + 2;
  const covered = new Uint16Array(columns * rows);
  covered.fill(1, 0, rows);
  covered.fill(1, (columns - 1) * rows);
  for (let column = 0; column < columns; column++) {
    covered[column * rows] = 1;
    covered[column * rows + rows - 1] = 1;
  }
  return { originX: minX - CELL, originY: minY - CELL, columns, rows, covered };
}

/** Middle of a cell. */
export function cellCentre(grid: Grid, cell: number): Vec2 {
  const column = Math.floor(cell / grid.rows);
  const row = cell - column * grid.rows;
  return [grid.originX + (column + 0.5) * CELL, grid.originY + (row + 0.5) * CELL];
}

/** Index of the cell that holds a point, or -1 beyond the grid. */
export function cellAt(grid: Grid, x: number, y: number): number {
  const column = Math.floor((x - grid.originX) / CELL);
  const row = Math.floor((y - grid.originY) / CELL);
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return -1;
  return column * grid.rows + row;
}

/** Calls `visit` with every cell whose middle lies less than `reach` from the polygon. */
export function eachCellNear(
  grid: Grid,
  polygon: readonly Vec2[],
  reach: number,
  visit: (cell: number) => void,
): void {
  const [minX, , maxX] = boundsOf(polygon);
  const index = (v: number, origin: number): number => Math.floor((v - origin) / CELL);
  const firstColumn = Math.max(0, index(minX - reach, grid.originX));
  const lastColumn = Math.min(grid.columns - 1, index(maxX + reach, grid.originX));
  const near = nearTest(polygon, reach);
  for (let column = firstColumn; column <= lastColumn; column++) {
    const x = grid.originX + (column + 0.5) * CELL;
    const [low, high] = extentNear(polygon, x, reach);
    const firstRow = Math.max(0, index(low, grid.originY));
    const lastRow = Math.min(grid.rows - 1, index(high, grid.originY));
    for (let row = firstRow; row <= lastRow; row++) {
      if (near(x, grid.originY + (row + 0.5) * CELL)) visit(column * grid.rows + row);
    }
  }
}

/** Between which y the points less than `reach` from a polygon may lie, on the line of that x. */
function extentNear(polygon: readonly Vec2[], x: number, reach: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[j] as Vec2, polygon[i] as Vec2];
    const [west, east] = a[0] <= b[0] ? [a, b] : [b, a];
    if (east[0] < x - reach || west[0] > x + reach) continue;
    const slope = east[0] === west[0] ? 0 : (east[1] - west[1]) / (east[0] - west[0]);
    const from = west[1] + slope * Math.max(0, x - reach - west[0]);
    const to = slope === 0 ? east[1] : east[1] - slope * Math.max(0, east[0] - x - reach);
    low = Math.min(low, from, to);
    high = Math.max(high, from, to);
  }
  return [low - reach, high + reach];
}

/** A test for "less than `reach` from the polygon"; in plain numbers, as it runs for every cell. */
function nearTest(polygon: readonly Vec2[], reach: number): (x: number, y: number) => boolean {
  const n = polygon.length;
  const squared = reach * reach;
  return (x, y) => {
    let inside = false;
    for (let i = 0, j = n - 1; i < n; j = i++) {
      const a = polygon[i] as Vec2;
      const b = polygon[j] as Vec2;
      const ex = b[0] - a[0];
      const ey = b[1] - a[1];
      const px = x - a[0];
      const py = y - a[1];
      if (a[1] > y !== b[1] > y && px < (ex * py) / ey) inside = !inside;
      const length = ex * ex + ey * ey;
      const t = length === 0 ? 0 : Math.max(0, Math.min(1, (px * ex + py * ey) / length));
      const dx = px - t * ex;
      const dy = py - t * ey;
      if (dx * dx + dy * dy < squared) return true;
    }
    return inside;
  };
}

/** Adds an obstacle to the grid, or takes it away again (`by` = -1). */
export function cover(grid: Grid, polygon: readonly Vec2[], by: 1 | -1): void {
  eachCellNear(grid, polygon, RADIUS, (cell) => {
    grid.covered[cell] = (grid.covered[cell] as number) + by;
  });
}

/** Obstacles that may change: shut doors and solid things that can be carried. */
const isMovable = (e: Entity): boolean => can(e, "door") || can(e, "pickable");

/** Does this thing block walking as it is now? */
export function blocks(e: Entity): boolean {
  if (e.person) return false;
  if (can(e, "door")) return e.state === "closed";
  return e.solid && e.heldBy === undefined;
}

const fixedGrids = new WeakMap<Episode, { made: string; grid: Grid }>();

/** The grid of what never moves in an episode; built again only when the episode object was altered. */
function fixedGrid(episode: Episode): Grid {
  const ready = fixedGrids.get(episode);
  if (ready && Object.isFrozen(episode.entities)) return ready.grid;
  const { bounds, walls, buildings } = episode.setting;
  const solids = episode.entities.filter((e) => !isMovable(e) && blocks(e)).map(footprint);
  const made = JSON.stringify([bounds, walls, buildings, solids]);
  if (ready?.made === made) return ready.grid;
  const grid = emptyGrid(bounds);
  for (const part of walls.flatMap(wallParts)) cover(grid, part.polygon, 1);
  for (const building of buildings) cover(grid, buildingPlan(building), 1);
  for (const solid of solids) cover(grid, solid, 1);
  fixedGrids.set(episode, { made, grid });
  return grid;
}

/** The grid of an episode with its doors and loose obstacles as they are now. */
export class Occupancy {
  readonly grid: Grid;
  /** what each changeable obstacle covers now */
  private readonly covering = new Map<string, Vec2[]>();

  constructor(episode: Episode) {
    const fixed = fixedGrid(episode);
    this.grid = { ...fixed, covered: fixed.covered.slice() };
    for (const entity of episode.entities) this.update(entity);
  }

  /** Takes note that a door was moved or a loose obstacle was carried off or put down. */
  update(entity: Entity): void {
    if (entity.person || !isMovable(entity)) return;
    const before = this.covering.get(entity.id);
    if (before) cover(this.grid, before, -1);
    this.covering.delete(entity.id);
    if (!blocks(entity)) return;
    const polygon = footprint(entity);
    cover(this.grid, polygon, 1);
    this.covering.set(entity.id, polygon);
  }

  /** May the agent's middle be here? */
  isFree(x: number, y: number): boolean {
    const cell = cellAt(this.grid, x, y);
    return cell >= 0 && this.grid.covered[cell] === 0;
  }

  /** The middle of the free cell nearest to a point, at most `radius` cm away, or null. */
  nearestFree(p: Vec2, radius: number): Vec2 | null {
    const { grid } = this;
    let best: Vec2 | null = null;
    let least = radius;
    eachCellNear(grid, [p], radius, (cell) => {
      const centre = cellCentre(grid, cell);
      const d = distance(p, centre);
      if (grid.covered[cell] !== 0 || d >= least) return;
      least = d;
      best = centre;
    });
    return best;
  }
}
