import { shade } from "../colour.js";
import { BOARD, counterBody } from "../kit/counters.js";
import { tiles } from "../kit/floors.js";
import { plasticChair } from "../kit/seats.js";
import { shelf } from "../kit/shelves.js";
import { bag, bottle, heap, label, till } from "../kit/things.js";
import { ball, box, drum, type Solid } from "../solids.js";
import { disc, line, oval, path, rect } from "../svg.js";
import { each, type Look, type Theme } from "./theme.js";

const CRATE = "#b9854f";
const FRUIT = ["#d93636", "#f29a2e", "#6fb13c", "#f3d23b", "#7b3f98", "#9ccf52"];
const PACKS = ["#d93636", "#f2b230", "#2f7fc1", "#3a9b5a", "#e86aa0", "#f4f0e6", "#7a4fb0"];

/** Slanted crates of fruit: one kind a cell. */
const produce: Look = ({ w, d, index }) => {
  const solids: Solid[] = [];
  for (let y = 0; y < d; y++)
    for (let x = 0; x < w; x++) {
      const colour = FRUIT[(index * 2 + x + y * 3) % FRUIT.length] as string;
      const slat = [0.08, 0.2]
        .map((v) => line([0.03, v, 0.85, v], shade(CRATE, 0.7), 0.03))
        .join("");
      solids.push(
        box(x + 0.06, y + 0.1, 0, 0.88, 0.74, 0.3, CRATE, {
          front: slat,
          top:
            rect(0.05, 0.05, 0.78, 0.64, shade(colour, 0.5)) + heap(0.76, 0.62, colour, 0.06, 0.06),
        }),
        ball(x + 0.3, y + 0.5, 0.34, 0.1, colour),
        ball(x + 0.52, y + 0.42, 0.36, 0.1, colour),
        ball(x + 0.7, y + 0.56, 0.34, 0.1, colour),
      );
    }
  return solids;
};

/** Shelves of tins and packets, or crates, in turn. */
const aisle: Look = (piece) =>
  piece.d === 1 && piece.w > 1
    ? produce(piece)
    : shelf(
        piece.w,
        piece.d,
        {
          frame: "#e4e8e4",
          dark: "#5d6a62",
          goods: PACKS,
          kind: piece.index % 3 === 1 ? "can" : "box",
          rows: 2,
          height: 0.85,
        },
        piece.index,
      );

/** Chest freezer with sliding glass. */
const freezer: Solid[] = [
  box(0.02, 0.14, 0, 0.96, 0.7, 0.42, "#f2f6f8", {
    front: rect(0.08, 0.08, 0.8, 0.16, "#3f8fd0") + label("ICE", 0.48, 0.16, 0.12, "#ffffff"),
  }),
  box(0.06, 0.18, 0.42, 0.88, 0.6, 0.04, "#a9dcf0", {
    top:
      [0.08, 0.36, 0.64]
        .map(
          (x, i) =>
            rect(x, 0.1, 0.2, 0.18, PACKS[i] as string) +
            rect(x, 0.34, 0.2, 0.18, PACKS[i + 2] as string),
        )
        .join("") +
      rect(0, 0, 0.88, 0.6, "#d8f1fa", { opacity: 0.45 }) +
      line([0.44, 0, 0.44, 0.6], "#7fa9bd", 0.03) +
      line([0.1, 0.52, 0.3, 0.08], "#ffffff", 0.04),
  }),
];

/** Loaves, buns and baguettes on boards. */
const bakery: Look = ({ w, d }) => {
  const bread: string[] = [];
  for (let i = 0; 0.2 + i * 0.3 < w - 0.2; i++) {
    const x = 0.18 + i * 0.3;
    bread.push(
      i % 3 === 1
        ? oval(x, 0.28, 0.07, 0.2, "#cf8f3f", { stroke: "#8f5a20", "stroke-width": 0.02 }) +
            [0.18, 0.28, 0.38]
              .map((y) => line([x - 0.04, y, x + 0.04, y - 0.05], "#f2d59a", 0.025))
              .join("")
        : disc(x, 0.2, 0.1, "#dba152", { stroke: "#8f5a20", "stroke-width": 0.02 }) +
            disc(x, 0.42, 0.1, "#c98638", { stroke: "#8f5a20", "stroke-width": 0.02 }),
    );
  }
  return [
    box(0.05, 0.12, 0, w - 0.1, d - 0.26, 0.4, "#8a5a36", {
      front:
        rect(0.06, 0.06, w - 0.22, 0.28, "#f7e6c4") +
        label("BAKERY", (w - 0.1) / 2, 0.2, 0.2, "#8a4a1c"),
      top: rect(0.04, 0.04, w - 0.18, d - 0.34, "#f0dcb4") + bread.join(""),
    }),
  ];
};

const basketStack: Solid[] = [0, 1, 2].map((k) =>
  box(0.14 - k * 0.01, 0.2, k * 0.17, 0.72, 0.5, 0.16, k % 2 === 0 ? "#d93636" : "#c22d2d", {
    front: [0.08, 0.2, 0.32, 0.44, 0.56]
      .map((x) => line([x, 0.02, x, 0.13], "#8f1f1f", 0.025))
      .join(""),
    ...(k === 2
      ? {
          top:
            rect(0.06, 0.06, 0.6, 0.38, "#7d1a1a") +
            path("M0.06 0.25Q0.36 -0.02 0.66 0.25", "none", {
              stroke: "#2b2b2b",
              "stroke-width": 0.04,
            }),
        }
      : {}),
  }),
);

/** The belt at the till with somebody's shopping on it. */
const belt: Solid[] = [
  box(0.06, 0.52, BOARD, 0.88, 0.34, 0.03, "#33373c"),
  ...bottle(0.22, 0.7, BOARD + 0.03, "#3a9b5a", 0.06),
  box(0.36, 0.6, BOARD + 0.03, 0.18, 0.16, 0.2, "#f2b230"),
  ball(0.68, 0.72, BOARD + 0.12, 0.1, "#d93636"),
  ball(0.84, 0.7, BOARD + 0.12, 0.1, "#f29a2e"),
];

const awning = (w: number): string => {
  let out = "";
  for (let i = 0; i < w * 4; i++)
    out += path(
      `M${i / 4} 0.72h0.25v-0.18a0.125 0.12 0 0 1 -0.25 0Z`,
      i % 2 === 0 ? "#3a9b5a" : "#ffffff",
      { stroke: "#2b7443", "stroke-width": 0.01 },
    );
  return out;
};

const sign =
  awning(3) +
  rect(0.2, 0.04, 2.6, 0.44, "#fdfcf4", { stroke: "#2b7443", "stroke-width": 0.03 }) +
  label("GROCERY", 1.75, 0.26, 0.25, "#2b7443") +
  disc(0.52, 0.22, 0.13, "#d93636") +
  line([0.52, 0.34, 0.56, 0.42], "#6b4226", 0.03) +
  oval(0.63, 0.39, 0.07, 0.035, "#6fb13c");

/** Upright fridge of milk and juice. */
const fridge = (w: number): string => {
  let out = rect(0.04, 0.02, w - 0.08, 0.7, "#e9f3f7", { stroke: "#8ea4ae", "stroke-width": 0.04 });
  for (const [k, y] of [0.08, 0.4].entries())
    for (let i = 0; 0.12 + i * 0.15 < w - 0.18; i++) {
      const colour = ["#ffffff", "#f29a2e", "#3f8fd0", "#6fb13c"][(i + k) % 4] as string;
      out +=
        rect(0.1 + i * 0.15, y, 0.11, 0.2, colour, { stroke: "#7d8f98", "stroke-width": 0.012 }) +
        rect(0.13 + i * 0.15, y + 0.2, 0.05, 0.04, "#3f8fd0");
    }
  for (let x = 1; x < w; x++) out += line([x, 0.04, x, 0.7], "#8ea4ae", 0.04);
  return out;
};

export const groceryStore: Theme = {
  floor: tiles("#e9efe4", "#d2dccb", 0.5),
  wall: {
    top: "#3f6b4a",
    face: "#f7f3e2",
    pattern: rect(0, 0, 1, 0.14, "#8cc084"),
    skirting: "#2b5536",
    rail: "#8cc084",
  },
  door: { frame: "#9aa8a0", mat: "#2b7443", ink: "#ffffff" },
  seat: plasticChair("#e8862e"),
  table: produce,
  shelf: aisle,
  machine: each(freezer),
  vault: each(freezer),
  bed: produce,
  counter: {
    left: [...counterBody("#2b7443", "#d9ddd6"), ...belt],
    service: [
      ...counterBody("#2b7443", "#d9ddd6", label("CHECKOUT", 0.48, 0.22, 0.12, "#ffffff")),
      ...till(0.5, 0.72, BOARD),
    ],
    right: [
      ...counterBody("#2b7443", "#d9ddd6"),
      ...bag(0.3, 0.7, BOARD, "#c99a62"),
      ...bag(0.68, 0.74, BOARD, "#f4f0e6"),
      drum(0.5, 0.6, BOARD, 0.05, 0.3, "#6fb13c"),
    ],
  },
  hangings: [
    { w: 3, draw: sign },
    { w: 3, draw: fridge(3) },
    { w: 2, draw: fridge(2), repeat: true },
    { w: 1, draw: fridge(1), repeat: true },
  ],
  poi: { produce, bakery, freezer: each(freezer), baskets: each(basketStack) },
  zones: { q: "#8b3fc0", r: "#0a7f9a", ink: "#ffffff" },
};
