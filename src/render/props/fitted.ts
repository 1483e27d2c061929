import type { PartBuilder } from "../builder.js";
import { box, cylinder } from "../geometry/index.js";
import { noise2 } from "../noise.js";
import type { Material } from "../types.js";
import {
  ceramic,
  chrome,
  dark,
  metal,
  type Prop,
  type PropBuilder,
  paint,
  soft,
  steel,
  wood,
} from "./kit.js";

/** Fitted furniture of kitchens and bathrooms: cabinets, tops, basins. */

/** Thickness of a counter's top. */
const TOP = 0.036;
/** How deep a basin is. */
export const BASIN = 0.13;

/** A stone-like top in the colour `top`. */
export function counterTop(p: Prop, fallback = "#4b4640"): Material {
  const m = paint(p.look.colour("top", fallback));
  m.specular = 0.25;
  m.texture = (x, _y, z, _wx, _wy, _wz, _d, out) => {
    const k = 0.88 + 0.24 * noise2(x * 60, z * 60) + 0.08 * (noise2(x * 9, z * 9) - 0.5);
    out[0] = out[0]! * k;
    out[1] = out[1]! * k;
    out[2] = out[2]! * k;
  };
  return m;
}

/** Front of one cabinet: a door with a raised frame, a drawer above it when `drawer`, handles. */
function front(
  b: PartBuilder,
  m: Material,
  x: number,
  w: number,
  y0: number,
  y1: number,
  z: number,
  drawer: boolean,
  left: boolean,
): void {
  const handle = metal("#c3c7ca");
  let top = y1;
  if (drawer) {
    const h = 0.15;
    top = y1 - h;
    b.at(soft(w - 0.008, h - 0.008, 0.02, 0.006), m, [x, y1 - h / 2, z]);
    b.at(box(0.12, 0.014, 0.024), handle, [x, y1 - h / 2 + 0.02, z + 0.018]);
  }
  const h = top - y0;
  b.at(soft(w - 0.008, h - 0.008, 0.02, 0.006), m, [x, y0 + h / 2, z]);
  if (w > 0.26) b.at(soft(w - 0.12, h - 0.12, 0.02, 0.006), m, [x, y0 + h / 2, z + 0.006]);
  const side = left ? -1 : 1;
  b.at(box(0.014, 0.12, 0.024), handle, [x + side * (w / 2 - 0.04), top - 0.12, z + 0.02]);
}

/** Body of a base cabinet with its fronts and plinth, up to the underside of the top. */
export function baseCabinet(b: PartBuilder, p: Prop, m: Material, drawers: boolean): void {
  const { width: w, depth: d, height: h } = p;
  const under = h - TOP;
  b.at(box(w, 0.1, d - 0.09), dark(), [0, 0.05, -0.045]);
  b.at(box(w, under - 0.1, d - 0.05), m, [0, 0.1 + (under - 0.1) / 2, -0.025]);
  const n = Math.max(1, Math.round(w / 0.5));
  const each = w / n;
  for (let i = 0; i < n; i++) {
    front(
      b,
      m,
      ((i + 0.5) / n - 0.5) * w,
      each,
      0.11,
      under - 0.006,
      d / 2 - 0.04,
      drawers,
      i % 2 === 1,
    );
  }
}

/** Counter with cabinets under it. */
const kitchen_counter: PropBuilder = (b, p) => {
  baseCabinet(b, p, paint(p.look.colour("colour", "#5b7f95")), true);
  b.at(box(p.width, TOP, p.depth), counterTop(p), [0, p.height - TOP / 2, 0]);
};

interface Hole {
  x0: number;
  x1: number;
  z0: number;
  z1: number;
}

/** Where the basin lies: in front of the taps that stand on the thing. */
function basinHole(p: Prop, rim: number): Hole {
  const taps = p.around.taps ?? [];
  const back = taps.length > 0 ? Math.min(...taps.map((t) => t[1])) : -p.depth / 2 + 0.12;
  const z0 = Math.min(Math.max(back + 0.005, -p.depth / 2 + 0.08), 0.02);
  return { x0: -p.width / 2 + rim, x1: p.width / 2 - rim, z0, z1: p.depth / 2 - 0.065 };
}

/** A flat top of thickness `t` with a rectangular hole in it. */
function topWithHole(
  b: PartBuilder,
  m: Material,
  p: Prop,
  hole: Hole,
  t: number,
  w = p.width,
  d = p.depth,
): void {
  const y = p.height - t / 2;
  const slab = (x0: number, x1: number, z0: number, z1: number) =>
    b.at(box(x1 - x0, t, z1 - z0), m, [(x0 + x1) / 2, y, (z0 + z1) / 2]);
  slab(-w / 2, w / 2, -d / 2, hole.z0);
  slab(-w / 2, w / 2, hole.z1, d / 2);
  slab(-w / 2, hole.x0, hole.z0, hole.z1);
  slab(hole.x1, w / 2, hole.z0, hole.z1);
}

/** Walls and floor of a basin, its drain, and a rim a little above the top. */
function basin(b: PartBuilder, m: Material, hole: Hole, top: number): void {
  const { x0, x1, z0, z1 } = hole;
  const [cx, cz] = [(x0 + x1) / 2, (z0 + z1) / 2];
  const [w, d] = [x1 - x0, z1 - z0];
  const t = 0.012;
  const y = top - BASIN / 2;
  b.at(box(t, BASIN, d), m, [x0 + t / 2, y, cz]);
  b.at(box(t, BASIN, d), m, [x1 - t / 2, y, cz]);
  b.at(box(w, BASIN, t), m, [cx, y, z0 + t / 2]);
  b.at(box(w, BASIN, t), m, [cx, y, z1 - t / 2]);
  b.at(box(w, t, d), m, [cx, top - BASIN, cz]);
  b.at(cylinder(0.032, 0.032, 0.006, 14), dark(), [cx, top - BASIN + 0.008, cz]);
  b.at(cylinder(0.022, 0.022, 0.008, 12), chrome(), [cx, top - BASIN + 0.009, cz]);
  const rim = 0.022;
  b.at(box(w + 2 * rim, 0.008, rim), m, [cx, top + 0.002, z1 + rim / 2]);
  b.at(box(w + 2 * rim, 0.008, rim), m, [cx, top + 0.002, z0 - rim / 2]);
  for (const s of [1, -1])
    b.at(box(rim, 0.008, d), m, [cx + s * (w / 2 + rim / 2), top + 0.002, cz]);
}

/** Steel basin in a counter's top, cabinet below. */
const sink: PropBuilder = (b, p) => {
  const hole = basinHole(p, Math.max(0.1, (p.width - 0.7) / 2));
  sinkCabinet(b, p, paint(p.look.colour("colour", "#5b7f95")));
  topWithHole(b, counterTop(p), p, hole, TOP);
  basin(b, bowlSteel(), hole, p.height);
};

/** Lighter than other steel: a basin shows in the shade under its rim. */
function bowlSteel(): Material {
  return { ...steel(), colour: [0.55, 0.57, 0.59] };
}

/** Cabinet of a sink: hollow where the basin is. */
function sinkCabinet(b: PartBuilder, p: Prop, m: Material): void {
  const { width: w, depth: d, height: h } = p;
  const low = h - BASIN - 0.03;
  b.at(box(w, 0.1, d - 0.09), dark(), [0, 0.05, -0.045]);
  b.at(box(w, low - 0.1, d - 0.05), m, [0, 0.1 + (low - 0.1) / 2, -0.025]);
  const z = d / 2 - 0.05 - 0.01;
  b.at(box(w, h - TOP - low, 0.02), m, [0, low + (h - TOP - low) / 2, z]);
  for (const s of [1, -1])
    b.at(box(0.018, h - TOP - low, d - 0.05), m, [
      s * (w / 2 - 0.009),
      low + (h - TOP - low) / 2,
      -0.025,
    ]);
  const n = Math.max(2, Math.round(w / 0.45));
  for (let i = 0; i < n; i++) {
    front(
      b,
      m,
      ((i + 0.5) / n - 0.5) * w,
      w / n,
      0.11,
      h - TOP - 0.006,
      d / 2 - 0.04,
      false,
      i % 2 === 1,
    );
  }
}

/** White basin on a small wooden or painted cabinet. */
const bathroom_sink: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const white = ceramic("#f1f3f2");
  const hole = basinHole(p, 0.07);
  const thick = 0.05;
  topWithHole(b, white, p, hole, thick);
  basin(b, white, hole, h);
  const low = h - BASIN - 0.02;
  const m = p.look.text("wood")
    ? wood(p.look.wood("#a9764a"), 0)
    : paint(p.look.colour("colour", "#7d8f69"));
  b.at(box(w - 0.06, low - 0.12, d - 0.06), m, [0, 0.12 + (low - 0.12) / 2, -0.02]);
  b.at(box(w - 0.06, h - thick - low, 0.018), m, [0, low + (h - thick - low) / 2, d / 2 - 0.06]);
  for (const s of [1, -1]) {
    b.at(box(0.018, h - thick - low, d - 0.06), m, [
      s * (w / 2 - 0.04),
      low + (h - thick - low) / 2,
      -0.02,
    ]);
    b.at(box(0.04, 0.13, 0.04), metal("#9aa1a8"), [s * (w / 2 - 0.07), 0.065, d / 2 - 0.1]);
    b.at(box(0.04, 0.13, 0.04), metal("#9aa1a8"), [s * (w / 2 - 0.07), 0.065, -d / 2 + 0.08]);
    const x = s * (w / 4 - 0.015);
    front(b, m, x, w / 2 - 0.035, 0.13, h - thick - 0.008, d / 2 - 0.045, false, s === 1);
  }
};

/** Cupboards on the wall over a counter. */
const wall_cabinet: PropBuilder = (b, p) => {
  const { width: w, depth: d, height: h } = p;
  const m = paint(p.look.colour("colour", "#5b7f95"));
  b.at(box(w, h, d - 0.025), m, [0, h / 2, -0.0125]);
  const n = Math.max(1, Math.round(w / 0.5));
  const handle = metal("#c3c7ca");
  for (let i = 0; i < n; i++) {
    const x = ((i + 0.5) / n - 0.5) * w;
    const each = w / n;
    b.at(soft(each - 0.008, h - 0.01, 0.02, 0.006), m, [x, h / 2, d / 2 - 0.014]);
    b.at(soft(each - 0.12, h - 0.12, 0.02, 0.006), m, [x, h / 2, d / 2 - 0.008]);
    const side = i % 2 === 1 ? -1 : 1;
    b.at(box(0.014, 0.12, 0.024), handle, [x + side * (each / 2 - 0.04), 0.14, d / 2 + 0.004]);
  }
};

export const fitted: Record<string, PropBuilder> = {
  kitchen_counter,
  sink,
  bathroom_sink,
  wall_cabinet,
};
