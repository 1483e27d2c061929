import table from "./assets.generated.js";
import type { Vec2 } from "./types.js";

/** What can be done with a thing; see the head of `scenes/embodied/assets.yaml`. */
export type Affordance =
  | "pickable"
  | "edible"
  | "vessel"
  | "washable"
  | "dish"
  | "container"
  | "surface"
  | "sittable"
  | "faucet"
  | "switch"
  | "door"
  | "knockable"
  | "mop"
  | "stain";

/** One row of the asset table; lengths in cm. */
export interface Asset {
  /** what a planner is told by default */
  name: string;
  /** depth (local x), width (local y), height */
  size: readonly [number, number, number];
  solid: boolean;
  can: readonly Affordance[];
  /** the two states of the kind, the default first; null when it has none */
  states: readonly [string, string] | null;
  /** places on it: offsets along its width (local y) */
  seats: readonly number[];
  /** height at which things stand on it */
  top: number;
}

interface Row {
  name: string;
  size: number[];
  solid?: boolean;
  can?: string[];
  states?: string[];
  seats?: number[];
  top?: number;
}

function fromRow(row: Row): Asset {
  const [depth = 0, width = 0, height = 0] = row.size;
  const [first, second] = row.states ?? [];
  return {
    name: row.name,
    size: [depth, width, height],
    solid: row.solid ?? true,
    can: (row.can ?? []) as Affordance[],
    states: first !== undefined && second !== undefined ? [first, second] : null,
    seats: row.seats ?? [],
    top: row.top ?? height,
  };
}

const ASSETS: ReadonlyMap<string, Asset> = new Map(
  Object.entries(table as Record<string, Row>).map(([kind, row]) => [kind, fromRow(row)]),
);

/**
 * The table's row of a kind.
 * @throws RangeError when the table has no such kind
 */
export function asset(kind: string): Asset {
  const found = ASSETS.get(kind);
  if (!found) throw new RangeError(`no asset of kind "${kind}" in scenes/embodied/assets.yaml`);
  return found;
}

/** Can this be done with things of that kind? */
export function can(thing: { kind: string }, what: Affordance): boolean {
  return asset(thing.kind).can.includes(what);
}

/** A box around the origin of a local frame: `depth` along x, `width` along y; cm. */
export function boxFootprint(depth: number, width: number): Vec2[] {
  const x = depth / 2;
  const y = width / 2;
  return [
    [x, y],
    [-x, y],
    [-x, -y],
    [x, -y],
  ];
}
