import { join } from "node:path";
import { makeFolder, writeWhole } from "../core/files.js";
import { sha256 } from "../core/hash.js";
import { JsonlWriter } from "../core/jsonl.js";
import {
  type CuePack,
  cueName,
  type ObjectList,
  promptText,
  type ReadyCondition,
} from "../prompts/index.js";
import { IdPassCache } from "../scenes/cache.js";
import type { ScenePool } from "../scenes/jobs.js";
import { visibleObjects } from "../scenes/observe.js";
import { type EpisodeSpec, episodeFromSpec } from "../scenes/spec.js";
import { createWorld } from "../world/index.js";
import { lanes } from "./lanes.js";
import { lookWith, pictureOf } from "./pictures.js";
import { promptOf } from "./prompting.js";
import { MAX_TURNS } from "./turns.js";

export interface PromptExport {
  out: string;
  specs: readonly EpisodeSpec[];
  conditions: readonly ReadyCondition[];
  pack: CuePack;
  objectList: ObjectList;
  scenes: ScenePool;
  stop: AbortSignal;
  onEpisode(id: string): void;
}

/**
 * Writes the first prompt of every episode under every condition: `prompts.jsonl` (one line each, parts in their
 * order, pictures by file) and `images/`, for models that are called by other means. Their answers go back through
 * `normact score --responses`.
 * @returns how many lines were written
 */
export async function exportPrompts(options: PromptExport): Promise<number> {
  const { out, specs, conditions, pack, objectList, scenes } = options;
  makeFolder(join(out, "images"));
  const file = join(out, "prompts.jsonl");
  writeWhole(file, "");
  const writer = new JsonlWriter(file);
  const look = lookWith(new IdPassCache());
  let lines = 0;
  try {
    await lanes(specs, 4, options, async (spec) => {
      const world = createWorld(episodeFromSpec(spec));
      const snapshot = world.snapshot();
      const visible = visibleObjects(snapshot, await look.counts(snapshot));
      const picture = await pictureOf(spec.id, snapshot, 0, null, scenes);
      const hash = sha256(picture.png);
      const image = `images/${hash}.png`;
      writeWhole(join(out, image), picture.png);
      for (const condition of conditions) {
        const settings = { condition, pack, objectList, maxTurns: MAX_TURNS };
        const { parts } = await promptOf(world, settings, visible, [], async () => picture.rgb());
        lines++;
        await writer.appendShared({
          schemaVersion: 1,
          episode: spec.id,
          cue: condition.name,
          tableName: cueName(condition),
          turn: 0,
          text: promptText(parts),
          parts: parts.map((p) =>
            p.type === "text" ? { type: "text", text: p.text } : { type: "image", file: image },
          ),
          image,
          sha256: hash,
        });
      }
      options.onEpisode(spec.id);
    });
  } finally {
    writer.close();
    look.flush();
  }
  return lines;
}
