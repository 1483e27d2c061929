import { box, cylinder, lathe, plane, torus, tube } from "../geometry/index.js";
import { signTexture } from "../textures/text.js";
import {
  bar,
  corners,
  dark,
  lacquer,
  linear,
  lit,
  matt,
  metal,
  type PropBuilder,
  paint,
  rod,
  soft,
} from "./kit.js";

const TURN = Math.PI / 2;

/** Bicycle seen from its front wheel (z) to its back wheel; slim, so it also stands well beside a wall. */
const bicycle: PropBuilder = (b, p) => {
  const frame = lacquer(p.look.colour("colour", "#2a7f8f"));
  const black = dark();
  const r = 0.33;
  const z = p.depth / 2 - r - 0.02;
  for (const s of [1, -1]) {
    const at = [0, r + 0.02, s * z] as const;
    b.at(torus(r, 0.019, Math.PI * 2, 24, 6), black, at, [0, 0, TURN]);
    b.at(torus(r - 0.025, 0.008, Math.PI * 2, 24, 5), metal("#b9bec2"), at, [0, 0, TURN]);
    b.at(cylinder(0.03, 0.03, 0.09, 10), metal("#9aa1a8"), at, [0, 0, TURN]);
    for (let k = 0; k < 4; k++) {
      b.at(cylinder(0.0028, 0.0028, r * 2, 4), metal("#b9bec2"), at, [
        (k / 4) * Math.PI + 0.2,
        0,
        0,
      ]);
    }
  }
  const crank = [0, 0.3, -0.05] as const;
  const seat = [0, 0.82, -0.22] as const;
  const head = [0, 0.8, z - 0.2] as const;
  const rear = [0, r + 0.02, -z] as const;
  const front = [0, r + 0.02, z] as const;
  for (const [from, to, w] of [
    [crank, seat, 0.018],
    [crank, head, 0.02],
    [seat, head, 0.018],
    [crank, rear, 0.012],
    [[0, 0.72, -0.18], rear, 0.012],
    [[0, 0.95, z - 0.25], front, 0.016],
  ] as const) {
    b.at(bar(from, to, w, 7), frame, [0, 0, 0]);
  }
  b.at(soft(0.15, 0.05, 0.26, 0.02), black, [0, 0.86, -0.24]);
  const grip = p.width / 2 - 0.02;
  b.at(
    tube(
      [
        [-grip, 0.98, z - 0.36],
        [-grip * 0.5, 1.0, z - 0.25],
        [0, 0.97, z - 0.24],
        [grip * 0.5, 1.0, z - 0.25],
        [grip, 0.98, z - 0.36],
      ],
      0.013,
      12,
      6,
    ),
    black,
    [0, 0, 0],
  );
  b.at(cylinder(0.09, 0.09, 0.012, 16), metal("#6b7176"), [0.05, 0.3, -0.05], [0, 0, TURN]);
  for (const s of [1, -1]) b.at(box(0.09, 0.018, 0.07), black, [s * 0.12, 0.3 + s * 0.14, -0.05]);
  b.at(soft(0.2, 0.14, 0.2, 0.03), matt(p.look.colour("accent", "#b98a55")), [0, 0.82, z + 0.02]);
};

/** Round basin with a bowl in the middle from which water falls. */
const fountain: PropBuilder = (b, p) => {
  const stone = matt(p.look.colour("colour", "#c9c3b6"));
  const water = { ...glass(), emission: 0.12 };
  const R = Math.min(p.width, p.depth) / 2;
  const h = p.height;
  b.at(
    lathe(
      [
        [R, 0],
        [R, 0.38],
        [R * 0.97, 0.44],
        [R * 0.84, 0.44],
        [R * 0.82, 0.4],
        [R * 0.82, 0.1],
      ],
      28,
    ),
    stone,
    [0, 0, 0],
  );
  b.at(cylinder(R * 0.83, R * 0.83, 0.02, 28), water, [0, 0.32, 0]);
  b.at(
    lathe(
      [
        [0.26, 0.3],
        [0.13, 0.5],
        [0.1, h * 0.62],
        [0.2, h * 0.68],
      ],
      16,
    ),
    stone,
    [0, 0, 0],
  );
  b.at(
    lathe(
      [
        [0.1, h * 0.66],
        [0.45, h * 0.72],
        [0.56, h * 0.8],
        [0.5, h * 0.8],
        [0.4, h * 0.77],
        [0, h * 0.76],
      ],
      20,
    ),
    stone,
    [0, 0, 0],
  );
  b.at(cylinder(0.5, 0.5, 0.015, 20), water, [0, h * 0.785, 0]);
  const spray = lit("#d9eef8", 0.3);
  rod(b, spray, [0, h * 0.78, 0], h * 0.2, 0.03, 0.045);
  for (let k = 0; k < 8; k++) {
    const a = (k / 8) * Math.PI * 2;
    const [s, c] = [Math.sin(a), Math.cos(a)];
    const at = (r: number, y: number) => [s * r, y, c * r] as const;
    b.at(
      tube([at(0.53, h * 0.8), at(0.64, h * 0.68), at(0.7, 0.34)], [0.012, 0.02], 6, 5),
      spray,
      [0, 0, 0],
    );
  }
};

function glass() {
  return { ...lacquer("#7fb3c9"), reflect: 0.3, noShadow: true };
}

/** Small shop in the street: counter window, awning, sign. */
const kiosk: PropBuilder = (b, p) => {
  const wall = paint(p.look.colour("colour", "#2f6e63"));
  const trim = paint(p.look.colour("accent", "#f3efe6"));
  const { width: w, depth: d, height: h } = p;
  const roof = h - 0.42;
  b.at(box(w * 0.94, 1.05, d * 0.9), wall, [0, 0.525, 0]);
  b.at(box(w * 0.94, roof - 1.05, 0.06), wall, [0, 1.05 + (roof - 1.05) / 2, -d * 0.42]);
  for (const [x, z] of corners(w * 0.455, d * 0.43))
    b.at(box(0.09, roof, 0.09), trim, [x, roof / 2, z]);
  for (const s of [1, -1]) {
    b.at(box(0.05, roof - 1.05, d * 0.84), wall, [s * w * 0.455, 1.05 + (roof - 1.05) / 2, 0]);
  }
  b.at(box(w, 0.05, 0.36), trim, [0, 1.08, d * 0.38]);
  b.at(box(w, 0.08, d), trim, [0, roof, 0]);
  for (let k = 0; k < 3; k++) {
    b.at(box(w * 0.86, 0.02, 0.2), trim, [0, 1.25 + k * 0.32, -d * 0.36]);
    for (let i = 0; i < 7; i++) {
      const colour = ["#c94f3d", "#e0b23c", "#3a6ea5", "#6f8f4a"][(i + k) % 4]!;
      b.at(cylinder(0.05, 0.05, 0.18, 8), paint(colour), [
        (-0.42 + i * 0.14) * w * 0.9,
        1.35 + k * 0.32,
        -d * 0.36,
      ]);
    }
  }
  const text = p.look.text("sign", "KIOSK");
  const face = { text, width: w * 0.86, height: 0.34, ink: linear("#fff3dc") };
  b.at(
    box(w * 0.9, 0.38, 0.08),
    { ...paint(p.look.colour("top", "#3a2415")), texture: signTexture(face), fine: true },
    [0, h - 0.19, d * 0.47],
  );
  b.at(plane(w * 0.9, d * 0.8), lit("#fff6e0", 0.4), [0, roof - 0.06, 0], [Math.PI, 0, 0]);
};

export const square: Record<string, PropBuilder> = { bicycle, fountain, kiosk };
