import type { PartBuilder } from "../builder.js";
import { box, cylinder, sphere } from "../geometry/index.js";
import { signTexture } from "../textures/text.js";
import { linear, metal, type Prop, type PropBuilder, paint, soft, wood } from "./kit.js";

const OPEN_ANGLE = (96 * Math.PI) / 180;
/** Clearance between leaf and frame. */
const CLEARANCE = 0.006;

/** The leaf from its hinge edge at x = 0 to x = `side` · width, standing on y = 0. */
function leaf(b: PartBuilder, p: Prop, side: 1 | -1): void {
  const colour = p.look.colour("colour", "#8a5a34");
  const w = p.width - 2 * CLEARANCE;
  const h = p.height - CLEARANCE;
  const thick = p.depth * 0.8;
  const m = wood(colour, 1);
  const middle = (side * p.width) / 2;
  b.at(box(w, h, thick), m, [middle, h / 2 + 0.002, 0]);
  if (p.look.text("style", "panel") === "panel") {
    for (const [y, ph] of [
      [0.27, 0.36],
      [0.74, 0.36],
    ] as const) {
      for (const x of [-0.22, 0.22]) {
        const at = [middle + x * w, y * h, 0] as const;
        b.at(soft(w * 0.34, h * ph, thick + 0.022, 0.008), m, at);
        b.at(soft(w * 0.24, h * ph - w * 0.1, thick + 0.034, 0.008), m, at);
      }
    }
  }
  knobs(b, p, middle + side * (w / 2 - 0.07), thick / 2);
  plate(b, p, middle, thick / 2);
}

function knobs(b: PartBuilder, p: Prop, x: number, face: number): void {
  const m = metal(p.look.colour("accent", "#c9a94f"));
  for (const s of [1, -1] as const) {
    b.at(cylinder(0.028, 0.028, 0.014, 14), m, [x, 1.0, s * face], [Math.PI / 2, 0, 0]);
    b.at(cylinder(0.011, 0.011, 0.05, 8), m, [x, 1.0, s * (face + 0.025)], [Math.PI / 2, 0, 0]);
    b.at(sphere(0.03, 12, 8), m, [x, 1.0, s * (face + 0.055)]);
  }
}

function plate(b: PartBuilder, p: Prop, x: number, face: number): void {
  const text = p.look.text("sign");
  if (!text) return;
  const texture = signTexture({
    text,
    width: 0.44,
    height: 0.16,
    ink: linear("#3a2a1c"),
    border: true,
  });
  b.at(box(0.44, 0.16, 0.01), { ...paint("#f4efe2"), texture, fine: true }, [x, 1.55, face + 0.02]);
}

/**
 * The leaf of a hinged door: closed in the middle of its opening, or swung open beside it. The frame belongs to
 * the wall's opening.
 */
const door: PropBuilder = (b, p) => {
  const hinge = p.look.text("hinge", "left") === "right" ? -1 : 1;
  const x = (hinge * p.width) / 2;
  const side = hinge === 1 ? -1 : 1;
  if (p.state !== "open") {
    b.push([x, 0, 0]);
    leaf(b, p, side);
    b.pop();
    return;
  }
  const towards = p.look.text("swing", "back") === "front" ? 1 : -1;
  const pin = towards * ((p.around.wall ?? 0.12) / 2 + 0.03);
  b.push([x, 0, pin], [0, towards * hinge * OPEN_ANGLE, 0]);
  leaf(b, p, side);
  b.pop();
};

export const doors: Record<string, PropBuilder> = { door };
