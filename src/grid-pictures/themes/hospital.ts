import { BOARD, counterBody } from "../kit/counters.js";
import { tiles } from "../kit/floors.js";
import { waitingChair } from "../kit/seats.js";
import { shelf } from "../kit/shelves.js";
import { bottle, clock, cross, label, monitor, plant, sheet } from "../kit/things.js";
import { box, drum, type Solid } from "../solids.js";
import { disc, line, oval, path, rect } from "../svg.js";
import { each, type Look, type Theme } from "./theme.js";

const TEAL = "#2a8c92";
const RED = "#d92332";

/** A bed with rails, pillow and turned-down blanket; head to the left, a drip beside it. */
const bed: Look = ({ w, d, index }) => [
  box(0.08, 0.16, 0, w - 0.16, d - 0.34, 0.22, "#aeb9c2", {
    front: rect(0.06, 0.03, w - 0.3, 0.1, "#8a98a3"),
  }),
  box(0.1, 0.14, 0.22, w - 0.2, d - 0.3, 0.12, "#ffffff"),
  box(0.16, 0.22, 0.34, 0.36, d - 0.46, 0.08, "#f2f8ff"),
  box(0.6, 0.12, 0.3, w - 0.72, d - 0.26, 0.09, index % 2 === 0 ? "#7cc3d8" : "#8fd0b0", {
    top: rect(0, 0, 0.14, d - 0.26, "#ffffff"),
  }),
  box(0.04, 0.12, 0, 0.07, d - 0.28, 0.6, "#dfe6eb"),
  box(w - 0.11, 0.12, 0, 0.07, d - 0.28, 0.46, "#dfe6eb"),
  drum(0.16, 0.14, 0, 0.025, 0.95, "#8a98a3"),
  box(0.12, 0.1, 0.72, 0.16, 0.06, 0.22, "#bfe6f2"),
];

/** Low tables with leaflets and a plant. */
const table: Look = ({ w, d, index }) => [
  box(0.14, 0.14, 0, w - 0.28, d - 0.28, 0.24, "#b9c4cb"),
  box(0.06, 0.08, 0.24, w - 0.12, d - 0.18, 0.05, "#f3f6f7"),
  ...sheet(w * 0.3, d * 0.45, 0.29, 0.24, 0.28),
  ...sheet(w * 0.52, d * 0.62, 0.29, 0.22, 0.26),
  ...(index % 2 === 0 || w > 1 ? plant(w * 0.76, d * 0.4, 0.29, "#ffffff") : []),
];

const sink: Solid[] = [
  box(0.1, 0.2, 0, 0.8, 0.56, 0.38, "#dfe6eb", { front: rect(0.08, 0.06, 0.64, 0.24, "#cbd5db") }),
  box(0.06, 0.16, 0.38, 0.88, 0.64, 0.07, "#ffffff", {
    top: oval(0.44, 0.34, 0.3, 0.2, "#b9dbe6", { stroke: "#8fb3c0", "stroke-width": 0.03 }),
  }),
  drum(0.5, 0.24, 0.45, 0.035, 0.22, "#aab5bd"),
  box(0.47, 0.24, 0.63, 0.06, 0.18, 0.05, "#aab5bd"),
  ...bottle(0.8, 0.3, 0.45, "#58b7c4", 0.055),
];

const hospitalSign =
  rect(0.06, 0.08, 2.88, 0.6, "#ffffff", { stroke: TEAL, "stroke-width": 0.04 }) +
  rect(0.16, 0.14, 0.48, 0.48, RED, { rx: 0.06 }) +
  cross(0.4, 0.38, 0.18, "#ffffff") +
  label("HOSPITAL", 1.78, 0.38, 0.25, TEAL);

const eyeChart =
  rect(0.24, 0.04, 0.52, 0.68, "#ffffff", { stroke: "#8a98a3", "stroke-width": 0.03 }) +
  label("E", 0.5, 0.59, 0.17, "#222222") +
  label("FP", 0.5, 0.4, 0.11, "#222222") +
  label("TOZ", 0.5, 0.26, 0.08, "#222222") +
  label("LPED", 0.5, 0.14, 0.06, "#222222");

/** An x-ray of ribs on a light box. */
const xray =
  rect(0.16, 0.04, 0.68, 0.68, "#15222c", { stroke: "#cfd8de", "stroke-width": 0.05 }) +
  line([0.5, 0.1, 0.5, 0.66], "#bfe6f2", 0.05) +
  [0.22, 0.34, 0.46, 0.58]
    .map((y) =>
      path(
        `M0.28 ${y - 0.07}Q0.36 ${y + 0.05} 0.5 ${y}Q0.64 ${y + 0.05} 0.72 ${y - 0.07}`,
        "none",
        { stroke: "#bfe6f2", "stroke-width": 0.03 },
      ),
    )
    .join("");

const curtain =
  [0, 1, 2, 3, 4, 5, 6, 7]
    .map((i) => rect(0.06 + i * 0.11, 0.02, 0.11, 0.66, i % 2 === 0 ? "#8fcfd0" : "#a9dedd"))
    .join("") + line([0, 0.69, 1, 0.69], "#8a98a3", 0.035);

const board =
  rect(0.08, 0.06, 0.68, 0.6, "#c99a62") +
  [
    [0.12, 0.4, "#ffffff"],
    [0.34, 0.42, "#ffe27a"],
    [0.54, 0.38, "#ffffff"],
    [0.14, 0.12, "#a9dedd"],
    [0.36, 0.1, "#ffffff"],
    [0.56, 0.12, "#f7b7c0"],
  ]
    .map(
      ([x, y, c]) =>
        rect(x as number, y as number, 0.16, 0.2, c as string) +
        disc((x as number) + 0.08, (y as number) + 0.18, 0.02, RED),
    )
    .join("");

export const hospital: Theme = {
  floor: tiles("#dcebea", "#c3d8d7", 1),
  wall: {
    top: "#5d7f88",
    face: "#f4f8f8",
    pattern: rect(0, 0, 1, 0.2, "#a9d3d2") + rect(0, 0.2, 1, 0.035, TEAL),
    skirting: "#3f6a70",
    rail: "#d5e3e4",
  },
  door: { frame: "#aebfc5", mat: TEAL, ink: "#ffffff" },
  seat: waitingChair("#2f78c4"),
  table,
  shelf: ({ w, d, index }) =>
    shelf(
      w,
      d,
      {
        frame: "#e4ecef",
        dark: "#8fa4ad",
        goods: ["#ffffff", "#7cc3d8", "#d92332", "#8fd0b0"],
        kind: "box",
        rows: 2,
        height: 0.9,
      },
      index,
    ),
  machine: each(sink),
  vault: ({ w, d }) => [
    box(0.06, 0.06, 0, w - 0.12, d - 0.12, 1, "#e4ecef", {
      front: cross(w / 2 - 0.06, 0.5, 0.26, RED),
    }),
  ],
  bed,
  counter: {
    left: [...counterBody("#ffffff", TEAL), ...monitor(0.5, 0.62, BOARD)],
    service: [
      ...counterBody(
        "#ffffff",
        TEAL,
        rect(0.33, 0.06, 0.3, 0.3, RED) + cross(0.48, 0.21, 0.11, "#ffffff"),
      ),
      box(0.24, 0.66, BOARD, 0.5, 0.1, 0.24, "#ffffff", {
        front: label("DESK", 0.25, 0.12, 0.13, TEAL),
      }),
    ],
    right: [
      ...counterBody("#ffffff", TEAL),
      ...sheet(0.3, 0.7, BOARD),
      ...bottle(0.62, 0.68, BOARD, "#58b7c4", 0.06),
      ...plant(0.82, 0.7, BOARD, "#ffffff"),
    ],
  },
  hangings: [
    { w: 3, draw: hospitalSign },
    { w: 1, draw: eyeChart },
    { w: 1, draw: xray },
    { w: 1, draw: clock(0.5, 0.44, 0.22) },
    { w: 1, draw: curtain, repeat: true },
  ],
  poi: {
    "triage-desk": ({ w, d }) => [
      box(0.08, 0.12, 0, w - 0.16, d - 0.26, 0.4, "#ffffff", {
        front: label("TRIAGE", (w - 0.16) / 2, 0.2, 0.15, RED),
      }),
      box(0.03, 0.08, 0.4, w - 0.06, d - 0.18, 0.05, TEAL),
      ...monitor(w / 2, 0.4, 0.45),
      ...sheet(w * 0.34, d - 0.36, 0.45),
      ...(d > 1 ? plant(w * 0.72, d - 0.5, 0.45, "#ffffff") : []),
    ],
    "notice-board": each([
      box(0.12, 0.4, 0, 0.06, 0.1, 0.2, "#8a98a3"),
      box(0.82, 0.4, 0, 0.06, 0.1, 0.2, "#8a98a3"),
      box(0.08, 0.4, 0.2, 0.84, 0.1, 0.74, "#8a5a36", { front: board }),
    ]),
    "hand-wash": each(sink),
    "ward-window": each([
      box(0.04, 0.3, 0, 0.92, 0.2, 0.36, "#e4ecef"),
      box(0.04, 0.34, 0.36, 0.92, 0.12, 0.66, "#c3d3da", {
        front:
          rect(0.07, 0.08, 0.78, 0.5, "#bfe6f2") +
          [0.2, 0.32, 0.44].map((y) => line([0.09, y, 0.83, y], "#ffffff", 0.04)).join("") +
          line([0.46, 0.08, 0.46, 0.58], "#8fa4ad", 0.03),
      }),
    ]),
  },
  zones: { q: "#8a4fc9", r: "#c2641a", ink: "#ffffff" },
};
