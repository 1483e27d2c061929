import { join } from "node:path";
import { makeFolder, writeWhole } from "../core/files.js";
import { sha256 } from "../core/hash.js";
import { createWorld } from "../world/index.js";
import type { Episode, Snapshot } from "../world/types.js";
import { IdPassCache } from "./cache.js";
import { type DatasetInfo, datasetHash } from "./dataset.js";
import { datasetCard } from "./dataset-card.js";
import { pixelCounts, visibleObjects } from "./observe.js";
import type { ObservationPicture } from "./picture.js";
import { type EpisodeSpec, episodeFromSpec } from "./spec.js";

/** The four pictures of a first view, by the folder they lie in. */
export const PICTURES = ["observation", "rgb", "seg", "ids"] as const;
export type PictureKind = (typeof PICTURES)[number];

export interface ExportTools {
  draw(snapshot: Snapshot): Promise<ObservationPicture>;
  goal(episode: Episode): string;
  onDone(spec: EpisodeSpec): void;
}

/**
 * Writes episodes as a Hugging Face ImageFolder: `test/` holds what a planner may see (pictures and
 * `metadata.jsonl`), `truth/` holds the specs and what only a checker may know.
 */
export async function exportImageFolder(
  dir: string,
  info: DatasetInfo,
  specs: EpisodeSpec[],
  tools: ExportTools,
): Promise<void> {
  for (const kind of PICTURES) makeFolder(join(dir, "test", kind));
  makeFolder(join(dir, "truth"));
  const cache = new IdPassCache();
  const rows = await Promise.all(
    specs.map(async (spec) => {
      const episode = episodeFromSpec(spec);
      const snapshot = createWorld(episode).snapshot();
      const picture = await tools.draw(snapshot);
      const files: Record<string, string> = {};
      const hashes: Record<string, string> = {};
      for (const kind of PICTURES) {
        const name = `${kind}/${spec.id.replace("/", "_")}.png`;
        writeWhole(join(dir, "test", name), picture[kind]);
        // "file_name" is the column that ImageFolder asks for; further pictures are "*_file_name"
        files[kind === "observation" ? "file_name" : `${kind}_file_name`] = name;
        hashes[kind] = sha256(picture[kind]);
      }
      tools.onDone(spec);
      const visible = visibleObjects(snapshot, pixelCounts(snapshot, cache));
      return {
        seen: {
          ...files,
          id: spec.id,
          task: spec.task,
          time: episode.time,
          goal: tools.goal(episode),
          visible_objects: visible.map(({ id, name, location }) => ({ id, name, location })),
          labels: picture.labels.map(({ id, anchor, plate }) => ({ id, anchor, plate })),
          sha256: hashes,
        },
        truth: {
          id: spec.id,
          dimension: episode.dimension,
          variant: episode.variant,
          agent: episode.agent,
          entities: episode.entities,
          regions: episode.regions,
          roles: episode.roles,
          evidence: episode.evidence,
          goalObjects: episode.goalObjects,
          plans: episode.plans,
        },
      };
    }),
  );
  cache.flush();
  const lines = (values: unknown[]): string => values.map((v) => `${JSON.stringify(v)}\n`).join("");
  const own: DatasetInfo = {
    ...info,
    tasks: [...new Set(specs.map((s) => s.task))],
    episodes: specs.length,
    hash: datasetHash(specs),
  };
  writeWhole(join(dir, "truth", "episodes.jsonl"), lines(specs));
  writeWhole(join(dir, "truth", "truth.jsonl"), lines(rows.map((r) => r.truth)));
  writeWhole(join(dir, "truth", "dataset.json"), `${JSON.stringify(own, null, 2)}\n`);
  writeWhole(join(dir, "README.md"), datasetCard(own));
  // last: a folder with this file is whole
  writeWhole(join(dir, "test", "metadata.jsonl"), lines(rows.map((r) => r.seen)));
}
