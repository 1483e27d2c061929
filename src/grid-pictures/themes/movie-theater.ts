import { shade } from "../colour.js";
import { BOARD, counterBody } from "../kit/counters.js";
import { starryCarpet } from "../kit/floors.js";
import { cinemaSeat } from "../kit/seats.js";
import { label, till } from "../kit/things.js";
import { ball, box, drum, type Solid } from "../solids.js";
import { disc, line, path, poly, rect } from "../svg.js";
import { each, type Look, type Theme } from "./theme.js";

const GOLD = "#f0b93a";
const RED = "#b5182b";
const NIGHT = "#241a33";

/** A striped bucket of popcorn. */
const popcorn = (x: number, y: number, z: number, r = 0.12): Solid[] => [
  drum(x, y, z, r, r * 1.7, "#ffffff"),
  box(x - r * 0.55, y + r * 0.8, z, r * 0.35, 0.01, r * 1.6, "#d6232f"),
  box(x + r * 0.2, y + r * 0.8, z, r * 0.35, 0.01, r * 1.6, "#d6232f"),
  ball(x - r * 0.4, y, z + r * 1.8, r * 0.5, "#ffe9a0"),
  ball(x + r * 0.4, y, z + r * 1.8, r * 0.5, "#fff3c4"),
  ball(x, y, z + r * 2.1, r * 0.5, "#ffdf80"),
];

const soda = (x: number, y: number, z: number, colour: string): Solid[] => [
  drum(x, y, z, 0.085, 0.22, colour),
  drum(x, y, z + 0.22, 0.095, 0.03, "#ffffff"),
  drum(x + 0.02, y, z + 0.25, 0.012, 0.14, "#d6232f"),
];

/** The ledge before a row: popcorn and drinks on it, aisle lights along its foot. */
const ledge: Look = ({ w, d, index }) => {
  const lights = Array.from({ length: w * 2 }, (_, i) =>
    disc(0.2 + i * 0.5, 0.07, 0.035, "#ffd86b"),
  ).join("");
  const solids: Solid[] = [
    box(0.02, 0.2, 0, w - 0.04, d - 0.4, 0.3, "#4a3560", { front: lights }),
    box(0, 0.16, 0.3, w, d - 0.32, 0.05, "#6b5285"),
  ];
  for (let x = 0; x < w; x++)
    solids.push(
      ...((x + index) % 2 === 0
        ? popcorn(x + 0.34, 0.5, 0.35)
        : soda(x + 0.36, 0.5, 0.35, "#2f6fde")),
      ...soda(x + 0.7, 0.52, 0.35, RED),
    );
  return solids;
};

/** A film on the big screen: a planet, a ship and its trail. */
const screen = (w: number): string => {
  const stars = Array.from({ length: w * 5 }, (_, i) =>
    disc(
      0.5 + (((i * 37) % (w * 20)) / 20) * ((w - 1) / w),
      0.1 + ((i * 23) % 29) / 50,
      0.015,
      "#ffffff",
    ),
  ).join("");
  const fold = (x: number, flip: number): string =>
    [0, 1, 2]
      .map((i) =>
        rect(
          x + flip * i * 0.13 - (flip < 0 ? 0.13 : 0),
          0,
          0.13,
          0.75,
          i % 2 === 0 ? RED : shade(RED, 0.75),
        ),
      )
      .join("");
  return (
    rect(0.3, 0.02, w - 0.6, 0.72, "#101018", { stroke: "#d9d4e6", "stroke-width": 0.05 }) +
    rect(0.36, 0.06, w - 0.72, 0.63, "#1b2a5c") +
    stars +
    disc(w * 0.68, 0.3, 0.24, "#f08a4b") +
    path(`M${w * 0.68 - 0.42} 0.22Q${w * 0.68} 0.1 ${w * 0.68 + 0.42} 0.4`, "none", {
      stroke: "#ffe9a0",
      "stroke-width": 0.04,
    }) +
    poly([w * 0.3, 0.3, w * 0.3 + 0.42, 0.42, w * 0.3, 0.5, w * 0.3 + 0.08, 0.4], "#e9edf5") +
    line([w * 0.3 - 0.5, 0.37, w * 0.3 - 0.06, 0.4], "#7fe0ff", 0.05) +
    fold(0, 1) +
    fold(w, -1)
  );
};

const filmPoster = (sky: string, figure: string): string =>
  rect(0.14, 0.03, 0.72, 0.69, GOLD) +
  rect(0.2, 0.08, 0.6, 0.59, sky) +
  disc(0.5, 0.42, 0.14, figure) +
  poly([0.26, 0.1, 0.74, 0.1, 0.5, 0.36], shade(figure, 0.6)) +
  rect(0.28, 0.58, 0.44, 0.05, "#ffffff");

const sign =
  rect(0.04, 0.06, 1.92, 0.64, NIGHT, { stroke: GOLD, "stroke-width": 0.04 }) +
  Array.from(
    { length: 9 },
    (_, i) =>
      disc(0.12 + i * 0.22, 0.64, 0.035, "#fff3b0") + disc(0.12 + i * 0.22, 0.12, 0.035, "#fff3b0"),
  ).join("") +
  label("CINEMA", 1, 0.38, 0.24, "#ffe27a");

/** A glass case of popcorn on wheels. */
const popcornMachine: Solid[] = [
  box(0.12, 0.26, 0, 0.76, 0.5, 0.4, RED, { front: label("POP", 0.38, 0.2, 0.18, "#ffe27a") }),
  box(0.14, 0.3, 0.4, 0.72, 0.44, 0.46, "#dff0f5", {
    front:
      rect(0.03, 0.03, 0.66, 0.4, "#fff8e0") +
      Array.from({ length: 22 }, (_, i) =>
        disc(
          0.08 + ((i * 7) % 20) * 0.029,
          0.07 + ((i * 5) % 7) * 0.026,
          0.04,
          i % 2 === 0 ? "#ffe9a0" : "#ffd75e",
        ),
      ).join("") +
      poly([0.26, 0.4, 0.46, 0.4, 0.42, 0.3, 0.3, 0.3], "#9aa4ad"),
  }),
  box(0.08, 0.24, 0.86, 0.84, 0.54, 0.14, RED, {
    front: [0.07, 0.31, 0.55].map((x) => rect(x, 0, 0.12, 0.14, "#ffffff")).join(""),
  }),
];

/** A crane game full of toys. */
const prizes: Solid[] = [
  box(0.12, 0.2, 0, 0.76, 0.58, 0.38, "#7a2fb0", {
    front:
      rect(0.1, 0.08, 0.22, 0.2, "#1a1023") +
      disc(0.5, 0.2, 0.06, "#ffe27a") +
      disc(0.64, 0.2, 0.04, RED),
  }),
  box(0.14, 0.22, 0.38, 0.72, 0.54, 0.5, "#cfeaf5", {
    front:
      rect(0.03, 0.03, 0.66, 0.44, "#eaf7fc") +
      ["#f06292", "#ffd54f", "#4fc3f7", "#81c784", "#ff8a65"]
        .map((c, i) => disc(0.11 + i * 0.125, 0.1 + (i % 2) * 0.06, 0.08, c))
        .join("") +
      line([0.36, 0.47, 0.36, 0.34], "#5c646d", 0.03) +
      line([0.29, 0.26, 0.36, 0.34, 0.43, 0.26], "#5c646d", 0.03),
  }),
  box(0.1, 0.18, 0.88, 0.8, 0.6, 0.14, "#e83e8c", {
    front: label("PRIZES", 0.4, 0.07, 0.09, "#ffffff"),
  }),
];

const sweets: Look = ({ w, d }) => [
  box(0.08, 0.12, 0, w - 0.16, d - 0.28, 0.4, NIGHT, {
    front: label("SNACKS", (w - 0.16) / 2, 0.2, 0.15, GOLD),
  }),
  box(0.04, 0.08, 0.4, w - 0.08, d - 0.2, 0.05, GOLD),
  ...popcorn(0.26, 0.44, 0.45, 0.1),
  ...soda(0.5, 0.44, 0.45, "#2f6fde"),
  ...["#f06292", "#81c784", "#ffd54f"].map((c, i) =>
    box(0.64 + i * 0.08, 0.34, 0.45, 0.07, 0.2, 0.14 + i * 0.03, c),
  ),
];

export const movieTheater: Theme = {
  floor: starryCarpet("#5a2140", ["#f0b93a", "#d95f8a", "#7fb6e6"]),
  wall: {
    top: "#2c2140",
    face: "#4b2f66",
    pattern:
      rect(0, 0, 1, 0.16, "#371f4d") +
      [0.25, 0.75].map((x) => line([x, 0.18, x, 0.7], "#573a75", 0.05)).join(""),
    skirting: GOLD,
    rail: GOLD,
  },
  door: { frame: GOLD, mat: "#3b1d5c", ink: "#ffe27a" },
  seat: cinemaSeat("#c41f34"),
  seatsFace: "up",
  table: ledge,
  shelf: ({ w, d }) => [
    box(0.1, 0.3, 0, w - 0.2, d - 0.5, 0.95, GOLD, { front: filmPoster("#1b2a5c", "#f08a4b") }),
  ],
  machine: each(prizes),
  vault: each(prizes),
  bed: ledge,
  counter: {
    left: [
      ...counterBody(RED, GOLD),
      ...popcorn(0.3, 0.7, BOARD, 0.14),
      ...popcorn(0.68, 0.72, BOARD, 0.14),
    ],
    service: [
      ...counterBody(RED, GOLD, label("TICKETS", 0.48, 0.22, 0.13, "#ffe27a")),
      ...till(0.5, 0.72, BOARD, "#3b2b4d"),
    ],
    right: [
      ...counterBody(RED, GOLD),
      ...soda(0.24, 0.7, BOARD, "#2f6fde"),
      ...soda(0.5, 0.7, BOARD, "#d6232f"),
      ...soda(0.76, 0.7, BOARD, "#3a9b5a"),
    ],
  },
  hangings: [
    { w: 4, draw: screen(4) },
    { w: 2, draw: sign },
    { w: 1, draw: filmPoster("#14532d", "#ffd54f") },
    { w: 1, draw: filmPoster("#5b1230", "#7fb6e6"), repeat: true },
  ],
  poi: {
    popcorn: each(popcornMachine),
    poster: each([
      box(0.1, 0.36, 0, 0.8, 0.12, 1.02, "#3b1d5c", {
        front:
          rect(0.04, 0.04, 0.72, 0.94, GOLD) +
          rect(0.1, 0.1, 0.6, 0.82, "#14306b") +
          disc(0.4, 0.56, 0.2, "#f08a4b") +
          poly([0.16, 0.12, 0.64, 0.12, 0.4, 0.44], "#8a2f4f") +
          label("FILM", 0.4, 0.82, 0.13, "#ffffff"),
      }),
    ]),
    "prize-machine": each(prizes),
    "snack-bar": sweets,
  },
  zones: { q: "#b14fe0", r: "#18a999", ink: "#ffffff" },
};
