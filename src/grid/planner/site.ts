import { CELLS, NEIGHBOUR, neighbours } from "../cells.js";
import type { Cell, Geometry, Goal } from "../types.js";
import { DOORS } from "../types.js";

/** A set of cells to reach, with a number by which tables are kept. */
export interface Target {
  key: number;
  cells: readonly Cell[];
  mask: Uint8Array;
}

const CHAIRS = CELLS;
const ZONE = CELLS + 1;
const ANY_DOOR = CELLS + 2;
const BESIDE = CELLS + 3;

/** The targets of one layout, made once each. Numbers up to CELLS are single cells. */
export class Targets {
  private readonly known: (Target | undefined)[] = [];

  constructor(private readonly geometry: Geometry) {}

  cell(cell: Cell): Target {
    return this.known[cell] ?? this.make(cell, [cell]);
  }

  /** What a goal asks to be reached; of "any", all that would do. */
  of(goal: Goal): Target {
    switch (goal.kind) {
      case "cell":
        return this.cell(goal.at[0] * 15 + goal.at[1]);
      case "chair":
        return this.known[CHAIRS] ?? this.make(CHAIRS, this.geometry.chairs);
      case "zone":
        return this.known[ZONE] ?? this.make(ZONE, this.geometry.zoneR);
      case "counter":
        return this.cell(this.geometry.service);
      case "door":
        return goal.door === null
          ? (this.known[ANY_DOOR] ?? this.make(ANY_DOOR, this.geometry.doors))
          : this.cell(this.geometry.doors[DOORS.indexOf(goal.door)] as Cell);
    }
  }

  /** Where to wait for a target that may not be entered yet: floor beside it, off the line and the doorways. */
  beside(target: Target, onLine: Uint8Array): Target {
    const key = BESIDE + target.key;
    const known = this.known[key];
    if (known) return known;
    const { floor, doorAt } = this.geometry;
    const cells = new Set<Cell>();
    for (const goal of target.cells)
      for (const n of neighbours(goal))
        if (floor[n] && !target.mask[n] && !onLine[n] && !neighbours(n).some((d) => doorAt[d]))
          cells.add(n);
    return this.make(
      key,
      [...cells].sort((a, b) => a - b),
    );
  }

  private make(key: number, cells: readonly Cell[]): Target {
    const mask = new Uint8Array(CELLS);
    for (const cell of cells) mask[cell] = 1;
    const target = { key, cells, mask };
    this.known[key] = target;
    return target;
  }
}

/** The 24 orders in which the four directions may be tried; ties between ways go to the earlier one. */
export const ORDERS: readonly Uint8Array[] = permutations([0, 1, 2, 3]).map((p) =>
  Uint8Array.from(p),
);

function permutations(items: number[]): number[][] {
  if (items.length < 2) return [items];
  return items.flatMap((first, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [first, ...rest]),
  );
}

export const neighbourOf = (cell: Cell, direction: number): Cell =>
  NEIGHBOUR[cell * 4 + direction] as Cell;
