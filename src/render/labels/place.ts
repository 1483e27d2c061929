import type { Vec2 } from "../../world/types.js";
import { plateSize } from "./digits.js";
import { type Area, type IdImage, runs } from "./regions.js";

export type Rect = readonly [x: number, y: number, width: number, height: number];

/** Where an area's number goes. */
export interface Placed {
  area: Area;
  plate: Rect;
  /** height of the digits, pixels */
  digits: number;
  /** ties the plate to the area when it does not lie on it */
  leader: readonly [Vec2, Vec2] | null;
}

/** Heights of the digits, large first; pictures wider than 640 get larger ones. */
export function digitHeights(width: number): readonly [number, number] {
  const k = Math.max(1, width / 640);
  return [Math.round(15 * k), Math.round(11 * k)];
}

const overlap = (a: Rect, b: Rect, gap: number): boolean =>
  a[0] < b[0] + b[2] + gap &&
  b[0] < a[0] + a[2] + gap &&
  a[1] < b[1] + b[3] + gap &&
  b[1] < a[1] + a[3] + gap;

const contains = (r: Rect, p: Vec2, gap: number): boolean =>
  p[0] >= r[0] - gap && p[0] < r[0] + r[2] + gap && p[1] >= r[1] - gap && p[1] < r[1] + r[3] + gap;

/** Whether the segment from p to q touches the rectangle (sampled every pixel). */
function touches(r: Rect, p: Vec2, q: Vec2): boolean {
  const n = Math.max(1, Math.ceil(Math.hypot(q[0] - p[0], q[1] - p[1])));
  for (let i = 0; i <= n; i++) {
    const at: Vec2 = [p[0] + ((q[0] - p[0]) * i) / n, p[1] + ((q[1] - p[1]) * i) / n];
    if (contains(r, at, 0)) return true;
  }
  return false;
}

/** Finds places for all numbers of a picture. */
export class Placer {
  private readonly run: Uint16Array;
  private readonly placed: Placed[] = [];
  private readonly weight: Map<number, number>;

  constructor(
    private readonly image: IdImage,
    private readonly all: readonly Area[],
  ) {
    this.run = runs(image);
    // hiding a pixel of a small thing costs more than one of a large thing
    this.weight = new Map(all.map((a) => [a.id, 1 + 4000 / a.pixels]));
  }

  /** On their own areas first (those can never overlap), then beside them, the smallest last. */
  place(): Placed[] {
    const outside: Area[] = [];
    for (const area of this.all) {
      const own = this.onArea(area);
      if (own) this.placed.push(own);
      else outside.push(area);
    }
    outside.sort((a, b) => b.pixels - a.pixels || a.id - b.id);
    for (const area of outside) {
      const tied = this.beside(area);
      if (tied) this.placed.push(tied);
    }
    return this.placed;
  }

  private fits(id: number, [x, y, w, h]: Rect): boolean {
    const { width, height, ids } = this.image;
    if (x < 0 || y < 0 || x + w > width || y + h > height) return false;
    for (let j = 0; j < h; j++) {
      const o = (y + j) * width + x + w - 1;
      if (ids[o] !== id || this.run[o]! < w) return false;
    }
    return true;
  }

  /** The plate nearest to its centre on the pole among those that lie wholly on the area. */
  private nearest(area: Area, w: number, h: number, xs: Vec2, ys: Vec2): Rect | null {
    let best: Rect | null = null;
    let least = Infinity;
    for (let y = ys[0]; y <= ys[1]; y++) {
      for (let x = xs[0]; x <= xs[1]; x++) {
        const off = Math.hypot(x + w / 2 - area.pole[0], y + h / 2 - area.pole[1]);
        if (off >= least) continue;
        const plate: Rect = [x, y, w, h];
        if (!this.fits(area.id, plate)) continue;
        best = plate;
        least = off;
      }
    }
    return best;
  }

  private onArea(area: Area): Placed | null {
    const [px, py] = area.pole;
    const [x0, y0, x1, y1] = area.box;
    for (const overPole of [true, false]) {
      for (const digits of digitHeights(this.image.width)) {
        const [w, h] = plateSize(String(area.id), digits);
        if (w > x1 - x0 + 1 || h > y1 - y0 + 1) continue;
        const xs: Vec2 = overPole ? [px - w + 2, px - 1] : [x0, x1 - w + 1];
        const ys: Vec2 = overPole ? [py - h + 2, py - 1] : [y0, y1 - h + 1];
        const plate = this.nearest(area, w, h, xs, ys);
        if (plate) return { area, plate, digits, leader: null };
      }
    }
    return null;
  }

  /** Cost of putting a plate here; Infinity where it must not lie. */
  private cost(area: Area, plate: Rect): number {
    const { width, height, ids } = this.image;
    const [x, y, w, h] = plate;
    if (x < 0 || y < 0 || x + w > width || y + h > height) return Infinity;
    for (const p of this.placed) if (overlap(plate, p.plate, 1)) return Infinity;
    if (contains(plate, area.pole, 1)) return Infinity;
    for (const a of this.all) if (contains(plate, a.pole, 1)) return Infinity;
    let hidden = 0;
    for (let j = 0; j < h; j += 2) {
      for (let i = 0; i < w; i += 2) {
        const id = ids[(y + j) * width + x + i]!;
        if (id !== 0) hidden += (this.weight.get(id) ?? 1) * (id === area.id ? 0.5 : 1);
      }
    }
    const line = leaderTo(area.pole, plate);
    let crossed = 0;
    for (const p of this.placed) {
      if (touches(p.plate, line[0], line[1])) crossed += 1000;
      else if (p.leader && touches(plate, p.leader[0], p.leader[1])) crossed += 1000;
    }
    const away = Math.hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]);
    return hidden + crossed + away * away * 0.25;
  }

  private beside(area: Area): Placed | null {
    const [, digits] = digitHeights(this.image.width);
    const [w, h] = plateSize(String(area.id), digits);
    const [px, py] = area.pole;
    let best: Rect | null = null;
    let least = Infinity;
    const consider = (x: number, y: number) => {
      const plate: Rect = [Math.round(x), Math.round(y), w, h];
      const cost = this.cost(area, plate);
      if (cost >= least) return;
      best = plate;
      least = cost;
    };
    for (let ring = 5; ring <= 60; ring += 5) {
      for (let k = 0; k < 24; k++) {
        const a = (k / 24) * Math.PI * 2;
        const x = px + Math.cos(a) * (ring + w / 2) - w / 2;
        consider(x, py + Math.sin(a) * (ring + h / 2) - h / 2);
      }
    }
    if (best === null) {
      for (let y = 0; y + h <= this.image.height; y += 3) {
        for (let x = 0; x + w <= this.image.width; x += 3) consider(x, y);
      }
    }
    return best && { area, plate: best, digits, leader: leaderTo(area.pole, best) };
  }
}

/** From the pole to the nearest point of the plate. */
function leaderTo(pole: Vec2, [x, y, w, h]: Rect): readonly [Vec2, Vec2] {
  const end: Vec2 = [
    Math.min(x + w - 1, Math.max(x, pole[0])),
    Math.min(y + h - 1, Math.max(y, pole[1])),
  ];
  return [pole, end];
}
