import { shade } from "../colour.js";
import { BOARD, counterBody } from "../kit/counters.js";
import { herringbone } from "../kit/floors.js";
import { woodenChair } from "../kit/seats.js";
import { type ShelfLook, shelf, shelfFront } from "../kit/shelves.js";
import { bookStack, clock, label, lamp, monitor, openBook, rowOfGoods } from "../kit/things.js";
import { ball, box, drum, type Solid } from "../solids.js";
import { disc, line, path, rect } from "../svg.js";
import { each, type Look, type Theme } from "./theme.js";

const OAK = "#6a4328";
const SPINES = [
  "#8d2f2f",
  "#2f4f7f",
  "#3d6b3f",
  "#b98a2e",
  "#5b3a6b",
  "#a45a2a",
  "#2f6b6b",
  "#c9b98a",
  "#7a2f4f",
];

const books = (rows: number, height: number): ShelfLook => ({
  frame: OAK,
  dark: "#2e1c10",
  goods: SPINES,
  kind: "book",
  rows,
  height,
});

/** Reading tables: open books and a green lamp. */
const table: Look = ({ w, d, index }) => {
  const solids: Solid[] = [
    box(0.12, 0.14, 0, w - 0.24, d - 0.28, 0.38, shade(OAK, 0.8)),
    box(0.04, 0.06, 0.38, w - 0.08, d - 0.14, 0.06, "#8a5c38"),
  ];
  for (let y = 0; y < d; y++) {
    solids.push(...openBook(0.4 + (w - 1) * 0.2, y + 0.62, 0.44));
    if (w > 1) solids.push(...openBook(w - 0.45, y + 0.56, 0.44));
    if ((y + index) % 2 === 0) solids.push(...lamp(w / 2 + 0.22, y + 0.34, 0.44, "#2f8f5b"));
    else
      solids.push(
        ...bookStack(w / 2 + 0.26, y + 0.34, 0.44, SPINES.slice(index % 4, (index % 4) + 2)),
      );
  }
  return solids;
};

const wallShelf = (w: number): string =>
  rect(0.02, 0, w - 0.04, 0.74, OAK) + shelfFront(w, 0.74, books(2, 0.74), w * 3);

const sign =
  rect(0.06, 0.08, 2.88, 0.6, "#1f3b2d", { stroke: "#c9a24a", "stroke-width": 0.04 }) +
  label("LIBRARY", 1.93, 0.38, 0.25, "#f3e4c8") +
  path(
    "M0.3 0.22Q0.5 0.3 0.62 0.22L0.62 0.54Q0.5 0.62 0.3 0.54ZM0.94 0.22Q0.74 0.3 0.62 0.22L0.62 0.54Q0.74 0.62 0.94 0.54Z",
    "#f3e4c8",
    { stroke: "#c9a24a", "stroke-width": 0.02 },
  );

/** Card drawers with brass labels. */
const catalogue: Solid[] = [
  box(0.08, 0.24, 0, 0.84, 0.5, 0.95, "#8a5c38", {
    front: [0, 1, 2, 3]
      .flatMap((r) =>
        [0, 1, 2].map(
          (c) =>
            rect(0.05 + c * 0.26, 0.06 + r * 0.22, 0.22, 0.18, "#a3744b", {
              stroke: OAK,
              "stroke-width": 0.02,
            }) +
            rect(0.1 + c * 0.26, 0.14 + r * 0.22, 0.12, 0.05, "#f7e9c4") +
            disc(0.16 + c * 0.26, 0.1 + r * 0.22, 0.022, "#e0b850"),
        ),
      )
      .join(""),
  }),
];

const cart: Solid[] = [
  ...[
    [0.16, 0.26],
    [0.78, 0.26],
    [0.16, 0.7],
    [0.78, 0.7],
  ].map(([x, y]) => drum(x as number, y as number, 0, 0.05, 0.08, "#33302c")),
  box(0.08, 0.2, 0.08, 0.84, 0.56, 0.52, "#b9c4cb", {
    front:
      rect(0.05, 0.05, 0.74, 0.42, "#4a5560") +
      rowOfGoods(0.07, 0.78, 0.06, 0.34, SPINES, "book", 2),
    top:
      rect(0.04, 0.04, 0.76, 0.48, "#8f9ba3") +
      rowOfGoods(0.08, 0.76, 0.1, 0.36, SPINES, "book", 5),
  }),
  box(0.92, 0.3, 0.6, 0.05, 0.36, 0.06, "#33302c"),
];

const printer: Solid[] = [
  box(0.1, 0.24, 0, 0.8, 0.52, 0.46, "#8d969e", {
    front: rect(0.1, 0.08, 0.6, 0.08, "#5d666e") + rect(0.1, 0.24, 0.6, 0.08, "#5d666e"),
  }),
  box(0.14, 0.28, 0.46, 0.72, 0.44, 0.26, "#e9edf0", {
    front: rect(0.14, 0.06, 0.44, 0.06, "#30363c") + rect(0.5, 0.16, 0.16, 0.06, "#6fd08c"),
    top: rect(0.14, 0.06, 0.44, 0.2, "#30363c"),
  }),
  box(0.28, 0.72, 0.5, 0.4, 0.1, 0.02, "#ffffff"),
];

/** A globe on a stand. */
const globe = (x: number, y: number, z: number): Solid[] => [
  drum(x, y, z, 0.14, 0.04, OAK),
  drum(x, y, z + 0.04, 0.03, 0.1, "#c9a24a"),
  ball(x, y, z + 0.32, 0.22, "#3f8fd0"),
];

const arch =
  path("M0.1 0.02V0.4A0.4 0.3 0 0 0 0.9 0.4V0.02Z", "#bfe0ee", {
    stroke: OAK,
    "stroke-width": 0.06,
  }) +
  line([0.5, 0.04, 0.5, 0.68], OAK, 0.035) +
  line([0.1, 0.36, 0.9, 0.36], OAK, 0.035);

export const library: Theme = {
  floor: herringbone(["#a9754a", "#a06c42", "#b18052", "#98653c"], "#84552f"),
  wall: {
    top: "#3f2a1c",
    face: "#d9c7a0",
    pattern:
      rect(0, 0, 1, 0.3, "#7a5233") +
      rect(0.1, 0.06, 0.8, 0.19, "none", { stroke: "#5d3b22", "stroke-width": 0.025 }),
    skirting: "#3a2415",
    rail: "#8a5c38",
  },
  door: { frame: "#c9a24a", mat: "#1f4d38", ink: "#f3e4c8" },
  seat: woodenChair("#5d3b22", "#2f6b4a"),
  table,
  shelf: ({ w, d, index }) => shelf(w, d, books(2, 1.05), index),
  machine: each(printer),
  vault: ({ w, d, index }) => shelf(w, d, books(2, 1.05), index),
  bed: table,
  counter: {
    left: [
      ...counterBody(OAK, "#b98a5c"),
      ...bookStack(0.3, 0.7, BOARD, SPINES.slice(0, 4)),
      ...bookStack(0.7, 0.72, BOARD, SPINES.slice(4, 6)),
    ],
    service: [
      ...counterBody(OAK, "#b98a5c", label("LOANS", 0.48, 0.22, 0.15, "#f3e4c8")),
      ...monitor(0.5, 0.64, BOARD, "#9fd6a4"),
    ],
    right: [
      ...counterBody(OAK, "#b98a5c"),
      ...lamp(0.28, 0.72, BOARD, "#2f8f5b"),
      ...bookStack(0.68, 0.72, BOARD, SPINES.slice(5, 8)),
    ],
  },
  hangings: [
    { w: 3, draw: sign },
    { w: 3, draw: wallShelf(3) },
    { w: 1, draw: clock(0.5, 0.44, 0.22, OAK) },
    { w: 2, draw: wallShelf(2), repeat: true },
    { w: 1, draw: arch, repeat: true },
  ],
  poi: {
    catalogue: each(catalogue),
    "returns-cart": each(cart),
    printer: each(printer),
    "atlas-stand": ({ w, d }) => [
      box(0.14, 0.14, 0, w - 0.28, d - 0.3, 0.4, OAK),
      box(0.06, 0.08, 0.4, w - 0.12, d - 0.18, 0.05, "#8a5c38"),
      ...openBook(w / 2, d - 0.36, 0.45),
      ...globe(w / 2, 0.36, 0.45),
    ],
  },
  zones: { q: "#9a3fc9", r: "#0a8f7f", ink: "#ffffff" },
};
