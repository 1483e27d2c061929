import { NormactError } from "../../core/errors.js";
import { encodePng, sha256OfPixels } from "../../images/index.js";
import { goalText } from "../../prompts/goal.js";
import { defaultCuePack } from "../../prompts/index.js";
import { renderFrame } from "../../render/index.js";
import { MAX_ATTEMPTS } from "../../scenes/build.js";
import { IdPassCache } from "../../scenes/cache.js";
import { drawFault } from "../../scenes/checks.js";
import { pixelCounts, visibleObjects } from "../../scenes/observe.js";
import { type EpisodeSpec, episodeFromSpec, episodeHash } from "../../scenes/spec.js";
import { taskById } from "../../tasks/registry.js";
import { Redraw } from "../../tasks/types.js";
import { createWorld } from "../../world/index.js";
import type { Episode } from "../../world/types.js";
import { sceneView } from "../view.js";
import type { Item } from "./item.js";
import { layoutKey, viewpointKey } from "./looks.js";
import { hashWords, nearestHash, perceptualHash } from "./phash.js";

/** The benchmark's pictures by their perceptual hash. */
export type KnownHash = readonly [id: string, phash: string];

/** A training picture must differ from every benchmark picture in at least this many of 112 bits (see `phash.ts`). */
export const LEAST_DISTANCE = 20;

export type PictureJob =
  | { type: "scene"; task: string; instance: number; seed: number; known: readonly KnownHash[] }
  | { type: "hash"; spec: EpisodeSpec };

/** A drawn scene: its item and its picture. */
export interface DrawnScene {
  item: Item;
  png: Uint8Array;
  redraws: number;
}

export async function runPictureJob(job: PictureJob): Promise<DrawnScene | KnownHash> {
  if (job.type === "scene") return drawScene(job);
  const { id } = job.spec;
  const frame = renderFrame(createWorld(episodeFromSpec(job.spec)).snapshot());
  return [id, perceptualHash(frame.rgb, frame.width, frame.height)];
}

/**
 * Draws a training scene until it passes the checks of the benchmark's own episodes (solvable, tempting, visible)
 * and looks like no picture of the benchmark.
 * @throws NormactError no_instance
 */
async function drawScene(job: PictureJob & { type: "scene" }): Promise<DrawnScene> {
  const task = taskById(job.task);
  const variant = task.variants[job.instance % task.variants.length]!;
  const known = job.known.map(([id, phash]) => ({ id, words: hashWords(phash) }));
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const cache = new IdPassCache(null);
    const episode = sceneThatHolds({ ...job, variant, attempt }, cache);
    if (!episode) continue;
    const snapshot = createWorld(episode).snapshot();
    const { rgb, width, height } = renderFrame(snapshot);
    const phash = perceptualHash(rgb, width, height);
    const nearest = nearestHash(phash, known);
    if (nearest && nearest.distance < LEAST_DISTANCE) continue;
    const goal = goalText(defaultCuePack(), episode);
    const id = `${job.task}_${String(job.instance).padStart(3, "0")}`;
    const layout = layoutKey(episode);
    const named = new Map(episode.entities.map((e) => [e.id, e.name]));
    const item: Item = {
      schemaVersion: 1,
      id,
      file: `images/${id}.png`,
      task: job.task,
      dimension: task.dimension,
      goal,
      group: layout,
      image: sha256OfPixels(rgb, width, height),
      width,
      height,
      origin: "rendered",
      scene: {
        variant,
        place: episode.setting.place,
        seed: job.seed,
        instance: job.instance,
        attempt,
        episode: episodeHash(episode),
        layout,
        viewpoint: viewpointKey(episode),
        phash,
        nearest,
        visible: sceneView(
          goal,
          visibleObjects(snapshot, pixelCounts(snapshot, cache)),
        ).objects.map((o) => ({ ...o, location: [o.location[0], o.location[1], o.location[2]] })),
        evidence: episode.evidence.map((e) => named.get(e) ?? e),
      },
    };
    return { item, png: await encodePng(rgb, width, height), redraws: attempt };
  }
  throw new NormactError(
    "no_instance",
    `${job.task}, scene ${job.instance}: ${MAX_ATTEMPTS} draws with seed ${job.seed} all failed; try another --seed`,
  );
}

function sceneThatHolds(
  input: { task: string; instance: number; seed: number; variant: string; attempt: number },
  cache: IdPassCache,
): Episode | null {
  const { seed, instance, variant, attempt } = input;
  const draw = (twin: boolean): Episode =>
    taskById(input.task).generate({ seed, instance, variant, attempt, twin, split: "training" });
  try {
    const episode = draw(false);
    return drawFault(episode, draw(true), cache) === null ? episode : null;
  } catch (error) {
    if (error instanceof Redraw) return null;
    throw error;
  }
}
