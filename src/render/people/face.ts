import type { Person } from "../../world/types.js";
import { rgb, tint } from "../colour.js";
import { hash3 } from "../noise.js";
import type { Material, Rgb, Texture } from "../types.js";
import type { Mouth } from "./pose.js";
import { smooth } from "./vec.js";

const WHITE: Rgb = [0.62, 0.6, 0.57];
const DARK: Rgb = [0.02, 0.016, 0.014];
const TEETH: Rgb = [0.85, 0.83, 0.78];
const INSIDE: Rgb = [0.09, 0.012, 0.014];

/** Half width and half height of the opened mouth, and how much its corners rise; metres. */
const MOUTHS: Record<Mouth, { wide: number; open: number; smile: number }> = {
  closed: { wide: 0.023, open: 0, smile: 0.0012 },
  smile: { wide: 0.028, open: 0, smile: 0.006 },
  talk: { wide: 0.0215, open: 0.0095, smile: 0.001 },
  shout: { wide: 0.0205, open: 0.0165, smile: 0.0015 },
};

const EYE = { x: 0.0315, y: 0.001, wide: 0.0162, high: 0.0082 };
const IRIS = 0.0082;
const MOUTH_Y = -0.067;

export interface FaceStyle {
  iris: Rgb;
  brow: Rgb;
  browHalf: number;
  lip: Rgb;
  lipHeight: number;
  blush: number;
  lash: number;
  old: boolean;
  beard: Rgb | null;
  stubble: Rgb | null;
}

const set = (out: Float64Array, c: Rgb) => {
  out[0] = c[0];
  out[1] = c[1];
  out[2] = c[2];
};

const times = (out: Float64Array, r: number, g: number, b: number) => {
  out[0] = out[0]! * r;
  out[1] = out[1]! * g;
  out[2] = out[2]! * b;
};

/** The face of a person as colours: how eyes, brows, lips and age show. */
export function faceStyle(p: Person): FaceStyle {
  const female = p.sex === "female";
  const child = p.ageGroup === "child";
  const grown = p.ageGroup !== "child";
  const tone = rgb(p.look.skin);
  const hair = rgb(p.look.hairColour);
  const light = hair[0] > 0.3;
  const lipRed: Rgb = [0.12 + tone[0] * 0.62, tone[1] * 0.42, 0.01 + tone[2] * 0.42];
  const lipPlain: Rgb = [0.05 + tone[0] * 0.68, tone[1] * 0.58, tone[2] * 0.57];
  return {
    iris: light && !child ? [0.12, 0.2, 0.28] : [0.09, 0.045, 0.022],
    brow: tint(hair, light ? 0.62 : 0.85),
    browHalf: female || child ? 0.0027 : 0.0046,
    lip: female && grown ? lipRed : lipPlain,
    lipHeight: female && grown ? 0.0078 : 0.0058,
    blush: child ? 0.3 : female ? 0.22 : 0.08,
    lash: female ? 1 : 0.35,
    old: p.ageGroup === "elderly",
    beard: p.look.beard && grown && !female ? tint(hair, 0.9) : null,
    stubble: !p.look.beard && grown && !female ? [0.93, 0.94, 0.96] : null,
  };
}

function paintEye(
  f: FaceStyle,
  x: number,
  y: number,
  lookX: number,
  lookY: number,
  out: Float64Array,
): boolean {
  const ax = Math.abs(x);
  const dx = ax - EYE.x;
  // almond: lower at the outer corner than in the middle
  const u = dx / EYE.wide;
  const v = (y - EYE.y) / EYE.high;
  const e = u * u + v * v * (1 + 0.25 * u * u);
  if (e < 1) {
    const ix = (x - Math.sign(x) * EYE.x - lookX * 0.006) / IRIS;
    const iy = (y - EYE.y - lookY * 0.003 - 0.0004) / IRIS;
    const r = ix * ix + iy * iy;
    set(out, WHITE);
    if (v > 0.35) times(out, 0.72, 0.7, 0.7);
    if (r < 1) set(out, r > 0.72 ? DARK : f.iris);
    if (r < 0.26) set(out, DARK);
    const gx = ix + 0.32;
    const gy = iy - 0.38;
    if (gx * gx + gy * gy < 0.07) set(out, [0.95, 0.95, 0.95]);
    if (e > 0.74 && v > 0.1) set(out, DARK);
    return true;
  }
  const lashes = 1.42 + 0.5 * f.lash;
  if (e < lashes && v > 0.15 - 0.25 * f.lash * Math.max(0, u)) {
    set(out, [0.05, 0.035, 0.03]);
    return true;
  }
  if (e < 1.35) times(out, 0.72, 0.62, 0.6);
  else if (e < 2.6 && v > 0) times(out, 0.88, 0.83, 0.82);
  return false;
}

function paintBrow(f: FaceStyle, x: number, y: number, out: Float64Array): void {
  const t = (Math.abs(x) - 0.031) / 0.021;
  if (Math.abs(t) > 1) return;
  const middle = 0.0255 - 0.0035 * t * t - 0.001 * t;
  const half = f.browHalf * (1 - 0.55 * Math.max(0, t));
  if (Math.abs(y - middle) < half) set(out, f.brow);
}

function paintMouth(f: FaceStyle, mouth: Mouth, x: number, y: number, out: Float64Array): void {
  const m = MOUTHS[mouth];
  const u = x / m.wide;
  if (Math.abs(u) > 1.15) return;
  const arch = Math.sqrt(Math.max(0, 1 - u * u));
  const middle = MOUTH_Y + m.smile * (u * u - 0.35) - m.open * 0.35;
  const d = y - middle;
  const inner = m.open * arch;
  const lip = f.lipHeight * (0.25 + 0.75 * arch);
  if (m.open > 0 && Math.abs(d) < inner) {
    set(out, d > inner * 0.42 && d < inner * 0.95 ? TEETH : INSIDE);
    if (d < -inner * 0.45) set(out, [0.28, 0.06, 0.06]);
    return;
  }
  if (m.open === 0 && Math.abs(u) < 1.05 && Math.abs(d) < 0.0017) {
    set(out, [f.lip[0] * 0.3, f.lip[1] * 0.25, f.lip[2] * 0.25]);
    return;
  }
  const bow = 1 - 0.35 * Math.exp(-u * u * 40);
  if (Math.abs(u) < 1 && d < inner + lip * 0.8 * bow && d > -inner - lip) set(out, f.lip);
}

/** Laughter lines, crow's feet, forehead lines. */
function paintAge(x: number, y: number, out: Float64Array): void {
  const ax = Math.abs(x);
  if (y > 0.04 && y < 0.082 && ax < 0.045) {
    const line = Math.sin((y + ax * ax * 4) * 480);
    if (line > 0.55) times(out, 0.84, 0.79, 0.77);
  }
  const fold = Math.abs(ax - 0.021 - (-0.036 - y) * 0.34);
  if (y < -0.034 && y > -0.072 && fold < 0.002) times(out, 0.68, 0.6, 0.58);
  if (ax > 0.051 && ax < 0.066 && Math.abs(y) < 0.013) {
    if (Math.sin((y - (ax - 0.05) * 0.2) * 900) > 0.3) times(out, 0.84, 0.78, 0.77);
  }
  const bag = Math.abs(y + 0.0165 - (ax - 0.031) * (ax - 0.031) * 14);
  if (bag < 0.0014 && ax > 0.018 && ax < 0.046) times(out, 0.78, 0.71, 0.7);
}

/** Below the cheekbones, around the mouth, under the chin. */
function bearded(x: number, y: number, z: number): number {
  const ax = Math.abs(x);
  const line = -0.03 - 0.03 * smooth(0.06, 0.02, ax);
  const side = smooth(line + 0.004, line - 0.006, y) * smooth(0.03, 0.0, z);
  const moustache = y < -0.049 && y > -0.062 && ax < 0.031 ? 1 : 0;
  return Math.max(side, moustache);
}

/**
 * Skin with a painted face, for the modelled head's own coordinates. `eyes` −1…1 is where they look
 * (x to the person's right, y up).
 */
export function faceMaterial(p: Person, mouth: Mouth, eyes: { x: number; y: number }): Material {
  const f = faceStyle(p);
  const texture: Texture = (x, y, z, _wx, _wy, _wz, _d, out) => {
    if (z > 0.03) return;
    const ax = Math.abs(x);
    if (f.blush > 0) {
      const cx = (ax - 0.042) / 0.019;
      const cy = (y + 0.03) / 0.017;
      const c = f.blush * Math.exp(-(cx * cx + cy * cy));
      times(out, 1, 1 - c * 0.75, 1 - c * 0.7);
    }
    if (f.old) paintAge(x, y, out);
    const hairy = f.beard || f.stubble ? bearded(x, y, z) : 0;
    if (f.beard && hairy > 0.5) {
      const n = 0.75 + 0.5 * hash3((x * 700) | 0, (y * 500) | 0, (z * 700) | 0);
      set(out, [f.beard[0] * n, f.beard[1] * n, f.beard[2] * n]);
    } else if (f.stubble) {
      times(
        out,
        1 - hairy * (1 - f.stubble[0]),
        1 - hairy * (1 - f.stubble[1]),
        1 - hairy * (1 - f.stubble[2]),
      );
    }
    if (z > -0.03) return;
    if (y < -0.042 && y > -0.0515 && ax > 0.004 && ax < 0.0095) times(out, 0.55, 0.45, 0.42);
    if (y > -0.02) {
      if (!paintEye(f, x, y, eyes.x, eyes.y, out)) paintBrow(f, x, y, out);
    } else if (y < -0.045) paintMouth(f, mouth, x, y, out);
  };
  return { colour: rgb(p.look.skin), texture, fine: true, specular: 0.05, shininess: 12 };
}
