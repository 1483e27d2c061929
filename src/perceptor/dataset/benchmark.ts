import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readText, writeWhole } from "../../core/files.js";
import { cacheRoot } from "../../core/paths.js";
import { RENDER_VERSION } from "../../render/version.generated.js";
import { type Dataset, readDataset } from "../../scenes/dataset.js";
import { episodeFromSpec } from "../../scenes/spec.js";
import { perceptorFolder } from "../prompt-files.js";
import type { KnownHash } from "./jobs.js";
import { coloursOf, layoutKey, viewpointKey } from "./looks.js";
import { PHASH_METHOD } from "./phash.js";
import type { PicturePool } from "./pool.js";

const HashesSchema = z.object({
  schemaVersion: z.literal(1),
  method: z.string(),
  dataset: z.string(),
  renderer: z.string(),
  hashes: z.array(z.tuple([z.string(), z.string()])),
});

/** What of the benchmark a training set must keep away from. */
export interface BenchmarkLooks {
  dataset: { version: string; hash: string };
  hashes: readonly KnownHash[];
  /** by what is compared: every seed, layout, colour and viewpoint of its episodes and their twins' places */
  seeds: ReadonlySet<number>;
  layouts: ReadonlySet<string>;
  colours: ReadonlySet<string>;
  viewpoints: ReadonlySet<string>;
  places: ReadonlySet<string>;
  episodes: ReadonlySet<string>;
}

/**
 * The benchmark's looks. Its perceptual hashes are shipped (`perceptor/benchmark-hashes.json`); where they are of
 * another set or renderer, all its first views are drawn once and the result is kept in the cache.
 */
export async function benchmarkLooks(
  pool: PicturePool,
  hooks: { onStart(total: number): void; onHash(id: string): void },
): Promise<BenchmarkLooks> {
  const dataset = readDataset();
  const shipped = join(perceptorFolder(), "benchmark-hashes.json");
  const name = `${dataset.info.hash.slice(0, 16)}-${RENDER_VERSION.slice(0, 16)}.json`;
  const kept = join(cacheRoot(), "perceptor", name);
  const known = read(shipped, dataset) ?? read(kept, dataset);
  const hashes = known ?? (await draw(dataset, pool, hooks));
  if (!known) keep(kept, dataset, hashes);
  const episodes = dataset.specs.map(episodeFromSpec);
  const all = <T>(what: (e: (typeof episodes)[number]) => T[]): Set<T> =>
    new Set(episodes.flatMap(what));
  return {
    dataset: { version: dataset.info.version, hash: dataset.info.hash },
    hashes,
    seeds: all((e) => [e.seed]),
    layouts: all((e) => [layoutKey(e)]),
    colours: all(coloursOf),
    viewpoints: all((e) => [viewpointKey(e)]),
    places: all((e) => [e.setting.place]),
    episodes: new Set(dataset.specs.map((s) => s.sha256)),
  };
}

function read(file: string, dataset: Dataset): readonly KnownHash[] | null {
  if (!existsSync(file)) return null;
  try {
    const parsed = HashesSchema.parse(JSON.parse(readText(file)));
    const fits =
      parsed.method === PHASH_METHOD &&
      parsed.dataset === dataset.info.hash &&
      parsed.renderer === RENDER_VERSION;
    return fits ? parsed.hashes : null;
  } catch {
    // damaged: draw again
    return null;
  }
}

async function draw(
  dataset: Dataset,
  pool: PicturePool,
  hooks: { onStart(total: number): void; onHash(id: string): void },
): Promise<readonly KnownHash[]> {
  hooks.onStart(dataset.specs.length);
  return Promise.all(
    dataset.specs.map(async (spec) => {
      const hash = await pool.hash({ spec });
      hooks.onHash(spec.id);
      return hash;
    }),
  );
}

function keep(file: string, dataset: Dataset, hashes: readonly KnownHash[]): void {
  const content = {
    schemaVersion: 1,
    method: PHASH_METHOD,
    dataset: dataset.info.hash,
    renderer: RENDER_VERSION,
    hashes,
  };
  try {
    writeWhole(file, `${JSON.stringify(content)}\n`);
  } catch {
    // a cache that cannot be written costs time alone
  }
}
