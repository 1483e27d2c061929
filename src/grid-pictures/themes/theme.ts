import type { Piece } from "../pieces.js";
import { moved, type Solid } from "../solids.js";
import type { Facing } from "../types.js";

/** Something on a wall: SVG with x from its left edge, y up from the floor, in cells; 0.75 is the ceiling on the map. */
export interface Hanging {
  /** cells across; it is only hung where that many are free */
  w: number;
  draw: string;
  /** hung again wherever there is room */
  repeat?: boolean;
}

/** A piece of furniture of w × d cells in the manner of a place. */
export type Look = (piece: Pick<Piece, "w" | "d" | "index">) => Solid[];

/** The same body in every cell of a piece. */
export const each =
  (solids: readonly Solid[]): Look =>
  ({ w, d }) => {
    const out: Solid[] = [];
    for (let y = 0; y < d; y++) for (let x = 0; x < w; x++) out.push(...moved(solids, x, y));
    return out;
  };

export interface Theme {
  /** SVG of the floor of 15 × 11 cells: x right, y down */
  floor: string;
  wall: {
    /** seen from above */
    top: string;
    face: string;
    /** SVG over the face of one cell, repeated */
    pattern?: string;
    skirting: string;
    rail: string;
  };
  door: { frame: string; mat: string; ink: string };
  /** facing down */
  seat: Solid[];
  /** where all seats look; else each looks at the furniture beside it */
  seatsFace?: Facing;
  table: Look;
  shelf: Look;
  machine: Look;
  vault: Look;
  bed: Look;
  /** the counter's three cells; what stands at its left, at its middle (where people are served), at its right */
  counter: { left: Solid[]; service: Solid[]; right: Solid[] };
  /** the most telling first */
  hangings: Hanging[];
  /** by name of the place: what stands beside it */
  poi: Record<string, Look>;
  /** tints of the marked zones Q and R, and of their edges and letters */
  zones: { q: string; r: string; ink: string };
}
