import { shade } from "../colour.js";
import { BOARD, counterBody } from "../kit/counters.js";
import { checker } from "../kit/floors.js";
import { barberChair } from "../kit/seats.js";
import { shelf } from "../kit/shelves.js";
import { bottle, label, till } from "../kit/things.js";
import { ball, box, drum, type Solid } from "../solids.js";
import { disc, group, line, oval, path, poly, rect } from "../svg.js";
import { each, type Theme } from "./theme.js";

const OAK = "#7b4b33";
const BOTTLES = ["#2f9e8f", "#d6452f", "#e8b23a", "#f5f1e6", "#4667b5"];

const mirrorGlass = (x: number, y: number, w: number, h: number): string =>
  rect(x, y, w, h, "#cfe8f0", { stroke: "#d8b35a", "stroke-width": 0.05 }) +
  line([x + w * 0.2, y + h * 0.25, x + w * 0.55, y + h * 0.8], "#ffffff", 0.05) +
  line([x + w * 0.45, y + h * 0.2, x + w * 0.7, y + h * 0.6], "#ffffff", 0.03);

/** A place to cut hair at: cabinet, bottles, comb, a mirror with bulbs. */
const station: Solid[] = [
  box(0.08, 0.16, 0, 0.84, 0.62, 0.4, OAK, {
    front:
      rect(0.06, 0.08, 0.34, 0.24, shade(OAK, 0.8)) +
      rect(0.44, 0.08, 0.34, 0.24, shade(OAK, 0.8)) +
      disc(0.36, 0.2, 0.025, "#d8b35a") +
      disc(0.48, 0.2, 0.025, "#d8b35a"),
  }),
  box(0.04, 0.12, 0.4, 0.92, 0.7, 0.05, "#f0ede6"),
  box(0.14, 0.2, 0.45, 0.72, 0.06, 0.62, "#3a2a22", {
    front:
      mirrorGlass(0.06, 0.06, 0.6, 0.5) +
      [0.14, 0.36, 0.58].map((x) => disc(x, 0.59, 0.035, "#fff3b0")).join(""),
  }),
  ...bottle(0.2, 0.62, 0.45, "#2f9e8f", 0.045),
  ...bottle(0.33, 0.66, 0.45, "#d6452f", 0.045),
  box(0.5, 0.6, 0.45, 0.3, 0.1, 0.02, "#23202a"),
];

/** The striped pole, upright in a face: lower left corner x, y. */
function pole(x: number, y: number, w: number, h: number): string {
  let stripes = "";
  for (let k = 0; k * 0.14 < h + w; k++) {
    const low = y + k * 0.14 - w;
    const ink = k % 2 === 0 ? "#d6232f" : "#2456b8";
    const clip = (v: number): number => Math.min(y + h, Math.max(y, v));
    stripes += poly(
      [x, clip(low), x + w, clip(low + w), x + w, clip(low + w + 0.07), x, clip(low + 0.07)],
      ink,
    );
  }
  return (
    rect(x, y, w, h, "#ffffff") +
    stripes +
    rect(x - 0.03, y - 0.05, w + 0.06, 0.06, "#d9dee2") +
    rect(x - 0.03, y + h - 0.01, w + 0.06, 0.06, "#d9dee2") +
    disc(x + w / 2, y + h + 0.07, 0.06, "#f4f7f9")
  );
}

const scissors = (x: number, y: number, ink: string): string =>
  line([x - 0.14, y - 0.1, x + 0.16, y + 0.14], ink, 0.045) +
  line([x - 0.14, y + 0.1, x + 0.16, y - 0.14], ink, 0.045) +
  disc(x - 0.2, y - 0.13, 0.07, "none", { stroke: ink, "stroke-width": 0.04 }) +
  disc(x - 0.2, y + 0.13, 0.07, "none", { stroke: ink, "stroke-width": 0.04 });

const sign =
  rect(0.06, 0.08, 2.88, 0.6, "#16233f", { stroke: "#d8b35a", "stroke-width": 0.04 }) +
  pole(0.2, 0.16, 0.16, 0.4) +
  pole(2.68, 0.16, 0.16, 0.4) +
  label("BARBER", 1.72, 0.38, 0.26, "#ffffff") +
  scissors(0.74, 0.38, "#d8b35a");

/** A poster of a haircut. */
const portrait = (hair: string, beard: boolean): string =>
  rect(0.16, 0.08, 0.68, 0.6, "#f3e7cf", { stroke: OAK, "stroke-width": 0.05 }) +
  oval(0.5, 0.36, 0.14, 0.17, "#e5b084") +
  path(
    "M0.34 0.4Q0.34 0.6 0.5 0.6Q0.66 0.6 0.66 0.4Q0.58 0.48 0.5 0.48Q0.42 0.48 0.34 0.4Z",
    hair,
  ) +
  (beard
    ? path("M0.37 0.32Q0.38 0.16 0.5 0.15Q0.62 0.16 0.63 0.32Q0.5 0.22 0.37 0.32Z", hair)
    : "");

const wallMirror = group(mirrorGlass(0.14, 0.1, 0.72, 0.56), {});

export const barbershop: Theme = {
  floor: checker("#f2efe8", "#3b3d44", 0.5),
  wall: {
    top: "#6d2027",
    face: "#bfe0d8",
    pattern:
      rect(0, 0, 1, 0.24, "#f4f1ea") +
      [0.25, 0.5, 0.75].map((x) => line([x, 0.01, x, 0.23], "#cfcabd", 0.015)).join("") +
      line([0, 0.12, 1, 0.12], "#cfcabd", 0.015),
    skirting: "#23202a",
    rail: "#a32630",
  },
  door: { frame: "#d8b35a", mat: "#a32630", ink: "#ffffff" },
  seat: barberChair("#b3242c"),
  table: each(station),
  shelf: ({ w, d, index }) =>
    shelf(
      w,
      d,
      { frame: OAK, dark: "#4a2c1e", goods: BOTTLES, kind: "bottle", rows: 2, height: 0.9 },
      index,
    ),
  machine: each(station),
  vault: each(station),
  bed: each(barberChair("#b3242c")),
  counter: {
    left: [
      ...counterBody("#16233f", "#e9e2d2", pole(0.4, 0.06, 0.14, 0.28)),
      ...BOTTLES.slice(0, 4).flatMap((c, i) => bottle(0.18 + i * 0.2, 0.7, BOARD, c, 0.06)),
    ],
    service: [
      ...counterBody("#16233f", "#e9e2d2", label("PAY", 0.48, 0.22, 0.18, "#ffffff")),
      ...till(0.5, 0.72, BOARD),
    ],
    right: [
      ...counterBody("#16233f", "#e9e2d2", pole(0.4, 0.06, 0.14, 0.28)),
      drum(0.5, 0.7, BOARD, 0.14, 0.26, "#bfe6f2"),
      ball(0.5, 0.7, BOARD + 0.3, 0.06, "#d9dee2"),
    ],
  },
  hangings: [
    { w: 3, draw: sign },
    { w: 1, draw: portrait("#2a1c14", true) },
    { w: 1, draw: portrait("#9a4b22", false) },
    { w: 1, draw: wallMirror, repeat: true },
  ],
  poi: {
    "coat-rack": each([
      drum(0.5, 0.6, 0, 0.2, 0.04, "#3a2a22"),
      drum(0.5, 0.6, 0.04, 0.03, 0.9, "#3a2a22"),
      box(0.12, 0.56, 0.32, 0.34, 0.14, 0.5, "#4667b5"),
      box(0.54, 0.56, 0.26, 0.34, 0.14, 0.56, "#7a4b2c"),
      ball(0.5, 0.6, 0.98, 0.07, "#3a2a22"),
    ]),
    "product-shelf": ({ w, d, index }) =>
      shelf(
        w,
        d,
        { frame: OAK, dark: "#4a2c1e", goods: BOTTLES, kind: "bottle", rows: 2, height: 0.95 },
        index,
      ),
    "mirror-wall": each([
      box(0.06, 0.3, 0, 0.88, 0.12, 1.05, OAK, {
        front: mirrorGlass(0.08, 0.08, 0.72, 0.86),
      }),
    ]),
    sink: each([
      box(0.1, 0.14, 0, 0.8, 0.64, 0.36, OAK),
      box(0.06, 0.1, 0.36, 0.88, 0.72, 0.08, "#f7f8f9", {
        top:
          oval(0.44, 0.4, 0.32, 0.24, "#b9d3de", { stroke: "#93aebb", "stroke-width": 0.03 }) +
          disc(0.44, 0.44, 0.05, "#6f8792"),
      }),
      drum(0.5, 0.22, 0.44, 0.035, 0.24, "#c9d0d6"),
      box(0.47, 0.22, 0.64, 0.06, 0.2, 0.05, "#c9d0d6"),
      ...bottle(0.8, 0.26, 0.44, "#2f9e8f", 0.045),
    ]),
  },
  zones: { q: "#8e2fb0", r: "#0b8f6b", ink: "#ffffff" },
};
