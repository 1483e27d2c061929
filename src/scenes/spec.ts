import { z } from "zod";
import { NormactError } from "../core/errors.js";
import { canonicalJson, sha256 } from "../core/hash.js";
import { taskById } from "../tasks/registry.js";
import type { Episode } from "../world/types.js";

/**
 * One line of the data set: a seed and what the seed does not say, with the hash of the episode that it
 * must give. So a set is small, and a change in the generators cannot go unnoticed.
 */
export const EpisodeSpecSchema = z.strictObject({
  schemaVersion: z.literal(1),
  id: z.string().regex(/^[a-z_]+\/\d{3}$/),
  task: z.string(),
  dimension: z.string(),
  variant: z.string(),
  seed: z.int().min(0),
  instance: z.int().min(0).max(999),
  attempt: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  twinSha256: z.string().regex(/^[0-9a-f]{64}$/),
  twin: z.literal(true).optional(),
});
export type EpisodeSpec = z.infer<typeof EpisodeSpecSchema>;

/** Hash of everything an episode says. */
export function episodeHash(episode: Episode): string {
  return sha256(canonicalJson(episode));
}

/** The hash that the episode of a spec has. */
export const hashOf = (spec: EpisodeSpec): string => (spec.twin ? spec.twinSha256 : spec.sha256);

/** The instance number in an episode id. */
export function instanceOf(id: string): number {
  return Number(id.slice(id.indexOf("/") + 1));
}

/** Draws the episode that a spec names, without looking at its hash. */
export function generateFromSpec(spec: EpisodeSpec): Episode {
  return taskById(spec.task).generate({
    seed: spec.seed,
    instance: spec.instance,
    variant: spec.variant,
    attempt: spec.attempt,
    twin: spec.twin ?? false,
    split: "benchmark",
  });
}

/**
 * Rebuilds the episode of a spec and proves that it is the one that was meant.
 * @throws NormactError `stale_spec` when the generators now give another episode
 */
export function episodeFromSpec(spec: EpisodeSpec): Episode {
  const episode = generateFromSpec(spec);
  const want = hashOf(spec);
  const got = episodeHash(episode);
  if (got !== want)
    throw new NormactError(
      "stale_spec",
      `episode ${spec.id} is not what its spec says (hash ${got.slice(0, 12)}, expected ${want.slice(0, 12)}): ` +
        "the scene generators have changed since the set was built. Use the version that built it, " +
        "or rebuild the set with: normact scenes build",
    );
  return episode;
}

/** The same instance with the norm's trigger gone. */
export function twinOf(spec: EpisodeSpec): EpisodeSpec {
  return { ...spec, twin: true };
}
