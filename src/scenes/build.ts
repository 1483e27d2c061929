import { NormactError } from "../core/errors.js";
import { taskById } from "../tasks/registry.js";
import { Redraw } from "../tasks/types.js";
import type { Episode } from "../world/types.js";
import type { IdPassCache } from "./cache.js";
import { drawFault } from "./checks.js";
import { type EpisodeSpec, episodeHash } from "./spec.js";

/** An instance that fails its checks is drawn again at most this often. */
export const MAX_ATTEMPTS = 400;

export interface BuiltInstance {
  spec: EpisodeSpec;
  /** how often each reason sent a draw back */
  redraws: Record<string, number>;
}

/**
 * Draws one instance until it and its twin pass the build checks (design page, section 5).
 * @throws NormactError `no_instance` when 400 draws were not enough; names the commonest fault
 */
export function buildInstance(
  taskId: string,
  instance: number,
  seed: number,
  cache?: IdPassCache,
): BuiltInstance {
  const task = taskById(taskId);
  const variant = task.variants[instance % task.variants.length]!;
  const redraws: Record<string, number> = {};
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const draw = (twin: boolean): Episode =>
      task.generate({ seed, instance, variant, attempt, twin, split: "benchmark" });
    let fault: string | null;
    try {
      const episode = draw(false);
      const twin = draw(true);
      fault = drawFault(episode, twin, cache);
      if (fault === null) {
        const spec: EpisodeSpec = {
          schemaVersion: 1,
          id: episode.id,
          task: taskId,
          dimension: task.dimension,
          variant,
          seed,
          instance,
          attempt,
          sha256: episodeHash(episode),
          twinSha256: episodeHash(twin),
        };
        return { spec, redraws };
      }
    } catch (error) {
      if (!(error instanceof Redraw)) throw error;
      fault = error.message;
    }
    redraws[fault] = (redraws[fault] ?? 0) + 1;
  }
  const common = Object.entries(redraws).sort((a, b) => b[1] - a[1])[0]!;
  throw new NormactError(
    "no_instance",
    `${taskId}/${String(instance).padStart(3, "0")}: ${MAX_ATTEMPTS} draws all failed; most often (${common[1]}×): ${common[0]}`,
  );
}
