import type { LayoutRule } from "../../src/grid/check/index.js";
import type { Layout } from "../../src/grid/types.js";

export interface Break {
  name: string;
  rule: LayoutRule;
  broken: Layout;
}

/** A copy with one symbol changed. */
export function put(
  layout: Layout,
  block: "map" | "zones",
  row: number,
  col: number,
  symbol: string,
): Layout {
  const lines = [...layout[block]];
  const line = lines[row]!;
  lines[row] = line.slice(0, col) + symbol + line.slice(col + 1);
  return { ...layout, [block]: lines };
}

const putAll = (
  layout: Layout,
  block: "map" | "zones",
  cells: [number, number][],
  symbol: string,
): Layout => cells.reduce((l, [r, c]) => put(l, block, r, c, symbol), layout);

const mapLines = (layout: Layout, change: (line: string, row: number) => string): Layout => ({
  ...layout,
  map: layout.map.map(change),
});

const zoneLines = (layout: Layout, change: (line: string) => string): Layout => ({
  ...layout,
  zones: layout.zones.map(change),
});

/** One change each, with the rule that has to see it. */
export function breaks(layout: Layout): Break[] {
  const s = layout.map[0]!.indexOf("S");
  const a = layout.map.findIndex((line) => line.startsWith("A"));
  const b = layout.map[10]!.indexOf("B");
  const c = layout.map.findIndex((line) => line.endsWith("C"));
  const zone = (symbol: string): [number, number][] =>
    layout.zones.flatMap((line, r) =>
      [...line].flatMap((x, col): [number, number][] => (x === symbol ? [[r, col]] : [])),
    );
  const [q, r] = [zone("q"), zone("r")];
  const chairs = layout.map.flatMap((line, row) =>
    [...line].flatMap((x, col): [number, number][] => (x === "h" ? [[row, col]] : [])),
  );
  const [firstChair] = chairs;
  const inRegion = (row: number, col: number): "TL" | "BL" | "BR" =>
    row < a ? "TL" : col < b ? "BL" : "BR";
  const emptied = (region: string, keep: number): Layout =>
    putAll(
      layout,
      "map",
      chairs.filter(([row, col]) => inRegion(row, col) === region).slice(keep),
      ".",
    );
  const swapLine = (row: number, line: string): Layout =>
    mapLines(layout, (old, i) => (i === row ? line : old));
  const cases: [string, LayoutRule, Layout][] = [
    ["a short line", "size", swapLine(4, layout.map[4]!.slice(1))],
    ["a long line of zones", "size", zoneLines(layout, (line) => `${line}.`)],
    ["a line too few", "size", { ...layout, map: layout.map.slice(0, 10) }],
    ["no zones", "size", { ...layout, zones: [] }],
    ["an unknown piece of furniture", "symbols", put(layout, "map", 5, 6, "?")],
    ["a lower-case table", "symbols", put(layout, "map", 9, 6, "t")],
    ["an unknown zone", "symbols", put(layout, "zones", 5, 6, "s")],
    ["a hole in the wall", "boundary", put(layout, "map", 10, b === 3 ? 5 : 3, ".")],
    ["a chair in the wall", "boundary", put(layout, "map", 0, 1, "h")],
    ["an open corner", "boundary", put(layout, "map", 10, 14, ".")],
    ["no right door", "doors", mapLines(layout, (line) => line.replace("C", "#"))],
    ["two bottom doors", "doors", put(layout, "map", 10, b > 7 ? 2 : 12, "B")],
    ["a left door inside", "doors", put(put(layout, "map", a, 0, "#"), "map", a, 1, "A")],
    [
      "the right door in the left wall",
      "doors",
      put(put(layout, "map", c, 14, "#"), "map", 2, 0, "C"),
    ],
    ["a door in the corner", "doors", put(put(layout, "map", 10, b, "#"), "map", 10, 0, "B")],
    ["a blocked doorway", "door-mouth", put(layout, "map", a, 1, "M")],
    ["a blocked bottom door", "door-mouth", put(layout, "map", 9, b, "X")],
    ["no counter", "counter", put(layout, "map", 0, s, "K")],
    ["two counters", "counter", put(layout, "map", 0, s + 1, "S")],
    [
      "the counter in the left wall",
      "counter",
      put(put(layout, "map", 0, s, "#"), "map", 1, 0, "S"),
    ],
    ["furniture where people are served", "service", put(layout, "map", 1, s, "T")],
    ["a chair where people are served", "service", put(layout, "map", 1, s, "h")],
    [
      "the room cut in two",
      "connected",
      mapLines(layout, (line, row) =>
        row > 0 && row < 10 ? `${line.slice(0, 13)}X${line.slice(14)}` : line,
      ),
    ],
    [
      "a walled-in cell",
      "connected",
      putAll(
        layout,
        "map",
        [
          [9, 1],
          [8, 2],
          [9, 3],
        ].map((p) => p as [number, number]),
        "X",
      ),
    ],
    ["a chair without a way to it", "chairs", boxedIn(layout, firstChair!)],
    ["a chair near the counter", "regions", put(layout, "map", a - 1, Math.max(b, 11), "h")],
    ["a chair in the door's row", "regions", put(layout, "map", a, 12, "h")],
    ["no seats at the bottom right", "regions", emptied("BR", 0)],
    ["no seats at the top left", "regions", emptied("TL", 0)],
    ["one seat at the bottom left", "regions", emptied("BL", 1)],
    ["something on the ring", "ring", put(layout, "map", 9, b === 3 ? 5 : 3, "T")],
    ["a chair on the ring", "ring", put(layout, "map", 9, b === 3 ? 5 : 3, "h")],
    ["furniture in the first bend", "line-floor", put(layout, "map", 2, s + 1, "T")],
    ["furniture along the counter's wall", "line-floor", put(layout, "map", 1, s + 3, "T")],
    ["furniture straight below the counter", "line-floor", put(layout, "map", 2, s, "X")],
    ["a chair where the line bends left", "line-floor", put(layout, "map", 3, s - 1, "h")],
    ["zone R under the line", "line-zone", put(layout, "zones", 3, s + 1, "r")],
    ["zone Q where people are served", "line-zone", put(layout, "zones", 1, s, "q")],
    ["a nook shut by the line", "line-full", nook(layout, s)],
    ["no Q", "zone-q", zoneLines(layout, (line) => line.replaceAll("q", "."))],
    ["a Q of two cells", "zone-q", putAll(layout, "zones", q.slice(2), ".")],
    ["Q in two pieces", "zone-q", put(layout, "zones", 9, 12, "q")],
    ["a table on Q", "zone-q", put(layout, "map", q[0]![0], q[0]![1], "T")],
    ["a shut-in cell of Q", "zone-q", putAll(layout, "zones", ringAround(q[0]!), "q")],
    ["no R", "zone-r", zoneLines(layout, (line) => line.replaceAll("r", "."))],
    ["an R of three cells", "zone-r", putAll(layout, "zones", r.slice(3), ".")],
    ["R in two pieces", "zone-r", put(layout, "zones", 9, 2, "r")],
    ["a shelf on R", "zone-r", put(layout, "map", r[0]![0], r[0]![1], "X")],
    ["R on the ring", "ring", put(layout, "zones", 5, 13, "r")],
    ["Q on the ring", "ring", put(layout, "zones", 9, 2, "q")],
    [
      "R across the room",
      "zone-r",
      putAll(
        layout,
        "zones",
        Array.from({ length: 13 }, (_, i): [number, number] => [9, i + 1]).concat(
          Array.from({ length: 8 }, (_, i): [number, number] => [i + 1, 13]),
        ),
        "r",
      ),
    ],
    [
      "a place by name on a table",
      "poi",
      { ...layout, poi: [...layout.poi, { name: "x", at: [0, 0] }] },
    ],
    [
      "a place by name outside",
      "poi",
      { ...layout, poi: [...layout.poi, { name: "x", at: [11, 3] }] },
    ],
    ["a place by name in Q", "poi", { ...layout, poi: [...layout.poi, { name: "x", at: q[0]! }] }],
    [
      "two places of one name",
      "poi",
      {
        ...layout,
        poi: [
          layout.poi[0]!,
          ...layout.poi.slice(1, 2),
          { ...layout.poi[2]!, name: layout.poi[0]!.name },
        ],
      },
    ],
    ["two places by name", "poi", { ...layout, poi: layout.poi.slice(0, 2) }],
    ["no seats at all", "forced", putAll(layout, "map", chairs, ".")],
    ["a way too long", "budget", spiral(layout)],
  ];
  return cases.map(([name, rule, broken]) => ({ name, rule, broken }));
}

/** Tables on every side of a chair. */
function boxedIn(layout: Layout, [row, col]: [number, number]): Layout {
  const beside: [number, number][] = [
    [row - 1, col],
    [row + 1, col],
    [row, col - 1],
    [row, col + 1],
  ];
  return putAll(layout, "map", beside, "T");
}

function ringAround([row, col]: [number, number]): [number, number][] {
  return [-1, 0, 1].flatMap((dr) => [-1, 0, 1].map((dc): [number, number] => [row + dr, col + dc]));
}

/** A nook beside the counter that opens on the straight line only: with the line full it is cut off. */
function nook(layout: Layout, s: number): Layout {
  const side = s >= 8 ? -1 : 1;
  const open = put(layout, "map", 3, s + 2 * side, ".");
  return putAll(
    open,
    "map",
    [
      [2, s + 2 * side],
      [4, s + 2 * side],
      [3, s + 3 * side],
    ],
    "X",
  );
}

const SPIRAL = [
  ".XXXXXXXXXXX.",
  "...........X.",
  ".XXXXXXXXX.X.",
  ".X.......X.X.",
  ".X.XXXXXXX.X.",
  ".X.........X.",
  ".XXXXXXXXXXX.",
];

/** The middle of the room as one long winding way inside a plain ring. */
function spiral(layout: Layout): Layout {
  return {
    ...layout,
    map: layout.map.map((line, row) => {
      if (row === 0 || row === 10) return line;
      return line[0] + (SPIRAL[row - 2] ?? ".............") + line[14];
    }),
  };
}
