import { mix, shade } from "../colour.js";
import { ball, box, drum, type Solid } from "../solids.js";
import { disc, lettering, line, oval, path, poly, rect } from "../svg.js";

/** Small things that stand on furniture. (x, y) is the middle of the foot, z the height it stands at. */

export const cup = (x: number, y: number, z: number, colour = "#fbf6ec"): Solid[] => [
  drum(x, y, z, 0.13, 0.015, shade(colour, 0.95)),
  drum(x, y, z + 0.015, 0.08, 0.1, colour, disc(0, 0, 0.72, "#6b4226")),
];

export const paperCup = (x: number, y: number, z: number, sleeve = "#b98a57"): Solid[] => [
  drum(x, y, z, 0.07, 0.14, sleeve),
  drum(x, y, z + 0.14, 0.075, 0.03, "#ffffff"),
];

/** A plate with a croissant-like bun. */
export const plate = (x: number, y: number, z: number): Solid[] => [
  drum(x, y, z, 0.15, 0.02, "#ffffff"),
  drum(x, y, z + 0.02, 0.09, 0.05, "#d99a45"),
];

export const bottle = (x: number, y: number, z: number, colour: string, r = 0.05): Solid[] => [
  drum(x, y, z, r, r * 3.4, colour),
  drum(x, y, z + r * 3.4, r * 0.5, r * 1.6, shade(colour, 0.7)),
];

export const plant = (
  x: number,
  y: number,
  z: number,
  pot = "#b5643c",
  leaf = "#3f8f4a",
): Solid[] => [
  drum(x, y, z, 0.1, 0.14, pot),
  ball(x - 0.07, y, z + 0.24, 0.1, shade(leaf, 0.9)),
  ball(x + 0.07, y, z + 0.24, 0.1, leaf),
  ball(x, y, z + 0.32, 0.11, shade(leaf, 1.12)),
];

/** A sheet with lines of writing, lying flat; w × d cells. */
export function sheet(x: number, y: number, z: number, w = 0.2, d = 0.26): Solid[] {
  let lines = "";
  for (let v = d * 0.22; v < d * 0.9; v += d * 0.2)
    lines += rect(w * 0.15, v, w * 0.7, d * 0.07, "#8793a1");
  return [box(x - w / 2, y - d / 2, z, w, d, 0.01, "#fffdf6", { top: lines })];
}

/** An open book. */
export function openBook(x: number, y: number, z: number): Solid[] {
  const lines = [0.06, 0.12, 0.18]
    .map((v) => rect(0.03, v, 0.12, 0.02, "#9a917f") + rect(0.21, v, 0.12, 0.02, "#9a917f"))
    .join("");
  return [
    box(x - 0.18, y - 0.13, z, 0.36, 0.26, 0.03, "#fbf5e4", {
      top: lines + line([0.18, 0.01, 0.18, 0.25], "#b3a486", 0.015),
    }),
  ];
}

export function bookStack(x: number, y: number, z: number, colours: readonly string[]): Solid[] {
  return colours.map((c, i) =>
    box(x - 0.15 + (i % 2) * 0.03, y - 0.11, z + i * 0.065, 0.28, 0.22, 0.06, c),
  );
}

/** A screen on a foot, its picture towards the viewer. */
export function monitor(x: number, y: number, z: number, glow = "#5fb3d9"): Solid[] {
  return [
    box(x - 0.09, y - 0.06, z, 0.18, 0.14, 0.03, "#59616b"),
    box(x - 0.03, y - 0.02, z + 0.03, 0.06, 0.04, 0.08, "#59616b"),
    box(x - 0.22, y - 0.03, z + 0.1, 0.44, 0.06, 0.32, "#2c333b", {
      front:
        rect(0.03, 0.04, 0.38, 0.25, glow) +
        rect(0.07, 0.2, 0.2, 0.04, "#ffffff", { opacity: 0.8 }) +
        rect(0.07, 0.12, 0.27, 0.03, "#ffffff", { opacity: 0.6 }),
    }),
  ];
}

/** A till: sloped keys and a small display. */
export function till(x: number, y: number, z: number, body = "#4a5058"): Solid[] {
  let keys = "";
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 2; j++)
      keys += rect(
        0.06 + i * 0.12,
        0.08 + j * 0.1,
        0.08,
        0.06,
        j === 0 && i === 2 ? "#7bd389" : "#e8e4da",
      );
  return [
    box(x - 0.22, y - 0.1, z, 0.44, 0.28, 0.12, body, { top: keys }),
    box(x - 0.16, y - 0.18, z + 0.02, 0.32, 0.08, 0.32, shade(body, 0.85), {
      front: rect(0.04, 0.17, 0.24, 0.1, "#9ff0b4"),
    }),
  ];
}

export const lamp = (x: number, y: number, z: number, shadeColour: string): Solid[] => [
  drum(x, y, z, 0.07, 0.02, "#c8a24a"),
  drum(x, y, z + 0.02, 0.02, 0.18, "#c8a24a"),
  box(x - 0.14, y - 0.07, z + 0.2, 0.28, 0.14, 0.1, shadeColour),
];

/** A paper bag with handles. */
export const bag = (x: number, y: number, z: number, colour: string): Solid[] => [
  box(x - 0.12, y - 0.06, z, 0.24, 0.12, 0.26, colour, {
    front: path("M0.07 0.25C0.07 0.36 0.17 0.36 0.17 0.25", "none", {
      stroke: shade(colour, 0.5),
      "stroke-width": 0.02,
    }),
  }),
];

export const parcel = (x: number, y: number, z: number, w = 0.3, h = 0.2): Solid[] => [
  box(x - w / 2, y - w * 0.35, z, w, w * 0.7, h, "#c99a62", {
    top: rect(w * 0.42, 0, w * 0.16, w * 0.7, "#e9d9b0"),
    front:
      rect(w * 0.42, 0, w * 0.16, h, "#e9d9b0") +
      rect(w * 0.08, h * 0.2, w * 0.26, h * 0.4, "#ffffff"),
  }),
];

/** A letter, lying or on a wall: flap drawn as a V. x, y left and lower edge. */
export function envelope(
  x: number,
  y: number,
  w: number,
  h: number,
  paper = "#fffaf0",
  up = true,
): string {
  const far = up ? y + h : y;
  const mid = up ? y + h * 0.45 : y + h * 0.55;
  return (
    rect(x, y, w, h, paper, { stroke: "#8c7a5a", "stroke-width": 0.02 }) +
    line([x, far, x + w / 2, mid, x + w, far], "#8c7a5a", 0.02)
  );
}

/** A number that hops about as i counts up. */
const scattered = (i: number): number => (Math.imul(i + 11, 2654435761) >>> 8) & 0xffff;

/** Tin cans, jars and boxes side by side on a shelf: SVG for a face, from x0 to x1 on height y. */
export function rowOfGoods(
  x0: number,
  x1: number,
  y: number,
  h: number,
  colours: readonly string[],
  kind: "can" | "box" | "book" | "bottle",
  start = 0,
): string {
  let out = "";
  let x = x0;
  for (let i = start; ; i++) {
    const wave = ((i * 37) % 11) / 11;
    const w = { can: 0.1, box: 0.12 + 0.05 * wave, book: 0.05 + 0.035 * wave, bottle: 0.09 }[kind];
    if (x + w > x1 + 1e-9) return out;
    const colour = colours[scattered(i) % colours.length] as string;
    const tall =
      kind === "book"
        ? h * (0.78 + 0.22 * wave)
        : kind === "box"
          ? h * (0.7 + 0.3 * wave)
          : h * 0.85;
    const edge = { stroke: shade(colour, 0.6), "stroke-width": 0.01 };
    out += rect(x, y, w * 0.92, tall, colour, edge);
    if (kind === "can" || kind === "box")
      out += rect(x + w * 0.1, y + tall * 0.3, w * 0.72, tall * 0.34, mix(colour, "#ffffff", 0.7));
    if (kind === "book")
      out += rect(
        x + w * 0.12,
        y + tall * 0.68,
        w * 0.68,
        tall * 0.1,
        mix(colour, "#ffe9a8", 0.75),
      );
    if (kind === "bottle")
      out +=
        rect(x + w * 0.3, y + tall, w * 0.32, h * 0.15, "#ffffff") +
        rect(x + w * 0.08, y + tall * 0.25, w * 0.76, tall * 0.35, "#ffffff");
    x += w;
  }
}

/** Fruit heaped on a board: dots in staggered rows; SVG for a top face of w × d. */
export function heap(w: number, d: number, colour: string, x0 = 0, y0 = 0): string {
  const r = 0.075;
  let out = "";
  let odd = 0;
  for (let y = y0 + r; y <= y0 + d - r * 0.6; y += r * 1.5, odd ^= 1)
    for (let x = x0 + r + (odd ? r : 0); x <= x0 + w - r * 0.8; x += r * 2)
      out +=
        disc(x, y, r, colour, { stroke: shade(colour, 0.65), "stroke-width": 0.012 }) +
        disc(x - r * 0.3, y - r * 0.3, r * 0.28, shade(colour, 1.5));
  return out;
}

/** A text in the middle of (x, y), y up. */
export const label = (text: string, x: number, y: number, height: number, ink: string): string =>
  lettering(text, x, y - height / 2, { height, ink, anchor: "middle", up: true, weight: 0.17 });

/** An upright cross with equal arms about (x, y). */
export function cross(x: number, y: number, r: number, colour: string): string {
  const t = r * 0.34;
  return poly(
    [
      x - t,
      y - r,
      x + t,
      y - r,
      x + t,
      y - t,
      x + r,
      y - t,
      x + r,
      y + t,
      x + t,
      y + t,
      x + t,
      y + r,
      x - t,
      y + r,
      x - t,
      y + t,
      x - r,
      y + t,
      x - r,
      y - t,
      x - t,
      y - t,
    ],
    colour,
  );
}

/** A wall clock at ten past ten. */
export const clock = (x: number, y: number, r: number, rim = "#3c3a44"): string =>
  disc(x, y, r, "#ffffff", { stroke: rim, "stroke-width": r * 0.22 }) +
  line([x, y, x - r * 0.45, y + r * 0.3], rim, r * 0.14) +
  line([x, y, x + r * 0.4, y + r * 0.5], rim, r * 0.12);

/** A potted palm or bush on a wall's face. */
export const wallPlant = (x: number, y: number): string =>
  oval(x, y + 0.3, 0.17, 0.2, "#4b9a55") +
  oval(x - 0.1, y + 0.24, 0.1, 0.15, "#3f8f4a") +
  oval(x + 0.1, y + 0.25, 0.1, 0.15, "#5fae62") +
  poly([x - 0.1, y + 0.14, x + 0.1, y + 0.14, x + 0.07, y, x - 0.07, y], "#b5643c");
