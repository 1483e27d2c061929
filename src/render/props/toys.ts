import type { PartBuilder } from "../builder.js";
import { loft, sphere, tube } from "../geometry/index.js";
import { both, dots, weave } from "../textures/stuff.js";
import type { Material } from "../types.js";
import { fur, gloss, linear, type PropBuilder, paint, soft } from "./kit.js";

/** Seated teddy bear: round ears, light muzzle and paws, a bow tie. */
const toy_bear: PropBuilder = (b, p) => {
  const k = p.height / 0.34;
  const coat = fur(p.look.colour("colour", "#7a4a26"));
  const light = fur(p.look.colour("accent", "#d9b184"));
  const black = gloss("#17110d");
  b.push([0, 0, -0.012 * k], [0, 0, 0], k);
  b.at(
    loft(
      [
        { y: 0, rx: 0.05, rz: 0.045 },
        { y: 0.03, rx: 0.079, rz: 0.072 },
        { y: 0.09, rx: 0.075, rz: 0.067 },
        { y: 0.15, rx: 0.05, rz: 0.046 },
        { y: 0.17, rx: 0.03, rz: 0.03 },
      ],
      16,
    ),
    coat,
    [0, 0, 0],
  );
  ellipsoid(b, light, [0, 0.085, 0.045], [0.045, 0.055, 0.026]);
  bearLimbs(b, coat, light);
  ellipsoid(b, coat, [0, 0.235, 0.005], [0.076, 0.07, 0.068]);
  for (const s of [1, -1]) {
    ellipsoid(b, coat, [s * 0.058, 0.302, 0], [0.033, 0.033, 0.02]);
    ellipsoid(b, light, [s * 0.058, 0.302, 0.012], [0.02, 0.02, 0.012]);
    ellipsoid(b, black, [s * 0.028, 0.252, 0.064], [0.0095, 0.0105, 0.007]);
  }
  ellipsoid(b, light, [0, 0.216, 0.062], [0.036, 0.029, 0.025]);
  ellipsoid(b, black, [0, 0.228, 0.086], [0.012, 0.008, 0.007]);
  b.at(
    tube(
      [
        [-0.014, 0.207, 0.08],
        [0, 0.202, 0.086],
        [0.014, 0.207, 0.08],
      ],
      0.0022,
      6,
      5,
    ),
    black,
    [0, 0, 0],
  );
  const bow = paint(p.look.text("bow") || "#b3262e");
  for (const s of [1, -1]) ellipsoid(b, bow, [s * 0.022, 0.166, 0.056], [0.022, 0.014, 0.008]);
  b.pop();
};

function ellipsoid(
  b: PartBuilder,
  m: Material,
  at: readonly [number, number, number],
  size: readonly [number, number, number],
): void {
  const round = Math.max(...size) > 0.03;
  b.at(round ? sphere(1, 14, 9) : sphere(1, 9, 6), m, at, [0, 0, 0], size);
}

/** Arms at the sides, legs stretched out in front with light soles. */
function bearLimbs(b: PartBuilder, coat: Material, light: Material): void {
  for (const s of [1, -1]) {
    b.at(
      sphere(1, 12, 8),
      coat,
      [s * 0.088, 0.112, 0.025],
      [0.5, 0, s * 0.5],
      [0.029, 0.062, 0.03],
    );
    b.at(sphere(1, 11, 7), coat, [s * 0.06, 0.036, 0.072], [0, s * 0.35, 0], [0.036, 0.035, 0.06]);
    b.at(
      sphere(1, 12, 8),
      light,
      [s * 0.079, 0.038, 0.122],
      [0, s * 0.35, 0],
      [0.028, 0.031, 0.01],
    );
  }
}

/** Cubes with dots, two below and one on top. */
const toy_blocks: PropBuilder = (b, p) => {
  const s = p.height / 2;
  const colours = [
    p.look.colour("colour", "#c93f3a"),
    p.look.colour("accent", "#2f6fb0"),
    "#e0b23c",
    "#4b9a4f",
  ];
  const spots = both(weave, dots(linear("#fffaf0"), s * 0.5, s * 0.1));
  const at = [
    [-0.62, 0, -0.1, 0.2],
    [0.5, 0, 0.25, -0.3],
    [0.35, 0, -0.9, 0.5],
    [-0.05, 1, 0.02, 0.35],
  ] as const;
  for (const [i, [x, y, z, turn]] of at.entries()) {
    const m = { ...paint(colours[i]!), texture: spots, fine: true };
    b.at(
      soft(s * 0.98, s * 0.98, s * 0.98, s * 0.08),
      m,
      [x * s, s * (0.5 + y), z * s * 0.5],
      [0, turn, 0],
    );
  }
};

/** Ball of coloured panels or stripes. */
const ball: PropBuilder = (b, p) => {
  const r = p.height / 2;
  const first = p.look.colour("colour", "#c93f3a");
  const second = linear(p.look.colour("accent", "#f4efe2"));
  const style = p.look.text("style", "panels");
  const m = paint(first);
  if (style !== "plain") {
    m.fine = true;
    m.texture = (x, y, z, _wx, _wy, _wz, _d, out) => {
      const a = Math.atan2(z, x) / Math.PI;
      const on = style === "stripes" ? Math.abs(y) < r * 0.3 : Math.floor((a + 1) * 3) % 2 === 0;
      if (!on && Math.abs(y) < r * 0.93) return;
      out[0] = second[0];
      out[1] = second[1];
      out[2] = second[2];
    };
  }
  m.specular = 0.4;
  b.at(sphere(r, 24, 16), m, [0, r, 0], [0.5, 0.4, 0.35]);
};

export const toys: Record<string, PropBuilder> = { toy_bear, ball, toy_blocks };
