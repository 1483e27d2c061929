import { BOARD, counterBody } from "../kit/counters.js";
import { tiles } from "../kit/floors.js";
import { woodenChair } from "../kit/seats.js";
import { shelf } from "../kit/shelves.js";
import { clock, label, monitor, plant, wallPlant } from "../kit/things.js";
import { box, type Solid } from "../solids.js";
import { line, rect } from "../svg.js";
import { each, type Theme } from "./theme.js";

const WOOD = "#9c7a55";

const table = (w: number, d: number): Solid[] => [
  box(0.12, 0.14, 0, w - 0.24, d - 0.28, 0.38, "#7a5e40"),
  box(0.04, 0.07, 0.38, w - 0.08, d - 0.16, 0.06, WOOD),
];

const window =
  rect(0.1, 0.14, 0.8, 0.52, "#b9dcea", { stroke: "#8a7a63", "stroke-width": 0.05 }) +
  line([0.5, 0.14, 0.5, 0.66], "#8a7a63", 0.035);

/** For layouts that are no place of the benchmark: honest furniture without a trade. */
export const plain: Theme = {
  floor: tiles("#ddd8cd", "#c9c3b5", 1),
  wall: { top: "#5a5a66", face: "#eeeae0", skirting: "#7d766a", rail: "#8f887b" },
  door: { frame: "#8a7a63", mat: "#4d5a6b", ink: "#ffffff" },
  seat: woodenChair("#7a5e40", "#5b7f9e"),
  table: ({ w, d }) => table(w, d),
  shelf: ({ w, d, index }) =>
    shelf(
      w,
      d,
      {
        frame: WOOD,
        dark: "#5d4930",
        goods: ["#a86b5b", "#6b8fa8", "#8fa86b", "#d6c28f"],
        kind: "box",
        rows: 2,
        height: 0.9,
      },
      index,
    ),
  machine: each([...table(1, 1), ...monitor(0.5, 0.4, 0.44)]),
  vault: ({ w, d }) => [
    box(0.06, 0.06, 0, w - 0.12, d - 0.12, 0.95, "#7d8791", {
      front: rect(0.08, 0.08, w - 0.28, 0.78, "#6b7580"),
    }),
  ],
  bed: ({ w, d }) => [
    box(0.08, 0.12, 0, w - 0.16, d - 0.26, 0.26, WOOD),
    box(0.1, 0.14, 0.26, w - 0.2, d - 0.3, 0.1, "#f4f1ea"),
    box(0.16, 0.2, 0.36, 0.34, d - 0.44, 0.08, "#ffffff"),
    box(0.6, 0.13, 0.34, w - 0.72, d - 0.28, 0.06, "#6b8fa8"),
  ],
  counter: {
    left: [...counterBody(WOOD, "#d8cdb8"), ...monitor(0.5, 0.62, BOARD)],
    service: counterBody(WOOD, "#d8cdb8", label("SERVICE", 0.48, 0.22, 0.12, "#ffffff")),
    right: [...counterBody(WOOD, "#d8cdb8"), ...plant(0.5, 0.7, BOARD)],
  },
  hangings: [
    { w: 1, draw: clock(0.5, 0.44, 0.22) },
    { w: 1, draw: wallPlant(0.5, 0.02) },
    { w: 1, draw: window, repeat: true },
  ],
  poi: {},
  zones: { q: "#8e44ad", r: "#0b7a75", ink: "#ffffff" },
};
