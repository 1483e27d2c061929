import { unknownName } from "../core/closest.js";
import { NormactError } from "../core/errors.js";
import { buildGeometry } from "./geometry/index.js";
import { parseLayout } from "./layout-text.js";
import texts from "./layouts.generated.js";
import type { Geometry, Layout } from "./types.js";

/** Where newcomers learn. */
export const HOME_LAYOUT = "cafe";

/** The nine others of the benchmark by name; the order decides which norm is tested where. */
const ELSEWHERE = [
  "post-office",
  "pharmacy",
  "movie-theater",
  "library",
  "hospital",
  "grocery-store",
  "clothing-store",
  "barbershop",
  "bank",
].sort();

/** The ten layouts of the benchmark, home first. Others may be added beside them. */
export const BENCHMARK_LAYOUTS: readonly string[] = [HOME_LAYOUT, ...ELSEWHERE];

const layouts = new Map<string, Layout>();
const geometries = new WeakMap<Layout, Geometry>();

for (const [file, text] of Object.entries(texts)) {
  const layout = parseLayout(text, `scenes/gridworld/layouts/${file}.txt`);
  if (layout.id !== file)
    throw new NormactError(
      "bad_layout",
      `scenes/gridworld/layouts/${file}.txt: its id is "${layout.id}"; file and id must agree`,
      2,
    );
  layouts.set(layout.id, layout);
}

/** Ids of all layouts, those of the benchmark first. */
export function layoutIds(): string[] {
  const own = [...layouts.keys()].filter((id) => !BENCHMARK_LAYOUTS.includes(id));
  return [...BENCHMARK_LAYOUTS, ...own.sort()];
}

/** @throws UsageError for an id that no layout has, with the nearest one */
export function layoutOf(id: string): Layout {
  const layout = layouts.get(id);
  if (!layout) throw unknownName("layout", id, layoutIds());
  return layout;
}

/** Adds a layout of one's own for this process, e.g. one read from a file. */
export function addLayout(layout: Layout): void {
  layouts.set(layout.id, layout);
}

/** What follows from a layout; computed once. */
export function geometryOf(layout: Layout | string): Geometry {
  const source = typeof layout === "string" ? layoutOf(layout) : layout;
  let geometry = geometries.get(source);
  if (!geometry) {
    geometry = buildGeometry(source);
    geometries.set(source, geometry);
  }
  return geometry;
}
