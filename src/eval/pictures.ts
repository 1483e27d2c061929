import { existsSync } from "node:fs";
import { join } from "node:path";
import { bytesHash } from "../core/bytes-hash.js";
import { writeWhole } from "../core/files.js";
import type { IdPassCache } from "../scenes/cache.js";
import type { FirstViews } from "../scenes/image-folder.js";
import type { ScenePool } from "../scenes/jobs.js";
import { type PixelCounts, pixelCounts } from "../scenes/observe.js";
import type { ObservationPicture } from "../scenes/picture.js";
import type { Snapshot } from "../world/types.js";
import type { SentPicture } from "./episode.js";

/** The picture of a moment: the exported first view where there is one, else drawn on the scene workers. */
export async function pictureOf(
  id: string,
  snapshot: Snapshot,
  turn: number,
  firstViews: FirstViews | null,
  scenes: Pick<ScenePool, "run">,
): Promise<SentPicture> {
  const stored = turn === 0 ? firstViews?.get(id) : undefined;
  if (stored) return stored;
  const picture = await scenes.run<ObservationPicture>({ type: "draw", snapshot });
  return { png: picture.observation, rgb: () => picture.rgb };
}

const kept = new Set<string>();

/** Keeps a picture beside a run's log, under its hash. @returns the hash */
export function keepImage(folder: string, png: Uint8Array): string {
  const hash = bytesHash(png);
  const file = join(folder, "images", `${hash}.png`);
  if (kept.has(file)) return hash;
  if (!existsSync(file)) writeWhole(file, png);
  kept.add(file);
  return hash;
}

/** Id passes through a cache. */
export function lookWith(cache: IdPassCache): {
  counts(snapshot: Snapshot): Promise<PixelCounts>;
  flush(): void;
} {
  return {
    counts: async (snapshot) => pixelCounts(snapshot, cache),
    flush: () => cache.flush(),
  };
}
