import palettes from "../../world/palettes.generated.js";
import type { BenchmarkLooks } from "./benchmark.js";
import type { Item } from "./item.js";
import { LEAST_DISTANCE } from "./jobs.js";
import { PHASH_BITS, PHASH_METHOD } from "./phash.js";

/** What a training set and the benchmark have in common, by kind; every list must be empty. */
export interface Independence {
  schemaVersion: 1;
  benchmark: { version: string; hash: string; episodes: number };
  images: number;
  /** no list names anything, and no picture is nearer than `leastDistance` */
  independent: boolean;
  shared: {
    seeds: number[];
    episodes: string[];
    layouts: string[];
    viewpoints: string[];
    palettes: string[];
  };
  /** compared, for knowledge alone: names of places, and colours that belong to no palette (of products, labels…) */
  alike: { places: string[]; fixedColours: number };
  distance: {
    method: string;
    bits: number;
    leastDistance: number;
    /** of each picture to the benchmark picture that looks most like it */
    all: Distances;
    byTask: Record<string, Distances>;
    histogram: { from: number; to: number; images: number }[];
    closest: { id: string; benchmark: string; distance: number }[];
  };
}

export interface Distances {
  n: number;
  min: number | null;
  p5: number | null;
  median: number | null;
  max: number | null;
}

/**
 * Compares a drawn set with the benchmark (design page, section 3).
 * @param colours every colour that the set's scenes hold
 */
export function independence(
  items: readonly Item[],
  colours: ReadonlySet<string>,
  benchmark: BenchmarkLooks,
): Independence {
  const scenes = items.flatMap((i) => (i.scene ? [{ ...i.scene, id: i.id, task: i.task }] : []));
  const both = <T>(mine: readonly T[], theirs: ReadonlySet<T>): T[] =>
    [...new Set(mine)].filter((x) => theirs.has(x)).sort();
  const { training, all } = paletteColours();
  const shared: Independence["shared"] = {
    seeds: both(
      scenes.map((s) => s.seed),
      benchmark.seeds,
    ),
    episodes: both(
      scenes.map((s) => s.episode),
      benchmark.episodes,
    ),
    layouts: both(
      scenes.map((s) => s.layout),
      benchmark.layouts,
    ),
    viewpoints: both(
      scenes.map((s) => s.viewpoint),
      benchmark.viewpoints,
    ),
    // a colour of one family met in the other's scenes
    palettes: [
      ...[...colours].filter((c) => all.has(c) && !training.has(c)),
      ...[...benchmark.colours].filter((c) => training.has(c)),
    ].sort(),
  };
  const near = scenes.flatMap((s) =>
    s.nearest
      ? [{ id: s.id, task: s.task, benchmark: s.nearest.id, distance: s.nearest.distance }]
      : [],
  );
  const byTask: Record<string, Distances> = {};
  for (const task of new Set(near.map((n) => n.task)))
    byTask[task] = distances(near.filter((n) => n.task === task).map((n) => n.distance));
  const overall = distances(near.map((n) => n.distance));
  const clean = Object.values(shared).every((list) => list.length === 0);
  return {
    schemaVersion: 1,
    benchmark: { ...benchmark.dataset, episodes: benchmark.hashes.length },
    images: items.length,
    independent: clean && (overall.min === null || overall.min >= LEAST_DISTANCE),
    shared,
    alike: {
      places: both(
        scenes.map((s) => s.place),
        benchmark.places,
      ),
      fixedColours: [...colours].filter((c) => !all.has(c) && benchmark.colours.has(c)).length,
    },
    distance: {
      method: PHASH_METHOD,
      bits: PHASH_BITS,
      leastDistance: LEAST_DISTANCE,
      all: overall,
      byTask,
      histogram: histogram(near.map((n) => n.distance)),
      closest: [...near]
        .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
        .slice(0, 10)
        .map(({ id, benchmark: other, distance }) => ({ id, benchmark: other, distance })),
    },
  };
}

function paletteColours(): { training: Set<string>; all: Set<string> } {
  const of = (family: Record<string, string[]>): string[] => Object.values(family).flat();
  const training = new Set(of(palettes.training));
  return { training, all: new Set([...training, ...of(palettes.benchmark)]) };
}

function distances(values: readonly number[]): Distances {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (q: number): number | null => sorted[Math.floor(q * (sorted.length - 1))] ?? null;
  return { n: sorted.length, min: at(0), p5: at(0.05), median: at(0.5), max: at(1) };
}

const BIN = 4;

function histogram(values: readonly number[]): { from: number; to: number; images: number }[] {
  if (values.length === 0) return [];
  const bins = new Map<number, number>();
  for (const v of values) bins.set(Math.floor(v / BIN), (bins.get(Math.floor(v / BIN)) ?? 0) + 1);
  const keys = [...bins.keys()].sort((a, b) => a - b);
  return Array.from({ length: keys.at(-1)! - keys[0]! + 1 }, (_, i) => {
    const bin = keys[0]! + i;
    return { from: bin * BIN, to: bin * BIN + BIN - 1, images: bins.get(bin) ?? 0 };
  });
}
