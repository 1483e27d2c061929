import { existsSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../core/files.js";
import { sha256 } from "../core/hash.js";
import { createPlanner } from "../planners/index.js";
import { type CuePack, cueCondition, type ObjectList } from "../prompts/index.js";
import type { IdPassCache } from "../scenes/cache.js";
import { pixelCounts } from "../scenes/observe.js";
import { drawObservation } from "../scenes/picture.js";
import { type EpisodeSpec, episodeFromSpec } from "../scenes/spec.js";
import { playEpisode } from "./episode.js";
import type { Sample } from "./sample.js";

/** One episode with a planner that needs no network: all of it can be done on a worker thread. */
export interface EpisodeJob {
  spec: EpisodeSpec;
  model: string;
  cue: string;
  pack: CuePack;
  objectList: ObjectList;
  maxTurns: number;
  seed: number;
  /** the run's folder, for pictures */
  folder: string;
}

export async function runEpisodeJob(job: EpisodeJob, cache: IdPassCache): Promise<Sample> {
  const planner = await createPlanner(job.model, { seed: job.seed });
  return playEpisode(episodeFromSpec(job.spec), {
    planner,
    condition: cueCondition(job.cue),
    pack: job.pack,
    objectList: job.objectList,
    maxTurns: job.maxTurns,
    seed: job.seed,
    look: async (snapshot) => pixelCounts(snapshot, cache),
    draw: async (snapshot) => {
      const picture = await drawObservation(snapshot);
      return { png: picture.observation, rgb: picture.rgb };
    },
    keep: (png) => keepImage(job.folder, png),
    clock: () => performance.now(),
  });
}

/** Keeps a picture beside a run's log, under its hash. */
export function keepImage(folder: string, png: Uint8Array): string {
  const hash = sha256(png);
  const file = join(folder, "images", `${hash}.png`);
  if (!existsSync(file)) writeWhole(file, png);
  return hash;
}
