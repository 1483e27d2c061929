import { CELLS, NEIGHBOUR } from "../cells.js";
import type { Cell, Geometry } from "../types.js";

const cache = new WeakMap<Geometry, Map<string, Int16Array>>();

/**
 * Steps from every walkable cell to the nearest of `goals`, -1 where no way leads. People walk over plain
 * floor: chairs and doors are where a way may begin, and where it may end if they are among the goals.
 */
export function distanceField(geometry: Geometry, goals: readonly Cell[]): Int16Array {
  let known = cache.get(geometry);
  if (!known) {
    known = new Map();
    cache.set(geometry, known);
  }
  const key = goals.join();
  let field = known.get(key);
  if (!field) {
    field = measure(geometry, goals);
    known.set(key, field);
  }
  return field;
}

function measure({ walkable, floor }: Geometry, goals: readonly Cell[]): Int16Array {
  const field = new Int16Array(CELLS).fill(-1);
  const queue = [...goals];
  for (const goal of goals) field[goal] = 0;
  for (let k = 0; k < queue.length; k++) {
    const from = queue[k] as Cell;
    if (!floor[from] && field[from] !== 0) continue;
    for (let d = 0; d < 4; d++) {
      const to = NEIGHBOUR[from * 4 + d] as number;
      if (to < 0 || !walkable[to] || (field[to] as number) >= 0) continue;
      field[to] = (field[from] as number) + 1;
      queue.push(to);
    }
  }
  return field;
}
