import { shade } from "../colour.js";
import { BOARD, counterBody, glassScreen } from "../kit/counters.js";
import { marble } from "../kit/floors.js";
import { armchair } from "../kit/seats.js";
import { shelf } from "../kit/shelves.js";
import { clock, label, lamp, monitor, sheet } from "../kit/things.js";
import { ball, box, drum, type Solid } from "../solids.js";
import { line, oval, poly, rect } from "../svg.js";
import { each, type Look, type Theme } from "./theme.js";

const WALNUT = "#6e4a33";
const NAVY = "#22365e";
const GOLD = "#d8ae46";
const STEEL = "#9aa6b3";

/** A stack of coins. */
const coins = (x: number, y: number, z: number): Solid[] =>
  [0, 1, 2].map((i) => drum(x + (i % 2) * 0.01, y, z + i * 0.045, 0.09, 0.04, GOLD));

/** Desks of walnut with a screen, forms and a green lamp. */
const desk: Look = ({ w, d, index }) => [
  box(0.06, 0.1, 0, w - 0.12, d - 0.2, 0.4, WALNUT, {
    front: rect(0.08, 0.08, w - 0.28, 0.24, shade(WALNUT, 0.8)),
  }),
  box(0.02, 0.06, 0.4, w - 0.04, d - 0.12, 0.06, "#8b6244"),
  ...(d > 1 ? monitor(w / 2, 0.4, 0.46) : []),
  ...sheet(w / 2 - 0.2, d - 0.42, 0.46),
  ...sheet(w / 2 + 0.08, d - 0.36, 0.46),
  ...(d > 1 || index % 2 === 0 ? lamp(w - 0.24, d - 0.62, 0.46, "#2f7d4f") : []),
];

/** A strongroom: steel walls and a round door with a wheel; drawn tall, as fronts are seen foreshortened. */
const vault: Look = ({ w, d }) => {
  const [x, y, rx, ry] = [(w - 0.12) / 2, 0.72, 0.42, 0.6];
  const around = (i: number, n: number, share: number): [number, number] => {
    const turn = (2 * Math.PI * i) / n;
    return [x + Math.cos(turn) * rx * share, y + Math.sin(turn) * ry * share];
  };
  const bolts = Array.from({ length: 12 }, (_, i) =>
    oval(...around(i, 12, 0.86), 0.035, 0.05, "#e9eef2"),
  );
  const spokes = [0, 1, 2].map((i) =>
    line([...around(i, 6, 0.5), ...around(i + 3, 6, 0.5)], GOLD, 0.07),
  );
  const door = [
    oval(x, y, rx + 0.06, ry + 0.07, "#4d5763"),
    oval(x, y, rx, ry, STEEL, { stroke: "#e4e9ee", "stroke-width": 0.05 }),
    ...bolts,
    oval(x, y, 0.26, 0.38, "#7c8894", { stroke: "#5a6570", "stroke-width": 0.03 }),
    ...spokes,
    oval(x, y, 0.1, 0.14, GOLD),
  ];
  return [
    box(0.06, 0.06, 0, w - 0.12, d - 0.12, 1.45, "#6b7683", {
      front: rect(0.08, 0.05, w - 0.28, 1.34, "#5b6673") + door.join(""),
      top: rect(0.1, 0.1, w - 0.32, d - 0.32, "#7d8996", {
        stroke: "#566170",
        "stroke-width": 0.03,
      }),
    }),
  ];
};

/** A cash machine: screen, keys, slot. */
const cashMachine = (name: string, body: string): Look =>
  each([
    box(0.12, 0.2, 0, 0.76, 0.56, 0.5, shade(body, 0.9), {
      front: rect(0.2, 0.26, 0.36, 0.07, "#10151d") + rect(0.26, 0.08, 0.24, 0.14, "#9fd6a4"),
    }),
    box(0.12, 0.36, 0.5, 0.76, 0.4, 0.5, body, {
      front:
        rect(0.08, 0.05, 0.36, 0.24, "#0d2f45") +
        rect(0.12, 0.18, 0.22, 0.05, "#7fe0ff") +
        rect(0.12, 0.1, 0.14, 0.04, "#7fe0ff") +
        [0, 1, 2, 3]
          .map((i) =>
            rect(0.5 + (i % 2) * 0.1, 0.07 + Math.floor(i / 2) * 0.1, 0.07, 0.07, "#e9eef2"),
          )
          .join("") +
        label(name, 0.38, 0.4, 0.13, "#ffffff"),
    }),
  ]);

const column =
  rect(0.2, 0.06, 0.6, 0.6, "#f6f1e4") +
  [0.3, 0.42, 0.54, 0.66].map((x) => line([x, 0.1, x, 0.62], "#cfc6b0", 0.03)).join("") +
  rect(0.12, 0, 0.76, 0.1, "#e6dcc4") +
  rect(0.12, 0.62, 0.76, 0.1, "#e6dcc4");

const bankSign =
  rect(0.1, 0.08, 2.8, 0.62, NAVY, { stroke: GOLD, "stroke-width": 0.04 }) +
  label("BANK", 1.85, 0.39, 0.36, GOLD) +
  poly([0.3, 0.46, 0.66, 0.64, 1.02, 0.46], GOLD) +
  [0.38, 0.56, 0.74, 0.92].map((x) => rect(x - 0.03, 0.22, 0.06, 0.22, GOLD)).join("") +
  rect(0.3, 0.15, 0.72, 0.06, GOLD);

const rates =
  rect(0.08, 0.08, 1.84, 0.62, "#10151d", { stroke: STEEL, "stroke-width": 0.04 }) +
  ["USD 1.08", "GBP 0.85"].map((t, i) => label(t, 0.95, 0.53 - i * 0.27, 0.15, "#ffd35a")).join("");

export const bank: Theme = {
  floor: marble("#e6e3dc", "#8b98ad"),
  wall: {
    top: "#3c4a66",
    face: "#dcd5c4",
    pattern: rect(0, 0, 1, 0.2, "#b9ab8d") + line([0.5, 0.02, 0.5, 0.18], "#a39473", 0.02),
    skirting: "#5e5340",
    rail: GOLD,
  },
  door: { frame: "#b7913a", mat: NAVY, ink: "#f4e2ad" },
  seat: armchair("#2f4f8a", "#3a2a20"),
  table: desk,
  shelf: ({ w, d, index }) =>
    shelf(
      w,
      d,
      {
        frame: WALNUT,
        dark: "#3b271b",
        goods: ["#2f4f8a", "#8d2f2f", "#5d6b3a", "#c9b98a"],
        kind: "book",
        rows: 2,
        height: 0.9,
      },
      index,
    ),
  machine: cashMachine("CASH", "#2d6fb0"),
  vault,
  bed: ({ w, d }) =>
    armchair("#2f4f8a", "#3a2a20").map((s) => ({
      ...s,
      x: s.x + (w - 1) / 2,
      y: s.y + (d - 1) / 2,
    })),
  counter: {
    left: [...counterBody(WALNUT, "#d9d2c0"), ...monitor(0.5, 0.62, BOARD, "#8fd0c0")],
    service: [
      ...counterBody(WALNUT, "#d9d2c0", label("TELLER", 0.48, 0.22, 0.14, GOLD)),
      ...glassScreen(GOLD),
      ...coins(0.3, 0.84, BOARD),
      ...coins(0.68, 0.84, BOARD),
    ],
    right: [
      ...counterBody(WALNUT, "#d9d2c0"),
      ...coins(0.3, 0.76, BOARD),
      ...coins(0.55, 0.72, BOARD),
      ball(0.78, 0.72, BOARD + 0.09, 0.08, "#f08c9b"),
    ],
  },
  hangings: [
    { w: 3, draw: bankSign },
    { w: 2, draw: rates },
    { w: 1, draw: clock(0.5, 0.42, 0.24, "#4a4030") },
    { w: 1, draw: column, repeat: true },
  ],
  poi: {
    atm: cashMachine("ATM", "#2d6fb0"),
    "coin-machine": cashMachine("COINS", "#b5862c"),
    "form-desk": each([
      box(0.2, 0.3, 0, 0.6, 0.4, 0.4, WALNUT),
      box(0.06, 0.14, 0.4, 0.88, 0.72, 0.06, "#8b6244"),
      ...sheet(0.28, 0.48, 0.46, 0.26, 0.36),
      ...sheet(0.66, 0.48, 0.46, 0.26, 0.36),
      box(0.46, 0.2, 0.46, 0.05, 0.05, 0.2, "#20304a"),
    ]),
    "advisor-desk": each([
      box(0.06, 0.3, 0, 0.88, 0.5, 0.4, WALNUT, { front: label("ADVICE", 0.44, 0.2, 0.15, GOLD) }),
      box(0.02, 0.26, 0.4, 0.96, 0.58, 0.06, "#8b6244"),
      ...monitor(0.34, 0.44, 0.46),
      ...lamp(0.78, 0.5, 0.46, "#2f7d4f"),
    ]),
  },
  zones: { q: "#a03c8d", r: "#0f7f6c", ink: "#ffffff" },
};
