import { shade } from "../colour.js";
import { BOARD, counterBody } from "../kit/counters.js";
import { herringbone } from "../kit/floors.js";
import { pouf } from "../kit/seats.js";
import { bag, label, till } from "../kit/things.js";
import { box, drum, type Solid } from "../solids.js";
import { line, path, poly, rect } from "../svg.js";
import { each, type Look, type Theme } from "./theme.js";

const CLOTHES = [
  "#d9485f",
  "#f2b84b",
  "#4d9bd6",
  "#5fae7b",
  "#8d6bc4",
  "#f4f0ea",
  "#333947",
  "#ee8fb0",
];
const WOOD = "#c9a27a";

/** Garments on hangers, side by side along a rail: SVG for a front of width w and height h. */
function garments(w: number, h: number, start: number): string {
  let out = "";
  const step = 0.135;
  for (let i = 0; 0.06 + i * step < w - 0.1; i++) {
    const x = 0.05 + i * step;
    const colour = CLOTHES[(i * 3 + start) % CLOTHES.length] as string;
    const long = h * (0.62 + 0.2 * (((i * 5 + start) % 3) / 2));
    const top = h * 0.92;
    out += poly(
      [
        x,
        top - long,
        x + step * 0.94,
        top - long,
        x + step * 0.94,
        top - h * 0.08,
        x + step * 0.6,
        top,
        x + step * 0.34,
        top,
        x,
        top - h * 0.08,
      ],
      colour,
      {
        stroke: shade(colour, 0.6),
        "stroke-width": 0.012,
      },
    );
  }
  return out + line([0, h * 0.95, w, h * 0.95], "#7d868f", 0.04);
}

/** A rail of clothes; long ones run away from the viewer with hangers seen from above. */
function rack(w: number, d: number, index: number, tag?: string): Solid[] {
  const height = 0.95;
  const [x0, y0] = [0.1, 0.14];
  let top = "";
  const n = Math.floor((w - 0.2) / 0.13);
  for (let i = 0; i < n; i++)
    top += rect(
      i * 0.13 + 0.02,
      0.04,
      0.09,
      d - 0.44,
      CLOTHES[(i * 3 + index) % CLOTHES.length] as string,
    );
  const solids: Solid[] = [
    box(x0 - 0.04, y0 + 0.1, 0, 0.06, d - 0.4, 0.05, "#5c646d"),
    box(w - x0 - 0.02, y0 + 0.1, 0, 0.06, d - 0.4, 0.05, "#5c646d"),
    box(x0, y0 + 0.08, 0.06, w - 0.2, d - 0.36, height - 0.1, "#e9dfd6", {
      front: garments(w - 0.2, height - 0.1, index),
      side: garments(d - 0.36, height - 0.1, index + 1),
      top,
    }),
  ];
  if (tag)
    solids.push(
      box(w / 2 - 0.3, d - 0.24, 0.5, 0.6, 0.03, 0.26, "#e01226", {
        front: label(tag, 0.3, 0.13, 0.15, "#ffffff"),
      }),
    );
  return solids;
}

/** Folded shirts in piles on a table. */
const folded: Look = ({ w, d, index }) => {
  const solids: Solid[] = [
    box(0.1, 0.14, 0, w - 0.2, d - 0.3, 0.32, shade(WOOD, 0.8)),
    box(0.04, 0.08, 0.32, w - 0.08, d - 0.18, 0.06, WOOD),
  ];
  for (let x = 0; x < w; x++)
    for (let y = 0; y < d; y++)
      for (const [i, dx] of [0.12, 0.54].entries())
        for (let k = 0; k < 3; k++) {
          const colour = CLOTHES[(index * 2 + i * 3 + k + x) % CLOTHES.length] as string;
          const collar =
            k === 2 ? { top: poly([0.1, 0.02, 0.24, 0.02, 0.17, 0.12], shade(colour, 0.65)) } : {};
          solids.push(box(x + dx, y + 0.26, 0.38 + k * 0.07, 0.34, 0.42, 0.065, colour, collar));
        }
  return solids;
};

/** A dress on the wall. */
const dress = (x: number, colour: string): string =>
  line([x - 0.1, 0.6, x, 0.67, x + 0.1, 0.6], "#7d868f", 0.025) +
  path(
    `M${x - 0.1} 0.6L${x - 0.05} 0.56L${x + 0.05} 0.56L${x + 0.1} 0.6L${x + 0.08} 0.4L${x + 0.2} 0.08L${x - 0.2} 0.08L${x - 0.08} 0.4Z`,
    colour,
    { stroke: shade(colour, 0.6), "stroke-width": 0.02 },
  );

const shirt = (x: number, colour: string): string =>
  poly(
    [
      x - 0.12,
      0.62,
      x + 0.12,
      0.62,
      x + 0.27,
      0.48,
      x + 0.19,
      0.39,
      x + 0.13,
      0.44,
      x + 0.13,
      0.12,
      x - 0.13,
      0.12,
      x - 0.13,
      0.44,
      x - 0.19,
      0.39,
      x - 0.27,
      0.48,
    ],
    colour,
    {
      stroke: shade(colour, 0.6),
      "stroke-width": 0.02,
      "stroke-linejoin": "round",
    },
  ) +
  path(`M${x - 0.06} 0.62Q${x} 0.54 ${x + 0.06} 0.62`, "none", {
    stroke: shade(colour, 0.6),
    "stroke-width": 0.02,
  });

const rail = (draw: string): string => line([0.05, 0.68, 1.95, 0.68], "#8f979f", 0.035) + draw;

const sign =
  rect(0.06, 0.1, 2.88, 0.56, "#2b2530", { rx: 0.04 }) +
  label("FASHION", 1.5, 0.38, 0.27, "#ffffff") +
  rect(0.12, 0.15, 2.76, 0.46, "none", { stroke: "#ee8fb0", "stroke-width": 0.02 });

const shoePair = (x: number, y: number, colour: string): string =>
  [0, 0.13]
    .map((dx) =>
      path(`M${x + dx} ${y}h0.11v0.05q-0.05 0.01 -0.06 0.06h-0.05Z`, colour, {
        stroke: shade(colour, 0.5),
        "stroke-width": 0.01,
      }),
    )
    .join("");

const shoeWall: Look = ({ w, d }) => {
  let front = rect(0.05, 0.05, w - 0.2, 0.85, "#fbf4ee");
  for (const [k, y] of [0.09, 0.37, 0.65].entries()) {
    front += rect(0.05, y - 0.04, w - 0.2, 0.05, WOOD);
    for (let i = 0; 0.12 + i * 0.31 < w - 0.4; i++)
      front += shoePair(
        0.12 + i * 0.31,
        y + 0.02,
        CLOTHES[(i * 3 + k * 2) % CLOTHES.length] as string,
      );
  }
  return [box(0.05, 0.2, 0, w - 0.1, d - 0.36, 0.95, shade(WOOD, 0.9), { front })];
};

const manikin: Solid[] = [
  drum(0.5, 0.56, 0, 0.2, 0.04, "#5c646d"),
  drum(0.5, 0.56, 0.04, 0.03, 0.3, "#5c646d"),
  box(0.32, 0.48, 0.3, 0.36, 0.18, 0.5, "#d9485f", {
    front: poly(
      [0, 0.5, 0.1, 0.5, 0.18, 0.36, 0.26, 0.5, 0.36, 0.5, 0.3, 0.2, 0.36, 0, 0, 0, 0.06, 0.2],
      "#b33248",
    ),
  }),
  drum(0.5, 0.56, 0.8, 0.07, 0.14, "#eadfd2"),
];

export const clothingStore: Theme = {
  floor: herringbone(["#e8d3b4", "#e2caa8", "#edd9bd", "#dcc29e"], "#c8ab82"),
  wall: {
    top: "#6f5a68",
    face: "#f8e4e4",
    pattern: [0.12, 0.37, 0.62, 0.87]
      .map((x) => rect(x - 0.06, 0.06, 0.12, 0.64, "#f3d7d9"))
      .join(""),
    skirting: "#b98e78",
    rail: "#fdf6f2",
  },
  door: { frame: "#d9b98f", mat: "#5e4a5c", ink: "#ffffff" },
  seat: pouf("#c2577d"),
  table: folded,
  shelf: ({ w, d, index }) => rack(w, d, index),
  machine: each(manikin),
  vault: folded,
  bed: folded,
  counter: {
    left: [
      ...counterBody("#fbf4ee", "#d9b98f"),
      ...bag(0.3, 0.7, BOARD, "#ee8fb0"),
      ...bag(0.68, 0.72, BOARD, "#4d9bd6"),
    ],
    service: [
      ...counterBody("#fbf4ee", "#d9b98f", label("PAY", 0.48, 0.22, 0.18, "#5e4a5c")),
      ...till(0.5, 0.72, BOARD, "#4a4252"),
    ],
    right: [
      ...counterBody("#fbf4ee", "#d9b98f"),
      ...[0, 1, 2].map((k) =>
        box(0.2, 0.56, BOARD + k * 0.07, 0.4, 0.3, 0.065, CLOTHES[k] as string),
      ),
      ...bag(0.8, 0.74, BOARD, "#333947"),
    ],
  },
  hangings: [
    { w: 3, draw: sign },
    {
      w: 2,
      draw: rail(
        dress(0.3, "#d9485f") +
          dress(0.78, "#4d9bd6") +
          shirt(1.22, "#5fae7b") +
          dress(1.7, "#8d6bc4"),
      ),
    },
    {
      w: 2,
      draw: rail(
        shirt(0.35, "#f2b84b") +
          dress(0.8, "#333947") +
          shirt(1.25, "#ee8fb0") +
          shirt(1.72, "#4d9bd6"),
      ),
      repeat: true,
    },
    {
      w: 1,
      draw:
        rect(0.2, 0.06, 0.6, 0.62, "#d7ecf2", { stroke: "#d9b98f", "stroke-width": 0.06 }) +
        line([0.32, 0.2, 0.6, 0.56], "#ffffff", 0.05),
      repeat: true,
    },
  ],
  poi: {
    "sale-rack": ({ w, d, index }) => rack(w, d, index, "SALE"),
    mirror: each([
      box(0.16, 0.3, 0, 0.68, 0.1, 1.05, "#d9b98f", {
        front:
          rect(0.07, 0.07, 0.54, 0.9, "#d7ecf2") +
          line([0.16, 0.3, 0.46, 0.8], "#ffffff", 0.06) +
          line([0.3, 0.26, 0.5, 0.6], "#ffffff", 0.04),
      }),
    ]),
    "shoe-wall": shoeWall,
    "scarf-table": ({ w, d }) => [
      box(0.1, 0.14, 0, w - 0.2, d - 0.3, 0.32, shade(WOOD, 0.8)),
      box(0.04, 0.08, 0.32, w - 0.08, d - 0.18, 0.06, WOOD),
      ...CLOTHES.slice(0, 4).map((c, i) =>
        box(0.1 + i * 0.2, 0.16, 0.38, 0.16, d - 0.3, 0.05, c, {
          top: [0.1, 0.3, 0.5].map((y) => rect(0, y, 0.16, 0.05, shade(c, 0.7))).join(""),
        }),
      ),
      drum(0.82, 0.3, 0.43, 0.1, 0.06, "#8a6a4c"),
    ],
  },
  zones: { q: "#7d3fb5", r: "#0a8576", ink: "#ffffff" },
};
