import { BOARD, counterBody } from "../kit/counters.js";
import { planks } from "../kit/floors.js";
import { woodenChair } from "../kit/seats.js";
import { shelf } from "../kit/shelves.js";
import { cup, label, paperCup, plate, till } from "../kit/things.js";
import { box, drum, type Solid } from "../solids.js";
import { disc, line, oval, path, poly, rect } from "../svg.js";
import { each, type Look, type Theme } from "./theme.js";

const WOOD = "#8a5a36";
const DARK = "#4b2f20";
const CREAM = "#f3e4c8";

/** A round table on one foot with somebody's coffee on it; longer ones for larger pieces. */
function table(w: number, d: number, index: number): Solid[] {
  const x = w / 2;
  const y = d / 2;
  const top: Solid[] =
    w === 1 && d === 1
      ? [
          drum(x, y, 0, 0.22, 0.04, DARK),
          drum(x, y, 0.04, 0.06, 0.36, DARK),
          drum(x, y, 0.4, 0.42, 0.06, "#c28f5c"),
        ]
      : [
          box(0.12, 0.12, 0, w - 0.24, d - 0.24, 0.4, DARK),
          box(0.05, 0.05, 0.4, w - 0.1, d - 0.1, 0.06, "#c28f5c"),
        ];
  const set = index % 2 === 0 ? plate(x + 0.16, y + 0.08, 0.46) : paperCup(x + 0.17, y + 0.1, 0.46);
  return [...top, ...cup(x - 0.16, y - 0.06, 0.46), ...set];
}

/** Tall chrome machine with two spouts. */
const espresso: Solid[] = [
  box(0.14, 0.54, BOARD, 0.72, 0.3, 0.1, "#3a3d42"),
  box(0.14, 0.54, BOARD + 0.1, 0.72, 0.18, 0.24, "#c2332f", {
    front:
      rect(0.12, 0.04, 0.1, 0.08, "#2b2b2b") +
      rect(0.46, 0.04, 0.1, 0.08, "#2b2b2b") +
      disc(0.34, 0.16, 0.05, "#ffffff"),
  }),
  box(0.12, 0.52, BOARD + 0.34, 0.76, 0.34, 0.1, "#d6dade"),
  ...cup(0.3, 0.66, BOARD + 0.44),
  ...cup(0.62, 0.66, BOARD + 0.44),
];

/** Glass case with cakes. */
const cakes: Solid[] = [
  box(0.06, 0.54, BOARD, 0.88, 0.34, 0.34, "#dfeff0", {
    front:
      rect(0.03, 0.03, 0.82, 0.28, "#f7fbfb") +
      poly([0.08, 0.04, 0.28, 0.04, 0.28, 0.16, 0.08, 0.12], "#8b4a2b") +
      rect(0.08, 0.12, 0.2, 0.05, "#f6b7c8") +
      oval(0.43, 0.1, 0.09, 0.06, "#d99a45") +
      rect(0.58, 0.04, 0.2, 0.12, "#f7dd8b") +
      rect(0.58, 0.16, 0.2, 0.04, "#d6452f") +
      line([0.03, 0.2, 0.85, 0.2], "#b9cdd0", 0.02),
  }),
];

const bigCup = (x: number, y: number): string =>
  path(
    `M${x - 0.13} ${y + 0.12}L${x - 0.1} ${y - 0.08}Q${x} ${y - 0.13} ${x + 0.1} ${y - 0.08}L${x + 0.13} ${y + 0.12}Z`,
    "#ffffff",
  ) +
  disc(x + 0.15, y + 0.03, 0.06, "none", { stroke: "#ffffff", "stroke-width": 0.03 }) +
  line([x - 0.05, y + 0.17, x - 0.03, y + 0.22, x - 0.06, y + 0.27], "#ffffff", 0.025) +
  line([x + 0.05, y + 0.17, x + 0.07, y + 0.22, x + 0.04, y + 0.27], "#ffffff", 0.025);

const mugShelf = (w: number): string => {
  let out = "";
  for (let x = 0.12; x < w - 0.15; x += 0.24)
    for (const y of [0.2, 0.46])
      out += rect(
        x,
        y,
        0.13,
        0.13,
        ["#c2332f", "#ffffff", "#4c8c7a"][Math.round(x * 100) % 3] as string,
        { rx: 0.02, stroke: DARK, "stroke-width": 0.012 },
      );
  return out + rect(0.04, 0.15, w - 0.08, 0.05, WOOD) + rect(0.04, 0.41, w - 0.08, 0.05, WOOD);
};

const window = (w: number): string =>
  rect(0.08, 0.12, w - 0.16, 0.54, "#a9d8ee", { stroke: DARK, "stroke-width": 0.05 }) +
  poly(
    [0.12, 0.14, w - 0.12, 0.14, w - 0.12, 0.26, w * 0.6, 0.34, w * 0.35, 0.24, 0.12, 0.3],
    "#7fb069",
  ) +
  line([w / 2, 0.12, w / 2, 0.66], DARK, 0.04);

const menuBoard =
  rect(0.06, 0.06, 0.68, 0.66, "#26302c") +
  label("MENU", 0.4, 0.6, 0.13, "#ffffff") +
  [0.42, 0.29, 0.16]
    .map(
      (y) =>
        line([0.13, y, 0.44, y], "#e8e2cf", 0.035) + line([0.56, y, 0.66, y], "#f2c14e", 0.035),
    )
    .join("");

const poi: Record<string, Look> = {
  "menu-board": each([
    box(0.1, 0.3, 0, 0.8, 0.5, 0.1, DARK),
    box(0.1, 0.42, 0.1, 0.8, 0.12, 0.8, WOOD, { front: menuBoard }),
  ]),
  "pickup-shelf": ({ w, d }) => [
    box(0.06, 0.1, 0, w - 0.12, d - 0.3, 0.5, WOOD, {
      front:
        rect(0.05, 0.06, w - 0.22, 0.38, DARK) +
        label("PICK UP", w / 2 - 0.06, 0.25, 0.2, "#fff3dc"),
    }),
    ...Array.from({ length: w * 4 }, (_, i) => paperCup(0.16 + i * 0.235, 0.36, 0.5)).flat(),
  ],
  "newspaper-stand": each([
    box(0.12, 0.2, 0, 0.76, 0.5, 0.9, "#2f3d4a", {
      front: [0.06, 0.34, 0.62]
        .map(
          (y) =>
            rect(0.07, y, 0.62, 0.23, "#f5f1e6") +
            rect(0.12, y + 0.14, 0.52, 0.06, "#33302c") +
            rect(0.12, y + 0.04, 0.24, 0.06, "#9a948a") +
            rect(0.42, y + 0.03, 0.22, 0.03, "#9a948a"),
        )
        .join(""),
    }),
  ]),
  "water-station": each([
    box(0.16, 0.2, 0, 0.68, 0.6, 0.42, "#e9e2d2", {
      front: rect(0.06, 0.06, 0.56, 0.28, "#d6ccb5"),
    }),
    drum(0.38, 0.45, 0.42, 0.18, 0.06, "#4e7f99"),
    drum(0.38, 0.45, 0.48, 0.16, 0.34, "#8fd3ea"),
    ...[0.62, 0.75].map((x) => drum(x, 0.6, 0.42, 0.055, 0.12, "#e3f5fa")),
  ]),
};

export const cafe: Theme = {
  floor: planks(["#d9ae7c", "#d3a673", "#deb587", "#cfa06b"], "#b98c58"),
  wall: {
    top: "#5f4030",
    face: CREAM,
    pattern:
      rect(0, 0, 1, 0.26, "#9b6b43") +
      [0.25, 0.5, 0.75, 1].map((x) => line([x, 0.02, x, 0.24], "#86592f", 0.02)).join(""),
    skirting: DARK,
    rail: "#7d5233",
  },
  door: { frame: DARK, mat: "#9c3d2e", ink: "#fff3dc" },
  seat: woodenChair("#6f4427", "#c4473a"),
  table: ({ w, d, index }) => table(w, d, index),
  shelf: ({ w, d, index }) =>
    shelf(
      w,
      d,
      {
        frame: WOOD,
        dark: "#5b3b25",
        goods: ["#c2332f", "#ffffff", "#4c8c7a", "#e6b450"],
        kind: "can",
        rows: 2,
        height: 0.9,
      },
      index,
    ),
  machine: () => [
    box(0.15, 0.2, 0, 0.7, 0.6, 0.5, WOOD),
    ...espresso.map((s) => ({ ...s, y: s.y - 0.2 })),
  ],
  vault: ({ w, d }) => [
    box(0.06, 0.06, 0, w - 0.12, d - 0.12, 0.9, WOOD, {
      front: rect(0.1, 0.1, w - 0.32, 0.7, DARK),
    }),
  ],
  bed: ({ w, d }) => [box(0.08, 0.1, 0, w - 0.16, d - 0.2, 0.4, "#b5563f")],
  counter: {
    left: [...counterBody("#7a4b2c", "#e2c79b"), ...espresso],
    service: [
      ...counterBody("#7a4b2c", "#e2c79b", label("ORDER", 0.48, 0.23, 0.16, "#fff3dc")),
      ...till(0.5, 0.72, BOARD, "#5b4636"),
    ],
    right: [...counterBody("#7a4b2c", "#e2c79b"), ...cakes],
  },
  hangings: [
    {
      w: 3,
      draw:
        rect(0.1, 0.1, 2.8, 0.58, "#7a2f26", {
          rx: 0.08,
          stroke: "#f2c14e",
          "stroke-width": 0.03,
        }) +
        label("CAFE", 1.7, 0.39, 0.34, "#fff3dc") +
        bigCup(0.6, 0.33),
    },
    { w: 2, draw: mugShelf(2) },
    { w: 2, draw: window(2), repeat: true },
  ],
  poi,
  zones: { q: "#8e44ad", r: "#0b7a75", ink: "#ffffff" },
};
