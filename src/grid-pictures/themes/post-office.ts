import { shade } from "../colour.js";
import { BOARD, counterBody, glassScreen } from "../kit/counters.js";
import { checker } from "../kit/floors.js";
import { waitingChair } from "../kit/seats.js";
import { clock, envelope, label, parcel } from "../kit/things.js";
import { box, drum, type Solid } from "../solids.js";
import { disc, line, rect } from "../svg.js";
import { each, type Look, type Theme } from "./theme.js";

const YELLOW = "#f6c21c";
const NAVY = "#1f3a6e";
const CARD = "#c99a62";

/** A letter lying on a table. */
const letter = (x: number, y: number, z: number, paper = "#fffaf0"): Solid[] => [
  box(x - 0.16, y - 0.11, z, 0.32, 0.22, 0.015, paper, {
    top: envelope(0, 0, 0.32, 0.22, paper, false) + rect(0.24, 0.03, 0.06, 0.07, "#d92332"),
  }),
];

/** Tables to write at: letters and a pen in its stand. */
const table: Look = ({ w, d, index }) => {
  const solids: Solid[] = [
    box(0.14, 0.14, 0, w - 0.28, d - 0.28, 0.38, "#6d7786"),
    box(0.05, 0.07, 0.38, w - 0.1, d - 0.16, 0.05, "#e9dfc4"),
  ];
  for (let y = 0; y < d; y++) {
    solids.push(
      ...letter(w / 2 - 0.12, y + 0.38, 0.43),
      ...letter(w / 2 + 0.14, y + 0.62, 0.43, (y + index) % 2 === 0 ? "#dfeafc" : "#fdeec2"),
    );
    solids.push(
      drum(w / 2 + 0.26, y + 0.3, 0.43, 0.05, 0.08, NAVY),
      drum(w / 2 + 0.27, y + 0.3, 0.51, 0.014, 0.14, "#d92332"),
    );
  }
  return solids;
};

/** Parcels in racks: SVG for an open front. */
function parcelsFront(w: number, h: number, start: number): string {
  let out = rect(0.05, 0.05, w - 0.1, h - 0.1, "#4d5666");
  for (const [k, y] of [0.06, h / 2 + 0.02].entries()) {
    out += rect(0.05, y - 0.03, w - 0.1, 0.04, "#8d98a8");
    let x = 0.09;
    for (let i = 0; x < w - 0.3; i++) {
      const wide = 0.2 + (((i + start + k) * 5) % 4) * 0.04;
      const tall = h * 0.26 + (((i + start) * 3 + k) % 3) * h * 0.05;
      if (x + wide > w - 0.06) break;
      out += rect(x, y + 0.01, wide, tall, (i + k) % 3 === 1 ? "#b5854e" : CARD, {
        stroke: "#7a5830",
        "stroke-width": 0.015,
      });
      out +=
        rect(x + wide * 0.42, y + 0.01, wide * 0.16, tall, "#efe0b4") +
        rect(x + wide * 0.1, y + tall * 0.5, wide * 0.24, tall * 0.3, "#ffffff");
      x += wide + 0.03;
    }
  }
  return out;
}

const rack: Look = ({ w, d, index }) => {
  const solids: Solid[] = [
    box(0.06, 0.08, 0, w - 0.12, d - 0.16, 0.8, "#8d98a8", {
      front: parcelsFront(w - 0.12, 0.8, index),
      side: parcelsFront(d - 0.16, 0.8, index + 1),
    }),
  ];
  for (let y = 0; y < d; y++)
    for (let x = 0; x < w; x++)
      solids.push(
        ...parcel(x + 0.36, y + 0.42, 0.8, 0.4, 0.16),
        ...parcel(x + 0.72, y + 0.56, 0.8, 0.26, 0.22),
      );
  return solids;
};

/** Small brass doors, one a customer. */
const lockers = (w: number, h: number): string => {
  let out = "";
  for (let r = 0; r < Math.round(h / 0.2); r++)
    for (let c = 0; 0.06 + c * 0.22 < w - 0.2; c++)
      out +=
        rect(0.05 + c * 0.22, 0.05 + r * 0.2, 0.2, 0.17, "#d9b45a", {
          stroke: "#8f6f22",
          "stroke-width": 0.02,
        }) +
        disc(0.15 + c * 0.22, 0.1 + r * 0.2, 0.022, "#5c4713") +
        rect(0.1 + c * 0.22, 0.16 + r * 0.2, 0.1, 0.03, "#fff7df");
  return out;
};

/** A red pillar box with its slot. */
const mailbox: Solid[] = [
  drum(0.5, 0.5, 0, 0.28, 0.06, "#2b2b2b"),
  drum(0.5, 0.5, 0.06, 0.25, 0.66, "#d92332"),
  drum(0.5, 0.5, 0.72, 0.28, 0.08, "#b51726"),
  box(0.32, 0.74, 0.5, 0.36, 0.02, 0.08, "#1d1a22"),
  box(0.34, 0.74, 0.22, 0.32, 0.02, 0.2, "#ffffff"),
];

const sign =
  rect(0.06, 0.08, 2.88, 0.6, YELLOW, { stroke: NAVY, "stroke-width": 0.05 }) +
  envelope(0.2, 0.2, 0.56, 0.36, "#ffffff") +
  label("POST OFFICE", 1.86, 0.38, 0.19, NAVY);

const stamps =
  ["#d92332", "#2f78c4", "#3a9b5a", "#8d6bc4"]
    .map(
      (c, i) =>
        rect(0.14 + i * 0.46, 0.16, 0.36, 0.44, "#ffffff", {
          stroke: "#8d98a8",
          "stroke-width": 0.03,
          "stroke-dasharray": "0.05 0.03",
        }) +
        rect(0.19 + i * 0.46, 0.22, 0.26, 0.32, c) +
        disc(0.32 + i * 0.46, 0.4, 0.08, shade(c, 1.5)),
    )
    .join("") + line([0.04, 0.68, 1.96, 0.68], NAVY, 0.03);

const slots =
  rect(0.08, 0.06, 0.84, 0.62, NAVY) +
  [0.2, 0.44]
    .map((y) => rect(0.18, y, 0.64, 0.07, "#0d1a33", { stroke: YELLOW, "stroke-width": 0.02 }))
    .join("") +
  envelope(0.36, 0.26, 0.3, 0.16);

const scale: Solid[] = [
  box(0.2, 0.58, BOARD, 0.56, 0.26, 0.1, "#5d6775", {
    front: rect(0.3, 0.02, 0.2, 0.07, "#9ff0b4"),
  }),
  box(0.16, 0.54, BOARD + 0.1, 0.64, 0.34, 0.03, "#c9d2da"),
  ...parcel(0.48, 0.7, BOARD + 0.13, 0.36, 0.2),
];

const stampMachine: Solid[] = [
  box(0.14, 0.3, 0, 0.72, 0.46, 0.95, YELLOW, {
    front:
      rect(0.08, 0.5, 0.56, 0.34, NAVY) +
      rect(0.13, 0.55, 0.18, 0.24, "#ffffff") +
      rect(0.16, 0.59, 0.12, 0.16, "#d92332") +
      label("STAMP", 0.47, 0.67, 0.06, "#ffffff") +
      rect(0.46, 0.34, 0.14, 0.04, "#1d1a22") +
      rect(0.14, 0.1, 0.44, 0.12, "#5d6775"),
  }),
];

export const postOffice: Theme = {
  floor: checker("#efe6cf", "#e2d5b4", 1),
  wall: {
    top: "#36496e",
    face: "#fbf3d9",
    pattern: rect(0, 0, 1, 0.18, YELLOW) + rect(0, 0.18, 1, 0.04, NAVY),
    skirting: NAVY,
    rail: NAVY,
  },
  door: { frame: "#8d98a8", mat: NAVY, ink: YELLOW },
  seat: waitingChair("#3d5fa8"),
  table,
  shelf: rack,
  machine: each(mailbox),
  vault: rack,
  bed: table,
  counter: {
    left: [...counterBody(NAVY, YELLOW), ...scale],
    service: [
      ...counterBody(NAVY, YELLOW, envelope(0.3, 0.1, 0.36, 0.24)),
      ...glassScreen("#36496e"),
      ...letter(0.5, 0.86, BOARD),
    ],
    right: [
      ...counterBody(NAVY, YELLOW),
      ...parcel(0.34, 0.7, BOARD, 0.44, 0.22),
      ...parcel(0.74, 0.72, BOARD, 0.3, 0.34),
    ],
  },
  hangings: [
    { w: 3, draw: sign },
    { w: 2, draw: stamps },
    { w: 1, draw: slots },
    { w: 1, draw: clock(0.5, 0.44, 0.22, NAVY) },
    { w: 2, draw: lockers(2, 0.6), repeat: true },
    { w: 1, draw: lockers(1, 0.6), repeat: true },
  ],
  poi: {
    "stamp-machine": each(stampMachine),
    "parcel-scale": ({ w, d, index }) => [
      ...rack({ w, d, index }).slice(0, 1),
      ...(d > 1 ? parcel(0.5, 0.5, 0.8, 0.5, 0.22) : []),
      box(0.14, d - 0.62, 0.8, 0.72, 0.42, 0.1, "#5d6775", {
        front: rect(0.26, 0.02, 0.2, 0.07, "#9ff0b4"),
      }),
      box(0.1, d - 0.66, 0.9, 0.8, 0.5, 0.03, "#c9d2da"),
      ...parcel(0.5, d - 0.42, 0.93, 0.44, 0.22),
    ],
    "po-boxes": ({ w, d }) => [
      box(0.04, 0.3, 0, w - 0.08, d - 0.5, 0.95, "#8f6f22", { front: lockers(w - 0.08, 0.9) }),
    ],
    "packing-table": ({ w, d }) => [
      box(0.1, 0.14, 0, w - 0.2, d - 0.3, 0.36, "#6d7786"),
      box(0.04, 0.08, 0.36, w - 0.08, d - 0.18, 0.05, "#e9dfc4"),
      ...parcel(w / 2 - 0.08, d / 2, 0.41, 0.46, 0.24),
      drum(w - 0.22, d * 0.62, 0.41, 0.09, 0.06, "#efe0b4", disc(0, 0, 0.5, "#8a6a3a")),
    ],
  },
  zones: { q: "#9a3fb5", r: "#0a8f7f", ink: "#ffffff" },
};
