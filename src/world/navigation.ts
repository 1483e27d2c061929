/**
 * Shortest walks: A* over the occupancy grid in eight directions, then pulled tight into a polyline.
 * All costs are whole numbers and ties break by a fixed rule, so equal questions get equal answers.
 */
import { Buckets } from "./buckets.js";
import { distance, roundPoint } from "./geometry.js";
import type { Goal } from "./goals.js";
import { CELL, cellAt, cellCentre, eachCellNear, type Grid, type Occupancy } from "./occupancy.js";
import type { Vec2 } from "./types.js";

/** Around a standing person walking costs double: one goes round where there is room, and squeezes past where not. */
export const SOFT_RADIUS = 60;
/** Cost of a step: straight, diagonal (their ratio is near the root of 2); of one centimetre. */
const STRAIGHT = 24;
const DIAGONAL = 34;
const PER_CM = STRAIGHT / CELL;
/** Lines are probed at this spacing, cm. */
const PROBE = 2.5;
/** From a spot that obstacles cover (a seat, a corner) the nearest free cell may be this far, cm. */
const ESCAPE = 120;

/** Scratch arrays, shared by all searches; `epoch` marks which entries belong to the current one. */
const scratch = {
  epoch: 0,
  seen: new Uint32Array(0),
  closed: new Uint32Array(0),
  cost: new Int32Array(0),
  parent: new Int32Array(0),
  /** estimated cost from a cell to the goal */
  ahead: new Int32Array(0),
  soft: new Uint8Array(0),
  queue: new Buckets(),
};

function prepare(cells: number): void {
  if (scratch.seen.length < cells) {
    scratch.seen = new Uint32Array(cells);
    scratch.closed = new Uint32Array(cells);
    scratch.cost = new Int32Array(cells);
    scratch.parent = new Int32Array(cells);
    scratch.ahead = new Int32Array(cells);
    scratch.soft = new Uint8Array(cells);
    scratch.epoch = 0;
  }
  scratch.epoch++;
  scratch.queue.clear();
}

function markPeople(grid: Grid, people: readonly Vec2[], value: 0 | 1): void {
  for (const p of people) {
    eachCellNear(grid, [p], SOFT_RADIUS, (cell) => {
      scratch.soft[cell] = value;
    });
  }
}

/**
 * The walk from `from` to a goal, as a polyline in cm (rounded to 0.1) that stays clear of obstacles,
 * or null when there is none. `people` are the places of standing people to keep away from.
 */
export function findPath(
  occupancy: Occupancy,
  from: Vec2,
  goal: Goal,
  people: readonly Vec2[],
): Vec2[] | null {
  const { grid } = occupancy;
  const start = occupancy.isFree(from[0], from[1]) ? from : occupancy.nearestFree(from, ESCAPE);
  if (!start) return null;
  prepare(grid.covered.length);
  markPeople(grid, people, 1);
  const rest = straight(grid, start, goal) ?? around(grid, start, goal);
  markPeople(grid, people, 0);
  if (!rest) return null;
  const path = start === from ? rest : [from, ...rest];
  return path.map(roundPoint);
}

/** The straight walk, when nothing and nobody is in its way. */
function straight(grid: Grid, start: Vec2, goal: Goal): Vec2[] | null {
  const aim = goal.aim(start);
  const length = distance(start, aim);
  const probes = Math.max(1, Math.ceil(length / PROBE));
  for (let k = 0; k <= probes; k++) {
    const t = k / probes;
    const p: Vec2 = [start[0] + (aim[0] - start[0]) * t, start[1] + (aim[1] - start[1]) * t];
    const cell = cellAt(grid, p[0], p[1]);
    if (cell < 0 || grid.covered[cell] !== 0 || scratch.soft[cell] !== 0) return null;
    const candidate = k === probes ? aim : roundPoint(p);
    if (goal.reached(candidate) && isOpen(grid, candidate)) return [start, candidate];
  }
  return null;
}

function isOpen(grid: Grid, p: Vec2): boolean {
  const cell = cellAt(grid, p[0], p[1]);
  return cell >= 0 && grid.covered[cell] === 0;
}

/** The walk around what stands in the way. */
function around(grid: Grid, start: Vec2, goal: Goal): Vec2[] | null {
  const last = search(grid, cellAt(grid, start[0], start[1]), goal);
  if (last < 0) return null;
  const cells: Vec2[] = [];
  for (let cell = last; cell >= 0; cell = scratch.parent[cell] as number) {
    cells.push(cellCentre(grid, cell));
  }
  cells.reverse();
  cells[0] = start;
  if (goal.end) cells[cells.length === 1 ? 1 : cells.length - 1] = goal.end;
  return pullTight(grid, cells);
}

/** A*; the index of the cell where it ends, or -1. `scratch.parent` holds the way back. */
function search(grid: Grid, first: number, goal: Goal): number {
  const { seen, closed, cost, parent, ahead, queue, epoch } = scratch;
  const goalCell = goal.end ? cellAt(grid, goal.end[0], goal.end[1]) : -1;
  seen[first] = epoch;
  cost[first] = 0;
  parent[first] = -1;
  ahead[first] = 0;
  queue.push(0, first);
  for (let cell = queue.pop(); cell >= 0; cell = queue.pop()) {
    if (closed[cell] === epoch) continue;
    closed[cell] = epoch;
    if (goal.end) {
      if (cell === goalCell) return cell;
    } else if (ahead[cell] === 0 && goal.reached(cellCentre(grid, cell))) {
      return cell;
    }
    expand(grid, cell, goal);
  }
  return -1;
}

/** Offers the free neighbours of a cell. The grid's rim is covered, so no neighbour is beyond it. */
function expand(grid: Grid, cell: number, goal: Goal): void {
  const { rows, covered } = grid;
  const north = covered[cell + rows] === 0;
  const south = covered[cell - rows] === 0;
  const east = covered[cell + 1] === 0;
  const west = covered[cell - 1] === 0;
  if (north) relax(grid, cell, cell + rows, STRAIGHT, goal);
  if (east) relax(grid, cell, cell + 1, STRAIGHT, goal);
  if (south) relax(grid, cell, cell - rows, STRAIGHT, goal);
  if (west) relax(grid, cell, cell - 1, STRAIGHT, goal);
  // No cutting of corners: a diagonal step needs both of its neighbours free.
  if (north && east) relaxIfFree(grid, cell, cell + rows + 1, goal);
  if (south && east) relaxIfFree(grid, cell, cell - rows + 1, goal);
  if (south && west) relaxIfFree(grid, cell, cell - rows - 1, goal);
  if (north && west) relaxIfFree(grid, cell, cell + rows - 1, goal);
}

function relaxIfFree(grid: Grid, from: number, to: number, goal: Goal): void {
  if (grid.covered[to] === 0) relax(grid, from, to, DIAGONAL, goal);
}

/** Notes a way to a cell, if it is the cheapest so far. */
function relax(grid: Grid, from: number, to: number, step: number, goal: Goal): void {
  const { seen, cost, soft, epoch } = scratch;
  const reached = (cost[from] as number) + (soft[to] === 0 ? step : 2 * step);
  const known = seen[to] === epoch;
  if (known && (cost[to] as number) <= reached) return;
  cost[to] = reached;
  scratch.parent[to] = from;
  if (!known) {
    seen[to] = epoch;
    const column = Math.floor(to / grid.rows);
    const x = grid.originX + (column + 0.5) * CELL;
    const y = grid.originY + (to - column * grid.rows + 0.5) * CELL;
    scratch.ahead[to] = Math.floor(goal.estimate(x, y) * PER_CM);
  }
  scratch.queue.push(reached + (scratch.ahead[to] as number), to);
}

/** Leaves out corners as long as the straight line is free and no closer to people than the path was. */
function pullTight(grid: Grid, path: readonly Vec2[]): Vec2[] {
  const softUpTo = [0];
  for (let i = 1; i < path.length; i++) {
    const before = softUpTo[i - 1] as number;
    softUpTo.push(before + softLength(grid, path[i - 1] as Vec2, path[i] as Vec2));
  }
  const out: Vec2[] = [path[0] as Vec2];
  let anchor = 0;
  while (anchor < path.length - 1) {
    let next = anchor + 1;
    while (next + 1 < path.length) {
      const allowed = (softUpTo[next + 1] as number) - (softUpTo[anchor] as number);
      const soft = softLength(grid, path[anchor] as Vec2, path[next + 1] as Vec2);
      if (soft > allowed + PROBE) break;
      next++;
    }
    out.push(path[next] as Vec2);
    anchor = next;
  }
  return out;
}

/** How much of a segment runs close to people, cm; infinite when an obstacle covers part of it. */
function softLength(grid: Grid, a: Vec2, b: Vec2): number {
  const length = distance(a, b);
  const probes = Math.max(1, Math.ceil(length / PROBE));
  let soft = 0;
  for (let k = 0; k <= probes; k++) {
    const t = k / probes;
    const cell = cellAt(grid, a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t);
    if (cell < 0 || grid.covered[cell] !== 0) return Infinity;
    soft += scratch.soft[cell] as number;
  }
  return (soft * length) / (probes + 1);
}
