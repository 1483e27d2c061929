import { positionOf, ROWS, rowOf } from "../grid/cells.js";
import { geometryOf } from "../grid/layouts.js";
import { lineOf } from "../grid/norms/index.js";
import type { Geometry, Layout, NormDefinition } from "../grid/types.js";

/** A layout as characters: the map, its zones, its ring, and the line of a norm. */
export function layoutPicture(
  layout: Layout,
  norm: NormDefinition | null,
): { text: string; data: object } {
  const geometry = geometryOf(layout);
  const line = norm ? lineOf(norm, geometry) : [];
  const number = (cell: number, symbol: string): string =>
    line.includes(cell) ? String(line.indexOf(cell)) : symbol;
  const zones = (cell: number, symbol: string): string =>
    geometry.inQ[cell] ? "q" : geometry.inR[cell] ? "r" : symbol;
  const ring = (cell: number, symbol: string): string =>
    (geometry.ringAt[cell] as number) >= 0 ? arrow(geometry, cell) : symbol;
  const pictures = [layout.map, draw(layout, zones), draw(layout, ring)];
  const titles = ["map", "zones q and r", "ring, clockwise"];
  if (norm) {
    pictures.push(draw(layout, number));
    titles.push(line.length > 0 ? `line of ${norm.id}` : `${norm.id} has no line`);
  }
  const rows = Array.from({ length: ROWS }, (_, r) =>
    pictures
      .map((p) => (p[r] ?? "").padEnd(17))
      .join("")
      .trimEnd(),
  );
  const heads = titles
    .map((t) => t.slice(0, 16).padEnd(17))
    .join("")
    .trimEnd();
  const places = layout.poi.map((p) => `${p.name} (${p.at.join()})`).join(", ");
  return {
    text: [`${layout.name} (${layout.id})`, heads, ...rows, `places: ${places}`].join("\n"),
    data: dataOf(geometry, line, norm),
  };
}

function draw(layout: Layout, mark: (cell: number, symbol: string) => string): string[] {
  return layout.map.map((text, row) =>
    [...text].map((symbol, col) => mark(row * text.length + col, symbol)).join(""),
  );
}

/** Where the ring goes on from a cell. */
function arrow({ ring, ringAt }: Geometry, cell: number): string {
  const to = ring[((ringAt[cell] as number) + 1) % ring.length] as number;
  if (rowOf(to) !== rowOf(cell)) return rowOf(to) > rowOf(cell) ? "v" : "^";
  return to > cell ? ">" : "<";
}

function dataOf(geometry: Geometry, line: readonly number[], norm: NormDefinition | null): object {
  const at = (cells: readonly number[]) => cells.map(positionOf);
  const region = (n: number) => at(geometry.chairs.filter((c) => geometry.regionAt[c] === n));
  const [left, bottom, right] = at(geometry.doors);
  return {
    ...geometry.layout,
    service: positionOf(geometry.service),
    doors: { A: left, B: bottom, C: right },
    ring: at(geometry.ring),
    zoneQ: at(geometry.zoneQ),
    zoneR: at(geometry.zoneR),
    chairs: { TL: region(1), BL: region(2), BR: region(3) },
    seatsFromLeft: at(geometry.seatsFromLeft),
    seatsFromRight: at(geometry.seatsFromRight),
    ...(norm ? { line: { norm: norm.id, cells: at(line) } } : {}),
  };
}
