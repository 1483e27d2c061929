import type { PartBuilder } from "../builder.js";
import { mat } from "../colour.js";
import { cylinder, lathe, sphere, tube } from "../geometry/index.js";
import { ripples, runningWater } from "../textures/stuff.js";
import { BASIN } from "./fitted.js";
import { chrome, lit, metal, type Prop, type PropBuilder } from "./kit.js";

/** How far in front of its foot the water falls, and from how high (share of the tap's height). */
const REACH = 0.15;

/** Half the thickness of the water. */
const STREAM = 0.0145;

/** Tap on the edge of a sink: its foot at the back of its footprint, the spout over the basin. */
const faucet: PropBuilder = (b, p) => {
  const m = p.look.text("metal") ? metal(p.look.colour("metal", "#aab0b5")) : chrome();
  const low = p.look.text("style", "arch") === "low";
  const h = p.height;
  const foot = -p.depth / 2 + 0.035;
  const tip = low ? h * 0.36 : h * 0.62;
  b.push([0, 0, foot]);
  b.at(
    lathe(
      [
        [0.036, 0],
        [0.034, 0.012],
        [0.022, 0.02],
        [0.02, low ? 0.12 : 0.1],
      ],
      14,
    ),
    m,
    [0, 0, 0],
  );
  const path = low
    ? ([
        [0, 0.09, 0],
        [0, h * 0.46, 0.03],
        [0, h * 0.5, REACH * 0.7],
        [0, tip, REACH],
      ] as const)
    : ([
        [0, 0.08, 0],
        [0, h * 0.72, 0],
        [0, h * 0.95, REACH * 0.38],
        [0, h * 0.86, REACH * 0.86],
        [0, tip, REACH],
      ] as const);
  b.at(tube(path, [0.017, 0.016, 0.0155], 18, 10), m, [0, 0, 0]);
  b.at(cylinder(0.019, 0.019, 0.022, 12), m, [0, tip + 0.002, REACH]);
  lever(b, p, m);
  if (p.state === "on") water(b, tip - 0.006);
  b.pop();
};

/** A lever at each side; turned out when the water runs, straight when it does not. */
function lever(b: PartBuilder, p: Prop, m: ReturnType<typeof chrome>): void {
  const on = p.state === "on";
  for (const s of [1, -1]) {
    b.push([s * (p.width / 2 - 0.03), 0, 0]);
    b.at(
      lathe(
        [
          [0.024, 0],
          [0.023, 0.01],
          [0.016, 0.016],
          [0.016, 0.045],
          [0, 0.052],
        ],
        12,
      ),
      m,
      [0, 0, 0],
    );
    b.push([0, 0.045, 0], [0, on ? s * 0.9 : 0, 0]);
    b.at(
      tube(
        [
          [0, 0, 0],
          [0, 0.012, 0.03],
          [0, 0.02, 0.055],
        ],
        [0.009, 0.006],
        5,
        7,
      ),
      m,
      [0, 0, 0],
    );
    b.pop().pop();
  }
}

/** The stream from the spout to the basin's floor, foam and rings where it strikes. */
function water(b: PartBuilder, tip: number): void {
  const floor = -BASIN + 0.02;
  const fall = tip - floor;
  const stream = mat("#bfe4fb", {
    texture: runningWater,
    emission: 0.5,
    specular: 0.6,
    shininess: 50,
    noShadow: true,
  });
  const shape: [number, number][] = [
    [STREAM * 1.9, 0],
    [STREAM * 1.1, fall * 0.1],
    [STREAM * 0.95, fall * 0.45],
    [STREAM * 1.05, fall * 0.8],
    [STREAM, fall],
  ];
  b.push([0, floor, REACH]);
  b.at(lathe(shape, 12, 60), stream, [0, 0, 0]);
  const pool = mat("#9fd0ea", {
    texture: ripples(0.036),
    emission: 0.25,
    reflect: 0.12,
    specular: 0.5,
    shininess: 60,
    noShadow: true,
  });
  b.at(
    lathe(
      [
        [0.1, 0],
        [0.096, 0.006],
        [0, 0.008],
      ],
      24,
      60,
    ),
    pool,
    [0, -0.004, 0],
    [0, 0, 0],
    [1.15, 1, 0.86],
  );
  const foam = lit("#f4fbff", 0.55);
  for (let k = 0; k < 9; k++) {
    const a = k * 2.4;
    const r = 0.018 + 0.004 * k;
    const size = 0.02 - 0.0012 * k;
    b.at(
      sphere(1, 8, 6),
      foam,
      [Math.sin(a) * r, 0.006, Math.cos(a) * r],
      [0, a, 0],
      [size, size * 0.7, size],
    );
  }
  for (let k = 0; k < 6; k++) {
    const a = k * 1.05 + 0.3;
    const r = 0.045 + 0.012 * (k % 3);
    b.at(sphere(0.006, 6, 5), foam, [Math.sin(a) * r, 0.03 + 0.014 * (k % 2), Math.cos(a) * r]);
  }
  b.pop();
}

export const faucets: Record<string, PropBuilder> = { faucet };
