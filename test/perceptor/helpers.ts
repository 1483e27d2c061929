import { join } from "node:path";
import { makeFolder, writeWhole } from "../../src/core/files.js";
import { encodePng, sha256OfPixels } from "../../src/images/index.js";
import { createRuntime, type ModelRuntime } from "../../src/models/runtime.js";
import { writeSet } from "../../src/perceptor/dataset/build.js";
import type { Item } from "../../src/perceptor/dataset/item.js";
import { TASKS } from "../../src/tasks/registry.js";

/** A set of tiny pictures, each of its own colour: `perTask` of each of the first `tasks` tasks. */
export async function tinySet(folder: string, tasks: number, perTask: number): Promise<Item[]> {
  makeFolder(join(folder, "images"));
  const items: Item[] = [];
  for (const [t, task] of TASKS.slice(0, tasks).entries())
    for (let n = 0; n < perTask; n++) {
      const pixels = new Uint8Array(4 * 4 * 3).map((_, i) => [t * 20, n, 90][i % 3]!);
      const id = `${task.id}_${String(n).padStart(3, "0")}`;
      const file = `images/${id}.png`;
      writeWhole(join(folder, file), await encodePng(pixels, 4, 4));
      items.push({
        schemaVersion: 1,
        id,
        file,
        task: task.id,
        dimension: task.dimension,
        goal: `The goal of ${id.replaceAll("_", " ")}.`,
        // two pictures of each place
        group: `${task.id}-${Math.floor(n / 2)}`,
        image: sha256OfPixels(pixels, 4, 4),
        width: 4,
        height: 4,
        origin: "rendered",
        scene: {
          variant: task.variants[0]!,
          place: "nowhere",
          seed: 5,
          instance: n,
          attempt: 0,
          episode: "e",
          layout: `${t}-${n}`,
          viewpoint: `${t}-${n}`,
          phash: "0".repeat(32),
          nearest: null,
          visible: [
            {
              name: "faucet",
              kind: "faucet",
              location: [0, 0, 0],
              distance: 100,
              state: "on",
              posture: null,
              facing: null,
            },
            {
              name: "man",
              kind: "person",
              location: [0, 0, 0],
              distance: 200,
              state: null,
              posture: "standing",
              facing: 0,
            },
          ],
          evidence: ["faucet"],
        },
      });
    }
  writeSet(folder, items, { name: "tiny", origin: "rendered", seed: 5, renderer: "r" });
  return items;
}

/** A runtime that waits for nothing and keeps its answers in a folder of the test. */
export function quickRuntime(folder: string): ModelRuntime {
  return createRuntime({
    cacheFolder: join(folder, "answers"),
    env: {},
    hooks: { sleep: async () => {} },
    concurrency: 32,
  } as Parameters<typeof createRuntime>[0]);
}

export const GOOD =
  "I see a faucet with water running into the sink. The water is wasted, so I should shut it.";
