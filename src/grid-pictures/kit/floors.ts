import { Rng } from "../../core/rng.js";
import { COLS, ROWS } from "../../grid/cells.js";
import { mix, shade } from "../colour.js";
import { disc, line, poly, rect } from "../svg.js";

/** Floors of 15 × 11 cells as SVG in cells. */

const base = (colour: string): string => rect(0, 0, COLS, ROWS, colour);

/** Boards along the rows, joints staggered. */
export function planks(colours: readonly string[], seam: string, boards = 3): string {
  const rng = Rng.from("planks", seam);
  const h = 1 / boards;
  let out = base(colours[0] as string);
  for (let i = 0; i < ROWS * boards; i++) {
    for (let x = -rng.range(0, 1.5); x < COLS; ) {
      const end = Math.min(COLS, x + rng.range(1.8, 3.4));
      const left = Math.max(0, x);
      out += rect(left, i * h, end - left, h, rng.pick(colours), {
        stroke: seam,
        "stroke-width": 0.02,
      });
      x = end;
    }
  }
  return out;
}

/** Two colours in turn, `size` cells a tile. */
export function checker(a: string, b: string, size: number): string {
  let out = base(a);
  for (let r = 0; r < ROWS / size; r++)
    for (let c = r % 2; c < COLS / size; c += 2) out += rect(c * size, r * size, size, size, b);
  return out;
}

/** Plain tiles with seams; a few of them a shade off. */
export function tiles(colour: string, seam: string, size: number): string {
  const rng = Rng.from("tiles", colour);
  let out = base(colour);
  for (let r = 0; r < ROWS / size; r++)
    for (let c = 0; c < COLS / size; c++)
      if (rng.chance(0.16))
        out += rect(c * size, r * size, size, size, shade(colour, rng.pick([0.97, 0.985, 1.2])));
  for (let x = size; x < COLS; x += size) out += line([x, 0, x, ROWS], seam, 0.02);
  for (let y = size; y < ROWS; y += size) out += line([0, y, COLS, y], seam, 0.02);
  return out;
}

/** Light slabs with small dark lozenges where they meet. */
export function marble(colour: string, lozenge: string): string {
  const rng = Rng.from("marble", colour);
  let out = base(colour);
  for (let r = 0; r < ROWS; r++)
    for (let c = 0; c < COLS; c++) {
      if ((r + c) % 2 === 0) out += rect(c, r, 1, 1, shade(colour, 0.965));
      const [x, y] = [c + rng.range(0.1, 0.5), r + rng.range(0.15, 0.8)];
      out += line(
        [x, y, x + 0.18, y + rng.range(-0.08, 0.08), x + 0.4, y + rng.range(-0.12, 0.12)],
        shade(colour, 0.88),
        0.012,
      );
    }
  for (let r = 1; r < ROWS; r++)
    for (let c = 1; c < COLS; c++) {
      const s = 0.13;
      out += poly([c - s, r, c, r - s, c + s, r, c, r + s], lozenge);
    }
  return out;
}

/** Blocks in a zigzag. */
export function herringbone(colours: readonly string[], seam: string): string {
  const rng = Rng.from("herringbone", seam);
  const [l, w] = [0.75, 0.25];
  let out = base(colours[0] as string);
  const edge = { stroke: seam, "stroke-width": 0.015 };
  for (let j = -3; j < ROWS / w + 3; j++)
    for (let i = -3; i < COLS / l / 2 + 3; i++) {
      const x = i * l * 2 + (j % 6) * w;
      const y = j * w;
      if (x > -1.5 && x < COLS + 0.5 && y > -1 && y < ROWS + 0.5) {
        out += rect(x, y, l, w, rng.pick(colours), edge);
        out += rect(x + l, y, w, l, rng.pick(colours), edge);
      }
    }
  return out;
}

/** Dark carpet with scattered small stars and rings. */
export function starryCarpet(colour: string, inks: readonly string[]): string {
  const rng = Rng.from("carpet", colour);
  let out = base(colour);
  for (let r = 0; r < ROWS; r++)
    for (let c = 0; c < COLS; c++) {
      const [x, y] = [c + rng.range(0.2, 0.8), r + rng.range(0.2, 0.8)];
      const ink = mix(rng.pick(inks), colour, 0.35);
      if (rng.chance(0.55)) {
        const s = rng.range(0.07, 0.12);
        const t = s * 0.3;
        out += poly(
          [
            x,
            y - s,
            x + t,
            y - t,
            x + s,
            y,
            x + t,
            y + t,
            x,
            y + s,
            x - t,
            y + t,
            x - s,
            y,
            x - t,
            y - t,
          ],
          ink,
        );
      } else
        out += disc(x, y, rng.range(0.04, 0.08), "none", { stroke: ink, "stroke-width": 0.025 });
    }
  return out;
}
