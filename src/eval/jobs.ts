import { createPlanner } from "../planners/index.js";
import { type CuePack, cueCondition, type ObjectList } from "../prompts/index.js";
import type { IdPassCache } from "../scenes/cache.js";
import { pixelCounts } from "../scenes/observe.js";
import { drawObservation } from "../scenes/picture.js";
import { type EpisodeSpec, episodeFromSpec } from "../scenes/spec.js";
import { playEpisode } from "./episode.js";
import { keepImage } from "./pictures.js";
import type { Sample } from "./sample.js";

/** One episode with a planner that needs no network: all of it can be done on a worker thread. */
export interface EpisodeJob {
  spec: EpisodeSpec;
  epoch: number;
  reask: boolean;
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
    epoch: job.epoch,
    reask: job.reask,
    look: async (snapshot) => pixelCounts(snapshot, cache),
    draw: async (snapshot) => {
      const picture = await drawObservation(snapshot);
      return { png: picture.observation, rgb: () => picture.rgb };
    },
    keep: (png) => keepImage(job.folder, png),
    clock: () => performance.now(),
  });
}
