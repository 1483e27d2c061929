import type { Group } from "../grid/types.js";
import { mix, outlineOf, shade } from "./colour.js";
import { disc, group, lettering, line, oval, path, rect } from "./svg.js";
import type { PersonView } from "./types.js";

/** People on the map, drawn in a square of 48 × 48 whatever the size of the cell. */
export const FIGURE = 48;

/** Shirt, letter on it, ink of the letter. */
export const GROUP_LOOKS: Record<Group, { shirt: string; letter: string; ink: string }> = {
  orange: { shirt: "#f28a1e", letter: "O", ink: "#2a1503" },
  green: { shirt: "#2f9e44", letter: "G", ink: "#ffffff" },
  blue: { shirt: "#2f6fde", letter: "B", ink: "#ffffff" },
};

export const NEWCOMER_GOLD = "#ffd21f";
export const SANCTION_RED = "#e01226";

/** Skin, hair, trousers; who has which follows from the id and means nothing. */
const LOOKS: readonly (readonly [skin: string, hair: string, trousers: string])[] = [
  ["#f2c9a1", "#5a3a22", "#3d4657"],
  ["#c98f62", "#231a16", "#4a4038"],
  ["#f6d7ba", "#c9973f", "#39475e"],
  ["#8a5a3a", "#1b1513", "#56505c"],
  ["#e5b084", "#8c4a23", "#3f4a44"],
  ["#d9a679", "#6e6a68", "#474457"],
];

export type Figure = Pick<PersonView, "group" | "facing" | "newcomer" | "gone"> & { look: number };

export const LOOK_COUNT = LOOKS.length;

/** What of a person decides how the figure is drawn. */
export function figureOf(person: PersonView): Figure {
  const { group: of, facing, newcomer = false, gone = false } = person;
  return { group: of, facing, newcomer, gone, look: person.id % LOOK_COUNT };
}

/** Equal keys, equal drawings. */
export const figureKey = (f: Figure): string =>
  `${f.group}-${f.facing}-${f.look}${f.newcomer ? "-new" : ""}${f.gone ? "-gone" : ""}`;

/** A standing figure with its shadow; the newcomer in a gold ring. */
export function drawFigure(f: Figure): string {
  const shadow = oval(24, 43.2, 12, 3.4, "#000000", { opacity: 0.28 });
  const body = shadow + legs(f) + torso(f) + head(f);
  return (f.newcomer ? goldRing() : "") + (f.gone ? group(body, { opacity: 0.42 }) : body);
}

function goldRing(): string {
  return (
    disc(24, 24, 21.4, NEWCOMER_GOLD, { "fill-opacity": 0.38 }) +
    disc(24, 24, 21.4, "none", { stroke: "#4a3600", "stroke-width": 4 }) +
    disc(24, 24, 21.4, "none", { stroke: NEWCOMER_GOLD, "stroke-width": 2.4 })
  );
}

const lookOf = (f: Figure): readonly [string, string, string] =>
  LOOKS[f.look % LOOK_COUNT] as (typeof LOOKS)[number];

function legs(f: Figure): string {
  const trousers = lookOf(f)[2];
  const shoe = "#23202a";
  const edge = { stroke: outlineOf(trousers), "stroke-width": 0.8 };
  const toe = { up: 0, down: 0, left: -1.6, right: 1.6 }[f.facing];
  const lift = f.facing === "up" ? -0.8 : 0.4;
  const leg = (x: number): string =>
    rect(x, 32, 5.6, 9, trousers, { rx: 1.6, ...edge }) +
    oval(x + 2.8 + toe, 41.4 + lift, 3.7, 2.2, shoe);
  return leg(17.8) + leg(24.6);
}

function torso(f: Figure): string {
  const { shirt, letter, ink } = GROUP_LOOKS[f.group];
  const skin = lookOf(f)[0];
  const edge = { stroke: outlineOf(shirt), "stroke-width": 1 };
  const arm = (x: number, side: -1 | 1): string =>
    rect(x, 20.5, 4.6, 11, shade(shirt, 0.88), { rx: 2.2, ...edge }) +
    disc(x + 2.3 + side * 0.2, 32.4, 2.3, skin, { stroke: outlineOf(skin), "stroke-width": 0.7 });
  const shape = path(
    "M15.6 22.4Q15.8 18.8 19.6 18.6L28.4 18.6Q32.2 18.8 32.4 22.4L32.6 34Q24 36.4 15.4 34Z",
    shirt,
    edge,
  );
  const arms =
    f.facing === "left"
      ? arm(12.2, -1)
      : f.facing === "right"
        ? arm(31.2, 1)
        : arm(11.6, -1) + arm(31.8, 1);
  const text = lettering(letter, 24, 32.4, { height: 11, ink, anchor: "middle", weight: 0.2 });
  return arms + shape + text;
}

function head(f: Figure): string {
  const [skin, hair] = lookOf(f);
  const edge = { stroke: outlineOf(skin), "stroke-width": 0.9 };
  const hairEdge = { stroke: outlineOf(hair), "stroke-width": 0.7 };
  const round = disc(24, 12, 7.6, skin, edge);
  const eye = (x: number): string => oval(x, 13, 1.05, 1.5, "#241c1c");
  const blush = (x: number): string => disc(x, 15.4, 1.1, mix(skin, "#e0563f", 0.35));
  if (f.facing === "up") {
    return (
      round +
      path(
        "M16.2 12.8Q15.6 4 24 3.8Q32.4 4 31.8 12.8Q30 19.4 24 19.2Q18 19.4 16.2 12.8Z",
        hair,
        hairEdge,
      )
    );
  }
  if (f.facing === "down") {
    const fringe =
      "M16.2 12.2Q15.4 4 24 3.8Q32.6 4 31.8 12.2Q30.6 8.8 27 8.4Q21 9.6 18.4 8.6Q16.8 9.6 16.2 12.2Z";
    const smile = line([22, 16.6, 24, 17.4, 26, 16.6], shade(skin, 0.5), 0.9);
    return round + path(fringe, hair, hairEdge) + eye(21) + eye(27) + blush(19) + blush(29) + smile;
  }
  const profile =
    round +
    path("M15.6 11.4L13 14.6L16 15.2Z", skin, edge) +
    disc(24, 12, 7.1, skin) +
    path(
      "M17.4 8.4Q19.4 3.6 25 3.8Q32.8 4.4 31.9 13.4Q31 17.8 27.6 18.6Q27.4 14 26 11.4Q22.6 9.6 17.4 8.4Z",
      hair,
      hairEdge,
    ) +
    eye(18.8) +
    blush(20.2) +
    line([17.2, 17, 19.6, 16.8], shade(skin, 0.5), 0.9);
  return f.facing === "left" ? profile : group(profile, { transform: "matrix(-1 0 0 1 48 0)" });
}

/** The public mark of a sanction, drawn over a person for one frame. */
export function drawSanction(): string {
  const bars = [34.8, 4.8, 43.6, 13.6];
  const other = [43.6, 4.8, 34.8, 13.6];
  return (
    rect(1.5, 1.5, 45, 45, "none", { rx: 4, stroke: SANCTION_RED, "stroke-width": 2.2 }) +
    [bars, other].map((b) => line(b, "#ffffff", 6.6)).join("") +
    [bars, other].map((b) => line(b, SANCTION_RED, 4.6)).join("")
  );
}

/** Short strokes at the feet of somebody who was moved aside. */
export function drawPush(): string {
  return [
    [5, 36, 8.5, 38.5],
    [3.6, 41, 8, 42],
    [43, 36, 39.5, 38.5],
    [44.4, 41, 40, 42],
  ]
    .map((s) => line(s, "#ffffff", 3.2) + line(s, "#4d4658", 1.6))
    .join("");
}
