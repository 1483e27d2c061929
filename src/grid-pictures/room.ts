import { COLS } from "../grid/cells.js";
import type { Layout } from "../grid/types.js";
import { signPost } from "./kit/signs.js";
import { type Piece, piecesOf, symbolOf } from "./pieces.js";
import { extentOf, heightOf, type Model, type Solid, scaled, turned } from "./solids.js";
import type { Hanging, Theme } from "./themes/theme.js";

/** What stands and hangs where in a layout, for either view. */

/** Everything that stands: the counter in the far wall, furniture, and named places without furniture. */
export function furnish(layout: Layout, theme: Theme): Model[] {
  const pieces = piecesOf(layout);
  return [
    ...counterModels(layout, theme),
    ...pieces.map((piece) => ({
      ...corner(piece),
      solids: inPlace(piece, solidsOf(piece, theme)),
    })),
    ...loosePlaces(layout, theme, pieces),
  ];
}

const corner = ({ row, col, w, d }: Piece): Omit<Model, "solids"> => ({ row, col, w, d });

/** Pieces in the far wall stand at its foot, so that their fronts are seen and their backs are not. */
const inPlace = (piece: Piece, solids: Solid[]): Solid[] =>
  piece.row === 0 ? scaled(solids, 1, 0.55, 1, 0, 0.42) : solids;

function solidsOf(piece: Piece, theme: Theme): Solid[] {
  if (piece.poi) return (theme.poi[piece.poi] ?? signPost(piece.poi))(piece);
  switch (piece.symbol) {
    case "h":
      return turned(theme.seat, theme.seatsFace ?? piece.facing);
    case "T":
      return theme.table(piece);
    case "X":
      return theme.shelf(piece);
    case "M":
      return theme.machine(piece);
    case "V":
      return theme.vault(piece);
    default:
      return theme.bed(piece);
  }
}

/** Cells of the far wall that hold the counter; the one for service in the middle of its neighbours. */
function counterModels(layout: Layout, theme: Theme): Model[] {
  const models: Model[] = [];
  const service = (layout.map[0] ?? "").indexOf("S");
  for (let col = 0; col < COLS; col++) {
    const symbol = symbolOf(layout, 0, col);
    if (symbol !== "K" && symbol !== "S") continue;
    const part = symbol === "S" ? "service" : col < service ? "left" : "right";
    models.push({ row: 0, col, w: 1, d: 1, solids: theme.counter[part] });
  }
  return models;
}

/** Places whose cell has no furniture beside it: the thing itself, small, at the far edge of the cell. */
function loosePlaces(layout: Layout, theme: Theme, pieces: readonly Piece[]): Model[] {
  const placed = new Set(pieces.map((p) => p.poi));
  return layout.poi
    .filter(({ name }) => !placed.has(name))
    .map(({ name, at: [row, col] }) => {
      const piece: Piece = {
        symbol: "X",
        row,
        col,
        w: 1,
        d: 1,
        index: 0,
        facing: "down",
        inWall: false,
        poi: name,
      };
      const solids = scaled(
        (theme.poi[name] ?? signPost(name))(piece),
        0.72,
        0.4,
        0.55,
        0.14,
        0.02,
      );
      return { row, col, w: 1, d: 1, solids };
    });
}

/** The floor that a piece stands on, for its shadow; null for what hangs. In cells of the piece. */
export function footprint({ w, d, solids }: Model): {
  x: number;
  y: number;
  w: number;
  d: number;
  /** how dark */
  soft: number;
} | null {
  const feet = solids.map(extentOf).filter((e) => e.z0 < 0.1);
  if (feet.length === 0) return null;
  const x = Math.max(0.02, Math.min(...feet.map((e) => e.x0)) - 0.03);
  const y = Math.max(0, Math.min(...feet.map((e) => e.y0)));
  return {
    x,
    y,
    w: Math.min(w - 0.02, Math.max(...feet.map((e) => e.x1)) + 0.05) - x,
    d: Math.min(d - 0.01, Math.max(...feet.map((e) => e.y1)) + 0.05) - y,
    soft: heightOf(solids) > 0.2 ? 0.22 : 0.1,
  };
}

/** A hanging in its place on the far wall. */
export interface Hung {
  col: number;
  w: number;
  draw: string;
}

/** Fills the free stretches of the far wall: each hanging in the shortest stretch that holds it, those that repeat in what is left. */
export function hung(layout: Layout, theme: Theme): Hung[] {
  const runs: [start: number, length: number][] = [];
  for (let col = 1; col < COLS - 1; col++) {
    if (symbolOf(layout, 0, col) !== "#") continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === col) last[1]++;
    else runs.push([col, 1]);
  }
  const out: Hung[] = [];
  const put = ({ w, draw }: Hanging): boolean => {
    const fits = runs.filter((r) => r[1] >= w).sort((a, b) => a[1] - b[1] || a[0] - b[0])[0];
    if (!fits) return false;
    out.push({ col: fits[0], w, draw });
    fits[0] += w;
    fits[1] -= w;
    return true;
  };
  for (const hanging of theme.hangings) put(hanging);
  const repeated = theme.hangings.filter((h) => h.repeat).sort((a, b) => b.w - a.w);
  for (const hanging of repeated) while (put(hanging));
  return out.sort((a, b) => a.col - b.col);
}
