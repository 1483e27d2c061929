/**
 * The fifty norms a second time, straight from the formulas and in another style: rows and columns instead of
 * cell numbers, sets of texts read from the map file, lines written out place by place, the ring found by
 * walking along the wall with a hand on it. Shares nothing with src/grid but the map's text.
 */

export interface Person {
  r: number;
  c: number;
  group: "orange" | "green" | "blue";
  customer: boolean;
}

export interface Move {
  me: Person;
  others: Person[];
  action: "Up" | "Down" | "Left" | "Right" | "WAIT";
  t: number;
  /** own moves on the turns before, the latest first */
  history: boolean[];
  visitedQ: boolean;
  seatsEverFilled: number;
}

type Spot = [number, number];
const key = (r: number, c: number): number => r * 100 + c;
const DELTA = { Up: [-1, 0], Down: [1, 0], Left: [0, -1], Right: [0, 1], WAIT: [0, 0] } as const;

export class Place {
  readonly q = new Set<number>();
  readonly r = new Set<number>();
  readonly chairs: Spot[] = [];
  readonly chairKeys = new Set<number>();
  readonly door: Record<string, number> = {};
  readonly doorKeys = new Set<number>();
  readonly clockwise = new Map<number, number>();
  readonly counter: Spot;
  private readonly rowA: number;
  private readonly colB: number;

  constructor(
    private readonly map: string[],
    zones: string[],
  ) {
    map.forEach((line, r) => {
      [...line].forEach((symbol, c) => {
        if (symbol === "h") this.chairs.push([r, c]);
        if ("ABC".includes(symbol)) this.door[symbol] = key(r, c);
        if (zones[r]![c] === "q") this.q.add(key(r, c));
        if (zones[r]![c] === "r") this.r.add(key(r, c));
      });
    });
    for (const [r, c] of this.chairs) this.chairKeys.add(key(r, c));
    for (const k of Object.values(this.door)) this.doorKeys.add(k);
    this.counter = [1, map[0]!.indexOf("S")];
    this.rowA = map.findIndex((line) => line.startsWith("A"));
    this.colB = map[10]!.indexOf("B");
    this.walkTheWall();
  }

  private symbol(r: number, c: number): string {
    return this.map[r]?.[c] ?? "#";
  }

  walkable(r: number, c: number): boolean {
    return ".hABC".includes(this.symbol(r, c));
  }

  /** Keeps the left hand on the wall, starting at the top left heading right: that is clockwise. */
  private walkTheWall(): void {
    const ways: Spot[] = [
      [-1, 0],
      [0, 1],
      [1, 0],
      [0, -1],
    ];
    const inside = (r: number, c: number): boolean => this.symbol(r, c) === ".";
    const firstCol = [...this.map[1]!].indexOf(".");
    let [r, c, way] = [1, firstCol, 1];
    do {
      for (const turn of [3, 0, 1, 2]) {
        const [dr, dc] = ways[(way + turn) % 4]!;
        if (!inside(r + dr, c + dc)) continue;
        this.clockwise.set(key(r, c), key(r + dr, c + dc));
        [r, c, way] = [r + dr, c + dc, (way + turn) % 4];
        break;
      }
    } while (r !== 1 || c !== firstCol);
  }

  region(r: number, c: number): string {
    if (r < this.rowA && c < this.colB) return "TL";
    if (r > this.rowA && c < this.colB) return "BL";
    return r > this.rowA && c > this.colB ? "BR" : "";
  }
}

/** (away, right) as printed in the design, right-hand variants; the left ones mirror the second number. */
const LINES: Record<string, string> = {
  "bend-1": "00 01 11 21 31 41 51",
  "bend-2": "00 01 02 12 22 32 42",
  staircase: "00 01 11 12 22 32 42",
  square: "00 01 11 21 20 2m 1m",
  "zigzag-1": "00 01 11 10 20 21 31",
  "zigzag-2": "00 01 02 12 11 10 20",
  "l-shape": "00 10 20 21 22 32 42",
  edge: "00 01 02 03",
};

const lineCache = new Map<string, number[]>();
function lineOf(id: string, place: Place): number[] {
  const cacheKey = `${id}@${place.counter.join()}`;
  let line = lineCache.get(cacheKey);
  if (!line) {
    const side = id.includes("right") ? 1 : -1;
    const shape = LINES[id.replace(/-(right|left)/, "")]!;
    line = shape.split(" ").map((pair) => {
      const right = pair[1] === "m" ? -1 : Number(pair[1]);
      return key(place.counter[0] + Number(pair[0]), place.counter[1] + side * right);
    });
    lineCache.set(cacheKey, line);
  }
  return line;
}

export interface Variant {
  judgeBlocked?: boolean;
  occupancy?: boolean;
  cumulative?: boolean;
  queue?: "tail-or-behind" | "tail-exact" | "customers-only";
}
export const LITERAL_VARIANT: Variant = { judgeBlocked: true, occupancy: true, cumulative: true };

/** True when the action is permissible: w = 1. */
export function permissible(id: string, place: Place, move: Move, variant: Variant = {}): boolean {
  const { me, others, action, t } = move;
  const [dr, dc] = DELTA[action];
  const free = action !== "WAIT" && place.walkable(me.r + dr, me.c + dc);
  const [r, c] = free ? [me.r + dr, me.c + dc] : [me.r, me.c];
  if (!free && !(variant.judgeBlocked && action !== "WAIT")) return true;
  const [x, y] = [key(me.r, me.c), key(r, c)];
  const at = (o: Person): number => key(o.r, o.c);
  const implies = (a: boolean, b: () => boolean): boolean => !a || b();
  const sits = place.chairKeys.has(y);
  const leaves = place.doorKeys.has(y);
  const region = place.region(r, c);
  const inR = others.filter((o) => place.r.has(at(o)));
  const judgedR = place.r.has(y) && (variant.occupancy || !place.r.has(x));
  const turnOf = (g: string, order: string): string =>
    order.split(" ")[["orange", "green", "blue"].indexOf(g)]!;
  const seatInOrder = (s: 1 | -1): boolean => {
    const sorted = place.chairs
      .map(([a, b]) => ({ rank: s * b * 100 + a, cell: key(a, b) }))
      .sort((p, q) => p.rank - q.rank);
    const next = variant.cumulative
      ? sorted[move.seatsEverFilled]
      : sorted.find((p) => !others.some((o) => at(o) === p.cell));
    return next?.cell === y;
  };
  const movedLast = (n: number): boolean =>
    move.history.length >= n && move.history.slice(0, n).every(Boolean);

  switch (id) {
    case "forbidden-zone-q":
      return !place.q.has(y);
    case "all-exit-left":
      return implies(leaves, () => y === place.door.A);
    case "all-exit-bottom":
      return implies(leaves, () => y === place.door.B);
    case "all-exit-right":
      return implies(leaves, () => y === place.door.C);
    case "left-door-forbidden":
      return y !== place.door.A;
    case "bottom-door-forbidden":
      return y !== place.door.B;
    case "right-door-forbidden":
      return y !== place.door.C;
    case "bottom-left-seats-only":
      return implies(sits, () => region === "BL");
    case "top-left-seats-only":
      return implies(sits, () => region === "TL");
    case "bottom-right-seats-only":
      return implies(sits, () => region === "BR");
    case "no-bottom-left-seats":
      return implies(sits, () => region !== "BL");
    case "no-bottom-right-seats":
      return implies(sits, () => region !== "BR");
    case "clockwise-circulation":
      return place.clockwise.get(y) !== x;
    case "counterclockwise-circulation":
      return place.clockwise.get(x) !== y;
    case "even-turns-only":
      return t % 2 === 0;
    case "odd-turns-only":
      return t % 2 === 1;
    case "no-turns-0-mod-3":
      return t % 3 !== 0;
    case "no-turns-1-mod-3":
      return t % 3 !== 1;
    case "no-turns-2-mod-3":
      return t % 3 !== 2;
    case "move-1-wait-1":
      return !movedLast(1);
    case "move-2-wait-1":
      return !movedLast(2);
    case "move-3-wait-1":
      return !movedLast(3);
    case "visit-zone-q-first":
      return implies(sits, () => move.visitedQ);
    case "zone-r-capacity-1":
      return implies(judgedR, () => inR.length === 0);
    case "zone-r-capacity-2":
      return implies(judgedR, () => inR.length <= 1);
    case "zone-r-single-group":
      return implies(judgedR, () => inR.every((o) => o.group === me.group));
    case "group-doors-abc":
      return implies(leaves, () => y === place.door[turnOf(me.group, "A B C")]);
    case "group-doors-bca":
      return implies(leaves, () => y === place.door[turnOf(me.group, "B C A")]);
    case "group-doors-cab":
      return implies(leaves, () => y === place.door[turnOf(me.group, "C A B")]);
    case "group-seating-1":
      return implies(sits, () => region === turnOf(me.group, "TL BL BR"));
    case "group-seating-2":
      return implies(sits, () => region === turnOf(me.group, "BL BR TL"));
    case "group-seating-3":
      return implies(sits, () => region === turnOf(me.group, "BR TL BL"));
    case "seats-in-order-l2r":
      return implies(sits, () => seatInOrder(1));
    case "seats-in-order-r2l":
      return implies(sits, () => seatInOrder(-1));
    default:
      return inLine(lineOf(id, place), x, y, others, variant.queue ?? "tail-or-behind");
  }
}

function inLine(
  line: number[],
  x: number,
  y: number,
  others: Person[],
  rule: NonNullable<Variant["queue"]>,
): boolean {
  if (x === y || !line.includes(y)) return true;
  const taken = line.map((cell) => others.find((o) => key(o.r, o.c) === cell));
  const to = line.indexOf(y);
  if (line.indexOf(x) === to + 1 && line.includes(x) && !taken[to]) return true;
  const counts = taken.map((o) => o !== undefined && (rule !== "customers-only" || o.customer));
  const end = counts.lastIndexOf(true) + 1;
  return rule === "tail-exact" ? to === end : to >= end;
}
