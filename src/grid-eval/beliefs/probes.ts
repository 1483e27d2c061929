import { Rng } from "../../core/rng.js";
import { CELLS } from "../../grid/cells.js";
import { newContext, violates } from "../../grid/judge.js";
import { geometryOf, HOME_LAYOUT } from "../../grid/layouts.js";
import { BENCHMARK_NORMS, lineOf } from "../../grid/norms/index.js";
import { REPAIRED } from "../../grid/rules.js";
import type { ActionCode, Cell, GroupCode, NormContext } from "../../grid/types.js";

/**
 * A fixed set of moves on the home layout on which rules are compared by what they forbid. Random crowds alone
 * hardly ever form a line or fill a zone, so most of them are put together around one.
 */

interface Probe {
  x: Cell;
  y: Cell;
  action: ActionCode;
  turn: number;
  run: number;
  seenQ: boolean;
  group: GroupCode;
  others: Uint8Array;
}

/** Crowds of each kind; every person of a crowd could make four moves. */
const CROWDS = 120;

let table: Uint8Array[] | null = null;

/** For each norm in the library's order, which of the probe moves it forbids. */
export function forbiddenMoves(): readonly Uint8Array[] {
  table ??= makeTable();
  return table;
}

function makeTable(): Uint8Array[] {
  const probes = makeProbes();
  const geometry = geometryOf(HOME_LAYOUT);
  return BENCHMARK_NORMS.map((norm) => {
    const context: NormContext = newContext(geometry, REPAIRED, lineOf(norm, geometry));
    return Uint8Array.from(probes, (probe) => {
      Object.assign(context, probe);
      return violates(norm, context) ? 1 : 0;
    });
  });
}

function makeProbes(): Probe[] {
  const geometry = geometryOf(HOME_LAYOUT);
  const rng = Rng.from("belief probes", 1);
  const open = [...geometry.floorCells, ...geometry.chairs, ...geometry.doors];
  const lines = BENCHMARK_NORMS.filter((n) => n.shape).map((n) => lineOf(n, geometry));
  const crowds: Cell[][] = [];
  const fill = (cells: readonly Cell[]): Cell[] => [
    ...new Set([...cells, ...rng.shuffle(open).slice(0, 5)]),
  ];
  for (let k = 0; k < CROWDS; k++) {
    crowds.push(fill([]));
    crowds.push(fill(rng.shuffle(geometry.zoneR).slice(0, rng.int(1, 3))));
    crowds.push(fill(rng.shuffle(geometry.chairs).slice(0, rng.int(1, 4))));
    // a line, and somebody beside each of its places who could step onto it
    const line = rng.pick(lines).slice(0, rng.int(1, 7));
    const beside = line.map((cell) => geometry.next[cell * 5 + rng.int(0, 3)] as Cell);
    crowds.push(fill([...line, ...beside]));
  }
  return crowds.flatMap((crowd) => movesOf(crowd, rng));
}

function movesOf(crowd: readonly Cell[], rng: Rng): Probe[] {
  const geometry = geometryOf(HOME_LAYOUT);
  const people = new Uint8Array(CELLS);
  for (const cell of crowd) people[cell] = 1 + rng.int(0, 2);
  const turn = rng.int(1, 60);
  return crowd.flatMap((x) => {
    const others = people.slice();
    others[x] = 0;
    const run = rng.int(0, 4);
    const seenQ = rng.chance(0.4);
    const group = ((people[x] as number) - 1) as GroupCode;
    return [0, 1, 2, 3].flatMap((action) => {
      const y = geometry.next[x * 5 + action] as Cell;
      return y === x
        ? []
        : [{ x, y, action: action as ActionCode, turn, run, seenQ, group, others }];
    });
  });
}

/** What any of the norms (by index) forbids of the probe moves. */
export function forbiddenByAny(norms: readonly number[]): Uint8Array {
  const moves = forbiddenMoves();
  const union = new Uint8Array(moves[0]?.length ?? 0);
  for (const i of norms) {
    const own = moves[i] as Uint8Array;
    for (let k = 0; k < union.length; k++) union[k] = (union[k] as number) | (own[k] as number);
  }
  return union;
}

/**
 * How far two rules agree: of all probe moves that either forbids, the share that both do. 1 for the same rule,
 * 0 for rules with nothing in common; null when neither forbids anything.
 */
export function agreement(a: Uint8Array, b: Uint8Array): number | null {
  let both = 0;
  let either = 0;
  for (let k = 0; k < a.length; k++) {
    both += (a[k] as number) & (b[k] as number);
    either += (a[k] as number) | (b[k] as number);
  }
  return either === 0 ? null : both / either;
}
