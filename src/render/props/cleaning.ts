import type { PartBuilder } from "../builder.js";
import { box, cylinder, lathe, torus, tube } from "../geometry/index.js";
import { hash2 } from "../noise.js";
import { signTexture } from "../textures/text.js";
import {
  dark,
  linear,
  matt,
  metal,
  type Prop,
  type PropBuilder,
  paint,
  rod,
  soft,
  wood,
} from "./kit.js";

const TURN = Math.PI / 2;

/** String mop: strands that fan out from a clamp, long wooden handle with a grip. */
function drawMop(b: PartBuilder, p: Prop): void {
  const { width: w, depth: d, height: h } = p;
  const clamp = paint(p.look.colour("accent", "#2f6fb0"));
  const head = 0.2;
  rod(b, wood(p.look.colour("wood", "#c49a6c"), 1), [0, head, 0], h - head - 0.1, 0.0145);
  rod(b, clamp, [0, h - 0.12, 0], 0.12, 0.018);
  b.at(soft(w * 0.46, 0.06, 0.055, 0.02), clamp, [0, head + 0.02, 0]);
  b.at(cylinder(0.024, 0.03, 0.07, 12), clamp, [0, head + 0.07, 0]);
  const yarn = [matt(p.look.colour("colour", "#e9e4d4")), matt("#d3ccb8"), matt("#f4f0e4")];
  for (let i = 0; i < 26; i++) {
    const s = (i % 13) / 12 - 0.5;
    const row = i < 13 ? 1 : -1;
    const out = d * (0.22 + 0.24 * hash2(i, 5)) * row;
    const x = s * w * 0.42;
    const wide = s * w * (0.78 + 0.16 * hash2(i, 9));
    const path = [
      [x, head + 0.01, row * 0.012],
      [x * 1.5, head * 0.6, out * 0.7],
      [wide, 0.02, out],
      [wide * 1.04, 0.012, out * 1.04],
    ] as const;
    b.at(tube(path, [0.012, 0.015, 0.011], 5, 5), yarn[i % 3]!, [0, 0, 0]);
  }
}

/** Stands upright in or beside a rack; put down elsewhere, it lies on the floor. */
const mop: PropBuilder = (b, p) => {
  if (!p.around.loose) {
    drawMop(b, p);
    return;
  }
  b.push([0, p.depth * 0.22, -p.height / 2], [TURN, 0, 0]);
  drawMop(b, p);
  b.pop();
};

/** Broom: wooden head with a brush of straight bristles. */
function drawBroom(b: PartBuilder, p: Prop): void {
  const { width: w, depth: d, height: h } = p;
  rod(b, wood(p.look.colour("wood", "#c49a6c"), 1), [0, 0.16, 0], h - 0.16, 0.014);
  b.at(soft(w * 0.92, 0.05, 0.07, 0.015), wood(p.look.colour("wood", "#a9764a"), 0), [0, 0.145, 0]);
  const bristle = matt(p.look.colour("colour", "#c9a24a"));
  for (let i = 0; i < 12; i++) {
    const x = (i / 11 - 0.5) * w * 0.86;
    b.at(box(w * 0.06, 0.13, d * 0.2), bristle, [x * 1.05, 0.065, 0], [0, 0, (x / w) * 0.25]);
  }
}

/** Stand for mops: a back board with two clips, a drip tray below. Empty when no mop stands in it. */
const mop_rack: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const board = wood(p.look.wood("#8a5a34"), 0);
  const steel = metal(p.look.colour("metal", "#9aa1a8"));
  const back = -d / 2 + 0.015;
  for (const s of [1, -1])
    b.at(box(0.035, h, 0.03), wood(p.look.wood("#8a5a34"), 1), [s * (w / 2 - 0.02), h / 2, back]);
  for (const y of [h * 0.42, h * 0.93]) b.at(soft(w, 0.13, 0.024, 0.008), board, [0, y, back]);
  b.at(soft(w, 0.02, d, 0.008), steel, [0, 0.01, 0]);
  for (const s of [1, -1]) {
    b.at(box(w, 0.045, 0.008), steel, [0, 0.022, s * (d / 2 - 0.004)]);
    b.at(box(0.008, 0.045, d), steel, [s * (w / 2 - 0.004), 0.022, 0]);
  }
  for (const x of [-w * 0.3, 0, w * 0.3]) {
    for (const side of [1, -1]) {
      b.at(
        tube(
          [
            [x + side * 0.03, h * 0.92, back + 0.01],
            [x + side * 0.032, h * 0.92, -0.005],
            [x + side * 0.02, h * 0.92, 0.03],
          ],
          0.007,
          6,
          6,
        ),
        steel,
        [0, 0, 0],
      );
    }
  }
  const text = p.look.text("sign");
  if (!text) return;
  const face = { text, width: w * 0.4, height: 0.1, ink: linear("#33424a") };
  b.at(box(w * 0.4, 0.1, 0.006), { ...paint("#f2efe6"), texture: signTexture(face), fine: true }, [
    0,
    h * 0.42,
    back + 0.016,
  ]);
};

/** Pail with a wire handle, half full of soapy water. */
const bucket: PropBuilder = (b, p) => {
  const h = p.height;
  const r = Math.min(p.width, p.depth) / 2;
  const m = { ...paint(p.look.colour("colour", "#2f6fb0")), twoSided: true };
  b.at(
    lathe(
      [
        [0, 0.004],
        [r * 0.72, 0.004],
        [r * 0.95, h * 0.96],
      ],
      20,
    ),
    m,
    [0, 0, 0],
  );
  b.at(torus(r * 0.95, 0.01, Math.PI * 2, 22, 6), m, [0, h * 0.96, 0]);
  b.at(cylinder(r * 0.84, r * 0.84, 0.004, 18), paint("#9fc0cf"), [0, h * 0.62, 0]);
  const wire = metal("#8d9399");
  b.at(torus(r * 0.94, 0.006, Math.PI, 18, 5), wire, [0, h * 0.9, 0], [0.42, 0, 0]);
  b.at(
    cylinder(0.013, 0.013, 0.1, 8),
    dark(),
    [0, h * 0.9 + r * 0.94 * Math.sin(0.42), -r * 0.94 * Math.cos(0.42)],
    [0, 0, TURN],
  );
};

export const cleaning: Record<string, PropBuilder> = {
  mop,
  broom: drawBroom,
  mop_rack,
  bucket,
};
