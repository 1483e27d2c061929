import { BOARD, counterBody, glassScreen } from "../kit/counters.js";
import { tiles } from "../kit/floors.js";
import { waitingChair } from "../kit/seats.js";
import { type ShelfLook, shelf, shelfFront } from "../kit/shelves.js";
import { bottle, cross, label, monitor } from "../kit/things.js";
import { box, drum, type Solid } from "../solids.js";
import { disc, group, line, oval, rect } from "../svg.js";
import { each, type Look, type Theme } from "./theme.js";

const GREEN = "#1f9a57";
const MINT = "#d7f0e0";
const PACKS = ["#ffffff", "#8fd0b0", "#5fb3d9", "#f7b7c0", "#f4e08a", "#b7a3e0"];

const medicine = (kind: "box" | "bottle", height = 0.85): ShelfLook => ({
  frame: "#f4f8f6",
  dark: "#9cc7b0",
  goods: kind === "box" ? PACKS : ["#c9722e", "#d98a3c", "#5fb3d9", "#1f9a57"],
  kind,
  rows: 2,
  height,
});

/** A capsule of two colours. */
const capsule = (x: number, y: number, a: string, b: string): string =>
  rect(x, y, 0.1, 0.09, a, { rx: 0.045 }) + rect(x + 0.08, y, 0.1, 0.09, b, { rx: 0.045 });

const sign =
  rect(0.06, 0.08, 2.88, 0.6, "#ffffff", { stroke: GREEN, "stroke-width": 0.05 }) +
  rect(0.14, 0.13, 0.5, 0.5, GREEN, { rx: 0.05 }) +
  cross(0.39, 0.38, 0.19, "#ffffff") +
  label("PHARMACY", 1.79, 0.38, 0.24, GREEN);

/** Locked cupboard of drawers under a cross. */
const store: Look = ({ w, d }) => {
  const front: string[] = [];
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < w * 3; c++)
      front.push(
        rect(0.06 + c * 0.3, 0.06 + r * 0.26, 0.26, 0.22, "#ffffff", {
          stroke: "#8fb5a2",
          "stroke-width": 0.02,
        }) +
          rect(0.12 + c * 0.3, 0.2 + r * 0.26, 0.14, 0.04, GREEN) +
          disc(0.19 + c * 0.3, 0.13 + r * 0.26, 0.025, "#8a98a3"),
      );
  return [
    box(0.06, 0.06, 0, w - 0.12, d - 0.12, 0.9, "#e6f2ec", {
      front: front.join(""),
      top:
        rect(0.08, 0.08, w - 0.28, d - 0.28, MINT) + cross(w / 2 - 0.06, d / 2 - 0.06, 0.34, GREEN),
    }),
  ];
};

const mortar: Solid[] = [
  drum(0.5, 0.7, BOARD, 0.1, 0.04, "#f4f6f5"),
  drum(0.5, 0.7, BOARD + 0.04, 0.16, 0.16, "#ffffff", oval(0, 0, 0.7, 0.7, "#b9c9c1")),
  box(0.52, 0.66, BOARD + 0.2, 0.05, 0.05, 0.22, "#dfe6e2"),
];

const wallShelf = (w: number): string =>
  rect(0.02, 0, w - 0.04, 0.74, "#f4f8f6") + shelfFront(w, 0.74, medicine("bottle"), w);

const leaflets: Look = ({ w, d }) => [
  box(0.12, 0.24, 0, w - 0.24, d - 0.5, 0.92, "#c9d6cf", {
    front: [0.08, 0.36, 0.64]
      .flatMap((y) =>
        [0.05, 0.29, 0.53].map(
          (x, i) =>
            rect(x, y, 0.18, 0.22, PACKS[(i + Math.round(y * 10)) % 5] as string, {
              stroke: "#6f8579",
              "stroke-width": 0.015,
            }) + rect(x + 0.03, y + 0.14, 0.12, 0.03, GREEN),
        ),
      )
      .join(""),
  }),
];

/** A seat with a screen and an arm cuff. */
const kiosk: Solid[] = [
  box(0.1, 0.24, 0, 0.8, 0.5, 0.4, "#ffffff", { front: rect(0.08, 0.08, 0.64, 0.24, MINT) }),
  drum(0.3, 0.56, 0.4, 0.13, 0.16, "#2f4858"),
  box(0.46, 0.3, 0.4, 0.42, 0.12, 0.6, "#2f6f9f", {
    front:
      rect(0.05, 0.2, 0.32, 0.34, "#0d2430") +
      group(
        line(
          [0.07, 0.36, 0.14, 0.36, 0.18, 0.48, 0.23, 0.26, 0.27, 0.36, 0.35, 0.36],
          "#ff5964",
          0.03,
        ),
      ) +
      label("BP", 0.21, 0.1, 0.12, "#ffffff"),
  }),
];

const poster =
  rect(0.14, 0.06, 0.72, 0.62, MINT, { stroke: GREEN, "stroke-width": 0.03 }) +
  capsule(0.24, 0.5, "#d92332", "#ffffff") +
  capsule(0.56, 0.4, "#2f78c4", "#f4e08a") +
  capsule(0.26, 0.28, "#f29a2e", "#ffffff") +
  label("PILLS", 0.5, 0.16, 0.11, GREEN);

const bigCross = rect(0.2, 0.08, 0.6, 0.6, GREEN, { rx: 0.06 }) + cross(0.5, 0.38, 0.24, "#ffffff");

export const pharmacy: Theme = {
  floor: tiles("#f3f6f1", "#dbe6dc", 0.5),
  wall: {
    top: "#2f6b4a",
    face: "#eef7f0",
    pattern: rect(0, 0, 1, 0.16, "#bfe5cd") + rect(0, 0.16, 1, 0.03, GREEN),
    skirting: "#23563a",
    rail: GREEN,
  },
  door: { frame: "#c9d6cf", mat: GREEN, ink: "#ffffff" },
  seat: waitingChair("#35a868"),
  table: store,
  shelf: ({ w, d, index }) => shelf(w, d, medicine(index % 2 === 0 ? "box" : "bottle"), index),
  machine: each(kiosk),
  vault: store,
  bed: store,
  counter: {
    left: [...counterBody("#ffffff", GREEN), ...monitor(0.5, 0.62, BOARD, "#8fe0b0")],
    service: [
      ...counterBody("#ffffff", GREEN, label("RX", 0.48, 0.22, 0.24, GREEN)),
      ...glassScreen("#5fae86"),
      ...bottle(0.72, 0.86, BOARD, "#c9722e", 0.06),
    ],
    right: [
      ...counterBody("#ffffff", GREEN),
      ...mortar,
      ...bottle(0.2, 0.72, BOARD, "#c9722e", 0.055),
      ...bottle(0.82, 0.72, BOARD, "#5fb3d9", 0.055),
    ],
  },
  hangings: [
    { w: 3, draw: sign },
    { w: 2, draw: wallShelf(2) },
    { w: 1, draw: bigCross },
    { w: 1, draw: poster },
    { w: 2, draw: wallShelf(2), repeat: true },
    { w: 1, draw: wallShelf(1), repeat: true },
  ],
  poi: {
    vitamins: ({ w, d, index }) =>
      shelf(
        w,
        d,
        { ...medicine("bottle", 0.95), goods: ["#f29a2e", "#f4d03a", "#d92332", "#6fb13c"] },
        index,
      ),
    "blood-pressure-kiosk": each(kiosk),
    "leaflet-rack": leaflets,
    cosmetics: ({ w, d }) => [
      box(0.08, 0.1, 0, w - 0.16, d - 0.22, 0.4, "#f7dbe4", {
        front: label("BEAUTY", (w - 0.16) / 2, 0.2, 0.14, "#b5366b"),
      }),
      ...Array.from({ length: Math.round(d) * 2 }, (_, i) => [
        box(0.2, 0.24 + i * 0.42, 0.4, 0.09, 0.09, 0.1, "#33302c"),
        box(0.215, 0.255 + i * 0.42, 0.5, 0.06, 0.06, 0.1, "#d6234f"),
        drum(0.48, 0.3 + i * 0.42, 0.4, 0.1, 0.06, "#e8a0bd"),
        ...bottle(0.74, 0.3 + i * 0.42, 0.4, "#b7a3e0", 0.06),
      ]).flat(),
    ],
  },
  zones: { q: "#8a3fc9", r: "#d2691e", ink: "#ffffff" },
};
